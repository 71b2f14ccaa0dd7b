"""Every Episode played once more by the engine, from its seed and the sealed decisions, and compared with what is kept.

It tells no secret of an Episode that is on: of seeds, sealed decisions and notes it says only that they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from cryptography.fernet import InvalidToken

from dynasties.quorum.bills.rules import bill_json
from dynasties.quorum.dials import PRESENCE
from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, Seat
from dynasties.quorum.episodes.recount import CLOSED, CONVENED, OPENED, episodes_with_events, last_event
from dynasties.quorum.episodes.rules import read_config
from dynasties.quorum.rounds import queries as rounds_queries, rules_scripts as rounds_rules_scripts
from dynasties.quorum.rounds.models import Round
from dynasties.quorum.rounds.rules import EpisodeEngine, SentNote
from dynasties.quorum.rounds.rules_scripts import POLICIES
from nomic.core.chain import plain_json
from nomic.core.games.models import Game
from nomic.core.input import Field
from nomic.core.law import queries as law_queries
from nomic.core.law.rules_timespans import Interval
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from nomic.core.roster import queries as roster_queries

SEALED, SOMETHING_ELSE, UNREADABLE = "sealed", "something else", "unreadable"


class RecountedEpisode(NamedTuple):
    """An Episode that is played once more: `engine` is where it has come to, `events` are the ends of its rounds."""

    episode: Episode
    engine: EpisodeEngine
    seats: Sequence[Seat]
    events: Mapping[int, Event]
    halts: Sequence[Interval]


def round_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each round's bill, moments and record, and where the Senate stands after the last one."""
    halts = roster_queries.hiatus_intervals(game.pk)
    for row, events in episodes_with_events(game, log):
        convened, opened = last_event(events, CONVENED), last_event(events, OPENED)
        if not (convened and opened):
            continue
        try:
            seed, _ = rounds_queries.seed_and_salt(row)
        except InvalidToken:
            yield [Difference(convened.seq, f"seed of episode {row.number}", UNREADABLE, SEALED)]
            continue
        engine, sitting = (
            EpisodeEngine(read_config(Field(convened.data["config"])), seed),
            episodes_queries.seats_of(row),
        )
        if [seat.number for seat in sitting] != [*range(engine.config.seats)]:
            # Whom its rounds are about, nobody can say.
            yield [Difference(convened.seq, f"seats of episode {row.number}", len(sitting), engine.config.seats)]
            continue
        told = {event.data["round"]: event for event in events if event.kind == CLOSED}
        yield from _recounted_differences(RecountedEpisode(row, engine, sitting, told, halts), opened)


def _recounted_differences(playing: RecountedEpisode, opened: Event) -> Iterator[list[Difference]]:
    number, engine, before = playing.episode.number, playing.engine, opened
    left, is_open = dict(playing.events), False
    for row in Round.objects.filter(episode=playing.episode).order_by("number"):
        what, event = f"round {row.number} of episode {number}", left.pop(row.number, None)
        if row.number != engine.state.round or engine.is_over or (row.closed_at is None) != (event is None):
            yield [Difference(before.seq, what, row.number, event and event.kind)]
            break
        is_open = event is None
        found = [*_opening_differences(row, what, engine, before), *_time_differences(row, what, playing, before)]
        if event is not None:
            found += _closing_differences(row, what, playing, event)
            before = event
        yield found
    for of, event in left.items():
        yield [Difference(event.seq, f"round {of} of episode {number}", None, event.kind)]
    yield _senate_differences(playing.episode, engine, before, is_open)


def _opening_differences(row: Round, what: str, engine: EpisodeEngine, before: Event) -> list[Difference]:
    bill = bill_json(engine.bill) if engine.bill else None
    return [
        *compare_values(before.seq, f"bill of {what}", row.bill, plain_json(bill)),
        *compare_values(before.seq, f"opening of {what}", row.opened_at, before.at),
    ]


def _time_differences(row: Round, what: str, playing: RecountedEpisode, before: Event) -> list[Difference]:
    """Its time ran from its opening, and stood in every hiatus."""
    episode, halts = playing.episode, playing.halts
    seconds, usual = episode.decision_seconds, row.opened_at + timedelta(seconds=episode.decision_seconds)
    if row.closes_at is None:
        # It stands: now, or it stood when the Episode was adjourned.
        standing = _is_in_hiatus(halts, episode.ended_at, episode.ended_at) and (row.seconds_left or 0) <= seconds
        return compare_values(before.seq, f"time of {what}", standing, True)
    stood = _is_in_hiatus(halts, row.opened_at, row.closed_at or row.closes_at)
    in_time = row.closes_at >= usual if stood else row.closes_at == usual
    return compare_values(before.seq, f"time of {what}", (in_time, row.seconds_left), (True, None))


def _is_in_hiatus(halts: Sequence[Interval], since: datetime | None, until: datetime | None) -> bool:
    """Whether the game was in hiatus at any moment between these two; None is now."""
    return any(
        (until is None or halt.start <= until) and (halt.end is None or (since is not None and halt.end >= since))
        for halt in halts
    )


def _closing_differences(row: Round, what: str, playing: RecountedEpisode, event: Event) -> list[Difference]:
    """It closed when its event says, and what was decided makes its record and its notes."""
    engine = playing.engine
    found = compare_values(
        event.seq, f"closing of {what}", (row.closed_at, plain_json(row.closes_at)), (event.at, event.data["due_at"])
    ) + _waiting_differences(row, what, playing, event)
    try:
        raws, notes = rounds_queries.counted_decisions(row), rounds_queries.notes_in([row])
    except InvalidToken:
        raws, notes = [None] * engine.config.seats, []
        found.append(Difference(event.seq, f"decisions of {what}", UNREADABLE, SEALED))
    else:
        found += _script_differences(raws, what, playing, event)
    record = engine.play_round(raws)
    sent = [SentNote(record.round, seat, *each.note) for seat, each in enumerate(record.decisions) if each.note]
    if notes != sent:
        found.append(Difference(event.seq, f"notes of {what}", SEALED, SOMETHING_ELSE))
    found += _hearing_differences(what, playing, engine.public_record(record), event)
    return found + _record_differences(row, what, engine.public_record(record), event)


def _hearing_differences(
    what: str, playing: RecountedEpisode, record: Mapping[str, Any], event: Event
) -> list[Difference]:
    """Who was heard from with it: the Agents who decided, if the law had it so."""
    lawful = law_queries.law(event.game_id, event.seq - 1).carries(PRESENCE)
    heard = [agent.pk for agent in rounds_queries.agents_heard(playing.seats, record)] if lawful else []
    return compare_values(event.seq, f"who is heard from in {what}", event.data.get("heard"), heard)


def _waiting_differences(row: Round, what: str, playing: RecountedEpisode, event: Event) -> list[Difference]:
    """Before its time was over it closed only because all people and programs had decided."""
    if row.closes_at is not None and event.at >= row.closes_at:
        return []
    missing = [each is None for each in event.data["commitments"]]
    waited = [
        seat.number for seat in playing.seats if seat.kind in episodes_queries.LIVE_KINDS and missing[seat.number]
    ]
    return compare_values(event.seq, f"who was waited for in {what}", waited, [])


def _script_differences(raws: Sequence[object], what: str, playing: RecountedEpisode, event: Event) -> list[Difference]:
    """What scripts decided is what they decide. (What the others did is for `verify_log`: the private chain has it)"""
    return [
        Difference(event.seq, f"decision of seat {seat.number} in {what}", SEALED, SOMETHING_ELSE)
        for seat in playing.seats
        if seat.script in POLICIES and raws[seat.number] != _script_decision(seat, playing.engine)
    ]


def _script_decision(seat: Seat, engine: EpisodeEngine) -> object:
    return plain_json(
        rounds_rules_scripts.decide_by_script(seat.script, engine.observation_of(seat.number), engine.seed)
    )


def _record_differences(row: Round, what: str, again: Mapping[str, Any], event: Event) -> list[Difference]:
    """The record, part by part: as it is kept, as it was told, and as it comes out."""
    kept_now, told, out = rounds_queries.record_of(row), event.data["record"], plain_json(again)
    assert isinstance(out, dict)
    return [
        difference
        for name in sorted({*kept_now, *told, *out})
        for recorded in (kept_now.get(name), told.get(name))
        for difference in compare_values(event.seq, f"{name} of {what}", recorded, out.get(name))
    ]


def _senate_differences(episode: Episode, engine: EpisodeEngine, last: Event, is_open: bool) -> list[Difference]:
    """Where the Senate is after its last closed round, whether another is open, and the scores."""
    now, then = episode.senate, plain_json(rounds_queries.senate_json(engine.state))
    assert isinstance(then, dict)
    found = [
        difference
        for name in sorted({*now, *then})
        for difference in compare_values(last.seq, f"{name} in episode {episode.number}", now.get(name), then.get(name))
    ]
    found += compare_values(last.seq, f"open round of episode {episode.number}", is_open, not engine.is_over)
    if not episode.has_ended:
        return found
    return found + compare_values(last.seq, f"scores in episode {episode.number}", episode.scores, engine.scores)
