"""The Clock told anew, stroke by stroke: each follows from the one before, under the law of its moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nomic.core.chain import plain_json
from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from proposals.bnomic.ballot.recount import COUNTED, NDAY, NUMBERED, OFF, ON, OPENED, PAUSED, SET, LawHistory
from proposals.bnomic.nweeks import rules as nweeks_rules
from proposals.bnomic.nweeks.models import NweekClock
from proposals.bnomic.nweeks.rules import NDAY as A_DAY, Course, Place, midnight_after

BEGINNING = Place(1, 1)


@dataclass(slots=True)
class _ClockLog:
    """Where the Clock stood after some event. `due`: the midnight that is being carried out, since its count;
    `opening`: the one at which Proposals have still to open. `moved_at`: when its next stroke was settled last;
    `missed`: the last one that should have come and did not."""

    laws: LawHistory
    there: bool = False
    place: Place = BEGINNING
    running: bool = True
    stroke_at: datetime | None = None
    resumes_at: datetime | None = None
    numbers_from: int = 1
    counted: int = 0
    due: datetime | None = None
    opening: datetime | None = None
    moved_at: datetime | None = None
    missed: datetime | None = None

    def set_next_event(self, moment: datetime | None, event: Event) -> None:
        """What it waits for after an event, if midnights mean anything then."""
        self.stroke_at, self.moved_at = moment if self.laws.clock_goes(event.seq) else None, event.at

    def add_law_or_hiatus(self, event: Event) -> None:
        """The law of the event, or a hiatus, may have stopped it or set it going."""
        if not self.there or self.due:
            return
        if self.laws.clock_goes(event.seq) and self.stroke_at is None:
            over = max(self.resumes_at, event.at) if self.resumes_at else None
            self.set_next_event(midnight_after(event.at) if self.running else over, event)
        elif not self.laws.clock_goes(event.seq):
            self.stroke_at = None


def recount_clock(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every stroke and turn of the Clock; that nothing was done while one was due; and where it stands."""
    told = _ClockLog(LawHistory(game, log))
    for event in log.values():
        found = _missed_differences(told, event)
        if event.kind in HEARD:
            found += HEARD[event.kind](told, event)
        told.add_law_or_hiatus(event)
        if found or event.kind in HEARD:
            yield found
    yield _row_differences(game, told)


def _missed_differences(told: _ClockLog, event: Event) -> list[Difference]:
    """What should have come before this event, and did not."""
    found: list[Difference] = []
    if told.opening and event.kind != OPENED:
        found = [Difference(event.seq, f"opening in nweek {told.place.nweek}", None, plain_json(told.opening))]
        told.opening = None
    due = told.stroke_at if event.kind not in (COUNTED, NDAY, OPENED, ON) and not told.due else None
    # What is due at the very moment of an act that set the Clock going is for whoever comes next.
    if due and due <= event.at and due != told.missed and not due == told.moved_at == event.at:
        found.append(Difference(event.seq, f"what was due before {event.kind}", None, plain_json(due)))
        told.missed = due
    return found


def _moment_differences(event: Event, due: datetime | None) -> list[Difference]:
    """It was due when it says, and not carried out before."""
    found = compare_values(event.seq, f"moment of {event.kind}", event.data.get("due_at"), plain_json(due))
    return found + compare_values(event.seq, f"whether {event.kind} was due", due is None or event.at >= due, True)


def _place_differences(told: _ClockLog, event: Event) -> list[Difference]:
    now = event.data["nweek"], event.data["nday"]
    return compare_values(event.seq, f"place of the Clock in {event.kind}", now, tuple(told.place))


def _count_differences(told: _ClockLog, event: Event) -> list[Difference]:
    """At the end of the nday that the law before it says."""
    counts = nweeks_rules.has_count(told.place, Course.of(told.laws.after(event.seq - 1)), told.counted)
    found = compare_values(
        event.seq, "whether the ballot was to be counted", True, told.stroke_at is not None and counts
    )
    found += compare_values(event.seq, "nweek that was counted", event.data["nweek"], told.place.nweek)
    found += _moment_differences(event, told.stroke_at)
    told.due, told.counted = told.stroke_at, told.place.nweek
    return found


def _nday_differences(told: _ClockLog, event: Event) -> list[Difference]:
    """It follows from the nday before under the law as it is after the count."""
    course, due = Course.of(told.laws.after(event.seq - 1)), told.due or told.stroke_at
    counts = not told.due and nweeks_rules.has_count(told.place, course, told.counted)
    found = compare_values(event.seq, f"count of nweek {told.place.nweek}", None, plain_json(due) if counts else None)
    found += compare_values(event.seq, "whether the Clock was On", told.running and due is not None, True)
    told.place, told.due = nweeks_rules.next_place(told.place, course), None
    found += [*_place_differences(told, event), *_moment_differences(event, due)]
    told.set_next_event(due + A_DAY if due else None, event)
    told.opening = due if nweeks_rules.has_opening(told.place, course) else None
    return found


def _opening_differences(told: _ClockLog, event: Event) -> list[Difference]:
    """At the beginning of the nday that the law says."""
    found = compare_values(event.seq, "nweek that opened", event.data["nweek"], told.place.nweek)
    found += compare_values(event.seq, "whether Proposals were to open", True, told.opening is not None)
    found += _moment_differences(event, told.opening)
    told.opening = None
    return found


def _on_differences(told: _ClockLog, event: Event) -> list[Difference]:
    """By somebody, because its pause was over, or because there was none before."""
    over = told.stroke_at if told.there and not told.running and event.actor_id is None else None
    found = [*_place_differences(told, event), *_moment_differences(event, over)]
    found += compare_values(event.seq, "whether the Clock stood", not told.there or not told.running, True)
    told.there, told.running, told.resumes_at = True, True, None
    told.set_next_event(midnight_after(over or event.at), event)
    return found


def _off_differences(told: _ClockLog, event: Event) -> list[Difference]:
    until = event.data.get("until")
    told.running, told.resumes_at = False, datetime.fromisoformat(until) if until else None
    told.set_next_event(told.resumes_at, event)
    return _place_differences(told, event)


def _set_differences(told: _ClockLog, event: Event) -> list[Difference]:
    was: Mapping[str, Any] = event.data["was"]
    found = compare_values(
        event.seq, "place of the Clock before it was set", (was["nweek"], was["nday"]), tuple(told.place)
    )
    told.place = Place(event.data["nweek"], event.data["nday"])
    return found


def _numbering_differences(told: _ClockLog, event: Event) -> list[Difference]:
    told.numbers_from = event.data["number"]
    return []


def _row_differences(game: Game, told: _ClockLog) -> list[Difference]:
    """The row, as the last stroke or turn left it."""
    row = NweekClock.objects.filter(game=game).first()
    if row is None:
        return compare_values(game.last_seq, "Clock", None, tuple(told.place) if told.there else None)
    now: Mapping[str, Any] = {
        "place": (row.nweek, row.nday),
        "running": row.running,
        "pause": row.resumes_at,
        "numbers_from": row.numbers_from,
        "stroke": game.stroke_at,
    }
    then: Mapping[str, Any] = {
        "place": tuple(told.place),
        "running": told.running,
        "pause": told.resumes_at,
        "numbers_from": told.numbers_from,
        "stroke": told.stroke_at,
    }
    return [
        difference
        for name, value in now.items()
        for difference in compare_values(game.last_seq, f"{name} of the Clock", value, then[name])
    ]


HEARD: Mapping[str, Callable[[_ClockLog, Event], list[Difference]]] = {
    COUNTED: _count_differences,
    NDAY: _nday_differences,
    OPENED: _opening_differences,
    ON: _on_differences,
    OFF: _off_differences,
    PAUSED: _off_differences,
    SET: _set_differences,
    NUMBERED: _numbering_differences,
}
