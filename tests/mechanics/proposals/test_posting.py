from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from nomic.catalogue import CATALOGUE
from nomic.core.decision import Decision
from nomic.core.law.rules import Law
from proposals.deciding.rules import may_receive_votes, may_vote
from proposals.kinds import KINDS
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.dov.kind import DECLARATION
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.kinds.proposal.rules import slots
from proposals.kinds.rules import PostingFacts
from proposals.posts.rules import EditingFacts, may_change_category, may_comment, may_edit, title_subject
from proposals.voting.rules import Ballot, Status, Vote
from tests.mechanics.proposals.matters import LAW, POSTED, SECOND, at, codes, hiatus, lacking, matter, roster, without

MIDNIGHT = datetime(2007, 3, 15, tzinfo=UTC)


def posting(
    pending: int = 0, made: int = 0, *, idle: bool = False, in_hiatus: bool = False, law: Law = LAW
) -> Decision[bool]:
    used = slots(pending, made, law, POSTED)
    facts = PostingFacts(slots=used, is_idle=idle, is_mastermind=False, in_hiatus=in_hiatus)
    return PROPOSAL.may_post(facts, law)


def test_an_agent_has_two_slots_and_three_posts_a_day() -> None:
    assert posting(1, 2).outcome
    assert codes(posting(2, 2).reasons) == ["pending-limit"]
    assert codes(posting(1, 3).reasons) == ["daily-limit"]
    assert codes(posting(2, 3).reasons) == ["pending-limit", "daily-limit"]


def test_only_the_days_limit_passes_with_time() -> None:
    assert posting(1, 3).next_check == MIDNIGHT
    assert posting(2, 3).next_check is None


def test_every_ground_is_told_at_once() -> None:
    gone = posting(2, 3, idle=True, in_hiatus=True, law=without("proposals.posting"))

    assert codes(gone.reasons) == ["not-in-the-law", "is-idle", "hiatus", "pending-limit", "daily-limit"]
    assert gone.reasons[0].rule == "Proposals"


def test_limits_that_the_law_does_not_set_do_not_bind() -> None:
    assert posting(50, 50, law=lacking("proposals.pending_limit", "proposals.daily_limit")).outcome


def test_slots_count_by_the_gmt_day() -> None:
    late = slots(1, 2, LAW, MIDNIGHT - SECOND)

    assert (late.resets_at, late.pending_full, late.day_full) == (MIDNIGHT, False, False)
    assert slots(1, 2, LAW, MIDNIGHT).resets_at == MIDNIGHT + timedelta(days=1)


def voting(voter: str, vote: Vote, text: str = "", *, idle: str = "", hour: float = 5, **more: Any) -> list[str]:
    """`more`: the `kind` of matter, the `law`, the `stops`, where they matter."""
    ballot, there = Ballot(voter, vote, at(hour)), matter(text, more.get("kind", PROPOSAL))
    return codes(may_vote(ballot, there, roster(5, idle=idle), more.get("law", LAW), more.get("stops", ())).reasons)


@pytest.mark.parametrize("vote", [Vote.FOR, Vote.AGAINST, Vote.DEFERENTIAL])
def test_any_agent_may_vote_on_a_pending_proposal(vote: Vote) -> None:
    assert voting("P1", vote) == []


def test_each_vote_that_would_not_count_is_refused_with_its_reason() -> None:
    assert voting("P1", Vote.FOR, idle="P1") == ["is-idle"]
    assert voting("stranger", Vote.FOR) == ["not-an-agent"]
    assert voting("M", Vote.DEFERENTIAL) == ["mastermind-deferential"]
    assert voting("M", Vote.VETO) == []
    assert voting("P1", Vote.VETO) == ["not-the-mastermind"]
    assert voting("P1", Vote.FOR, stops=(hiatus(4),)) == ["hiatus"]
    assert voting("P1", Vote.FOR, stops=(hiatus(4, 5),)) == []
    assert voting("author", Vote.FOR, "author:A") == ["self-kill-is-final"]
    assert voting("author", Vote.FOR, "author:A", law=without("voting.self_kill")) == []
    assert voting("P1", Vote.FOR, law=without("voting.votes")) == ["not-in-the-law"]
    assert voting("P1", Vote.DEFERENTIAL, law=lacking("voting.deferential")) == ["deferential-not-allowed"]
    assert voting("M", Vote.VETO, law=lacking("voting.veto")) == ["veto-not-allowed"]


def test_calls_and_declarations_are_voted_on_in_hiatus_with_two_icons() -> None:
    assert voting("P1", Vote.FOR, kind=CALL, stops=(hiatus(4),)) == []
    assert voting("P1", Vote.DEFERENTIAL, kind=CALL) == ["for-or-against-only"]
    assert voting("M", Vote.VETO, kind=DECLARATION) == ["for-or-against-only"]
    assert voting("P1", Vote.FOR, "P2:F P3:F M:F", kind=CALL) == ["voting-closed"]
    assert voting("P1", Vote.FOR, kind=CALL, hour=96) == []
    assert voting("P1", Vote.FOR, kind=CALL, hour=96.01) == ["voting-closed"]


@pytest.mark.parametrize("kind", list(KINDS.values()))
def test_only_what_is_pending_is_voted_on(kind: MatterKind) -> None:
    closed = {status: may_receive_votes(kind, status, LAW) for status in Status if status is not Status.PENDING}

    assert may_receive_votes(kind, Status.PENDING, LAW).outcome
    assert {codes(each.reasons)[0] for each in closed.values()} == {"not-pending"}
    word = "enacted" if kind is PROPOSAL else "passed"
    assert closed[Status.ENACTED].reasons[0].facts == {"status": word}


def test_what_its_author_has_taken_back_is_commented_on_no_more() -> None:
    assert may_comment(withdrawn=False, law=LAW).outcome
    assert codes(may_comment(withdrawn=True, law=LAW).reasons) == ["withdrawn"]


def raising(kind: MatterKind, *, idle: bool = False, mastermind: bool = False, law: Law = LAW) -> list[str]:
    facts = PostingFacts(slots=None, is_idle=idle, is_mastermind=mastermind, in_hiatus=True)
    return codes(kind.may_post(facts, law).reasons)


@pytest.mark.parametrize(("kind", "mechanism"), [(CALL, "cfj.raising"), (DECLARATION, "dov.declaring")])
def test_calls_and_declarations_are_raised_by_agents_where_the_law_knows_them(kind: MatterKind, mechanism: str) -> None:
    assert raising(kind) == []
    assert raising(kind, idle=True) == ["is-idle"]
    assert raising(kind, law=without(mechanism)) == ["not-in-the-law"]
    assert raising(kind, idle=True, law=without(mechanism)) == ["not-in-the-law", "is-idle"]


def test_the_mastermind_calls_for_judgment_and_declares_no_victory() -> None:
    assert raising(CALL, mastermind=True) == []
    assert raising(DECLARATION, mastermind=True) == ["mastermind-declares"]
    assert raising(DECLARATION, idle=True, mastermind=True) == ["is-idle", "mastermind-declares"]


def editing(
    editor: str = "author",
    *,
    withdrawn: bool = False,
    official: bool = True,
    commented: bool = False,
    status: Status = Status.PENDING,
    law: Law = LAW,
) -> list[str]:
    found = may_edit(EditingFacts(editor == "author", withdrawn, official, commented), status, law)
    return codes(found.reasons)


def test_an_official_post_may_be_edited_by_its_author_until_an_agent_comments() -> None:
    assert editing() == []
    assert editing("M") == ["not-the-author"]
    assert editing(commented=True) == ["commented"]
    assert editing(status=Status.FAILED) == ["not-pending"]
    assert editing(law=without("posts.editing")) == ["not-in-the-law"]


def test_a_plain_post_may_be_edited_by_its_author_at_any_time() -> None:
    assert editing(official=False, commented=True, law=without("posts.editing")) == []
    assert editing("M", official=False) == ["not-the-author"]


@pytest.mark.parametrize("official", [True, False])
def test_what_is_withdrawn_is_edited_no_more_and_nothing_else_is_said_about_it(official: bool) -> None:
    assert editing(official=official, withdrawn=True, commented=True, status=Status.WITHDRAWN) == ["withdrawn"]
    assert editing("M", official=official, withdrawn=True) == ["withdrawn"]


def refiling(
    after: timedelta,
    *,
    editor: str = "author",
    withdrawn: bool = False,
    official: bool = False,
    commented: bool = False,
    law: Law = LAW,
) -> Decision[bool]:
    return may_change_category(
        EditingFacts(editor == "author", withdrawn, official, commented), POSTED, law, POSTED + after
    )


def test_a_plain_post_is_refiled_in_less_than_five_minutes() -> None:
    five = timedelta(minutes=5)

    assert refiling(five - SECOND).outcome
    assert refiling(five - SECOND).next_check == POSTED + five
    assert codes(refiling(five).reasons) == ["window-closed"]
    assert codes(refiling(SECOND, editor="M").reasons) == ["not-the-author"]
    assert codes(refiling(SECOND, commented=True).reasons) == ["commented"]
    assert codes(refiling(SECOND, withdrawn=True, commented=True).reasons) == ["withdrawn"]
    assert codes(refiling(SECOND, official=True).reasons) == ["already-official"]
    assert codes(refiling(timedelta(0), law=lacking("posts.category_window")).reasons) == ["window-closed"]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Proposal: Fair Bombs", "Fair Bombs"),
        ("A: B: C", "B: C"),
        ("No colon here", "No colon here"),
        ("Proposal:", ""),
        ("Proposal: ", ""),
        ("Proposal: \u200b\u2060\ufeff", ""),
        ("Proposal: \u3164\u2800\ufe0f", ""),
        ("", ""),
        (": x", "x"),
    ],
)
def test_the_subject_is_what_can_be_read_after_the_first_colon(title: str, expected: Any) -> None:
    assert title_subject(title) == expected


def test_a_higher_limit_in_the_law_gives_more_slots() -> None:
    assert posting(4, 0, law=CATALOGUE.standard({"proposals.pending_limit": "five"})).outcome
