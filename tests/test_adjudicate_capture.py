"""What the referee answers of captures, and of Tickets that are exchanged."""

from __future__ import annotations

from typing import Any

import pytest

from nomic.referee import adjudicate
from tests.spy_questions import CAPTURE, EXCHANGE, code_of, costs, error_path, with_

NOTHING = {"sent_to": None, "moves_at_random": False, "lkl": None}


# -- spy.capture


@pytest.mark.parametrize(
    ("roll", "row", "captor", "target"),
    [
        (1, 1, NOTHING, {"sent_to": "SIB", "moves_at_random": False, "lkl": "SIB-PRI"}),
        (34, 2, {"sent_to": "ICE", "moves_at_random": False, "lkl": "ICE-PRI"}, NOTHING),
        (90, 3, NOTHING | {"moves_at_random": True}, NOTHING | {"moves_at_random": True}),
        (91, 4, NOTHING | {"moves_at_random": True, "lkl": "LON"}, NOTHING | {"moves_at_random": True, "lkl": "LON"}),
    ],
)
def test_a_capture_answers_its_row_and_both_fates(roll: int, row: int, captor: Any, target: Any) -> None:
    assert adjudicate(with_(CAPTURE, roll=roll)) == {"row": row, "captor": captor, "target": target}


def test_captor_and_target_in_different_places_are_refused() -> None:
    apart: Any = adjudicate(with_(CAPTURE, target={"location": "WAL", "affiliation": "World"}))

    assert apart["legal"] is False
    assert code_of(apart) == ["not-in-one-place"]
    assert set(apart) == {"legal", "reasons"}


def test_both_may_carry_a_prison() -> None:
    inside = {"location": "ICE", "affiliation": "Mastermind", "prison": "ICE"}

    answer: Any = adjudicate(with_(CAPTURE, roll=1, captor=inside, target=inside))
    assert answer["target"]["sent_to"] == "SIB"
    assert error_path(with_(CAPTURE, target=CAPTURE["target"] | {"prison": "ICE"})) == "target/prison"


def test_the_rows_are_the_laws_and_a_number_may_be_in_none() -> None:
    amended = {"spy.capture_draw": "51 to 89", "spy.capture_success": "1 to 20"}

    assert adjudicate(with_(CAPTURE, roll=90, dials=amended))["row"] == 4
    assert adjudicate(with_(CAPTURE, roll=21, dials=amended)) == {"row": None, "captor": NOTHING, "target": NOTHING}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"roll": ...}, "roll"),
        ({"roll": 0}, "roll"),
        ({"roll": 101}, "roll"),
        ({"roll": 21, "dials": {"spy.capture_die": "20"}}, "roll"),
        ({"roll": 1, "dials": {"spy.capture_die": "0"}}, "roll"),
        ({"roll": 1.5}, "roll"),
        ({"captor": ...}, "captor"),
        ({"captor": "P1"}, "captor"),
        ({"captor": {"location": "XXX", "affiliation": "World"}}, "captor/location"),
        ({"target": {"location": "LON"}}, "target/affiliation"),
        ({"target": {"location": "LON", "affiliation": None}}, "target/affiliation"),
        ({"target": {"location": "LON", "affiliation": "Double Agent"}}, "target/affiliation"),
    ],
)
def test_a_capture_that_is_not_understood_is_answered_with_its_path(changes: Any, path: str) -> None:
    assert error_path(with_(CAPTURE, **changes)) == path


# -- spy.exchange


def test_an_exchange_answers_with_the_tickets_after_it() -> None:
    answer: Any = adjudicate(EXCHANGE)

    assert (answer["legal"], answer["tickets"]) == (True, costs(sea=2, land=1))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"times": 0}, "exchange-for-nothing"),
        ({"times": 3}, "no-ticket"),
        ({"take": "air"}, "exchange-for-the-same"),
        ({"dials": {"spy.exchange_price": "3"}}, "no-ticket"),
    ],
)
def test_an_illegal_exchange_leaves_the_tickets_as_they_are(changes: Any, code: str) -> None:
    answer: Any = adjudicate(with_(EXCHANGE, **changes))

    assert (answer["legal"], answer["tickets"], code_of(answer)) == (False, EXCHANGE["tickets"], [code])


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"tickets": {}}, "tickets/air"),
        ({"give": ...}, "give"),
        ({"give": "Air"}, "give"),
        ({"take": "train"}, "take"),
        ({"times": -1}, "times"),
        ({"times": 10**4299}, "times"),
        ({"times": "2"}, "times"),
        ({"times": ...}, "times"),
    ],
)
def test_an_exchange_that_is_not_understood_is_answered_with_its_path(changes: Any, path: str) -> None:
    assert error_path(with_(EXCHANGE, **changes)) == path
