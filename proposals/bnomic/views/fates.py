"""How a Proposal stands, in a word and a mark, and what it falls by or would fall by, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from proposals.bnomic.mechanics.ballot import Counting, Line, Proposal, Step
from proposals.bnomic.mechanics.dials import HIGHER
from proposals.bnomic.mechanics.meanings import Known
from proposals.bnomic.views.shown import signed

LONGEST_NAME = 40  # signs of a Name in a sentence

DISC, RING = "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
BAR, CHECK, SQUARE = "M-4.5 0h9", "M-5 .5l3.5 4L5-4", "M-4-4h8v8h-8z"


class Fate(NamedTuple):
    """`name`: of the style's class; `word`: in a box; `mark`: path data round a middle point; `means`: the word, as a
    legend says it."""

    name: str
    word: str
    mark: str
    means: str


PENDING = Fate("pending", "Pending", RING, "Pending: not voted on yet")
OPEN = Fate("open", "Open", RING, "Open")
WINS = Fate("wins", "wins", DISC, "Open, and would be Won")
LOSES = Fate("loses", "loses", BAR, "Open, and would be Lost")
HISTORICAL = Fate("historical", "Historical", RING, "Historical, and not weighed yet")
WON = Fate("won", "Won", DISC, "Won")
LOST = Fate("lost", "Lost", BAR, "Lost")
PASSED = Fate("passed", "Passed", CHECK, "Won and Passed")
VOID = Fate("void", "Passed", SQUARE, "Won, and Passed without effect")
BEFORE = Fate("before", "Lost", BAR, "Lost in an earlier nweek")
ALL = (PENDING, OPEN, WINS, LOSES, HISTORICAL, WON, LOST, PASSED, VOID, BEFORE)


@dataclass(frozen=True, slots=True)
class Told:
    """What sentences about a count need to know: the law of it, who is in it, and who is who."""

    law: Counting
    ballot: Mapping[int, Proposal]
    known: Mapping[int, Known]

    def named(self, number: int) -> str:
        """“Proposal 4 “Harbours””; without a Name “Proposal 4”."""
        name = self.known[number].name if number in self.known else ""
        short = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME].rstrip()}…"
        return f"Proposal {number} “{short}”" if name else f"Proposal {number}"

    def strong(self, number: int) -> str:
        return f"{self.named(number)} (Strength {signed(self.ballot[number].strength)})"


def joined(parts: Iterable[str]) -> str:
    """“1, 2 and 3”."""
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


# -- what would be, if the ballot closed now


def would(number: int, sunk: Mapping[int, Line], told: Told) -> str:
    """Whether an Open Proposal would be Won, and if not, why."""
    line = sunk.get(number)
    return WOULD[line.step](line, sunk, told) if line else "It would be Won."


def _would_be_weak(line: Line, sunk: Mapping[int, Line], told: Told) -> str:
    return f"It would be Lost: {_too_weak(line.number, told)}."


def _would_be_knocked_out(line: Line, sunk: Mapping[int, Line], told: Told) -> str:
    return f"It would be Lost: {told.strong(_by(line))} would knock it out{_tied(line, told)}."


def _would_be_pulled_down(line: Line, sunk: Mapping[int, Line], told: Told) -> str:
    by = _by(line)
    return f"It would be Lost: it Depends on {told.named(by)}, which {'would be' if by in sunk else 'is'} Lost."


WOULD: Mapping[Step, Callable[[Line, Mapping[int, Line], Told], str]] = {
    Step.STRENGTH: _would_be_weak, Step.CONFLICT: _would_be_knocked_out, Step.DEPENDENCY: _would_be_pulled_down,
}  # fmt: skip


# -- what was, in a count


def fell(line: Line, told: Told) -> str:
    """What a Lost Proposal fell by, where the Proposal itself is named beside it."""
    if line.step is Step.STRENGTH:
        return f"Lost: {_too_weak(line.number, told)}."
    if line.step is Step.CONFLICT:
        return f"Lost: {told.strong(_by(line))} knocked it out{_tied(line, told)}."
    return f"Lost: it Depends on {told.named(_by(line))}, which was Lost."


def happens(line: Line, told: Told) -> str:
    """A line of a count between two Proposals, while it is played."""
    if line.step is Step.CONFLICT:
        victor, rival = told.strong(_by(line)), told.strong(line.number)
        return f"{victor} knocks out {rival}, with which it Conflicts{_tied(line, told)}."
    lost = "which is Lost" if _by(line) in told.ballot else "which was Lost in an earlier nweek"
    return f"{told.named(line.number)} Depends on {told.named(_by(line))}, {lost}, and becomes Lost."


def weighed(weak: Iterable[int], told: Told) -> str:
    """The step in which all are weighed."""
    weak = sorted(weak)
    strong = [number for number in sorted(told.ballot) if number not in weak]
    parts = []
    if strong:
        parts.append(f"{_listed(strong)} {_become(strong)} Won, with a Strength of at least {signed(told.law.winning)}")
    if weak:
        lost = joined(f"{number} ({signed(told.ballot[number].strength)})" for number in weak)
        parts.append(f"{'Proposals' if len(weak) > 1 else 'Proposal'} {lost} {_become(weak)} Lost")
    return f"{'; '.join(parts)}."


def before_the_count(numbers: Collection[int]) -> str:
    """What there is to count."""
    are = "1 Proposal is" if len(numbers) == 1 else f"{len(numbers)} Proposals are"
    return f"{are} Open, and the votes are cast." if numbers else "Nothing was Open, and there is nothing to count."


def passes(number: int, void: Collection[int], told: Told) -> str:
    """A Won one has its changes made, or none of them."""
    if number in void:
        return f"{told.named(number)} Passes without effect: its changes could not all be made, and none was."
    return f"{told.named(number)} Passes."


def historical(numbers: Collection[int]) -> str:
    """The step in which the ballot closes."""
    if len(numbers) == 1:
        return f"{_listed(list(numbers))} becomes Historical."
    return f"All {len(numbers)} become Historical, one after another from the lowest Number to the highest."


def _listed(numbers: list[int]) -> str:
    return f"{'Proposals' if len(numbers) > 1 else 'Proposal'} {joined(map(str, numbers))}"


def _become(numbers: list[int]) -> str:
    return "become" if len(numbers) > 1 else "becomes"


def _too_weak(number: int, told: Told) -> str:
    return f"its Strength is {signed(told.ballot[number].strength)}, and at least {signed(told.law.winning)} wins"


def _tied(line: Line, told: Told) -> str:
    """Between equals the dial decides."""
    if told.ballot[line.number].strength != told.ballot[_by(line)].strength:
        return ""
    return f": of equals, {'the higher' if told.law.ties == HIGHER else 'the lower'} Number comes first"


def _by(line: Line) -> int:
    assert line.by is not None
    return line.by
