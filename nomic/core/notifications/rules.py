"""What a kind of notice is: what it says, how far it reaches unless its reader chooses otherwise, and for whom.

Pure: who is told is for the actions to find; here stands what may be told to whom at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, TypeAlias

from nomic.core.language.rules import Keywords

Facts: TypeAlias = Mapping[str, Any]

INBOX, DIGEST, MAIL = "inbox", "digest", "mail"
DIGEST_HOUR = time(6, tzinfo=UTC)
FIRST_TRY, LONGEST_WAIT, GIVE_UP = timedelta(minutes=1), timedelta(hours=1), timedelta(days=3)
LEASE = timedelta(minutes=15)
SILENCE = timedelta(minutes=30)
NEARLY = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """One kind of notice. `label` is what the page of choices calls it, `say` puts its facts into words; `custom` is
    its reach where nobody chose.

    `idle`: idle Agents are told too. `admins`: for Admins alone. `outside`: also for those who are not in the game,
    because it is about eir getting in or out, or about what e may do there all the same.
    """

    label: str
    say: Callable[[Facts, Keywords], str]
    custom: str = MAIL
    idle: bool = True
    admins: bool = False
    outside: bool = False


def may_be_told(kind: NoticeKind, *, in_game: bool, idle: bool, is_admin: bool) -> bool:
    """Whether somebody is told of a kind at all, as e stands in the game: asked when it is written, and when sent."""
    # Who is not in the game is told of eir own arrival and removal, and of nothing else.
    if not in_game:
        return kind.outside
    # Who is idle is spared what only those who play can do anything about.
    if idle and not kind.idle:
        return False
    return is_admin or not kind.admins


def next_digest(now: datetime) -> datetime:
    """The next 06:00 GMT after `now`."""
    today = datetime.combine(now.astimezone(UTC).date(), DIGEST_HOUR)
    return today if now < today else today + timedelta(days=1)


def next_try(made_at: datetime, tries: int, now: datetime) -> datetime | None:
    """When a letter that could not be sent is tried again, after so many tries; None once it is given up."""
    if now - made_at >= GIVE_UP:
        return None
    # One minute, then twice as long each time, and never longer than an hour.
    doubled: timedelta = FIRST_TRY * 2 ** min(max(tries - 1, 0), 10)
    return now + min(doubled, LONGEST_WAIT)


def is_over(last_at: datetime, now: datetime) -> bool:
    """Whether a visit that was last heard of then has ended: after half an hour of silence."""
    return now - last_at >= SILENCE


def is_near(moment: datetime | None, now: datetime) -> bool:
    """Whether time alone could decide something within the next twelve hours."""
    return moment is not None and timedelta() < moment - now <= NEARLY
