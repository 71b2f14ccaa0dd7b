"""Whether a Player may submit a Proposal, revise it, or vote on it: asked before the act, and again in it.

Each answer carries every ground of refusal, not the first. (Rules Proposals, Votes)
"""

from __future__ import annotations

from enum import StrEnum

from nomic.core.decision import Decision, Reason
from nomic.core.law.dials import AGENTS_IDLING, DOV_DECLARING
from nomic.core.law.rules import Law, Mechanism
from proposals.bnomic.dials import NWEEK_REVISING, NWEEK_SUBMITTING, NWEEK_VOTING
from proposals.bnomic.nweeks.rules import ProposalState


def may_submit(*, idle: bool, in_hiatus: bool, law: Law) -> Decision[bool]:
    """Whether a Player may submit a Proposal now. `idle`: whether e is."""
    reasons = _common_reasons(NWEEK_SUBMITTING, idle, in_hiatus, law)
    return Decision(not reasons, tuple(reasons))


def may_revise(*, author: bool, idle: bool, in_hiatus: bool, state: ProposalState, law: Law) -> Decision[bool]:
    """Whether a person may resubmit a Proposal. `author`: whether it is eirs; `state`: what the Proposal is now, which
    is Open from the instant of its opening, though the Clock be late."""
    reasons = _common_reasons(NWEEK_REVISING, idle, in_hiatus, law)
    # A Proposal is its Author's to revise, and nobody else's.
    if not author:
        reasons.append(Reason("not-the-author", law.rule(NWEEK_REVISING)))
    # From its opening on it stands as it is, so that all vote on the same text.
    if state is not ProposalState.PENDING:
        reasons.append(Reason("not-pending-any-more", law.rule(NWEEK_REVISING), {"state": state.value}))
    return Decision(not reasons, tuple(reasons))


def may_vote(*, idle: bool, in_hiatus: bool, state: ProposalState, closed: bool, law: Law) -> Decision[bool]:
    """Whether a Player may vote on a Proposal now. `closed`: the instant of its count has passed, though it may not
    have been counted yet."""
    reasons = _common_reasons(NWEEK_VOTING, idle, in_hiatus, law)
    # The last instant of the ballot is what counts, and not when somebody comes to count it.
    if state.historical or closed:
        reasons.append(Reason("ballot-closed", law.rule(NWEEK_VOTING), {"state": state.value}))
    # What may still be revised is not voted on.
    elif state is ProposalState.PENDING:
        reasons.append(Reason("not-open-yet", law.rule(NWEEK_VOTING)))
    return Decision(not reasons, tuple(reasons))


def _common_reasons(mechanism: Mechanism, idle: bool, in_hiatus: bool, law: Law) -> list[Reason]:
    """What stands against any such act."""
    # Some live rule must say that there is such an act at all.
    reasons = list(law.requires(mechanism).reasons)
    # Only Players do such things, and an idle one is none.
    if idle:
        reasons.append(Reason("is-idle", law.rule(AGENTS_IDLING)))
    # Nothing is submitted, revised or voted on in hiatus. (Reading 39)
    if in_hiatus:
        reasons.append(Reason("hiatus", law.rule(DOV_DECLARING)))
    return reasons


class FinalVote(StrEnum):
    """What a player's last vote on a Proposal says."""

    FOR = "FOR"
    AGAINST = "AGAINST"
    ABSTAIN = "ABSTAIN"
