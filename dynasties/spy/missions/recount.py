"""The board of missions told anew from the log: what was opened, completed, closed, and whether it might have been."""

from __future__ import annotations

from collections.abc import Iterator

from dynasties.spy.mechanics.missions import PARTS, Ending, Standing, asks_to_abort, may_cancel, may_open, text_digest
from dynasties.spy.models import Completion, Mission, Theatre
from nomic.core import queries as core
from nomic.core.models import Event, Game
from proposals.models import Comment
from proposals.recounting.differences import Difference, Log, compare

OPENED, COMPLETED, CLOSED = "spy.mission-opened", "spy.mission-completed", "spy.mission-closed"


def missions(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every mission: its text, when it was opened and closed and how, and that the law of then allowed both."""
    for theatre in Theatre.objects.filter(game=game).order_by("number"):
        yield from _board(theatre, _while(theatre, log))


def _while(theatre: Theatre, log: Log) -> Log:
    """The log while a theatre was played: how many missions are open is counted in each by itself."""
    until = theatre.ended_seq if theatre.ended_seq is not None else max(log, default=0)
    return {seq: event for seq, event in log.items() if theatre.began_seq <= seq <= until}


def _board(theatre: Theatre, log: Log) -> Iterator[list[Difference]]:
    opened = _by_subject(log, OPENED)
    closed = _by_subject(log, CLOSED)
    for row in Mission.objects.filter(theatre=theatre).select_related("post").order_by("number"):
        subject = f"mission:{row.number}"
        event = opened.pop(subject, None)
        if event is None:
            yield [Difference(row.opened_seq, f"mission {row.number}", row.number, None)]
            continue
        yield [*_opening(row, event), *_room(row, event, log), *_closing(row, closed.get(subject))]
    for subject, event in opened.items():
        yield [Difference(event.seq, subject.replace(":", " "), None, subject)]


def _by_subject(log: Log, kind: str) -> dict[str, Event]:
    return {event.subject: event for event in log.values() if event.kind == kind}


def _opening(row: Mission, event: Event) -> list[Difference]:
    """What stands on the board against what was opened."""
    now = (row.title, row.opened_seq, row.opened_at, row.opened_by_id, row.post.number)
    then = (event.data["name"], event.seq, event.at, event.actor_id, event.data["post"])
    digest = text_digest({name: getattr(row, name) for name in PARTS})
    what = f"of mission {row.number}"
    return [
        *compare(event.seq, f"opening {what}", now, then),
        *compare(event.seq, f"text {what}", digest, event.data["digest"]),
    ]


def _room(row: Mission, event: Event, log: Log) -> list[Difference]:
    """Whether there was room for it, by the law of its moment."""
    there: set[str] = set()
    for each in log.values():
        if each.seq >= event.seq:
            break
        if each.kind == OPENED:
            there.add(each.subject)
        elif each.kind in {COMPLETED, CLOSED}:
            there.discard(each.subject)
    may = may_open(len(there), core.law(event.game_id, event.seq - 1))
    return compare(event.seq, f"room for mission {row.number}", True, may.outcome)


def _closing(row: Mission, event: Event | None) -> list[Difference]:
    now = (row.closed_seq, row.closed_at, row.ending, row.why)
    then = (event.seq, event.at, event.data["ending"], event.data["why"]) if event else (None, None, "", "")
    found = compare(event.seq if event else row.opened_seq, f"closing of mission {row.number}", now, then)
    if event is None or event.data["ending"] == Ending.DONE:
        return found
    ground = may_cancel(Standing(row.opened_at), _aborts(row, event), event.at, core.law(event.game_id, event.seq - 1))
    return found + compare(event.seq, f"ground to cancel mission {row.number}", event.data["ending"], ground.outcome)


def _aborts(row: Mission, event: Event) -> int:
    """How many had asked for it by then."""
    said = Comment.objects.filter(post_id=row.post_id, by_player=True, seq__lt=event.seq)
    return len({each.author_id for each in said if asks_to_abort(each.body)})


def completions(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Who has completed which mission, and by which claim that was accepted."""
    for theatre in Theatre.objects.filter(game=game).order_by("number"):
        yield from _completed(theatre, _while(theatre, log))


def _completed(theatre: Theatre, log: Log) -> Iterator[list[Difference]]:
    told = {
        (event.subject, agent): event
        for event in log.values() if event.kind == COMPLETED
        for agent in event.data["agents"]
    }  # fmt: skip
    rows = Completion.objects.filter(mission__theatre=theatre).select_related("mission", "claim")
    for row in rows:
        what = f"mission {row.mission.number} by {row.agent_id}"
        event = told.pop((f"mission:{row.mission.number}", row.agent_id), None)
        now = (row.seq, row.at, row.claim.accepted, row.claim.mission_id)
        then = (event.seq, event.at, True, row.mission_id) if event else None
        yield compare(row.seq, what, now, then)
    for (subject, agent), event in told.items():
        yield [Difference(event.seq, f"{subject.replace(':', ' ')} by {agent}", None, event.seq)]
