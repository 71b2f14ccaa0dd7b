"""What an Agent may be called. Reads only."""

from __future__ import annotations

from django.conf import settings
from django.utils.module_loading import import_string

from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.dials import CLERK
from nomic.core.mechanics.keywords import OFFICES, Keywords
from nomic.core.models import Account, Agent, Application, ApplicationState, Game, LawSnapshot
from nomic.core.queries.laws import law_of, law_snapshot

CLERKS = frozenset({CLERK, CLERK.removeprefix("the ")})


def keywords(game: Game) -> Keywords:
    """The game's own words for its people."""
    words = {name: word for name, word in game.keywords.items() if name in OFFICES}
    return Keywords(**words, plurals=game.keywords.get("plurals", {}))


def reserved_words() -> frozenset[str]:
    """What no Agent of any game may be called: the offices, the Clerk, and the words that the wiring's table names."""
    table: frozenset[str] = import_string(settings.NOMIC_RESERVED)
    return Keywords().reserved | CLERKS | table


def game_keywords(game: Game) -> frozenset[str]:
    """The words that every game has for its people and things, and this game's own for its people."""
    return reserved_words() | keywords(game).reserved


def reserved_names(game: Game) -> frozenset[str]:
    """Words that no Agent may be called by: the game's keywords and the titles of its rules."""
    return _reserved(game, law_snapshot(game.pk))


def _reserved(game: Game, snapshot: LawSnapshot | None) -> frozenset[str]:
    return game_keywords(game).union(snapshot.titles if snapshot else ())


def name_before(game: Game, account: Account) -> str | None:
    """What somebody is or was called in the game; None for a newcomer."""
    return Agent.objects.filter(game=game, account=account).values_list("name", flat=True).first()


def may_be_called(game: Game, name: str, *, account: Account) -> Decision[bool]:
    """Whether a tidy name is free: no keyword, no rule, no Agent of any time, no other's application bears its like.

    `account` is who will bear it. Whether an Agent may be renamed is judged with the whole change list.
    """
    others = Agent.objects.filter(game=game).exclude(account=account)
    waiting = Application.objects.filter(game=game, state=ApplicationState.WAITING).exclude(account=account)
    taken = [*others.values_list("name", flat=True), *waiting.values_list("name", flat=True)]
    snapshot = law_snapshot(game.pk)
    rule = law_of(snapshot).rule("agents.admission")
    before = name_before(game, account)
    return names.may_be_called(name, taken=taken, reserved=_reserved(game, snapshot), rule=rule, before=before)
