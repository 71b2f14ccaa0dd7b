"""Vote on Open Proposals; count the ballot at the end of an nweek, and pass what has Won. (Rules Votes, The Count,
Passing)
"""

from __future__ import annotations

import logging
from datetime import datetime

from nomic.core.chain import Json, plain_json
from nomic.core.decision import Invalid
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.log.models import Event
from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from proposals.bnomic.ballot import queries as ballot_queries
from proposals.bnomic.ballot.rules import BallotCount, CountLine, facts_json, trace_json
from proposals.bnomic.nweeks.models import NweekCount
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.actions import get_proposal_or_refuse
from proposals.bnomic.register.models import BallotVote, Proposal
from proposals.bnomic.register.rules import FinalVote
from rulesets.changes import queries as changes_queries
from rulesets.changes.actions import Cause, enact_changes
from rulesets.changes.rules_steps import Applied

log = logging.getLogger(__name__)


def count_ballot(the_floor: Floor, nweek: int, due: datetime) -> None:
    """Step: what is Open is counted and becomes Historical; what has Won passes, each wholly before the next."""
    rows = {row.number: row for row in register_queries.proposals_in_state(the_floor.game.pk, ProposalState.OPEN)}
    ballot = ballot_queries.open_ballot(the_floor.game, the_floor.law, list(rows.values()))
    counted = ballot.count()
    event = the_floor.record(
        "bnomic.counted",
        subject=f"nweek:{nweek}",
        nweek=nweek,
        due_at=due,
        facts=facts_json(ballot.open_ones, ballot.lost_before, ballot.law),
        trace=trace_json(counted.trace),
        strength=_strength_json(counted),
        passed=list(counted.passed),
    )
    _write_count(the_floor, nweek, due, event, counted)
    for number, line in sorted(counted.sunk.items()):
        _record_lost(the_floor, rows[number], line, due)
    for number in counted.passed:
        _pass_proposal(the_floor, rows[number], due)


def _strength_json(counted: BallotCount) -> dict[str, int]:
    return {str(number): strength for number, strength in counted.strength.items()}


def _write_count(the_floor: Floor, nweek: int, due: datetime, event: Event, counted: BallotCount) -> None:
    """What was Open is Historical from this event on; that a Won one has passed without effect is true until it has."""
    row = NweekCount.objects.create(
        game=the_floor.game,
        nweek=nweek,
        due_at=due,
        at=the_floor.now,
        seq=event.seq,
        facts=event.data["facts"],
        trace=event.data["trace"],
    )
    historical = Proposal.objects.filter(game=the_floor.game, state=ProposalState.OPEN.value)
    won = historical.filter(number__in=counted.passed)
    won.update(state=ProposalState.WON.value, closed_seq=event.seq, count=row, passed=False)
    historical.update(state=ProposalState.LOST.value, closed_seq=event.seq, count=row)


def _record_lost(the_floor: Floor, row: Proposal, line: CountLine, due: datetime) -> None:
    """Each Lost one is told of by itself, so that its own log has its end. `through`: whose doing it was."""
    the_floor.record(
        "bnomic.lost",
        subject=row.post.subject_key,
        number=row.number,
        name=row.name,
        step=line.step.value,
        through=line.by,
        due_at=due,
    )


def _pass_proposal(the_floor: Floor, row: Proposal, due: datetime) -> None:
    """All of its changes are made, or none."""
    try:
        with the_floor.attempt():
            applied = changes_queries.try_kept_changes(changes_queries.current_state(the_floor.game), row.post.changes)
            _make_changes(the_floor, row, applied, due)
    except Exception:
        # A bug of the server holds up neither the Proposals behind it nor the game.
        log.exception("Proposal %s of game %s could not pass", row.number, the_floor.game.slug)
        the_floor.record("bnomic.stumbled", subject=row.post.subject_key, number=row.number, due_at=due)


def _make_changes(the_floor: Floor, row: Proposal, applied: Applied, due: datetime) -> None:
    kind = "bnomic.passed" if applied.whole else "bnomic.passed-without-effect"
    the_floor.record(
        kind,
        subject=row.post.subject_key,
        number=row.number,
        name=row.name,
        problems=problems_json(applied),
        due_at=due,
    )
    if applied.whole:
        Proposal.objects.filter(pk=row.pk).update(passed=True)
        enact_changes(the_floor, applied, Cause(row.post.subject_key, None))


def problems_json(applied: Applied) -> list[Json]:
    """What stands against a change list, for the record: the place of each change that cannot be made, and why."""
    return [{"place": each.index, "code": each.code, "facts": plain_json(each.facts)} for each in applied.problems]


# Votes on Open Proposals. (Rule Votes)


def cast_vote(*, actor_id: int, game_id: int, number: int, vote: str) -> Proposal:
    """Cast a vote, which is the Player's Final Vote until e casts another. To say the same again changes nothing.

    Raises `Invalid` at `vote` for a word that is none; refused unless the Proposal is Open, and by law and clock its
    count is still to come.
    """
    if vote not in list(FinalVote):
        raise Invalid("vote", "There is no such vote: FOR, AGAINST or ABSTAIN.", "no-such-vote")
    with floor(game_id) as the_floor:
        voter, row = roster_actions.require_agent(the_floor, actor_id), get_proposal_or_refuse(the_floor, number)
        register_queries.may_vote(voter, row, the_floor.game, the_floor.law).or_refuse()
        if ballot_queries.own_votes([row], voter.pk).get(number) != vote:
            _record_vote(the_floor, voter, row, FinalVote(vote))
        return row


def _record_vote(the_floor: Floor, voter: Agent, row: Proposal, vote: FinalVote) -> None:
    BallotVote.objects.create(proposal=row, voter=voter, vote=vote.value, at=the_floor.now, seq=the_floor.next_seq)
    the_floor.record(
        "bnomic.voted",
        actor=voter,
        subject=row.post.subject_key,
        number=row.number,
        vote=vote.value,
        heard=roster_actions_activity.hear_agents(the_floor, [voter]),
    )
