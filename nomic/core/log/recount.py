"""What a check of a recount gets and answers with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from nomic.core.games.models import Game
from nomic.core.log.models import Event


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a row or a recorded decision is not what the facts say: what about which event, and both values."""

    seq: int
    what: str
    recorded: object
    recomputed: object


# The log by its numbers, in their order.
Log: TypeAlias = Mapping[int, Event]
# A check answers with a list of differences for every item that it looked at.
Check: TypeAlias = Callable[[Game, Log], Iterator[list[Difference]]]


def compare_values(seq: int, what: str, recorded: object, recomputed: object) -> list[Difference]:
    return [] if recorded == recomputed else [Difference(seq, what, recorded, recomputed)]
