"""A moment of a game as an address says it: an instant, or the number of an event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from nomic.core import queries as core
from nomic.core.mechanics.decision import Invalid
from nomic.core.views.entering import GameRequest
from rulesets.mechanics.instants import read_instant


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which a game is read: as the address says it, when it was, and the last event by then."""

    words: str
    at: datetime | None
    seq: int


def moment_of(request: GameRequest, words: str) -> Moment:
    """An instant, or the number of an event. Raises `Invalid` for what is neither, and for what has not come yet."""
    game = request.game
    if words.isascii() and words.isdecimal() and len(words) <= len(str(game.last_seq)):
        event = core.event(game.pk, int(words))
        if event or int(words) == 0:
            return Moment(words, event.at if event else None, int(words))
    if words.isascii() and words.isdecimal():
        raise Invalid("instant", f"The log has no event {words[:20]} yet; its last is {game.last_seq}.", "no-event")
    at = read_instant(words)
    if at > request.now:
        raise Invalid("instant", f"{words} has not come yet: nobody knows what will be then.", "future")
    return Moment(words, at, core.seq_at(game.pk, at))
