"""What there is to see of an Episode: under which tag, until when, and for whom. A program may wait for the next."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from django.db import close_old_connections
from django.http import Http404

from dynasties.quorum.actions import closing
from dynasties.quorum.api import entering, pacing
from dynasties.quorum.queries import episodes, observing
from nomic.core import clock

if TYPE_CHECKING:
    from dynasties.quorum.models import Episode, Round, Seat

# Who waits occupies a thread. A web process has four for everybody: one of them may wait, and the others never do.
MOST_WAITING = 1
WAITING_ROOM = BoundedSemaphore(MOST_WAITING)
LONGEST_WAIT, EVERY = 10, 0.5  # seconds: a wait at most, and from one look to the next
CALENDAR = pacing.Calendar()


@dataclass(frozen=True, slots=True)
class Look:
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
        left = pacing.WITHOUT_END if self.closes_at is None else self.closes_at - self.now
        return CALENDAR.seconds(pacing.pause(left), self.now)


def look(game_id: int, number: int, token: str | None) -> Look:
    """Look at an Episode with a seat's token, or with none. A round whose time is over is closed first.

    404 where there is no such Episode, 401 for a token that is for no seat of it.
    """
    now = clock.now()
    episode, round = current(game_id, number, now)
    seat = None if token is None else seat_for(episode, token)
    tag = f'"{observing.etag(episode, seat)}"'
    return Look(episode, seat, tag, round.closes_at if round else None, now)


def _is_overdue(round: Round, now: datetime) -> bool:
    return round.closes_at is not None and round.closes_at <= now


def current(game_id: int, number: int, now: datetime) -> tuple[Episode, Round | None]:
    """The Episode as it is at this moment, and its open round: one whose time is over is closed first."""
    episode = found(game_id, number)
    round = episodes.open_round(episode)
    if round is None or not _is_overdue(round, now):
        return episode, round
    closing.close_if_due(game_id=game_id, number=number)
    episode = found(game_id, number)
    return episode, episodes.open_round(episode)


def found(game_id: int, number: int) -> Episode:
    """The Episode of that number; 404 where there is none."""
    episode = episodes.episode(game_id, number)
    if episode is None:
        raise Http404("There is no such Episode.")
    return episode


def seat_for(episode: Episode, token: str) -> Seat:
    """The seat that a token is for; 401 where it is for none of this Episode."""
    seat = observing.seat_for(episode, token=token)
    if seat is None:
        raise entering.unknown()
    return seat


def wait(look_again: Callable[[], Look], seen: Look, seconds: int) -> Look:
    """Look again and again until there is something new, for so many seconds at most; at once where others wait.

    Only who has a seat may wait. Between two looks nothing is held but the thread: no lock, and no connection that
    somebody else could use.
    """
    if seen.seat is None or seen.episode.ended_at is not None or not WAITING_ROOM.acquire(blocking=False):
        return seen
    try:
        latest = seen
        for _ in range(math.ceil(min(seconds, LONGEST_WAIT) / EVERY)):
            close_old_connections()
            time.sleep(EVERY)
            latest = look_again()
            if latest.tag != seen.tag:
                break
        return latest
    finally:
        WAITING_ROOM.release()
