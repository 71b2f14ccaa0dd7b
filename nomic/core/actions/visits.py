"""Since when somebody has been looking at a game, and which notices e has opened: eir own business, written beside."""

from __future__ import annotations

from datetime import datetime, timedelta

from nomic.core import queries
from nomic.core.actions.asides import aside
from nomic.core.mechanics import tidings
from nomic.core.models import Notice, NoticeChoice, Reach, Visit

ONCE = timedelta(minutes=1)


def note_visit(*, account_id: int, game_id: int, visit: Visit | None, seq: int, now: datetime) -> None:
    """Somebody has just looked at a game of which `seq` was the newest event. Written once a minute at most.

    `visit` is what was noted before; where another page has noted one since, that one stays.
    """
    if visit is not None and now - visit.last_at < ONCE:
        return
    first = Visit(account_id=account_id, game_id=game_id, began_at=now, last_at=now, seen_seq=seq, before_seq=seq)
    if visit is None:
        aside(lambda: Visit.objects.bulk_create([first], ignore_conflicts=True))
    else:
        aside(lambda: _go_on(visit, seq, now))


def _go_on(visit: Visit, seq: int, now: datetime) -> None:
    """The visit lasts, or after long silence the next one begins."""
    moved = {"last_at": now, "seen_seq": max(seq, visit.seen_seq)}
    if tidings.is_over(visit.last_at, now):
        moved |= {"began_at": now, "before_seq": visit.seen_seq}
    Visit.objects.filter(pk=visit.pk, last_at=visit.last_at).update(**moved)


def open_notice(*, account_id: int, uid: str, now: datetime) -> None:
    """An account has opened one of its own notices."""
    own = Notice.objects.filter(account_id=account_id, uid=uid, read_at=None)
    aside(lambda: own.update(read_at=now))


def open_all(*, account_id: int, now: datetime) -> int:
    """An account marks everything that it was told by now as read; answers how many that were."""
    return Notice.objects.filter(account_id=account_id, read_at=None, at__lte=now).update(read_at=now)


def choose(*, account_id: int, reaches: dict[str, str]) -> None:
    """How far each kind shall reach to an account from now on; what is on its way already stays so."""
    for kind, reach in reaches.items():
        NoticeChoice.objects.update_or_create(account_id=account_id, kind=kind, defaults={"reach": reach})


def stop(*, account_id: int, kind: str) -> None:
    """No more letters of one kind; of `digest`: no more digests, whatever they told of."""
    now = queries.reaches(account_id)
    kinds = [each for each, reach in now.items() if reach == Reach.DIGEST] if kind == "digest" else [kind]
    choose(account_id=account_id, reaches=dict.fromkeys((each for each in kinds if each in now), Reach.INBOX.value))
