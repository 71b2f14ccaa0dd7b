"""Every vote in a ballot, against the event of its casting."""

from __future__ import annotations

from collections.abc import Iterator

from nomic.core.models import Event, Game
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import BallotVote
from proposals.bnomic.recounting.telling import VOTED, Story
from proposals.recounting.differences import Difference, Log, compare


def votes(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each vote as its event tells of it, on a Proposal that was Open then; and no vote of which there is one alone."""
    rows = BallotVote.objects.filter(proposal__game=game).select_related("proposal__post").order_by("seq")
    kept, story = {row.seq: row for row in rows}, Story()
    for event in log.values():
        if event.kind == VOTED:
            yield _vote(event, kept.pop(event.seq, None), story)
        story.hear(event)
    for seq, row in kept.items():
        yield [Difference(seq, f"vote on Proposal {row.proposal.number}", row.vote, None)]


def _vote(event: Event, row: BallotVote | None, story: Story) -> list[Difference]:
    number = event.data["number"]
    told = (event.actor_id, number, event.data["vote"], event.subject, event.at)
    now = (row.voter_id, row.proposal.number, row.vote, row.proposal.post.subject_key, row.at) if row else None
    found = compare(event.seq, f"vote on Proposal {number}", now, told)
    state = story.proposals[number].state if number in story.proposals else None
    return found + compare(event.seq, f"state of Proposal {number} when it was voted on", state, State.OPEN)
