"""What somebody may do now, with every ground against it: asked on the page, and again in the act. Reads only."""

from __future__ import annotations

from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent, Game
from proposals.bnomic.mechanics import administering, submitting
from proposals.bnomic.mechanics.listing import split
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import Proposal
from proposals.bnomic.queries.clocks import Hands


def may_submit(agent: Agent, game: Game, law: Law) -> Decision[bool]:
    return submitting.may_submit(idle=not agent.playing, in_hiatus=_in_hiatus(game), law=law)


def may_revise(agent: Agent, row: Proposal, game: Game, law: Law, state: State | None = None) -> Decision[bool]:
    """`state`: what it is by law and clock, where what is due may not be carried out yet."""
    state = state or State(row.state)
    return submitting.may_revise(
        author=agent.pk == row.post.author_id, idle=not agent.playing, in_hiatus=_in_hiatus(game), state=state, law=law
    )


def may_vote(agent: Agent, row: Proposal, game: Game, law: Law, hands: Hands | None = None) -> Decision[bool]:
    """`hands`: what the Clock says, where what is due may not be carried out yet."""
    recorded = State(row.state)
    state = hands.state_of(recorded) if hands else recorded
    closed = hands is not None and recorded in hands.closed
    return submitting.may_vote(idle=not agent.playing, in_hiatus=_in_hiatus(game), state=state, closed=closed, law=law)


def says_more(row: Proposal) -> bool:
    """Whether it says anything beside its lists and its changes: in its text, or in its Name where there is no more."""
    return bool(split(row.post.body)[0] or (row.name and not row.post.changes))


def may_carry_out(row: Proposal, law: Law) -> Decision[bool]:
    """Whether it may be put on record that what it says is done, as `administering.may_carry_out` decides."""
    # Where all changes are made, only what it says besides is left.
    left = not row.passed or says_more(row)
    done = row.carried_out_at is not None
    return administering.may_carry_out(row.number, State(row.state), left=left, done=done, law=law)


def _in_hiatus(game: Game) -> bool:
    return core.open_hiatus(game.pk) is not None
