from __future__ import annotations

import pytest

from dynasties.spy.disclosure.rules import may_declare
from dynasties.spy.theatre.rules import Affiliation, name_of_prison, prison_of
from tests.mechanics.spy.laws import LAW, codes, without

WORLD, MASTERMIND = Affiliation.WORLD, Affiliation.MASTERMIND


@pytest.mark.parametrize(
    ("affiliation", "true", "apparent"),
    [
        (WORLD, WORLD, WORLD),
        (MASTERMIND, MASTERMIND, MASTERMIND),
        (Affiliation.DOUBLE_WORLD, WORLD, MASTERMIND),
        (Affiliation.DOUBLE_MASTERMIND, MASTERMIND, WORLD),
    ],
)
def test_a_double_agent_appears_to_serve_the_other_side(
    affiliation: Affiliation, true: Affiliation, apparent: Affiliation
) -> None:
    assert affiliation.true is true
    assert affiliation.apparent is apparent
    assert affiliation.double == (true is not apparent)


def test_each_side_has_its_prison() -> None:
    assert (prison_of(WORLD), prison_of(MASTERMIND)) == ("ICE", "SIB")
    assert (name_of_prison("ICE"), name_of_prison("SIB")) == (WORLD, MASTERMIND)
    with pytest.raises(KeyError):
        prison_of(Affiliation.DOUBLE_WORLD)


def test_an_affiliation_is_declared_once() -> None:
    assert may_declare(None, WORLD, LAW).outcome
    assert may_declare(WORLD, WORLD, LAW).outcome

    assert codes(may_declare(WORLD, MASTERMIND, LAW)) == ["affiliation-stands"]
    assert codes(may_declare(None, WORLD, without("spy.affiliation"))) == ["not-in-the-law"]
