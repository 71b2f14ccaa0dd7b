"""What Admins may put right, and whose eyes evidence is for: the mechanics alone."""

from __future__ import annotations

import pytest

from proposals.kinds import KINDS
from proposals.kinds.kind import MatterKind
from proposals.kinds.rules import ReopeningFacts
from proposals.posts.rules import accused_agents, may_see_evidence
from proposals.repairs.rules import may_mark_illegal, may_note, may_reopen
from proposals.voting.rules import Status
from tests.mechanics.proposals.matters import LAW


def reopened(kind: MatterKind | None, status: Status, **scene: bool) -> str:
    still = {"in_hiatus": False, "awaits_address": False, "overtaken": False} | scene
    decision = may_reopen(kind, status, ReopeningFacts(**still), LAW)
    return "" if decision.outcome else decision.reasons[0].code


@pytest.mark.parametrize("kind", list(KINDS.values()))
@pytest.mark.parametrize("status", [Status.FAILED, Status.ILLEGAL])
def test_what_was_failed_or_marked_illegal_may_be_opened_again(kind: MatterKind, status: Status) -> None:
    assert reopened(kind, status) == ""


@pytest.mark.parametrize(
    ("status", "why"),
    [(Status.PENDING, "pending-already"), (Status.WITHDRAWN, "withdrawn"), (Status.ENACTED, "enacted-for-good")],
)
@pytest.mark.parametrize("kind", list(KINDS.values()))
def test_what_stands_otherwise_is_not(kind: MatterKind, status: Status, why: str) -> None:
    assert reopened(kind, status) == why


def test_hiatus_bars_proposals_alone_and_another_dynasty_declarations_alone() -> None:
    over = [{"awaits_address": True}, {"overtaken": True}]

    assert [reopened(kind, Status.FAILED, in_hiatus=True) for kind in KINDS.values()] == ["hiatus", "", ""]
    for scene in over:
        assert [reopened(kind, Status.FAILED, **scene) for kind in KINDS.values()] == ["", "", "dynasty-over"]


def test_a_plain_post_is_neither_illegal_nor_opened_nor_noted_on() -> None:
    assert reopened(None, Status.FAILED) == "not-a-matter"
    assert not may_mark_illegal(None, Status.PENDING, LAW).outcome
    assert [may_note(official, LAW).outcome for official in (True, False)] == [True, False]


def test_whom_a_change_list_removes_or_bars_it_accuses() -> None:
    kinds = {1: "bar-agent", 2: "remove-agent", 3: "make-admin"}
    changes = [{"kind": kind, "agent": agent} for agent, kind in kinds.items()]

    assert accused_agents(changes) == {1, 2}


@pytest.mark.parametrize(
    ("reader", "is_author", "is_admin", "sees"),
    [
        (None, False, False, False),
        (4, False, False, False),
        (4, True, False, True),
        (4, False, True, True),
        (1, False, True, False),
        (1, True, False, True),
        (1, True, True, True),
    ],
)
def test_evidence_is_for_its_author_and_for_admins_whom_it_does_not_accuse(
    reader: int | None, is_author: bool, is_admin: bool, sees: bool
) -> None:
    assert may_see_evidence(reader=reader, is_author=is_author, is_admin=is_admin, accused_ever={1, 2}) is sees
