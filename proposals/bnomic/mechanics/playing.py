"""A count as it is played: where it stops, what happens there, and what stands afterwards. Pure. (Rule The Count)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from proposals.bnomic.mechanics.ballot import Line, Step


class Standing(StrEnum):
    """What a Proposal is in the middle of a count. A Historical one is Lost to begin with, before
    the votes are looked at: the law's next step makes Won what is strong."""

    OPEN = "Open"
    HISTORICAL = "Historical"
    WON = "Won"
    LOST = "Lost"
    PASSED = "Passed"


@dataclass(frozen=True, slots=True)
class Stop:
    """A place where a player of the count stops. `step`: which of the law's steps this is part of, None before the
    first; `lines`: what happens here; `round`: of Dependencies the how-manieth, from 1, otherwise 0; `standing`: what
    each Proposal is afterwards, by Number."""

    step: Step | None
    lines: tuple[Line, ...]
    standing: Mapping[int, Standing]
    round: int = 0


def stops(numbers: Iterable[int], trace: Sequence[Line]) -> tuple[Stop, ...]:
    """Every stop of a count, from before it to its result. `numbers`: the Proposals that were counted.

    All become Historical at one stop, and are weighed at the next, where the strong become Won without a line of their
    own; from then on each line is a stop.
    """
    standing = dict.fromkeys(sorted(numbers), Standing.OPEN)
    found = [Stop(None, (), dict(standing))]
    if not standing:
        return tuple(found)
    standing = dict.fromkeys(standing, Standing.HISTORICAL)
    found.append(Stop(Step.HISTORICAL, _of(Step.HISTORICAL, trace), dict(standing)))
    weak = _of(Step.STRENGTH, trace)
    standing = {**dict.fromkeys(standing, Standing.WON), **dict.fromkeys((line.number for line in weak), Standing.LOST)}
    found.append(Stop(Step.STRENGTH, weak, dict(standing)))
    for line in trace[len(standing) + len(weak) :]:
        standing[line.number] = Standing.PASSED if line.step is Step.PASSED else Standing.LOST
        round = _round(line, found[-1])
        found.append(Stop(line.step, (line,), dict(standing), round))
    return tuple(found)


def _of(step: Step, trace: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(line for line in trace if line.step is step)


def _round(line: Line, before: Stop) -> int:
    """Dependencies are gone through from the lowest Number to the highest: where the Numbers begin anew, so does that.

    Nothing falls in the later of two rounds above the last that fell in the earlier one: whatever it Depends on had
    fallen by then.
    """
    if line.step is not Step.DEPENDENCY:
        return 0
    again = before.step is Step.DEPENDENCY and line.number < before.lines[0].number
    return before.round + again if before.step is Step.DEPENDENCY else 1
