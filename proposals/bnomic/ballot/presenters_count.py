"""A count as its page plays it: what happens at each stop, in sentences, and how everything stands afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from nomic.core.views.entering import GameRequest
from proposals.bnomic.mechanics.ballot import Step
from proposals.bnomic.mechanics.meanings import Known
from proposals.bnomic.mechanics.playing import Standing, Stop, stops
from proposals.bnomic.mechanics.recording import read_facts, read_trace
from proposals.bnomic.queries.standing import Outcome, outcome_on_record
from proposals.bnomic.views import fates
from proposals.bnomic.views.fates import Fate, Told
from proposals.bnomic.views.weaving import counted_web, result
from proposals.bnomic.views.webs import Shown, picture, rows

if TYPE_CHECKING:
    from proposals.bnomic.models import NweekCount

# Of each step of the law: its heading, what it does, and what is said where it did nothing.
STEPS = {
    Step.HISTORICAL: ("The ballot closes", "All Open Proposals become Historical.", ""),
    Step.STRENGTH: ("Strength", "The strong become Won, and the others stay Lost.", ""),
    Step.CONFLICT: (
        "Conflicts",
        "From the greatest Strength to the least, each that is still Won knocks out whatever it Conflicts with.",
        "None was knocked out.",
    ),
    Step.DEPENDENCY: (
        "Dependencies",
        "From the lowest Number to the highest, whatever Depends on a Lost one becomes Lost: round after round, until"
        " nothing changes.",
        "None fell by a Dependency.",
    ),
    Step.PASSED: ("Passing", "What is still Won Passes, from the lowest Number to the highest.", "Nothing Passed."),
}
NO_RULE = "No rule provided for that."
SO_FAR = {
    Standing.OPEN: (fates.OPEN, "Open: its votes are cast."),
    Standing.HISTORICAL: (fates.HISTORICAL, "Historical, and Lost to begin with, as all are."),
    Standing.WON: (fates.WON, "Won so far."),
}


@dataclass(frozen=True, slots=True)
class Play:
    """A count with all its stops. `before`: the Lost ones of earlier nweeks that mattered; `void`: those that Passed
    without effect."""

    outcome: Outcome
    before: Collection[int]
    stops: Sequence[Stop]
    void: Collection[int]
    known: Mapping[int, Known]

    @classmethod
    def of(cls, count: NweekCount, void: Collection[int], known: Mapping[int, Known]) -> Self:
        outcome = outcome_on_record(count)
        found = stops(outcome.ballot, read_trace(count.trace))
        return cls(outcome, read_facts(count.facts)[1], found, void, known)

    @property
    def last(self) -> int:
        return len(self.stops) - 1

    @property
    def told(self) -> Told:
        return Told.of(self.outcome, self.known)


def frame(play: Play, at: int, request: GameRequest) -> Shown:
    """How everything stands at one stop, as `bnomic/_count_frame.html` takes it."""
    stop = play.stops[at]
    now = _looked_at(stop)
    web = counted_web(play.outcome, play.before, play.known, _so_far(play, stop))
    return {
        "step": at,
        "heading": STEPS[stop.step][0] if stop.step else "Before the count",
        "sentence": sentence(play, stop, play.told),
        "graph": picture(web, request, now=now),
        "rows": rows(web, request, now),
        "stages": list(_stages(play, at)),
    }


def _looked_at(stop: Stop) -> set[int]:
    """Those whom a line between two is about; of all at once the eye is drawn to none."""
    if stop.step in (None, Step.HISTORICAL, Step.STRENGTH):
        return set()
    return {number for line in stop.lines for number in (line.number, line.by) if number is not None}


def _so_far(play: Play, stop: Stop) -> Callable[[int], tuple[Fate, str]]:
    """How each stands, and why: as in the end, if that has come for it."""
    final = result(play.outcome, play.void, play.known)

    def member(number: int) -> tuple[Fate, str]:
        return SO_FAR.get(stop.standing[number]) or final(number)

    return member


def sentence(play: Play, stop: Stop, told: Told) -> str:
    """What happens at a stop."""
    match stop.step:
        case None:
            return fates.before_the_count(play.outcome.ballot)
        case Step.HISTORICAL:
            return fates.historical(play.outcome.ballot)
        case Step.STRENGTH:
            return fates.weighed([line.number for line in stop.lines], told)
        case Step.PASSED:
            return fates.passes(stop.lines[0].number, play.void, told)
    return fates.happens(stop.lines[0], told)


def _stages(play: Play, at: int) -> Iterator[Shown]:
    """The steps of the law in their order, each with its stops."""
    carried = {Step.CONFLICT: play.outcome.law.conflicts, Step.DEPENDENCY: play.outcome.law.dependencies}
    told = play.told
    for step, (heading, does, nothing) in STEPS.items():
        found = [
            {"n": n, "round": stop.round, "sentence": sentence(play, stop, told), "is_now": n == at, "is_ahead": n > at}
            for n, stop in enumerate(play.stops)
            if stop.step is step
        ]
        silence = nothing if carried.get(step, True) else NO_RULE
        yield {"heading": heading, "does": does, "stops": found, "nothing": "" if found else silence}
