"""What no rule provides for, told by the record of the law: whether one ever did, and which was the last."""

from __future__ import annotations

from collections.abc import Iterable

from nomic.core import queries
from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest, law_of, once
from nomic.core.words import sentence


def last_rule(mechanism: str, request: GameRequest) -> str | None:
    """The title of the rule that carries this mechanism, or was the last to; None where none ever has in this game."""
    return once(request, f"last rule of {mechanism}", lambda: queries.last_rule(request.game.pk, mechanism))


def lack(mechanism: str, request: GameRequest) -> dict[str, bool] | None:
    """What `components/unprovided.html` says where no rule carries this mechanism; None where one does."""
    if law_of(request).carries(mechanism):
        return None
    return {"ever": last_rule(mechanism, request) is not None}


def recalled(reason: Reason, request: GameRequest) -> Reason:
    """The reason as the reader of a game is told it.

    Where no rule provides for something, the law of that moment cannot say whether one ever did. The record can: the
    fact `ever`, and the rule that was the last to; none is cited that this game has never had.
    """
    if reason.code != "not-in-the-law":
        return reason
    last = last_rule(str(reason.facts["mechanism"]), request)
    return Reason(reason.code, last or "", {**reason.facts, "ever": last is not None})


def grounds(reasons: Iterable[Reason], request: GameRequest) -> list[dict[str, str]]:
    """Reasons of this package as `components/reasons.html` takes them, in the game's words."""
    found = (recalled(each, request) for each in reasons)
    return [{"text": sentence(each, request.keywords), "rule": each.rule} for each in found]
