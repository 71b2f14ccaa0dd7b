"""What an Agent may be called. Reads only."""

from __future__ import annotations

from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Decision
from nomic.core.models import Account, Agent, Application, ApplicationState, Game
from nomic.core.queries.laws import law, law_snapshot

KEYWORDS = frozenset(
    {"Agent", "Mastermind", "Admin", "the Clerk", "Clerk", "Quorum", "Ruleset", "Gamestate", "Proposal"}
)


def game_keywords(game: Game) -> set[str]:
    """The words that every game has for its people and things, and this game's own."""
    return {*KEYWORDS, *(word for word in game.keywords.values() if isinstance(word, str))}


def reserved_names(game: Game) -> set[str]:
    """Words that no Agent may be called by: the game's keywords and the titles of its rules."""
    snapshot = law_snapshot(game.pk)
    return game_keywords(game) | {*(snapshot.titles if snapshot else ())}


def may_be_called(game: Game, name: str, *, account: Account) -> Decision[bool]:
    """Whether a tidy name is free: no keyword, no rule, no Agent of any time, no other's application bears its like.

    `account` is who will bear it. Whether an Agent may be renamed is judged with the whole change list.
    """
    others = Agent.objects.filter(game=game).exclude(account=account)
    waiting = Application.objects.filter(game=game, state=ApplicationState.WAITING).exclude(account=account)
    taken = [*others.values_list("name", flat=True), *waiting.values_list("name", flat=True)]
    rule = law(game.pk).rule("agents.admission")
    return names.may_be_called(name, taken=taken, reserved=reserved_names(game), rule=rule)
