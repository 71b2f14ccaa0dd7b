"""Who may submit a Proposal, revise it, and vote on it, and on what grounds not."""

from __future__ import annotations

import pytest

from nomic.core.decision import Decision
from nomic.core.law.dials import AGENTS_IDLING, DOV_DECLARING
from nomic.core.law.rules import Law
from nomic.words import sentence
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register.rules import may_revise, may_submit, may_vote
from tests.bnomic.mechanics.laws import LAW, codes, without


def submitting(*, idle: bool = False, in_hiatus: bool = False, law: Law = LAW) -> Decision[bool]:
    return may_submit(idle=idle, in_hiatus=in_hiatus, law=law)


def revising(
    state: ProposalState = ProposalState.PENDING,
    *,
    author: bool = True,
    idle: bool = False,
    in_hiatus: bool = False,
    law: Law = LAW,
) -> Decision[bool]:
    return may_revise(author=author, idle=idle, in_hiatus=in_hiatus, state=state, law=law)


def voting(
    state: ProposalState = ProposalState.OPEN,
    *,
    closed: bool = False,
    idle: bool = False,
    in_hiatus: bool = False,
    law: Law = LAW,
) -> Decision[bool]:
    return may_vote(idle=idle, in_hiatus=in_hiatus, state=state, closed=closed, law=law)


def said(decision: Decision[bool]) -> list[str]:
    return [sentence(reason) for reason in decision.reasons]


def test_a_player_submits_a_proposal() -> None:
    assert submitting() == Decision(True)


def test_no_proposal_is_submitted_by_an_idle_player_in_hiatus_or_without_a_rule() -> None:
    assert codes(submitting(idle=True).reasons) == ["is-idle"]
    assert codes(submitting(in_hiatus=True).reasons) == ["hiatus"]
    assert codes(submitting(law=without("nweek.submitting")).reasons) == ["not-in-the-law"]


def test_an_author_revises_eir_pending_proposal() -> None:
    assert revising() == Decision(True)


@pytest.mark.parametrize("state", [ProposalState.OPEN, ProposalState.WON, ProposalState.LOST])
def test_a_proposal_is_not_revised_from_its_opening_on(state: ProposalState) -> None:
    refusal = revising(state)

    assert codes(refusal.reasons) == ["not-pending-any-more"]
    assert refusal.reasons[0].facts == {"state": state.value}


def test_nobody_revises_the_proposal_of_another() -> None:
    assert codes(revising(author=False).reasons) == ["not-the-author"]


def test_a_vote_is_cast_on_an_open_proposal_alone() -> None:
    assert voting(ProposalState.OPEN) == Decision(True)
    assert codes(voting(ProposalState.PENDING).reasons) == ["not-open-yet"]
    assert codes(voting(ProposalState.WON).reasons) == ["ballot-closed"]
    assert codes(voting(ProposalState.LOST).reasons) == ["ballot-closed"]


def test_a_vote_after_the_instant_of_the_count_is_too_late_though_nobody_has_counted() -> None:
    assert codes(voting(ProposalState.OPEN, closed=True).reasons) == ["ballot-closed"]


def test_each_ground_of_refusal_is_told_with_its_rule() -> None:
    revision = revising(ProposalState.OPEN, author=False, idle=True, in_hiatus=True, law=without("nweek.revising"))
    vote = voting(ProposalState.PENDING, idle=True, in_hiatus=True, law=without("nweek.voting"))

    assert [revision.outcome, vote.outcome] == [False, False]
    assert [(reason.code, reason.rule) for reason in revision.reasons] == [
        ("not-in-the-law", "Proposals"),
        ("is-idle", LAW.rule(AGENTS_IDLING)),
        ("hiatus", LAW.rule(DOV_DECLARING)),
        ("not-the-author", "Proposals"),
        ("not-pending-any-more", "Proposals"),
    ]
    assert codes(vote.reasons) == ["not-in-the-law", "is-idle", "hiatus", "not-open-yet"]
    assert {vote.reasons[0].rule, vote.reasons[-1].rule} == {"Votes"}


def test_the_repeal_of_one_act_leaves_the_others() -> None:
    law = without("nweek.revising")

    assert submitting(law=law).outcome
    assert voting(law=law).outcome


def test_a_refusal_is_told_in_words() -> None:
    assert said(revising(ProposalState.OPEN)) == ["It is Open, and from its opening on a Proposal stands as it is."]
    assert said(revising(ProposalState.LOST)) == ["It is Historical (Lost), and stands as it was voted on."]
    assert said(voting(ProposalState.PENDING)) == ["It is Pending: votes are cast from its opening on."]
    assert said(voting(ProposalState.WON)) == ["The ballot on this Proposal is closed."]
