"""The board of missions told anew from the log: what was opened, completed, closed, and whether it might have been."""

from __future__ import annotations

from collections.abc import Iterator

from dynasties.spy.missions.models import Completion, Mission
from dynasties.spy.missions.rules import (
    PARTS,
    MissionEnding,
    MissionStanding,
    asks_to_abort,
    may_cancel,
    may_open,
    text_digest,
)
from dynasties.spy.theatre.models import Theatre
from nomic.core.games.models import Game
from nomic.core.law import queries as law_queries
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from proposals.posts.models import Comment

OPENED, COMPLETED, CLOSED = "spy.mission-opened", "spy.mission-completed", "spy.mission-closed"


def mission_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every mission: its text, when it was opened and closed and how, and that the law of then allowed both."""
    for theatre in Theatre.objects.filter(game=game).order_by("number"):
        yield from _board_differences(theatre, _log_while_played(theatre, log))


def _log_while_played(theatre: Theatre, log: Log) -> Log:
    """The log while a theatre was played: how many missions are open is counted in each by itself."""
    until = theatre.ended_seq if theatre.ended_seq is not None else max(log, default=0)
    return {seq: event for seq, event in log.items() if theatre.began_seq <= seq <= until}


def _board_differences(theatre: Theatre, log: Log) -> Iterator[list[Difference]]:
    opened = _by_subject(log, OPENED)
    closed = _by_subject(log, CLOSED)
    for row in Mission.objects.filter(theatre=theatre).select_related("post").order_by("number"):
        subject = f"mission:{row.number}"
        event = opened.pop(subject, None)
        if event is None:
            yield [Difference(row.opened_seq, f"mission {row.number}", row.number, None)]
            continue
        yield [
            *_opening_differences(row, event),
            *_room_differences(row, event, log),
            *_closing_differences(row, closed.get(subject)),
        ]
    for subject, event in opened.items():
        yield [Difference(event.seq, subject.replace(":", " "), None, subject)]


def _by_subject(log: Log, kind: str) -> dict[str, Event]:
    return {event.subject: event for event in log.values() if event.kind == kind}


def _opening_differences(row: Mission, event: Event) -> list[Difference]:
    """What stands on the board against what was opened."""
    now = (row.title, row.opened_seq, row.opened_at, row.opened_by_id, row.post.number)
    then = (event.data["name"], event.seq, event.at, event.actor_id, event.data["post"])
    digest = text_digest({name: getattr(row, name) for name in PARTS})
    what = f"of mission {row.number}"
    return [
        *compare_values(event.seq, f"opening {what}", now, then),
        *compare_values(event.seq, f"text {what}", digest, event.data["digest"]),
    ]


def _room_differences(row: Mission, event: Event, log: Log) -> list[Difference]:
    """Whether there was room for it, by the law of its moment."""
    there: set[str] = set()
    for each in log.values():
        if each.seq >= event.seq:
            break
        if each.kind == OPENED:
            there.add(each.subject)
        elif each.kind in {COMPLETED, CLOSED}:
            there.discard(each.subject)
    may = may_open(len(there), law_queries.law(event.game_id, event.seq - 1))
    return compare_values(event.seq, f"room for mission {row.number}", True, may.outcome)


def _closing_differences(row: Mission, event: Event | None) -> list[Difference]:
    now = (row.closed_seq, row.closed_at, row.ending, row.why)
    then = (event.seq, event.at, event.data["ending"], event.data["why"]) if event else (None, None, "", "")
    found = compare_values(event.seq if event else row.opened_seq, f"closing of mission {row.number}", now, then)
    if event is None or event.data["ending"] == MissionEnding.DONE:
        return found
    ground = may_cancel(
        MissionStanding(row.opened_at),
        _abort_count(row, event),
        event.at,
        law_queries.law(event.game_id, event.seq - 1),
    )
    return found + compare_values(
        event.seq, f"ground to cancel mission {row.number}", event.data["ending"], ground.outcome
    )


def _abort_count(row: Mission, event: Event) -> int:
    """How many had asked for it by then."""
    said = Comment.objects.filter(post_id=row.post_id, by_player=True, seq__lt=event.seq)
    return len({each.author_id for each in said if asks_to_abort(each.body)})


def completion_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Who has completed which mission, and by which claim that was accepted."""
    for theatre in Theatre.objects.filter(game=game).order_by("number"):
        yield from _completed_differences(theatre, _log_while_played(theatre, log))


def _completed_differences(theatre: Theatre, log: Log) -> Iterator[list[Difference]]:
    told = {
        (event.subject, agent): event
        for event in log.values()
        if event.kind == COMPLETED
        for agent in event.data["agents"]
    }
    rows = Completion.objects.filter(mission__theatre=theatre).select_related("mission", "claim")
    for row in rows:
        what = f"mission {row.mission.number} by {row.agent_id}"
        event = told.pop((f"mission:{row.mission.number}", row.agent_id), None)
        now = (row.seq, row.at, row.claim.accepted, row.claim.mission_id)
        then = (event.seq, event.at, True, row.mission_id) if event else None
        yield compare_values(row.seq, what, now, then)
    for (subject, agent), event in told.items():
        yield [Difference(event.seq, f"{subject.replace(':', ' ')} by {agent}", None, event.seq)]
