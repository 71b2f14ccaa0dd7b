"""A seat decides, in secret, and may decide otherwise until the round closes. (Rules Rounds and Decisions)

An illegal decision is taken for the fallback that it is, so that it keeps nobody waiting, and can be made good while
the round is open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dynasties.quorum.actions import closing, entering
from dynasties.quorum.mechanics import decisions
from dynasties.quorum.mechanics.keeping import kept
from dynasties.quorum.mechanics.rounds import State, standing
from dynasties.quorum.models import Decision, Episode, EpisodeState, Reply, Round, Seat
from dynasties.quorum.queries import episodes, holders, sealed
from nomic.core import vault
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Fact, Invalid, Reason, Refused
from nomic.core.models import Agent

MOST_CHANGES, MOST_REPLIES = 100, 5000
LONGEST_RID = 64


@dataclass(frozen=True, slots=True)
class Ask:
    """What a seat asks for: that in this round it decide so. `rid`: the asker's own number of the request."""

    seat: int
    round: int
    raw: object
    rid: str | None = None
    account_id: int | None = None
    token: str | None = field(default=None, repr=False)


def decide(
    *,
    game_id: int,
    number: int,
    seat: int,
    round: int,
    raw: object,
    account_id: int | None = None,
    token: str | None = None,
    rid: str | None = None,
) -> dict[str, Any]:
    """Take a seat's decision, from the person who sits in it (`account_id`) or a program with its `token`.

    Answers with what became of it: `fallback`, `dropped` and `problems` as the decision is read, `closed` if the round
    closed with it. The same `rid` again is answered as the first time. Refused for who does not hold the seat, for a
    round that is closed or whose time is over, and after too many changes; `Invalid` for a `rid` that is none.
    """
    # Whatever JSON has or has not: what is kept is read the same, and can be written down.
    ask = Ask(seat, round, kept(raw), _rid(rid), account_id, token)
    with floor(game_id) as the_floor:
        episode = _found(the_floor, number)
        holder = _holder(the_floor, episode, ask)
        if said := _said_before(holder, ask.rid):
            return said
        _may_act(the_floor, holder)
        answer = _decide(the_floor, episode, holder, ask)
        _keep(the_floor, holder, ask.rid, answer)
        return answer


def _rid(rid: str | None) -> str | None:
    if rid is not None and not (0 < len(rid) <= LONGEST_RID and rid.isascii() and rid.isprintable()):
        raise Invalid("rid", f"A number of a request has at most {LONGEST_RID} plain letters and digits.", "bad-rid")
    return rid


def _found(the_floor: Floor, number: int) -> Episode:
    episode = episodes.episode(the_floor.game.pk, number)
    if episode is None:
        raise _not_eirs(the_floor)
    return episode


def _holder(the_floor: Floor, episode: Episode, ask: Ask) -> Seat:
    """The seat, for who holds it."""
    if ask.token is not None:
        row = holders.seat_by_token(episode, ask.token)
    else:
        row = episodes.seat_of(episode, ask.account_id)
    if row is None or row.number != ask.seat:
        raise _not_eirs(the_floor)
    return row


def _not_eirs(the_floor: Floor) -> Refused:
    return Refused(Reason("not-your-seat", the_floor.law.rule(episodes.EPISODES)))


def _may_act(the_floor: Floor, seat: Seat) -> None:
    if against := episodes.barred(the_floor.game.pk, the_floor.law):
        raise Refused(*against)
    assert seat.account is not None  # scripts do not ask
    agent = Agent.objects.filter(game=the_floor.game, account=seat.account).first()
    if against := episodes.kept_out(the_floor.game, seat.account, agent, the_floor.law):
        raise Refused(*against)


def _decide(the_floor: Floor, episode: Episode, seat: Seat, ask: Ask) -> dict[str, Any]:
    entering.check_state(the_floor, episode, EpisodeState.SITTING, "not-sitting")
    round = _open(the_floor, episode, ask.round)
    state = episodes.senate_of(episode)
    _take(the_floor, episode, round, seat, sealed.written(ask.raw))
    answer = judged(episode, state, seat.number, ask.raw)
    closed = closing.go_on(the_floor, episode)
    return {"accepted": True, "round": ask.round, "rid": ask.rid, **answer, "closed": closed}


def judged(episode: Episode, state: State, seat: int, raw: object) -> dict[str, Any]:
    """How a raw decision of this seat is read: whether it is the fallback, which extras are passed over, and why."""
    where = standing(episodes.config_of(episode), state, seat)
    decision = decisions.read(raw, *where)
    found = decisions.problems(raw, *where)
    problems = [{"path": each.path, "code": each.code, "text": each.text} for each in found]
    return {"fallback": decision.fallback, "dropped": list(decision.dropped), "problems": problems}


def _open(the_floor: Floor, episode: Episode, number: int) -> Round:
    """The open round, if it is the one that is asked for and its time is not over."""
    round = episodes.open_round(episode)
    assert round is not None  # it is sitting
    assert round.closes_at is not None  # and the game is in no hiatus
    if round.number != number or round.closes_at <= the_floor.now:
        rule = the_floor.law.rule(episodes.EPISODES)
        raise Refused(Reason("round-closed", rule, {"round": number, "now": round.number}))
    return round


def _take(the_floor: Floor, episode: Episode, round: Round, seat: Seat, text: str) -> None:
    """Step: this is what the seat has decided now, committed to in the private chain. The public log gains nothing."""
    row = Decision.objects.filter(round=round, seat=seat).first()
    if row and vault.unseal(row.sealed)["raw"] == text:
        return
    if row and row.changes >= MOST_CHANGES:
        rule = the_floor.law.rule(episodes.EPISODES)
        raise Refused(Reason("decided-too-often", rule, {"most": MOST_CHANGES}))
    said: dict[str, Fact] = {"episode": episode.number, "round": round.number, "seat": seat.number, "raw": text}
    link = the_floor.conceal("quorum.decided", actor=seat.agent, **said)
    row = row or Decision(round=round, seat=seat, changes=-1)
    row.private, row.sealed, row.changes = link, vault.seal(said), row.changes + 1
    row.save()


def _said_before(seat: Seat, rid: str | None) -> dict[str, Any] | None:
    row = Reply.objects.filter(seat=seat, rid=rid).first() if rid is not None else None
    said: dict[str, Any] | None = vault.unseal(row.sealed) if row else None
    return said


def _keep(the_floor: Floor, seat: Seat, rid: str | None, answer: dict[str, Any]) -> None:
    if rid is None:
        return
    if Reply.objects.filter(seat=seat).count() >= MOST_REPLIES:
        raise Refused(Reason("too-many-requests", the_floor.law.rule(episodes.EPISODES), {"most": MOST_REPLIES}))
    Reply.objects.create(seat=seat, rid=rid, sealed=vault.seal(answer))
