"""When programs should come again: soon, but never all at once."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from math import ceil
from threading import Lock

SOONEST, LATEST = 1, 30  # seconds
WITHOUT_END = timedelta(seconds=50)  # left of what nobody knows the end of
MOST_A_SECOND = 10  # of one process: what it takes to answer them is little beside what pages take


def pause(left: timedelta) -> int:
    """Seconds until it is worth asking again: a tenth of what is left of the round, as it may close early."""
    return ceil(min(max(left.total_seconds() / 10, SOONEST), LATEST))


class Calendar:
    """How many programs were told to come in each second to come."""

    def __init__(self) -> None:
        self._told: Counter[int] = Counter()
        self._lock = Lock()

    def seconds(self, soonest: int, now: datetime) -> int:
        """In how many seconds the next should come: in `soonest`, or later where those seconds are full."""
        moment = int(now.timestamp())
        with self._lock:
            if len(self._told) > 2 * LATEST:
                self._told = Counter({second: told for second, told in self._told.items() if second >= moment})
            free = (after for after in range(soonest, LATEST) if self._told[moment + after] < MOST_A_SECOND)
            chosen = next(free, LATEST)
            self._told[moment + chosen] += 1
            return chosen
