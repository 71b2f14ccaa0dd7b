from __future__ import annotations

import pytest

from dynasties.spy.missions.rules import has_won, may_raise_gadgets, rank_for, supply_is_quiet
from dynasties.spy.theatre.rules_tickets import Rank
from tests.mechanics.spy.laws import LAW, amended, codes, without


@pytest.mark.parametrize(
    ("completed", "label"),
    [
        (0, "Beginner Spy"),
        (2, "Beginner Spy"),
        (3, "Standard Spy"),
        (6, "Standard Spy"),
        (7, "Experienced Spy"),
        (9, "Experienced Spy"),
        (10, "Master Spy"),
        (11, "Master Spy"),
    ],
)
def test_missions_make_a_rank(completed: int, label: str) -> None:
    found = rank_for(completed, LAW)

    assert found is not None
    assert found.label == label


def test_the_steps_are_the_laws_and_a_rank_may_be_gone() -> None:
    assert rank_for(2, amended(("spy.rank_standard", "2"))) is Rank.STANDARD
    assert rank_for(12, without("spy.rank_master")) is Rank.EXPERIENCED
    assert rank_for(12, without("spy.ranks")) is None


def test_a_standard_spy_raises_eir_gadgets_once() -> None:
    assert may_raise_gadgets(3, False, LAW).outcome
    assert may_raise_gadgets(10, False, LAW).outcome

    assert codes(may_raise_gadgets(2, False, LAW)) == ["not-standard-yet"]
    assert codes(may_raise_gadgets(3, True, LAW)) == ["gadgets-raised"]
    assert codes(may_raise_gadgets(9, False, without("spy.rank_standard"))) == ["not-standard-yet"]
    assert codes(may_raise_gadgets(9, False, without("spy.ranks"))) == ["not-in-the-law"]


def test_an_experienced_spys_rolls_are_quiet() -> None:
    assert not supply_is_quiet(6, LAW)
    assert supply_is_quiet(7, LAW)
    assert supply_is_quiet(10, LAW)

    assert not supply_is_quiet(7, without("spy.quiet_rolls"))
    assert not supply_is_quiet(7, without("spy.rank_experienced"))


def test_a_master_spy_has_won() -> None:
    assert not has_won(9, LAW)
    assert has_won(10, LAW)
    assert has_won(5, amended(("spy.rank_master", "5")))

    assert not has_won(99, without("spy.rank_master"))
    assert not has_won(99, without("spy.ranks"))
