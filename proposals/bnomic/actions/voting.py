"""Votes on Open Proposals. (Rule Votes)"""

from __future__ import annotations

from nomic.core.actions import people, silence
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid
from nomic.core.models import Agent
from proposals.bnomic.actions.submitting import proposal_of
from proposals.bnomic.mechanics.ballot import Final
from proposals.bnomic.models import BallotVote, Proposal
from proposals.bnomic.queries import ballots, permits


def vote(*, actor_id: int, game_id: int, number: int, vote: str) -> Proposal:
    """Cast a vote, which is the Player's Final Vote until e casts another. To say the same again changes nothing.

    Raises `Invalid` at `vote` for a word that is none; refused unless the Proposal is Open, and by law and clock its
    count is still to come.
    """
    if vote not in list(Final):
        raise Invalid("vote", "There is no such vote: FOR, AGAINST or ABSTAIN.", "no-such-vote")
    with floor(game_id) as the_floor:
        voter, row = people.agent(the_floor, actor_id), proposal_of(the_floor, number)
        permits.may_vote(voter, row, the_floor.game, the_floor.law).or_refuse()
        if ballots.own_votes([row], voter.pk).get(number) != vote:
            _cast(the_floor, voter, row, Final(vote))
        return row


def _cast(the_floor: Floor, voter: Agent, row: Proposal, vote: Final) -> None:
    BallotVote.objects.create(proposal=row, voter=voter, vote=vote.value, at=the_floor.now, seq=the_floor.next_seq)
    the_floor.record(
        "bnomic.voted", actor=voter, subject=row.post.subject_key, number=row.number, vote=vote.value,
        heard=silence.hear(the_floor, [voter]),
    )  # fmt: skip
