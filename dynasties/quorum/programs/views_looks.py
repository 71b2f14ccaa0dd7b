"""What there is to see of an Episode: under which tag, until when, and for whom. A program may wait for the next,
and is told when to come again: soon, but never all at once.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING

from django.db import close_old_connections
from django.http import Http404

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.programs import views_entry as programs_views_entry
from dynasties.quorum.rounds import actions as rounds_actions, queries as rounds_queries
from nomic.core import clock

if TYPE_CHECKING:
    from dynasties.quorum.episodes.models import Episode, Seat
    from dynasties.quorum.rounds.models import Round

SOONEST, LATEST = 1, 30  # seconds
WITHOUT_END = timedelta(seconds=50)  # left of what nobody knows the end of
MOST_A_SECOND = 10  # of one process: what it takes to answer them is little beside what pages take


def seconds_to_next_look(left: timedelta) -> int:
    """Seconds until it is worth asking again: a tenth of what is left of the round, as it may close early."""
    return ceil(min(max(left.total_seconds() / 10, SOONEST), LATEST))


class ProgramCalendar:
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


# What there is to see of an Episode: under which tag, until when, and for whom. A program may wait for the next.

# Who waits occupies a thread. A web process has four for everybody: one of them may wait, and the others never do.
MOST_WAITING = 1
WAITING_ROOM = BoundedSemaphore(MOST_WAITING)
LONGEST_WAIT, LOOK_INTERVAL = 10, 0.5  # seconds: a wait at most, and from one look to the next
CALENDAR = ProgramCalendar()


@dataclass(frozen=True, slots=True)
class ProgramLook:
    """An Episode at one moment, as a seat sees it, or a visitor where that is None. `tag` is a strong entity tag."""

    episode: Episode
    seat: Seat | None
    tag: str
    closes_at: datetime | None
    now: datetime

    def next_in(self) -> int | None:
        """Appoint when the asker should ask again: in how many seconds; None when nothing will happen any more."""
        if self.episode.ended_at is not None:
            return None
        left = WITHOUT_END if self.closes_at is None else self.closes_at - self.now
        return CALENDAR.seconds(seconds_to_next_look(left), self.now)


def look_at_episode(game_id: int, number: int, token: str | None) -> ProgramLook:
    """Look at an Episode with a seat's token, or with none. A round whose time is over is closed first.

    404 where there is no such Episode, 401 for a token that is for no seat of it.
    """
    now = clock.now()
    episode, round = current_episode(game_id, number, now)
    seat = None if token is None else get_seat_or_401(episode, token)
    tag = f'"{rounds_queries.etag(episode, seat)}"'
    return ProgramLook(episode, seat, tag, round.closes_at if round else None, now)


def _is_overdue(round: Round, now: datetime) -> bool:
    return round.closes_at is not None and round.closes_at <= now


def current_episode(game_id: int, number: int, now: datetime) -> tuple[Episode, Round | None]:
    """The Episode as it is at this moment, and its open round: one whose time is over is closed first."""
    episode = get_episode_or_404(game_id, number)
    round = rounds_queries.open_round(episode)
    if round is None or not _is_overdue(round, now):
        return episode, round
    rounds_actions.close_if_due(game_id=game_id, number=number)
    episode = get_episode_or_404(game_id, number)
    return episode, rounds_queries.open_round(episode)


def get_episode_or_404(game_id: int, number: int) -> Episode:
    """The Episode of that number; 404 where there is none."""
    episode = episodes_queries.get_episode(game_id, number)
    if episode is None:
        raise Http404("There is no such Episode.")
    return episode


def get_seat_or_401(episode: Episode, token: str) -> Seat:
    """The seat that a token is for; 401 where it is for none of this Episode."""
    seat = rounds_queries.viewing_seat(episode, token=token)
    if seat is None:
        raise programs_views_entry.unknown_token()
    return seat


def wait_for_news(look_again: Callable[[], ProgramLook], seen: ProgramLook, seconds: int) -> ProgramLook:
    """Look again and again until there is something new, for so many seconds at most; at once where others wait.

    Only who has a seat may wait. Between two looks nothing is held but the thread: no lock, and no connection that
    somebody else could use.
    """
    if seen.seat is None or seen.episode.ended_at is not None or not WAITING_ROOM.acquire(blocking=False):
        return seen
    try:
        latest = seen
        for _ in range(math.ceil(min(seconds, LONGEST_WAIT) / LOOK_INTERVAL)):
            close_old_connections()
            time.sleep(LOOK_INTERVAL)
            latest = look_again()
            if latest.tag != seen.tag:
                break
        return latest
    finally:
        WAITING_ROOM.release()
