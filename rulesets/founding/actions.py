"""Found a game: its first Agent, its law, its first Mastermind."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.db import IntegrityError

from nomic.core.decision import Invalid
from nomic.core.effects import Founded
from nomic.core.floor import Floor, founding_floor
from nomic.core.games.models import Account, Game
from nomic.core.input import unseen_in
from nomic.core.roster import actions as roster_actions, rules as roster_rules
from rulesets.founding import queries as founding_queries
from rulesets.history.actions import take_effect, text_digest, write_arrangement
from rulesets.models import Rule, RuleAct, RuleVersion
from rulesets.text.rules import Ruleset

LONGEST_TITLE, LONGEST_SLUG = 100, 60


def found_game(*, founder: Account, title: str, slug: str, name: str, starter: str = "blognomic") -> Game:
    """Found a game of one of the kinds of `queries.starters`. The founder is its first Agent, Admin and Mastermind."""
    title, name = _title(title), roster_rules.normalize_name(name)
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", slug) or len(slug) > LONGEST_SLUG:
        raise Invalid("slug", f"Small letters, digits and single hyphens, at most {LONGEST_SLUG}.", "bad-slug")
    if starter not in founding_queries.starters():
        raise Invalid("starter", "There is no such starter law.", "no-starter")
    try:
        with founding_floor(founder=founder, title=title, slug=slug, procedure=starter) as the_floor:
            return _check_game(the_floor, founder, title, name, starter)
    except IntegrityError:
        raise Invalid("slug", f"There is a game at “{slug}” already.", "slug-taken") from None


def _check_game(the_floor: Floor, founder: Account, title: str, name: str, starter: str) -> Game:
    """Step: the law is laid down, and the founder enters; who founds a game that has no head heads nothing."""
    kind = founding_queries.starters()[starter]
    told: dict[str, Any] = {"keywords": dict(kind.keywords)} if kind.keywords else {}
    the_floor.record("game.founded", by=name, title=title, starter=starter, **told)
    if kind.keywords:
        the_floor.game.keywords = dict(kind.keywords)
        the_floor.game.save(update_fields=["keywords"])
    write_first_law(the_floor, starter, by=name)
    roster_actions.require_free_name(the_floor, name, account=founder)
    agent = roster_actions.enter_on_roster(the_floor, founder, name, by=None, is_admin=True)
    if kind.headed:
        roster_actions.crown_mastermind(the_floor, agent)
    the_floor.dispatch(Founded(agent.pk if kind.headed else None, kind.package))
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


def write_first_law(the_floor: Floor, name: str, *, by: str) -> None:
    """Step: the starter law of a new game; `by` is what its founder is called there."""
    ruleset = founding_queries.starter_ruleset(name)
    _write_first(the_floor, ruleset, by)
    arrangement = write_arrangement(the_floor, ruleset)
    digests = {str(rule.id): text_digest(rule.id, rule.section.value, rule.title, rule.text) for rule in ruleset.rules}
    the_floor.record(
        "law.laid-down", by=by, starter=name, rules=len(ruleset.rules), digests=digests, arrangement=arrangement
    )
    take_effect(the_floor)


def _write_first(the_floor: Floor, ruleset: Ruleset, by: str) -> None:
    """The first version of every rule of a new game, all at once: nothing is known of any of them yet."""
    rules = sorted(ruleset.rules, key=lambda rule: rule.id)
    rows = Rule.objects.bulk_create(
        Rule(game=the_floor.game, rid=rule.id, created_seq=the_floor.next_seq) for rule in rules
    )
    RuleVersion.objects.bulk_create(
        RuleVersion(
            rule=row,
            game=the_floor.game,
            n=1,
            seq=the_floor.next_seq,
            at=the_floor.now,
            act=RuleAct.STARTER,
            section=rule.section.value,
            title=rule.title,
            text=rule.text,
            by=by,
        )
        for row, rule in zip(rows, rules, strict=True)
    )
