"""Every Episode played once more by the engine, from its seed and the sealed decisions, and compared with what is kept.

It tells no secret of an Episode that is on: of seeds, sealed decisions and notes it says only that they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from cryptography.fernet import InvalidToken

from dynasties.quorum.mechanics import policies
from dynasties.quorum.mechanics.bills import bill_json
from dynasties.quorum.mechanics.config import read_config
from dynasties.quorum.mechanics.episodes import Episode as Engine
from dynasties.quorum.mechanics.episodes import SentNote
from dynasties.quorum.models import Episode, Round, Seat
from dynasties.quorum.queries import episodes, sealed
from dynasties.quorum.recounting.telling import CLOSED, CONVENED, OPENED, each_told, only
from nomic.core import queries as core
from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.timespans import Interval
from nomic.core.models import Event, Game
from proposals.recounting.differences import Difference, Log, compare

SEALED, OTHERWISE, UNREADABLE = "sealed", "something else", "unreadable"


def rounds(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each round's bill, moments and record, and where the Senate stands after the last one."""
    halts = core.hiatus_intervals(game.pk)
    for row, events in each_told(game, log):
        convened, opened = only(events, CONVENED), only(events, OPENED)
        if convened and opened:
            yield from _played(row, convened, opened, events, halts)


def _played(
    episode: Episode, convened: Event, opened: Event, events: Sequence[Event], halts: Sequence[Interval]
) -> Iterator[list[Difference]]:
    try:
        seed, _ = sealed.seed_and_salt(episode)
    except InvalidToken:
        yield [Difference(convened.seq, f"seed of episode {episode.number}", UNREADABLE, SEALED)]
        return
    engine = Engine(read_config(Field(convened.data["config"])), seed)
    told = {event.data["round"]: event for event in events if event.kind == CLOSED}
    seats, before = episodes.seats_of(episode), opened
    rows = list(Round.objects.filter(episode=episode).order_by("number"))
    for row in rows:
        what = f"round {row.number} of episode {episode.number}"
        event = told.pop(row.number, None)
        if row.number != engine.state.round or engine.over or (row.closed_at is None) != (event is None):
            yield [Difference(before.seq, what, row.number, event and event.kind)]
            break
        found = [*_opening(row, what, engine, before), *_time(row, what, episode, before, halts)]
        if event is not None:
            found += _closing(row, what, engine, event, seats)
            before = event
        yield found
    for number, event in told.items():
        yield [Difference(event.seq, f"round {number} of episode {episode.number}", None, event.kind)]
    yield _standing(episode, engine, before, any(row.closed_at is None for row in rows))


def _opening(row: Round, what: str, engine: Engine, before: Event) -> list[Difference]:
    bill = bill_json(engine.bill) if engine.bill else None
    return [
        *compare(before.seq, f"bill of {what}", row.bill, plain(bill)),
        *compare(before.seq, f"opening of {what}", row.opened_at, before.at),
    ]


def _time(row: Round, what: str, episode: Episode, before: Event, halts: Sequence[Interval]) -> list[Difference]:
    """Its time ran from its opening, and stood in every hiatus."""
    seconds, usual = episode.decision_seconds, row.opened_at + timedelta(seconds=episode.decision_seconds)
    if row.closes_at is None:
        # It stands: now, or it stood when the Episode was adjourned.
        standing = _overlap(halts, episode.ended_at, episode.ended_at) and (row.seconds_left or 0) <= seconds
        return compare(before.seq, f"time of {what}", standing, True)
    stood = _overlap(halts, row.opened_at, row.closed_at or row.closes_at)
    in_time = row.closes_at >= usual if stood else row.closes_at == usual
    return compare(before.seq, f"time of {what}", (in_time, row.seconds_left), (True, None))


def _overlap(halts: Sequence[Interval], since: datetime | None, until: datetime | None) -> bool:
    """Whether the game was in hiatus at any moment between these two; None is now."""
    return any(
        (until is None or halt.start <= until) and (halt.end is None or (since is not None and halt.end >= since))
        for halt in halts
    )


def _closing(row: Round, what: str, engine: Engine, event: Event, seats: Sequence[Seat]) -> list[Difference]:
    told = event.data
    try:
        raws, notes = sealed.as_counted(row), sealed.notes([row])
    except InvalidToken:
        raws, notes = [None] * engine.config.seats, []
        found = [Difference(event.seq, f"decisions of {what}", UNREADABLE, SEALED)]
    else:
        found = _of_scripts(raws, what, engine, event, seats)
    record = engine.step(raws)
    sent = [SentNote(record.round, seat, *each.note) for seat, each in enumerate(record.decisions) if each.note]
    due = plain(row.closes_at)
    early = event.at < row.closes_at if row.closes_at else True
    waited = [seat.number for seat in seats if seat.kind in episodes.LIVE and told["commitments"][seat.number] is None]
    return [
        *found,
        *compare(event.seq, f"closing of {what}", (row.closed_at, due), (event.at, told["due_at"])),
        *compare(event.seq, f"who was waited for in {what}", waited if early else [], []),
        *_record(row, what, engine.public(record), event),
        *([] if notes == sent else [Difference(event.seq, f"notes of {what}", SEALED, OTHERWISE)]),
    ]


def _of_scripts(
    raws: Sequence[object], what: str, engine: Engine, event: Event, seats: Sequence[Seat]
) -> list[Difference]:
    """What scripts decided is what they decide. (What the others did is for `verify_log`: the private chain has it)"""
    return [
        Difference(event.seq, f"decision of seat {seat.number} in {what}", SEALED, OTHERWISE)
        for seat in seats
        if seat.script and raws[seat.number] != _of_script(seat, engine)
    ]


def _of_script(seat: Seat, engine: Engine) -> object:
    return plain(policies.decide(seat.script, engine.observe(seat.number), engine.seed))


def _record(row: Round, what: str, again: Mapping[str, Any], event: Event) -> list[Difference]:
    """The record, part by part: as it is kept, as it was told, and as it comes out."""
    kept_now, told, out = episodes.record_of(row), event.data["record"], plain(again)
    assert isinstance(out, dict)
    return [
        difference
        for name in sorted({*kept_now, *told, *out})
        for recorded in (kept_now.get(name), told.get(name))
        for difference in compare(event.seq, f"{name} of {what}", recorded, out.get(name))
    ]


def _standing(episode: Episode, engine: Engine, last: Event, is_open: bool) -> list[Difference]:
    """Where the Senate is after its last closed round, whether another is open, and the scores."""
    now, then = episode.senate, plain(episodes.senate_json(engine.state))
    assert isinstance(then, dict)
    found = [
        difference
        for name in sorted({*now, *then})
        for difference in compare(last.seq, f"{name} in episode {episode.number}", now.get(name), then.get(name))
    ]
    found += compare(last.seq, f"open round of episode {episode.number}", is_open, not engine.over)
    if not episode.ended:
        return found
    return found + compare(last.seq, f"scores in episode {episode.number}", episode.scores, engine.scores)
