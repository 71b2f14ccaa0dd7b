"""An Episode opens, its rounds close one after the other, and it is over. (Rules Rounds and Scoring)

Who closes a round, the last to decide, the Clerk or whoever looks, makes no difference: the game is locked, the round
is asked for anew, and it is closed once.
"""

from __future__ import annotations

from datetime import timedelta

from dynasties.quorum.mechanics import policies
from dynasties.quorum.mechanics.bills import bill_json
from dynasties.quorum.mechanics.episodes import Episode as Engine
from dynasties.quorum.mechanics.rounds import start
from dynasties.quorum.models import Decision, Episode, EpisodeState, Round, Seat, SeatKind
from dynasties.quorum.queries import episodes, sealed, tables
from nomic.core import queries as core
from nomic.core import vault
from nomic.core.actions import silence
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Fact


def open_if_full(the_floor: Floor, episode: Episode) -> None:
    """Step: with the last seat taken, the Episode opens."""
    if not Seat.objects.filter(episode=episode, kind=SeatKind.EMPTY).exists():
        open_it(the_floor, episode)


def open_it(the_floor: Floor, episode: Episode) -> None:
    """Step: the Episode opens with its first round. Every seat is held."""
    episode.state, episode.opened_at = EpisodeState.SITTING, the_floor.now
    episode.senate = episodes.senate_json(start(episodes.config_of(episode)))
    episode.save(update_fields=["state", "opened_at", "senate"])
    the_floor.record("quorum.opened", subject=f"episode:{episode.number}", episode=episode.number)
    engine = tables.engine(episode)
    _begin_round(the_floor, episode, engine)
    go_on(the_floor, episode, engine)


def close_if_due(*, game_id: int, number: int) -> bool:
    """Close the open round of an Episode if its time is over, and whatever is ready to close after it. Repeatable."""
    with floor(game_id) as the_floor:
        episode = episodes.episode(game_id, number)
        return episode is not None and go_on(the_floor, episode)


def go_on(the_floor: Floor, episode: Episode, engine: Engine | None = None) -> bool:
    """Step: close the open round when all have decided or its time is over; and the next, as long as that holds.

    `engine`: the Episode before that round, if it is at hand. Answers whether anything closed.
    """
    closed = False
    while (round := episodes.open_round(episode)) and _is_ready(the_floor, episode, round):
        engine = engine or tables.engine(episode)
        _close(the_floor, episode, round, engine)
        closed = True
    return closed


def _is_ready(the_floor: Floor, episode: Episode, round: Round) -> bool:
    # In a hiatus a round has no time to close at, and whoever had decided before waits with the others.
    if episode.state != EpisodeState.SITTING or round.closes_at is None:
        return False
    return round.closes_at <= the_floor.now or not undecided(episode, round)


def undecided(episode: Episode, round: Round) -> int:
    """How many people and programs have not decided in this round yet."""
    live = Seat.objects.filter(episode=episode, kind__in=episodes.LIVE)
    return live.exclude(decisions__round=round).count()


def _close(the_floor: Floor, episode: Episode, round: Round, engine: Engine) -> None:
    raws = _raws(episode, round, engine)
    record = engine.step(raws)
    notes: list[list[Fact]] = [
        [record.round, seat, each.note.to, each.note.text] for seat, each in enumerate(record.decisions) if each.note
    ]
    round.record, round.closed_at = engine.public(record), the_floor.now
    round.sealed = vault.seal({"raws": [sealed.written(raw) for raw in raws], "notes": notes})
    round.save(update_fields=["record", "closed_at", "sealed"])
    episode.senate = episodes.senate_json(engine.state)
    episode.save(update_fields=["senate"])
    the_floor.record(
        "quorum.round-closed", subject=f"episode:{episode.number}", episode=episode.number, round=round.number,
        due_at=round.closes_at, record=round.record, commitments=_commitments(episode, round),
        heard=_hear(the_floor, episode, round),
    )  # fmt: skip
    if engine.over:
        _end(the_floor, episode, engine)
    else:
        _begin_round(the_floor, episode, engine)


def _raws(episode: Episode, round: Round, engine: Engine) -> list[object]:
    """What every seat decides, raw: people and programs what they have, scripts what they would, others nothing."""
    decided, seats = sealed.decisions(round), episodes.seats_of(episode)
    return [_of_script(seat, engine) if seat.script else decided.get(seat.number) for seat in seats]


def _of_script(seat: Seat, engine: Engine) -> object:
    return policies.decide(seat.script, engine.observe(seat.number), engine.seed)


def _commitments(episode: Episode, round: Round) -> list[str | None]:
    """By seat, what the private chain committed to when it decided as it counted."""
    rows = Decision.objects.filter(round=round).select_related("seat", "private")
    by_seat = {row.seat.number: row.private.commitment for row in rows}
    return [by_seat.get(number) for number in range(episode.config["num_seats"])]


def _hear(the_floor: Floor, episode: Episode, round: Round) -> list[int]:
    """Step: the Agents who have decided are heard from now, and no earlier: when each of them did is nobody's business.

    Answers their keys, for the log.
    """
    if not the_floor.law.carries("senate.presence"):
        return []
    return silence.hear(the_floor, episodes.heard(episodes.seats_of(episode), episodes.record_of(round)))


def _begin_round(the_floor: Floor, episode: Episode, engine: Engine) -> None:
    assert engine.bill is not None  # it is not over
    halted = core.open_hiatus(the_floor.game.pk) is not None
    Round.objects.create(
        episode=episode, number=engine.state.round, bill=bill_json(engine.bill), opened_at=the_floor.now,
        closes_at=None if halted else the_floor.now + timedelta(seconds=episode.decision_seconds),
        seconds_left=episode.decision_seconds if halted else None,
    )  # fmt: skip


def _end(the_floor: Floor, episode: Episode, engine: Engine) -> None:
    finish(the_floor, episode, EpisodeState.OVER, engine.scores)


def finish(the_floor: Floor, episode: Episode, state: EpisodeState, scores: list[str]) -> None:
    """Step: an Episode that was played has ended: its scores stand, and its seed is told with the salt."""
    episode.state, episode.scores, episode.ended_at = state, scores, the_floor.now
    episode.save(update_fields=["state", "scores", "ended_at"])
    seed, salt = sealed.seed_and_salt(episode)
    kind = "quorum.ended" if state == EpisodeState.OVER else "quorum.adjourned"
    the_floor.record(
        kind, subject=f"episode:{episode.number}", episode=episode.number, scores=scores, seed=seed, salt=salt
    )
