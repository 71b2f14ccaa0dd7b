"""Every Episode played once more by the engine, from its seed and the sealed decisions, and compared with what is kept.

It tells no secret of an Episode that is on: of seeds, sealed decisions and notes it says only that they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from cryptography.fernet import InvalidToken

from dynasties.quorum.mechanics import policies
from dynasties.quorum.mechanics.bills import bill_json
from dynasties.quorum.mechanics.config import read_config
from dynasties.quorum.mechanics.episodes import Episode as Engine
from dynasties.quorum.mechanics.episodes import SentNote
from dynasties.quorum.mechanics.policies import POLICIES
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


class Playing(NamedTuple):
    """An Episode that is played once more: `engine` is where it has come to, `events` are the ends of its rounds."""

    episode: Episode
    engine: Engine
    seats: Sequence[Seat]
    events: Mapping[int, Event]
    halts: Sequence[Interval]


def rounds(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each round's bill, moments and record, and where the Senate stands after the last one."""
    halts = core.hiatus_intervals(game.pk)
    for row, events in each_told(game, log):
        convened, opened = only(events, CONVENED), only(events, OPENED)
        if not (convened and opened):
            continue
        try:
            seed, _ = sealed.seed_and_salt(row)
        except InvalidToken:
            yield [Difference(convened.seq, f"seed of episode {row.number}", UNREADABLE, SEALED)]
            continue
        engine, sitting = Engine(read_config(Field(convened.data["config"])), seed), episodes.seats_of(row)
        if [seat.number for seat in sitting] != [*range(engine.config.seats)]:
            # Whom its rounds are about, nobody can say.
            yield [Difference(convened.seq, f"seats of episode {row.number}", len(sitting), engine.config.seats)]
            continue
        told = {event.data["round"]: event for event in events if event.kind == CLOSED}
        yield from _played(Playing(row, engine, sitting, told, halts), opened)


def _played(playing: Playing, opened: Event) -> Iterator[list[Difference]]:
    number, engine, before = playing.episode.number, playing.engine, opened
    left, is_open = dict(playing.events), False
    for row in Round.objects.filter(episode=playing.episode).order_by("number"):
        what, event = f"round {row.number} of episode {number}", left.pop(row.number, None)
        if row.number != engine.state.round or engine.over or (row.closed_at is None) != (event is None):
            yield [Difference(before.seq, what, row.number, event and event.kind)]
            break
        is_open = event is None
        found = [*_opening(row, what, engine, before), *_time(row, what, playing, before)]
        if event is not None:
            found += _closing(row, what, playing, event)
            before = event
        yield found
    for of, event in left.items():
        yield [Difference(event.seq, f"round {of} of episode {number}", None, event.kind)]
    yield _standing(playing.episode, engine, before, is_open)


def _opening(row: Round, what: str, engine: Engine, before: Event) -> list[Difference]:
    bill = bill_json(engine.bill) if engine.bill else None
    return [
        *compare(before.seq, f"bill of {what}", row.bill, plain(bill)),
        *compare(before.seq, f"opening of {what}", row.opened_at, before.at),
    ]


def _time(row: Round, what: str, playing: Playing, before: Event) -> list[Difference]:
    """Its time ran from its opening, and stood in every hiatus."""
    episode, halts = playing.episode, playing.halts
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


def _closing(row: Round, what: str, playing: Playing, event: Event) -> list[Difference]:
    """It closed when its event says, and what was decided makes its record and its notes."""
    engine = playing.engine
    found = compare(event.seq, f"closing of {what}", (row.closed_at, plain(row.closes_at)),
                    (event.at, event.data["due_at"])) + _waited(row, what, playing, event)  # fmt: skip
    try:
        raws, notes = sealed.as_counted(row), sealed.notes([row])
    except InvalidToken:
        raws, notes = [None] * engine.config.seats, []
        found.append(Difference(event.seq, f"decisions of {what}", UNREADABLE, SEALED))
    else:
        found += _of_scripts(raws, what, playing, event)
    record = engine.step(raws)
    sent = [SentNote(record.round, seat, *each.note) for seat, each in enumerate(record.decisions) if each.note]
    if notes != sent:
        found.append(Difference(event.seq, f"notes of {what}", SEALED, OTHERWISE))
    found += _heard(what, playing, engine.public(record), event)
    return found + _record(row, what, engine.public(record), event)


def _heard(what: str, playing: Playing, record: Mapping[str, Any], event: Event) -> list[Difference]:
    """Who was heard from with it: the Agents who decided, if the law had it so."""
    lawful = core.law(event.game_id, event.seq - 1).carries("senate.presence")
    heard = [agent.pk for agent in episodes.heard(playing.seats, record)] if lawful else []
    return compare(event.seq, f"who is heard from in {what}", event.data.get("heard"), heard)


def _waited(row: Round, what: str, playing: Playing, event: Event) -> list[Difference]:
    """Before its time was over it closed only because all people and programs had decided."""
    if row.closes_at is not None and event.at >= row.closes_at:
        return []
    missing = [each is None for each in event.data["commitments"]]
    waited = [seat.number for seat in playing.seats if seat.kind in episodes.LIVE and missing[seat.number]]
    return compare(event.seq, f"who was waited for in {what}", waited, [])


def _of_scripts(raws: Sequence[object], what: str, playing: Playing, event: Event) -> list[Difference]:
    """What scripts decided is what they decide. (What the others did is for `verify_log`: the private chain has it)"""
    return [
        Difference(event.seq, f"decision of seat {seat.number} in {what}", SEALED, OTHERWISE)
        for seat in playing.seats
        if seat.script in POLICIES and raws[seat.number] != _of_script(seat, playing.engine)
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
