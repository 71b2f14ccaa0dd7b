"""What is so of every game of B Nomic at every moment, whatever has been done in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time
from itertools import pairwise

from nomic.core import clock
from nomic.core.games.models import Agent, AgentState, Game
from nomic.core.law import queries as law_queries
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from proposals import tasks as proposals_tasks
from proposals.bnomic.ballot import rules as ballot_rules
from proposals.bnomic.ballot.rules import read_facts, read_trace
from proposals.bnomic.dials import HIGHER
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.models import NweekClock, NweekCount
from proposals.bnomic.nweeks.queries import ClockReading
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.plugin import CHECKS
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.models import BallotVote, Proposal
from proposals.recount import recount_game
from tests.fuzz import truths

HISTORICAL = (ProposalState.WON.value, ProposalState.LOST.value)
SHOWN = ("bnomic.counted", "bnomic.nday", "bnomic.opened", "bnomic.clock-on")


def hold(game_id: int) -> None:
    """Fails for a game of which one of them is not so. The Clerk comes by first."""
    nothing_but_what_the_pages_said(game_id, proposals_tasks.sweep)
    game = Game.objects.get(pk=game_id)
    _nothing_is_left_to_do(game)
    truths.the_record_is_true(game)
    assert recount_game(game, CHECKS).differences == ()
    _numbers_ascend(game)
    _every_midnight_comes_once_and_in_order(game)
    _each_nweek_is_counted_once(game)
    for each in NweekCount.objects.filter(game=game):
        _a_count_is_just(each)
    _every_vote_fell_into_its_ballot(game)
    _whatever_is_won_has_passed(game)


def nothing_but_what_the_pages_said(game_id: int, look: Callable[[], object]) -> None:
    """Let somebody look; what was due is then done, and what the pages said before is what is on record.

    Where something that passed meanwhile has changed the law, the pages could not know.
    """
    game, law = Game.objects.get(pk=game_id), law_queries.law(game_id)
    now = max(clock.now(), log_queries.last_moment(game))
    if game.stroke_at is None or game.stroke_at > now:
        look()
        return
    said = nweeks_queries.clock_reading(game, now, law)
    assert said is not None
    votable, foreseen = _votable(game, said), _foreseen(game, said)
    look()
    new = list(Event.objects.filter(game_id=game_id, seq__gt=game.last_seq).order_by("seq"))
    first = next((event for event in new if event.kind == "bnomic.counted"), None)
    assert first is None or ProposalState.OPEN in said.closed
    # While the server's clock stands before the last event, the Clerk waits for it to catch up.
    if clock.now() < now or any(event.kind.startswith(("law.", "hiatus.")) for event in new):
        return
    game.refresh_from_db()
    stands = nweeks_queries.clock_reading(game, now, law_queries.law(game_id))
    assert stands is not None
    assert (stands.place, stands.next_opening, stands.next_count) == (said.place, said.next_opening, said.next_count)
    assert stands.clock == said.clock
    _states_are_as_said(game, foreseen)
    # Who votes may have gone Idle by the Clerk's hand meanwhile.
    if not any(event.kind.startswith("agent.") for event in new):
        assert _votable(game, stands) == votable


def _foreseen(game: Game, said: ClockReading) -> dict[int, set[str]]:
    """What each Proposal may be once everything due is done, by what the pages say."""
    return {
        row.number: set(HISTORICAL)
        if ProposalState(row.state) in said.closed
        else {said.state_of(ProposalState(row.state)).value}
        for row in register_queries.all_proposals(game.pk)
    }


def _votable(game: Game, said: ClockReading) -> dict[int, bool]:
    """Of one Player: what all of them may. Nobody plays: of nobody."""
    voter = Agent.objects.filter(game=game, state=AgentState.ACTIVE.value).order_by("pk").first()
    law, rows = law_queries.law(game.pk), register_queries.all_proposals(game.pk)
    return {row.number: register_queries.may_vote(voter, row, game, law, said).outcome for row in rows} if voter else {}


def _states_are_as_said(game: Game, foreseen: dict[int, set[str]]) -> None:
    found = {row.number: row.state for row in register_queries.all_proposals(game.pk)}
    assert not {number: found[number] for number, states in foreseen.items() if found[number] not in states}


def _nothing_is_left_to_do(game: Game) -> None:
    if clock.now() < log_queries.last_moment(game):
        return
    assert proposals_tasks.sweep() == 0
    assert Game.objects.get(pk=game.pk).last_seq == game.last_seq
    assert game.stroke_at is None or game.stroke_at > clock.now()


def _numbers_ascend(game: Game) -> None:
    rows = list(Proposal.objects.filter(game=game).order_by("post__number"))
    assert all(one.number < other.number for one, other in pairwise(rows))
    told = [event.data["number"] for event in _events(game, "bnomic.submitted")]
    assert told == [row.number for row in rows]


def _events(game: Game, *kinds: str) -> list[Event]:
    return list(Event.objects.filter(game=game, kind__in=kinds).order_by("seq"))


def _every_midnight_comes_once_and_in_order(game: Game) -> None:
    ndays = [datetime.fromisoformat(event.data["due_at"]) for event in _events(game, "bnomic.nday")]
    assert all(one < other for one, other in pairwise(ndays))
    assert {due.timetz().replace(tzinfo=None) for due in ndays} <= {time()}
    for event in _events(game, *SHOWN):
        due = event.data["due_at"]
        assert due is None or datetime.fromisoformat(due) <= event.at
    # What is done at a midnight is done before anything that is done after it.
    strokes = [each for each in _events(game, *SHOWN) if each.data["due_at"]]
    moments = [datetime.fromisoformat(event.data["due_at"]) for event in strokes]
    assert moments == sorted(moments)


def _each_nweek_is_counted_once(game: Game) -> None:
    counted = [event.data["nweek"] for event in _events(game, "bnomic.counted")]
    assert counted == sorted(set(counted))
    assert counted == list(NweekCount.objects.filter(game=game).order_by("seq").values_list("nweek", flat=True))
    row = NweekClock.objects.get(game=game)
    assert not counted or row.nweek >= counted[-1]


def _a_count_is_just(each: NweekCount) -> None:
    """Nobody Won Depends on a Lost one, no two Won ones Conflict, the stronger of two prevails, and the order in which
    they are looked at changes nothing."""
    ones, lost_before, law = read_facts(each.facts)
    rows = {row.number: row.state for row in Proposal.objects.filter(count=each)}
    assert rows.keys() == {one.number for one in ones}
    won = {number for number, state in rows.items() if state == ProposalState.WON.value}
    lost = {*lost_before, *(rows.keys() - won)}
    for one in ones:
        if one.number in won:
            assert one.strength >= law.winning
            assert not (law.dependencies and one.depends & lost)
            assert not (law.conflicts and one.conflicts & won - {one.number})
    strength = {one.number: one.strength for one in ones}
    for line in read_trace(each.trace):
        if line.step is ballot_rules.CountStep.CONFLICT and line.by is not None:
            upwards = 1 if law.ties == HIGHER else -1
            assert (strength[line.by], upwards * line.by) > (strength[line.number], upwards * line.number)
    assert won == {*ballot_rules.ballot_count(reversed(ones), lost_before, law=law).passed}


def _every_vote_fell_into_its_ballot(game: Game) -> None:
    """Between the midnights that opened and closed it, whenever somebody carried that out."""
    opened = {event.seq: event for event in _events(game, "bnomic.opened")}
    for vote in BallotVote.objects.filter(proposal__game=game).select_related("proposal", "proposal__count"):
        row = vote.proposal
        assert row.opened_seq in opened
        assert datetime.fromisoformat(opened[row.opened_seq].data["due_at"]) <= vote.at
        assert row.count is None or vote.at < row.count.due_at


def _whatever_is_won_has_passed(game: Game) -> None:
    told = _events(game, "bnomic.passed", "bnomic.passed-without-effect", "bnomic.stumbled")
    won = Proposal.objects.filter(game=game, state=ProposalState.WON.value).order_by("count__seq", "number")
    assert [event.data["number"] for event in told] == [row.number for row in won]
    assert [event.kind == "bnomic.passed" for event in told] == [row.passed for row in won]
    assert "bnomic.stumbled" not in {event.kind for event in told}
