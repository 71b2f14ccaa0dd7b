"""What Gadgets cost, who may own how many, and the shop. (Rows 74 to 76)"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from dynasties.spy.gadgets.rules import Belongings, may_buy, may_claim, may_discard, may_price, price_due_at
from dynasties.spy.theatre.rules_tickets import Tickets
from tests.mechanics.spy.laws import LAW, amended, codes, without

APPROVED = datetime(2026, 1, 7, 12, tzinfo=UTC)
RICH, COST = Tickets(2, 2, 2), Tickets(1, 2, 0)
SUPPLY_CENTRE, ELSEWHERE = "KRA", "POD"
OVER, FULL, ROOM = Belongings(4, 3), Belongings(3, 3), Belongings(2, 3)


def test_the_number_is_a_most_and_not_the_room_that_is_left() -> None:
    assert [each.is_over for each in (OVER, FULL, ROOM)] == [True, False, False]
    assert [each.is_full for each in (OVER, FULL, ROOM)] == [True, True, False]
    assert Belongings(0, 0).is_full
    assert not Belongings(0, 0).is_over


def test_where_the_law_keeps_no_number_nobody_has_too_many() -> None:
    assert not Belongings(99, None).is_over
    assert not Belongings(99, None).is_full


def test_only_from_who_has_too_many_and_only_by_who_has_room() -> None:
    assert may_claim(ROOM, OVER, own=False, law=LAW).outcome
    assert codes(may_claim(ROOM, FULL, own=False, law=LAW)) == ["not-over-the-limit"]
    assert codes(may_claim(FULL, OVER, own=False, law=LAW)) == ["claim-too-many"]
    assert codes(may_claim(OVER, OVER, own=True, law=LAW)) == ["claim-of-ones-own"]
    assert codes(may_claim(ROOM, OVER, own=False, law=without("spy.gadget_claims"))) == ["not-in-the-law"]


def test_only_the_owner_throws_a_gadget_away() -> None:
    assert may_discard(True, LAW).outcome
    assert codes(may_discard(False, LAW)) == ["not-your-gadget"]
    assert codes(may_discard(True, without("spy.discarding"))) == ["not-in-the-law"]


def test_a_cost_may_be_set_late_and_set_anew_only_in_time() -> None:
    due = APPROVED + timedelta(hours=48)
    late = due + timedelta(seconds=1)

    assert price_due_at(APPROVED, LAW) == due
    assert may_price(APPROVED, False, LAW, late).outcome
    assert may_price(APPROVED, True, LAW, due).outcome
    assert codes(may_price(APPROVED, True, LAW, late)) == ["price-stands"]


def test_where_the_law_gives_no_time_a_cost_may_be_set_whenever() -> None:
    law = without("spy.gadget_pricing")

    assert price_due_at(APPROVED, law) is None
    assert may_price(APPROVED, True, law, APPROVED + timedelta(days=99)).outcome
    assert price_due_at(APPROVED, amended(("spy.gadget_pricing", "1 hour"))) == APPROVED + timedelta(hours=1)


def test_all_three_kinds_are_covered_or_nothing_is_bought() -> None:
    assert may_buy(SUPPLY_CENTRE, COST, RICH, LAW).outcome
    assert may_buy(SUPPLY_CENTRE, COST, COST, LAW).outcome
    assert may_buy(SUPPLY_CENTRE, Tickets(), Tickets(), LAW).outcome
    assert codes(may_buy(SUPPLY_CENTRE, COST, Tickets(0, 1, 9), LAW)) == ["no-ticket", "no-ticket"]


@pytest.mark.parametrize("location", [ELSEWHERE, None])
def test_the_shop_is_in_supply_centres(location: str | None) -> None:
    assert codes(may_buy(location, COST, RICH, LAW)) == ["not-at-a-supply-centre"]


def test_what_has_no_cost_yet_is_not_for_sale() -> None:
    assert codes(may_buy(SUPPLY_CENTRE, None, RICH, LAW)) == ["no-price-yet"]
    assert codes(may_buy(ELSEWHERE, None, RICH, LAW)) == ["not-at-a-supply-centre", "no-price-yet"]
    assert codes(may_buy(SUPPLY_CENTRE, COST, RICH, without("spy.shop"))) == ["not-in-the-law"]
