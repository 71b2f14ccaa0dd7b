"""A count as its page plays it: what happens at each stop, in sentences, and how everything stands afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from nomic.core.requests import GameRequest
from proposals.bnomic.ballot import presenters_fates as ballot_presenters_fates
from proposals.bnomic.ballot.presenters_fates import CountContext, Fate
from proposals.bnomic.ballot.presenters_graph import counted_web, graph_cells, graph_svg, result_fates
from proposals.bnomic.ballot.queries import Outcome, outcome_on_record
from proposals.bnomic.ballot.rules import CountStanding, CountStep, CountStop, count_stops, read_facts, read_trace
from proposals.bnomic.register.rules_lists import KnownProposal

if TYPE_CHECKING:
    from proposals.bnomic.nweeks.models import NweekCount

# Of each step of the law: its heading, what it does, and what is said where it did nothing.
STEPS = {
    CountStep.HISTORICAL: ("The ballot closes", "All Open Proposals become Historical.", ""),
    CountStep.STRENGTH: ("Strength", "The strong become Won, and the others stay Lost.", ""),
    CountStep.CONFLICT: (
        "Conflicts",
        "From the greatest Strength to the least, each that is still Won knocks out whatever it Conflicts with.",
        "None was knocked out.",
    ),
    CountStep.DEPENDENCY: (
        "Dependencies",
        "From the lowest Number to the highest, whatever Depends on a Lost one becomes Lost: round after round, until"
        " nothing changes.",
        "None fell by a Dependency.",
    ),
    CountStep.PASSED: (
        "Passing",
        "What is still Won Passes, from the lowest Number to the highest.",
        "Nothing Passed.",
    ),
}
NO_RULE = "No rule provided for that."
SO_FAR = {
    CountStanding.OPEN: (ballot_presenters_fates.OPEN, "Open: its votes are cast."),
    CountStanding.HISTORICAL: (ballot_presenters_fates.HISTORICAL, "Historical, and Lost to begin with, as all are."),
    CountStanding.WON: (ballot_presenters_fates.WON, "Won so far."),
}


@dataclass(frozen=True, slots=True)
class CountPlay:
    """A count with all its stops. `before`: the Lost ones of earlier nweeks that mattered; `void`: those that Passed
    without effect."""

    outcome: Outcome
    before: Collection[int]
    stops: Sequence[CountStop]
    void: Collection[int]
    known: Mapping[int, KnownProposal]

    @classmethod
    def of(cls, count: NweekCount, void: Collection[int], known: Mapping[int, KnownProposal]) -> Self:
        outcome = outcome_on_record(count)
        found = count_stops(outcome.ballot, read_trace(count.trace))
        return cls(outcome, read_facts(count.facts)[1], found, void, known)

    @property
    def last(self) -> int:
        return len(self.stops) - 1

    @property
    def count_context(self) -> CountContext:
        return CountContext.of(self.outcome, self.known)


def frame_context(play: CountPlay, at: int, request: GameRequest) -> dict[str, object]:
    """How everything stands at one stop, as `bnomic/_count_frame.html` takes it."""
    stop = play.stops[at]
    now = _highlighted_numbers(stop)
    web = counted_web(play.outcome, play.before, play.known, _fates_so_far(play, stop))
    return {
        "step": at,
        "heading": STEPS[stop.step][0] if stop.step else "Before the count",
        "sentence": stop_sentence(play, stop, play.count_context),
        "graph": graph_svg(web, request, now=now),
        "rows": graph_cells(web, request, now),
        "stages": list(_stages(play, at)),
    }


def _highlighted_numbers(stop: CountStop) -> set[int]:
    """Those whom a line between two is about; of all at once the eye is drawn to none."""
    if stop.step in (None, CountStep.HISTORICAL, CountStep.STRENGTH):
        return set()
    return {number for line in stop.lines for number in (line.number, line.by) if number is not None}


def _fates_so_far(play: CountPlay, stop: CountStop) -> Callable[[int], tuple[Fate, str]]:
    """How each stands, and why: as in the end, if that has come for it."""
    final = result_fates(play.outcome, play.void, play.known)

    def member(number: int) -> tuple[Fate, str]:
        return SO_FAR.get(stop.standing[number]) or final(number)

    return member


def stop_sentence(play: CountPlay, stop: CountStop, told: CountContext) -> str:
    """What happens at a stop."""
    match stop.step:
        case None:
            return ballot_presenters_fates.before_count_text(play.outcome.ballot)
        case CountStep.HISTORICAL:
            return ballot_presenters_fates.closing_text(play.outcome.ballot)
        case CountStep.STRENGTH:
            return ballot_presenters_fates.weighing_text([line.number for line in stop.lines], told)
        case CountStep.PASSED:
            return ballot_presenters_fates.passing_text(stop.lines[0].number, play.void, told)
    return ballot_presenters_fates.line_text(stop.lines[0], told)


class StopLine(NamedTuple):
    n: int
    round: int
    sentence: str
    is_now: bool
    is_ahead: bool


class CountStage(NamedTuple):
    """A step of the law with its stops; `nothing`: what is said where it has none."""

    heading: str
    does: str
    stops: list[StopLine]
    nothing: str


def _stages(play: CountPlay, at: int) -> Iterator[CountStage]:
    """The steps of the law in their order."""
    carried = {CountStep.CONFLICT: play.outcome.law.conflicts, CountStep.DEPENDENCY: play.outcome.law.dependencies}
    told = play.count_context
    for step, (heading, does, nothing) in STEPS.items():
        found = [
            StopLine(n, stop.round, stop_sentence(play, stop, told), n == at, n > at)
            for n, stop in enumerate(play.stops)
            if stop.step is step
        ]
        silence = nothing if carried.get(step, True) else NO_RULE
        yield CountStage(heading, does, found, "" if found else silence)
