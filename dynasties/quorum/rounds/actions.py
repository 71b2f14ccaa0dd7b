"""Rounds open and close, a seat decides in them, and the Episode is over. (Rules Rounds, Decisions and Scoring)

Who closes a round, the last to decide, the Clerk or whoever looks, makes no difference: the game is locked, the
round is asked for anew, and it is closed once.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from dynasties.quorum.bills.rules import bill_json
from dynasties.quorum.dials import EPISODES, PRESENCE
from dynasties.quorum.episodes import actions as episodes_actions, queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.rounds import (
    queries as rounds_queries,
    rules_decisions as rounds_rules_decisions,
    rules_scripts as rounds_rules_scripts,
)
from dynasties.quorum.rounds.models import Decision, Reply, Round
from dynasties.quorum.rounds.rules import EpisodeEngine, SenateState, first_state, options_of
from dynasties.quorum.rounds.rules_decisions import trim_decision
from nomic.core import vault
from nomic.core.decision import Fact, Invalid, Reason, Refused
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.roster import actions_activity as roster_actions_activity, queries as roster_queries


def open_if_full(the_floor: Floor, episode: Episode) -> None:
    """Step: with the last seat taken, the Episode opens."""
    if not Seat.objects.filter(episode=episode, kind=SeatKind.EMPTY).exists():
        start_episode(the_floor, episode)


def start_episode(the_floor: Floor, episode: Episode) -> None:
    """Step: the Episode opens with its first round. Every seat is held."""
    episode.state, episode.opened_at = EpisodeState.SITTING, the_floor.now
    episode.senate = rounds_queries.senate_json(first_state(episodes_queries.config_of(episode)))
    episode.save(update_fields=["state", "opened_at", "senate"])
    the_floor.record("quorum.opened", subject=f"episode:{episode.number}", episode=episode.number)
    engine = rounds_queries.engine_of(episode)
    _begin_round(the_floor, episode, engine)
    close_ready_rounds(the_floor, episode, engine)


def close_if_due(*, game_id: int, number: int) -> bool:
    """Close the open round of an Episode if its time is over, and whatever is ready to close after it. Repeatable."""
    with floor(game_id) as the_floor:
        episode = episodes_queries.get_episode(game_id, number)
        return episode is not None and close_ready_rounds(the_floor, episode)


def close_ready_rounds(the_floor: Floor, episode: Episode, engine: EpisodeEngine | None = None) -> bool:
    """Step: close the open round when all have decided or its time is over; and the next, as long as that holds.

    `engine`: the Episode before that round, if it is at hand. Answers whether anything closed.
    """
    closed = False
    while (round := rounds_queries.open_round(episode)) and _is_ready(the_floor, episode, round):
        engine = engine or rounds_queries.engine_of(episode)
        _close_round(the_floor, episode, round, engine)
        closed = True
    return closed


def _is_ready(the_floor: Floor, episode: Episode, round: Round) -> bool:
    # In a hiatus a round has no time to close at, and whoever had decided before waits with the others.
    if episode.state != EpisodeState.SITTING or round.closes_at is None:
        return False
    return round.closes_at <= the_floor.now or not undecided_count(episode, round)


def undecided_count(episode: Episode, round: Round) -> int:
    """How many people and programs have not decided in this round yet."""
    live = Seat.objects.filter(episode=episode, kind__in=episodes_queries.LIVE_KINDS)
    return live.exclude(decisions__round=round).count()


def _close_round(the_floor: Floor, episode: Episode, round: Round, engine: EpisodeEngine) -> None:
    raws = _raw_decisions(episode, round, engine)
    record = engine.play_round(raws)
    notes: list[list[Fact]] = [
        [record.round, seat, each.note.to, each.note.text] for seat, each in enumerate(record.decisions) if each.note
    ]
    round.record, round.closed_at = engine.public_record(record), the_floor.now
    round.sealed = vault.seal({"raws": [rounds_queries.decision_text(raw) for raw in raws], "notes": notes})
    round.save(update_fields=["record", "closed_at", "sealed"])
    episode.senate = rounds_queries.senate_json(engine.state)
    episode.save(update_fields=["senate"])
    the_floor.record(
        "quorum.round-closed",
        subject=f"episode:{episode.number}",
        episode=episode.number,
        round=round.number,
        due_at=round.closes_at,
        record=round.record,
        commitments=_commitments(episode, round),
        heard=_hear_agents(the_floor, episode, round),
    )
    if engine.is_over:
        _end_episode(the_floor, episode, engine)
    else:
        _begin_round(the_floor, episode, engine)


def _raw_decisions(episode: Episode, round: Round, engine: EpisodeEngine) -> list[object]:
    """What every seat decides, raw: people and programs what they have, scripts what they would, others nothing."""
    decided, seats = rounds_queries.decisions_in(round), episodes_queries.seats_of(episode)
    return [_script_decision(seat, engine) if seat.script else decided.get(seat.number) for seat in seats]


def _script_decision(seat: Seat, engine: EpisodeEngine) -> object:
    return rounds_rules_scripts.decide_by_script(seat.script, engine.observation_of(seat.number), engine.seed)


def _commitments(episode: Episode, round: Round) -> list[str | None]:
    """By seat, what the private chain committed to when it decided as it counted."""
    rows = Decision.objects.filter(round=round).select_related("seat", "private")
    by_seat = {row.seat.number: row.private.commitment for row in rows}
    return [by_seat.get(number) for number in range(episode.config["num_seats"])]


def _hear_agents(the_floor: Floor, episode: Episode, round: Round) -> list[int]:
    """Step: the Agents who have decided are heard from now, and no earlier: when each of them did is nobody's business.

    Answers their keys, for the log.
    """
    if not the_floor.law.carries(PRESENCE):
        return []
    return roster_actions_activity.hear_agents(
        the_floor, rounds_queries.agents_heard(episodes_queries.seats_of(episode), rounds_queries.record_of(round))
    )


def _begin_round(the_floor: Floor, episode: Episode, engine: EpisodeEngine) -> None:
    assert engine.bill is not None  # it is not over
    halted = roster_queries.open_hiatus(the_floor.game.pk) is not None
    Round.objects.create(
        episode=episode,
        number=engine.state.round,
        bill=bill_json(engine.bill),
        opened_at=the_floor.now,
        closes_at=None if halted else the_floor.now + timedelta(seconds=episode.decision_seconds),
        seconds_left=episode.decision_seconds if halted else None,
    )


def _end_episode(the_floor: Floor, episode: Episode, engine: EpisodeEngine) -> None:
    finish_episode(the_floor, episode, EpisodeState.OVER, engine.scores)


def finish_episode(the_floor: Floor, episode: Episode, state: EpisodeState, scores: list[str]) -> None:
    """Step: an Episode that was played has ended: its scores stand, and its seed is told with the salt."""
    episode.state, episode.scores, episode.ended_at = state, scores, the_floor.now
    episode.save(update_fields=["state", "scores", "ended_at"])
    seed, salt = rounds_queries.seed_and_salt(episode)
    kind = "quorum.ended" if state == EpisodeState.OVER else "quorum.adjourned"
    the_floor.record(
        kind, subject=f"episode:{episode.number}", episode=episode.number, scores=scores, seed=seed, salt=salt
    )


# A seat decides, in secret, and may decide otherwise until the round closes. (Rules Rounds and Decisions)
# An illegal decision is taken for the fallback that it is, so that it keeps nobody waiting, and can be made good
# while the round is open.

MOST_CHANGES, MOST_REPLIES = 100, 5000
LONGEST_RID = 64


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """What a seat asks for: that in this round it decide so. `rid`: the asker's own number of the request.

    It comes from the person who sits there (`account_id`), or from a program with the seat's `token`.
    """

    seat: int
    round: int
    raw: object
    rid: str | None = None
    account_id: int | None = None
    token: str | None = field(default=None, repr=False)


def take_decision(*, game_id: int, number: int, ask: DecisionRequest) -> dict[str, Any]:
    """Take a seat's decision in the Episode of that number.

    Answers with what became of it: `fallback`, `dropped` and `problems` as the decision is read, `closed` if the round
    closed with it. The same `rid` again is answered as the first time. Refused for who does not hold the seat, for a
    round that is closed or whose time is over, and after too many changes; `Invalid` for a `rid` that is none.
    """
    # Whatever JSON has or has not: what is kept is read the same, and can be written down.
    ask = replace(ask, raw=trim_decision(ask.raw), rid=_clean_rid(ask.rid))
    with floor(game_id) as the_floor:
        episode = _get_episode(the_floor, number)
        holder = _get_holder(the_floor, episode, ask)
        if said := _earlier_reply(holder, ask.rid):
            return said
        _require_may_act(the_floor, holder)
        answer = _record_decision(the_floor, episode, holder, ask)
        _save_reply(the_floor, holder, ask.rid, answer)
        return answer


def _clean_rid(rid: str | None) -> str | None:
    if rid is not None and not (0 < len(rid) <= LONGEST_RID and rid.isascii() and rid.isprintable()):
        raise Invalid("rid", f"A number of a request has at most {LONGEST_RID} plain letters and digits.", "bad-rid")
    return rid


def _get_episode(the_floor: Floor, number: int) -> Episode:
    episode = episodes_queries.get_episode(the_floor.game.pk, number)
    if episode is None:
        raise _not_their_seat(the_floor)
    return episode


def _get_holder(the_floor: Floor, episode: Episode, ask: DecisionRequest) -> Seat:
    """The seat, for who holds it."""
    if ask.token is not None:
        row = episodes_queries.seat_by_token(episode, ask.token)
    else:
        row = episodes_queries.seat_of(episode, ask.account_id)
    if row is None or row.number != ask.seat:
        raise _not_their_seat(the_floor)
    return row


def _not_their_seat(the_floor: Floor) -> Refused:
    return Refused(Reason("not-your-seat", the_floor.law.rule(EPISODES)))


def _require_may_act(the_floor: Floor, seat: Seat) -> None:
    if against := episodes_queries.barring_reasons(the_floor.game.pk, the_floor.law):
        raise Refused(*against)
    assert seat.account is not None  # scripts do not ask
    agent = Agent.objects.filter(game=the_floor.game, account=seat.account).first()
    if against := episodes_queries.exclusion_reasons(the_floor.game, seat.account, agent, the_floor.law):
        raise Refused(*against)


def _record_decision(the_floor: Floor, episode: Episode, seat: Seat, ask: DecisionRequest) -> dict[str, Any]:
    episodes_actions.check_state(the_floor, episode, EpisodeState.SITTING, "not-sitting")
    round = _get_open_round(the_floor, episode, ask.round)
    state = rounds_queries.senate_of(episode)
    _save_decision(the_floor, episode, round, seat, rounds_queries.decision_text(ask.raw))
    answer = judge_decision(episode, state, seat.number, ask.raw)
    closed = close_ready_rounds(the_floor, episode)
    return {"accepted": True, "round": ask.round, "rid": ask.rid, **answer, "closed": closed}


def judge_decision(episode: Episode, state: SenateState, seat: int, raw: object) -> dict[str, Any]:
    """How a raw decision of this seat is read: whether it is the fallback, which extras are passed over, and why."""
    where = options_of(episodes_queries.config_of(episode), state, seat)
    decision = rounds_rules_decisions.read_decision(raw, where)
    found = rounds_rules_decisions.decision_problems(raw, where)
    problems = [{"path": each.path, "code": each.code, "text": each.text} for each in found]
    return {"fallback": decision.fallback, "dropped": list(decision.dropped), "problems": problems}


def _get_open_round(the_floor: Floor, episode: Episode, number: int) -> Round:
    """The open round, if it is the one that is asked for and its time is not over."""
    round = rounds_queries.open_round(episode)
    assert round is not None  # it is sitting
    assert round.closes_at is not None  # and the game is in no hiatus
    if round.number != number or round.closes_at <= the_floor.now:
        rule = the_floor.law.rule(EPISODES)
        raise Refused(Reason("round-closed", rule, {"round": number, "now": round.number}))
    return round


def _save_decision(the_floor: Floor, episode: Episode, round: Round, seat: Seat, text: str) -> None:
    """Step: this is what the seat has decided now, committed to in the private chain. The public log gains nothing."""
    row = Decision.objects.filter(round=round, seat=seat).first()
    if row and vault.unseal(row.sealed)["raw"] == text:
        return
    if row and row.changes >= MOST_CHANGES:
        rule = the_floor.law.rule(EPISODES)
        raise Refused(Reason("decided-too-often", rule, {"most": MOST_CHANGES}))
    said: dict[str, Fact] = {"episode": episode.number, "round": round.number, "seat": seat.number, "raw": text}
    link = the_floor.append_private_event("quorum.decided", actor=seat.agent, **said)
    row = row or Decision(round=round, seat=seat, changes=-1)
    row.private, row.sealed, row.changes = link, vault.seal(said), row.changes + 1
    row.save()


def _earlier_reply(seat: Seat, rid: str | None) -> dict[str, Any] | None:
    row = Reply.objects.filter(seat=seat, rid=rid).first() if rid is not None else None
    said: dict[str, Any] | None = vault.unseal(row.sealed) if row else None
    return said


def _save_reply(the_floor: Floor, seat: Seat, rid: str | None, answer: dict[str, Any]) -> None:
    if rid is None:
        return
    if Reply.objects.filter(seat=seat).count() >= MOST_REPLIES:
        raise Refused(Reason("too-many-requests", the_floor.law.rule(EPISODES), {"most": MOST_REPLIES}))
    Reply.objects.create(seat=seat, rid=rid, sealed=vault.seal(answer))
