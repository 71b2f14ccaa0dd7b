"""When the Clerk acts by itself, when it waits and for whom, and what it says beforehand that it will do."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from nomic.catalogue import CATALOGUE
from nomic.core.decision import Reason
from nomic.core.law.dials import ADMIN, CLERK, EITHER
from nomic.core.law.rules import Law
from proposals.deciding.rules import ResolutionCase, admin_may_resolve, clerk_forecast, clerk_may_resolve
from proposals.kinds import KINDS
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.dov.kind import DECLARATION
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.voting.rules import Status, Tally, Verdict
from tests.mechanics.proposals.matters import POSTED, SECOND, at

SINCE = at(12)
GRACE = timedelta(hours=1)
GROUNDS = (Reason("still-open", "Enactment"),)
ENACTABLE = Verdict(True, False, GROUNDS, Tally(), 3, None, SINCE)
FAILABLE = Verdict(False, True, GROUNDS, Tally(), 3, None, SINCE)
EITHER_WAY = Verdict(True, True, GROUNDS, Tally(), 3, None, SINCE)
OPEN = Verdict(False, False, GROUNDS, Tally(), 3, at(48))


def law(by: str = EITHER, grace: str = "one hour") -> Law:
    dials = {"enactment.by": by, "cfj.by": by, "dov.by": by, "clerk.grace": grace}
    return CATALOGUE.standard(dials)


def ask(verdict: Verdict, now: datetime, how: Any = clerk_may_resolve, **changed: Any) -> Any:
    the_law = changed.pop("law", law())
    return how(case(verdict, **changed), the_law, now)


def case(verdict: Verdict, **changed: Any) -> ResolutionCase:
    facts: dict[str, Any] = {"kind": PROPOSAL, "free_since": POSTED, "prose_only": False, "applies": True}
    return ResolutionCase(verdict, **(facts | changed))


def admin(verdict: Verdict, status: Status, by: str, **changed: Any) -> list[str]:
    """Why an Admin may not give it this status; empty where e may."""
    return codes(admin_may_resolve(case(verdict, **changed), status, law(by)))


def codes(decision: Any) -> list[str]:
    return [reason.code for reason in decision.reasons]


def test_what_is_open_waits_for_its_verdict_to_change() -> None:
    decision = ask(OPEN, at(13))

    assert decision.outcome is None
    assert decision.next_check == at(48)


@pytest.mark.parametrize(("verdict", "outcome"), [(ENACTABLE, Status.ENACTED), (FAILABLE, Status.FAILED)])
def test_within_the_grace_an_admin_has_the_first_word_and_at_its_end_the_clerk_acts(
    verdict: Verdict, outcome: Status
) -> None:
    within = ask(verdict, SINCE + GRACE - SECOND)
    after = ask(verdict, SINCE + GRACE)

    assert within.outcome is None
    assert codes(within) == ["clerk-waits"]
    assert within.next_check == SINCE + GRACE
    assert after.outcome is outcome


def test_the_grace_runs_from_when_nothing_older_stood_before_it() -> None:
    free = at(20)

    within = ask(ENACTABLE, free + GRACE - SECOND, free_since=free)
    after = ask(ENACTABLE, free + GRACE, free_since=free)

    assert within.outcome is None
    assert after.outcome is Status.ENACTED


def test_where_the_law_names_the_clerk_alone_there_is_no_grace_and_no_admin() -> None:
    at_once = ask(ENACTABLE, SINCE, law=law(CLERK))

    assert at_once.outcome is Status.ENACTED
    assert admin(ENACTABLE, Status.ENACTED, CLERK) == ["the-clerk-alone"]
    assert admin(FAILABLE, Status.FAILED, CLERK) == ["the-clerk-alone"]


@pytest.mark.parametrize("only_hands", [{"prose_only": True}, {"applies": False}])
@pytest.mark.parametrize("kind", list(KINDS.values()))
def test_where_the_law_names_the_clerk_alone_an_admin_enacts_only_what_the_clerk_cannot(
    kind: MatterKind, only_hands: dict[str, bool]
) -> None:
    waits = ask(ENACTABLE, at(1000), law=law(CLERK), kind=kind, **only_hands)

    assert waits.outcome is None
    assert admin(ENACTABLE, Status.ENACTED, CLERK, kind=kind, **only_hands) == []


@pytest.mark.parametrize("only_hands", [{"prose_only": True}, {"applies": False}])
def test_where_the_law_names_the_clerk_alone_an_admin_leaves_it_what_the_clerk_fails(
    only_hands: dict[str, bool],
) -> None:
    fails = ask(EITHER_WAY, at(1000), law=law(CLERK), **only_hands)

    assert fails.outcome is Status.FAILED
    assert admin(EITHER_WAY, Status.ENACTED, CLERK, **only_hands) == ["the-clerk-alone"]
    assert admin(EITHER_WAY, Status.FAILED, CLERK, **only_hands) == ["the-clerk-alone"]


@pytest.mark.parametrize("by", [ADMIN, CLERK, EITHER])
def test_an_admin_does_only_what_the_vote_permits(by: str) -> None:
    assert admin(ENACTABLE, Status.FAILED, by) == ["still-open"]
    assert admin(FAILABLE, Status.ENACTED, by, prose_only=True) == ["still-open"]
    assert admin(OPEN, Status.ENACTED, by, prose_only=True) == ["still-open"]


def test_where_the_law_names_an_admin_the_clerk_never_acts() -> None:
    late = ask(FAILABLE, at(1000), law=law(ADMIN))

    assert late.outcome is None
    assert codes(late) == ["not-the-clerk"]
    assert admin(FAILABLE, Status.FAILED, ADMIN) == []


def test_either_lets_an_admin_act() -> None:
    assert admin(ENACTABLE, Status.ENACTED, EITHER) == []
    assert admin(FAILABLE, Status.FAILED, EITHER) == []
    assert admin(EITHER_WAY, Status.ENACTED, EITHER) == []


@pytest.mark.parametrize("kind", list(KINDS.values()))
def test_each_kind_has_a_dial_of_its_own(kind: MatterKind) -> None:
    dials = {PROPOSAL: "enactment.by", CALL: "cfj.by", DECLARATION: "dov.by"}
    all_by_clerk, all_by_admin = dict.fromkeys(dials.values(), CLERK), dict.fromkeys(dials.values(), ADMIN)

    barred = ask(ENACTABLE, at(1000), kind=kind, law=CATALOGUE.standard(all_by_clerk | {dials[kind]: ADMIN}))
    free = ask(ENACTABLE, at(1000), kind=kind, law=CATALOGUE.standard(all_by_admin | {dials[kind]: CLERK}))

    assert codes(barred) == ["not-the-clerk"]
    assert free.outcome is Status.ENACTED


def test_prose_alone_is_never_enacted_by_the_clerk_but_failed() -> None:
    enacting = ask(ENACTABLE, at(1000), prose_only=True)
    failing = ask(FAILABLE, at(1000), prose_only=True)

    assert enacting.outcome is None
    assert codes(enacting) == ["prose-waits-for-an-admin"]
    assert failing.outcome is Status.FAILED


def test_changes_that_no_longer_fit_wait_for_an_admin_but_do_not_save_it_from_failing() -> None:
    enacting = ask(ENACTABLE, at(1000), applies=False)
    failing = ask(FAILABLE, at(1000), applies=False)

    assert enacting.outcome is None
    assert codes(enacting) == ["changes-wait-for-an-admin"]
    assert failing.outcome is Status.FAILED


def test_within_the_grace_it_foresees_what_it_will_do_and_when() -> None:
    decision = ask(ENACTABLE, SINCE, clerk_forecast)

    assert decision.outcome is Status.ENACTED
    assert decision.next_check == SINCE + GRACE


def test_after_the_grace_it_foresees_its_next_look() -> None:
    decision = ask(ENACTABLE, SINCE + GRACE, clerk_forecast)

    assert decision.outcome is Status.ENACTED
    assert decision.next_check is None


def test_within_the_grace_it_foresees_that_only_hands_can_do_it() -> None:
    decision = ask(ENACTABLE, SINCE, clerk_forecast, prose_only=True)

    assert decision.outcome is None
    assert codes(decision) == ["prose-waits-for-an-admin"]


def test_of_what_is_open_it_foresees_nothing() -> None:
    decision = ask(OPEN, at(1), clerk_forecast)

    assert decision.outcome is None
    assert decision.next_check is None
