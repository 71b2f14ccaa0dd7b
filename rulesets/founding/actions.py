"""A game is founded: its first Agent, its law, its first Mastermind."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.db import IntegrityError

from nomic.core.actions import roster
from nomic.core.floor import Floor, founding
from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.effects import Founded
from nomic.core.mechanics.writing import unseen_in
from nomic.core.models import Account, Game
from rulesets import queries
from rulesets.actions import writing

LONGEST_TITLE, LONGEST_SLUG = 100, 60


def found_game(*, founder: Account, title: str, slug: str, name: str, starter: str = "blognomic") -> Game:
    """Found a game of one of the kinds of `queries.starters`. The founder is its first Agent, Admin and Mastermind."""
    title, name = _title(title), names.tidy(name)
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", slug) or len(slug) > LONGEST_SLUG:
        raise Invalid("slug", f"Small letters, digits and single hyphens, at most {LONGEST_SLUG}.", "bad-slug")
    if starter not in queries.starters():
        raise Invalid("starter", "There is no such starter law.", "no-starter")
    try:
        with founding(founder=founder, title=title, slug=slug, procedure=starter) as the_floor:
            return _begun(the_floor, founder, title, name, starter)
    except IntegrityError:
        raise Invalid("slug", f"There is a game at “{slug}” already.", "slug-taken") from None


def _begun(the_floor: Floor, founder: Account, title: str, name: str, starter: str) -> Game:
    """Step: the law is laid down, and the founder enters; who founds a game that has no head heads nothing."""
    kind = queries.starters()[starter]
    told: dict[str, Any] = {"keywords": dict(kind.keywords)} if kind.keywords else {}
    the_floor.record("game.founded", by=name, title=title, starter=starter, **told)
    if kind.keywords:
        the_floor.game.keywords = dict(kind.keywords)
        the_floor.game.save(update_fields=["keywords"])
    writing.lay_down(the_floor, starter, by=name)
    roster.may_be_called(the_floor, name, account=founder)
    agent = roster.enter(the_floor, founder, name, by=None, is_admin=True)
    if kind.headed:
        roster.crown(the_floor, agent)
    the_floor.cause(Founded(agent.pk if kind.headed else None, kind.package))
    return the_floor.game


def _title(title: str) -> str:
    """The title in one line. Raises `Invalid` for one that is empty, too long, or has signs that nobody sees."""
    title = unicodedata.normalize("NFC", title).strip()
    if not any(unicodedata.category(sign)[0] in "LN" for sign in title):
        raise Invalid("title", "A title needs at least one letter or digit.", "empty")
    if len(title) > LONGEST_TITLE:
        raise Invalid("title", f"A title has at most {LONGEST_TITLE} characters; this has {len(title)}.", "too-long")
    if unseen_in(title):
        raise Invalid("title", "A title cannot hold control or invisible characters.", "hidden-characters")
    return title
