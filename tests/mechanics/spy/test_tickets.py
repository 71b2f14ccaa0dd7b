from __future__ import annotations

import pytest

from dynasties.spy.theatre.rules_tickets import Supply, Ticket, Tickets, after_exchange, outfit, supply
from tests.mechanics.spy.laws import LAW, amended, codes, without

HAND = Tickets(air=3, sea=4, land=5)


def test_tickets_are_counted_by_kind() -> None:
    assert [HAND.of(kind) for kind in Ticket] == [3, 4, 5]
    assert HAND.plus(Tickets(sea=1)) == Tickets(3, 5, 5)
    assert HAND.less(Tickets(1, 1, 5)) == Tickets(2, 3, 0)
    assert HAND.total == 12


def test_tickets_cover_a_cost_only_kind_by_kind() -> None:
    assert HAND.covers(HAND)
    assert not HAND.covers(Tickets(land=6))
    assert not HAND.covers(Tickets(air=4))
    with pytest.raises(ValueError, match="does not cover"):
        HAND.less(Tickets(sea=5))


@pytest.mark.parametrize(
    ("roll", "brings"),
    [(1, {Supply.AIR}), (2, {Supply.SEA}), (3, {Supply.LAND}), (4, {Supply.LAND}), (5, set()), (6, {Supply.NEWS})],
)
def test_each_of_the_six_rolls_brings_what_the_law_says(roll: int, brings: set[Supply]) -> None:
    assert supply(roll, LAW) == brings


def test_amended_rolls_may_bring_two_things_or_none() -> None:
    overlapping = amended(("spy.supply_news", "1 to 2"))

    assert supply(1, overlapping) == {Supply.AIR, Supply.NEWS}
    assert supply(6, overlapping) == set()
    assert supply(1, without("spy.supply_air")) == set()
    assert Supply.NEWS.ticket is None
    assert Supply.SEA.ticket is Ticket.SEA


def test_a_newcomer_is_fitted_out_by_dice_while_a_rule_says_so() -> None:
    assert outfit(LAW) == (3, 2)
    assert outfit(amended(("spy.outfit_die", "6"))) == (6, 2)

    assert outfit(without("spy.outfit_die")) == (0, 2)
    assert outfit(without("spy.outfit")) is None


def test_two_of_one_kind_are_exchanged_for_one_of_another() -> None:
    once, twice = (after_exchange(HAND, Ticket.SEA, Ticket.AIR, times, LAW) for times in (1, 2))

    assert once.outcome == Tickets(4, 2, 5)
    assert twice.outcome == Tickets(5, 0, 5)


@pytest.mark.parametrize(
    ("give", "take", "times", "code"),
    [
        (Ticket.SEA, Ticket.AIR, 3, "no-ticket"),
        (Ticket.AIR, Ticket.SEA, 2, "no-ticket"),
        (Ticket.SEA, Ticket.AIR, 0, "exchange-for-nothing"),
        (Ticket.SEA, Ticket.SEA, 1, "exchange-for-the-same"),
    ],
)
def test_an_exchange_needs_enough_of_another_kind(give: Ticket, take: Ticket, times: int, code: str) -> None:
    refused = after_exchange(HAND, give, take, times, LAW)

    assert refused.outcome is None
    assert codes(refused) == [code]


def test_the_price_of_an_exchange_is_the_laws() -> None:
    three, one = amended(("spy.exchange_price", "3")), without("spy.exchange_price")

    assert after_exchange(HAND, Ticket.SEA, Ticket.AIR, 1, three).outcome == Tickets(4, 1, 5)
    assert after_exchange(HAND, Ticket.SEA, Ticket.AIR, 4, one).outcome == Tickets(7, 0, 5)
    assert codes(after_exchange(HAND, Ticket.SEA, Ticket.AIR, 1, without("spy.exchange"))) == ["not-in-the-law"]
