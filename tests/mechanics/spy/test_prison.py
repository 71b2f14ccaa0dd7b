from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.prison.rules import RescueFacts, may_leave, may_rescue, may_turn, prison_location, rescue_cost
from dynasties.spy.theatre.rules import Affiliation
from dynasties.spy.theatre.rules_tickets import Tickets
from tests.mechanics.spy.laws import LAW, amended, codes, without

ONE_EACH = Tickets(1, 1, 1)
HERE = RescueFacts(ONE_EACH, "ICE", True, False, "ICE", True)


def rescuing(tickets: Tickets = ONE_EACH, law: Any = LAW, **changes: Any) -> list[str]:
    decision = may_rescue(replace(HERE, tickets=tickets, **changes), law)
    assert bool(decision.outcome) == (not decision.reasons)
    return codes(decision)


@pytest.mark.parametrize(
    ("prison", "affiliation", "leaves"),
    [
        ("ICE", Affiliation.WORLD, True),
        ("ICE", Affiliation.MASTERMIND, False),
        ("ICE", Affiliation.DOUBLE_WORLD, False),
        ("ICE", Affiliation.DOUBLE_MASTERMIND, False),
        ("ICE", None, False),
        ("SIB", Affiliation.MASTERMIND, True),
        ("SIB", Affiliation.DOUBLE_MASTERMIND, False),
        ("SIB", Affiliation.WORLD, False),
        (None, Affiliation.WORLD, True),
        (None, None, True),
    ],
)
def test_a_prisoner_leaves_the_prison_of_eir_own_affiliation_alone(
    prison: str | None, affiliation: Affiliation | None, leaves: bool
) -> None:
    assert bool(may_leave(prison, affiliation, LAW).outcome) is leaves


def test_a_gadget_may_let_a_prisoner_leave() -> None:
    walking = may_leave("SIB", Affiliation.WORLD, LAW, {GadgetLicence.LEAVE_PRISON})

    assert walking.outcome
    assert walking.reasons[0].facts["licence"] == "leave-prison"
    assert codes(may_leave("SIB", Affiliation.WORLD, LAW, {GadgetLicence.CROSS_CURTAIN})) == ["in-prison"]


def test_without_the_rule_prisoners_walk_out() -> None:
    assert may_leave("SIB", None, without("spy.prisons")).outcome


def test_a_rescue_takes_a_ticket_of_every_kind_after_the_move_is_paid() -> None:
    assert rescuing() == []
    assert rescuing(Tickets(5, 0, 5)) == ["no-ticket"]
    assert rescuing(Tickets()) == ["no-ticket"] * 3
    assert rescue_cost(LAW) == ONE_EACH


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"came_by_move": False}, "not-moved-here"),
        ({"imprisoned_self": True}, "rescuer-in-prison"),
        ({"rescuer_place": "SIB"}, "no-prisoner-here"),
        ({"rescuer_place": None, "prisoner_place": None}, "no-prisoner-here"),
        ({"prisoner_imprisoned": False}, "no-prisoner-here"),
    ],
)
def test_who_rescues_has_moved_to_where_a_prisoner_is(changes: Any, code: str) -> None:
    assert rescuing(**changes) == [code]


def test_the_price_of_a_rescue_is_the_laws() -> None:
    assert rescuing(law=amended(("spy.rescue_price", "2"))) == ["no-ticket"] * 3
    assert rescuing(Tickets(), law=without("spy.rescue_price")) == []
    assert rescuing(law=without("spy.rescue")) == ["not-in-the-law"]


@pytest.mark.parametrize(
    ("affiliation", "prison", "turned", "code"),
    [
        (Affiliation.DOUBLE_WORLD, "ICE", Affiliation.WORLD, None),
        (Affiliation.DOUBLE_MASTERMIND, "SIB", Affiliation.MASTERMIND, None),
        (Affiliation.DOUBLE_WORLD, "SIB", None, "prison-of-the-other-side"),
        (Affiliation.DOUBLE_MASTERMIND, "ICE", None, "prison-of-the-other-side"),
        (Affiliation.DOUBLE_WORLD, None, None, "no-prisoner"),
        (Affiliation.WORLD, "ICE", None, "no-double-agent"),
        (None, "ICE", None, "no-double-agent"),
    ],
)
def test_a_double_agent_turns_in_the_prison_of_the_side_that_e_serves(
    affiliation: Affiliation | None, prison: str | None, turned: Affiliation | None, code: str | None
) -> None:
    decision = may_turn(affiliation, prison, LAW)

    assert decision.outcome is turned
    assert codes(decision) == ([code] if code else [])


def test_without_the_rule_nobody_turns() -> None:
    assert codes(may_turn(Affiliation.DOUBLE_WORLD, "ICE", without("spy.turning"))) == ["not-in-the-law"]


def test_the_news_of_a_prisoner_ends_with_pri() -> None:
    assert prison_location("ICE") == "ICE-PRI"
