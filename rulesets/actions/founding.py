"""A game is founded: its first Agent, its law, its first Mastermind."""

from __future__ import annotations

import re

from django.db import IntegrityError

from nomic.core.actions import roster
from nomic.core.floor import founding
from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Invalid
from nomic.core.models import Account, Game
from rulesets.actions import law

STARTERS = {"blognomic": "BlogNomic: propose, vote, enact"}


def found_game(*, founder: Account, title: str, slug: str, name: str, starter: str = "blognomic") -> Game:
    """Found a game from a starter law. The founder is its first Agent, Admin and Mastermind."""
    title, name = " ".join(title.split()), names.tidy(name)
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", slug) or len(slug) > 60:
        raise Invalid("slug", "Small letters, digits and single hyphens, at most 60.", "bad-slug")
    if starter not in STARTERS:
        raise Invalid("starter", "There is no such starter law.", "no-starter")
    try:
        with founding(founder=founder, title=title, slug=slug) as the_floor:
            the_floor.record("game.founded", by=name, title=title, starter=starter)
            law.lay_down(the_floor, starter)
            roster.may_be_called(the_floor, name, account=founder)
            agent = roster.enter(the_floor, founder, name, by=None, is_admin=True)
            roster.crown(the_floor, agent)
            return the_floor.game
    except IntegrityError:
        raise Invalid("slug", f"There is a game at “{slug}” already.", "slug-taken") from None
