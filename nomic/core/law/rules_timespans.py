"""GMT days, and elapsed time less the intervals in which a clock stood still. (Glossary: Timespans)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(frozen=True, slots=True)
class Interval:
    """From `start` until `end`; an end of None is not known yet."""

    start: datetime
    end: datetime | None = None

    def covers(self, moment: datetime) -> bool:
        """Whether the moment lies inside; the end itself does not."""
        return self.start <= moment and (self.end is None or moment < self.end)


def day_of(moment: datetime) -> datetime:
    """The start of the moment's GMT day."""
    return moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def week_of(moment: datetime) -> datetime:
    """The start of the moment's week: its Monday, 00:00 GMT."""
    day = day_of(moment)
    return day - timedelta(days=day.weekday())


def merge_intervals(stops: Sequence[Interval]) -> list[Interval]:
    """The same time as non-overlapping intervals in order."""
    result: list[Interval] = []
    for stop in sorted(stops, key=lambda each: each.start):
        last = result[-1] if result else None
        if last is None or (last.end is not None and stop.start > last.end):
            result.append(stop)
        elif last.end is not None and (stop.end is None or stop.end > last.end):
            result[-1] = Interval(last.start, stop.end)
    return result


def elapsed_time(since: datetime, until: datetime, stops: Sequence[Interval] = ()) -> timedelta:
    """The time between two moments in which the clock ran. Never negative."""
    total = max(until - since, timedelta(0))
    for stop in merge_intervals(stops):
        start, end = max(stop.start, since), min(stop.end or until, until)
        total -= max(end - start, timedelta(0))
    return total


def moment_when(since: datetime, span: timedelta, stops: Sequence[Interval] = ()) -> datetime | None:
    """The first moment at which `span` has elapsed, or None while the clock stands with no known end."""
    if span <= timedelta(0):
        return since
    due = since + span
    for stop in merge_intervals(stops):
        if stop.start >= due:
            break
        if stop.end is None:
            return None
        due += max(stop.end - max(stop.start, since), timedelta(0))
    return due
