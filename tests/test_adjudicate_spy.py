"""What the referee answers for the map of spies, every line of what is published about it."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import pytest

from dynasties.spy.mechanics.curtain import STARTING_PAGE, read_page
from nomic.referee import adjudicate, answers

Case: TypeAlias = dict[str, Any]

CURTAIN = read_page(STARTING_PAGE)
MOVE: Case = {
    "procedure": "spy.move", "from": "LON", "to": "FRA", "tickets": {"air": 1, "sea": 0, "land": 0},
    "curtain": sorted(CURTAIN.behind), "smuggling": sorted(CURTAIN.smuggling), "side": None, "prison": None,
    "affiliation": "World", "licences": [],
}  # fmt: skip
CAPTURE: Case = {
    "procedure": "spy.capture", "roll": 20,
    "captor": {"location": "LON", "affiliation": "Mastermind"},
    "target": {"location": "LON", "affiliation": "World"},
}  # fmt: skip
EXCHANGE: Case = {
    "procedure": "spy.exchange", "tickets": {"air": 4, "sea": 0, "land": 1}, "give": "air", "take": "sea", "times": 2,
}  # fmt: skip
NOTHING = {"sent_to": None, "moves_at_random": False, "lkl": None}


def with_(example: Case, **changes: Any) -> Case:
    return {name: value for name, value in {**example, **changes}.items() if value is not ...}


def moving(**changes: Any) -> Any:
    start = changes.pop("from_", MOVE["from"])
    answer = adjudicate(with_(MOVE, **{"from": start}, **changes))
    assert "error" not in answer, answer
    return answer


def costs(air: int = 0, sea: int = 0, land: int = 0) -> dict[str, int]:
    return {"air": air, "sea": sea, "land": land}


def code_of(answer: Any) -> list[str]:
    return [each["code"] for each in answer["reasons"]]


def error_path(question: object) -> object:
    error = adjudicate(question)["error"]
    assert isinstance(error, dict)
    assert error["text"]
    return error["path"]


# -- spy.move


def test_the_published_example_is_answered_whole() -> None:
    answer = moving()

    assert answer.pop("reasons") == [
        {
            "code": "by-air", "rule": "Movement", "facts": {"from": "LON", "to": "FRA", "tickets": 1},
            "text": "By air from London (LON) to Frankfurt (FRA), for 1 Air Ticket.",
        }
    ]  # fmt: skip
    assert answer == {
        "legal": True, "kind": "air", "cost": costs(air=1), "crosses_curtain": False, "checkpoint_charlie": False,
        "side_after": "free",
    }  # fmt: skip
    assert json.loads(json.dumps(answer)) == answer


def test_what_may_be_left_out_may_be_left_out() -> None:
    optional = ("curtain", "smuggling", "side", "prison", "affiliation", "licences")

    assert moving(**dict.fromkeys(optional, ...), unheard_of=1) == moving(curtain=[], smuggling=[])


@pytest.mark.parametrize(
    ("changes", "kind", "cost"),
    [
        ({"from_": "KRA", "to": "SLO"}, "land", costs()),
        ({"tickets": costs(air=1)}, "air", costs(air=1)),
        ({"to": "NTH", "tickets": costs(sea=1)}, "sea", costs(sea=1)),
        ({"from_": "ALS", "to": "AUS", "tickets": costs(land=1)}, "hop", costs(land=1)),
    ],
)
def test_each_kind_of_move_is_named_with_its_cost(changes: Any, kind: str, cost: Any) -> None:
    answer = moving(**changes)

    assert (answer["legal"], answer["kind"], answer["cost"]) == (True, kind, cost)


@pytest.mark.parametrize(
    ("changes", "kind", "cost", "codes"),
    [
        ({"to": "LON"}, None, None, ["same-place"]),
        ({"to": "BAL"}, None, None, ["not-adjacent"]),
        ({"to": "POR"}, None, None, ["not-adjacent", "no-hop-at-airport"]),
        ({"from_": "POR", "to": "URA"}, None, None, ["not-adjacent", "no-third-territory"]),
        ({"tickets": costs(sea=9)}, "air", costs(air=1), ["no-ticket"]),
        ({"to": "MOS"}, "air", costs(air=1), ["curtain"]),
        ({"from_": "HAM", "to": "SIL", "tickets": costs()}, "hop", costs(land=1), ["curtain", "no-ticket"]),
        ({"from_": "SIB", "to": "URA", "prison": "SIB"}, "land", costs(), ["in-prison"]),
    ],
)
def test_an_illegal_move_says_what_would_have_been_tried(changes: Any, kind: Any, cost: Any, codes: Any) -> None:
    answer = moving(**changes)

    assert (answer["legal"], answer["kind"], answer["cost"], code_of(answer)) == (False, kind, cost, codes)
    assert all(each["text"] for each in answer["reasons"])


def test_checkpoint_charlie_is_no_crossing() -> None:
    answer = moving(from_="FRA", to="BER", tickets=costs())

    assert (answer["legal"], answer["crosses_curtain"], answer["checkpoint_charlie"]) == (True, False, True)
    assert answer["side_after"] == "behind"


@pytest.mark.parametrize(
    ("side", "to", "legal", "cost", "crosses", "after"),
    [
        ("behind", "GOB", True, costs(sea=2), True, "free"),
        ("free", "GOB", True, costs(sea=1), False, "free"),
        (None, "GOB", True, costs(sea=1), False, "free"),
        ("behind", "STP", True, costs(), False, "behind"),
        ("free", "STP", False, costs(), True, "behind"),
        (None, "STP", True, costs(), False, "behind"),
    ],
)
def test_the_kept_side_counts_in_a_smuggling_territory(
    side: Any, to: str, legal: bool, cost: Any, crosses: bool, after: str
) -> None:
    answer = moving(from_="FIN", to=to, side=side, tickets=costs(sea=2))

    assert (answer["legal"], answer["cost"], answer["crosses_curtain"]) == (legal, cost, crosses)
    assert answer["side_after"] == after


@pytest.mark.parametrize(
    ("from_", "to", "side", "after"),
    [("STP", "FIN", None, "behind"), ("SWE", "FIN", "behind", "free"), ("CRO", "SER", "behind", "behind"),
     ("CRO", "SER", None, None), ("CRO", "CRO", "free", "free")],
)  # fmt: skip
def test_the_side_after_is_the_kept_one_in_a_smuggling_territory(from_: str, to: str, side: Any, after: Any) -> None:
    assert moving(from_=from_, to=to, side=side)["side_after"] == after


def test_a_territory_in_both_lists_is_a_smuggling_one() -> None:
    both = moving(from_="SWE", to="FIN", curtain=["FIN", "STP"], smuggling=["FIN"])

    assert (both["legal"], both["side_after"]) == (True, "free")


def test_licences_cross_leave_and_make_cheaper() -> None:
    assert moving(to="MOS", licences=["cross-curtain"])["crosses_curtain"]
    assert moving(to="MOS", licences=["cross-curtain"])["legal"]
    assert moving(from_="SIB", to="URA", prison="SIB", licences=["leave-prison"])["legal"]
    assert moving(tickets=costs(), licences=["discount-air"])["cost"] == costs()
    smuggled = moving(from_="FIN", to="GOB", side="behind", tickets=costs(sea=1), licences=["discount-sea"])
    assert (smuggled["legal"], smuggled["cost"]) == (True, costs(sea=1))


def test_a_prisoner_leaves_the_prison_of_eir_affiliation() -> None:
    assert moving(from_="ICE", to="NAO", tickets=costs(sea=1), prison="ICE", affiliation="World")["legal"]
    assert not moving(
        from_="ICE", to="NAO", tickets=costs(sea=1), prison="ICE", affiliation="Double Agent (World)"
    )["legal"]  # fmt: skip


def test_as_many_tickets_as_can_be_said_are_not_too_many() -> None:
    assert moving(tickets=costs(air=10**18))["legal"]


def test_dials_override_the_law() -> None:
    dear = moving(dials={"spy.air_price": "two"})

    assert (dear["legal"], dear["cost"], code_of(dear)) == (False, costs(air=2), ["no-ticket"])


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"from": ...}, "from"),
        ({"from": "XXX"}, "from"),
        ({"from": "lon"}, "from"),
        ({"from": ["LON"]}, "from"),
        ({"to": ...}, "to"),
        ({"to": "London"}, "to"),
        ({"tickets": ...}, "tickets"),
        ({"tickets": {"air": 1, "sea": 0}}, "tickets/land"),
        ({"tickets": {"air": -1, "sea": 0, "land": 0}}, "tickets/air"),
        ({"tickets": {"air": 1, "sea": True, "land": 0}}, "tickets/sea"),
        ({"tickets": [1, 0, 0]}, "tickets"),
        ({"tickets": costs(air=10**18 + 1)}, "tickets/air"),
        ({"curtain": ["BER", "XXX"]}, "curtain/1"),
        ({"curtain": "BER"}, "curtain"),
        ({"smuggling": [None]}, "smuggling/0"),
        ({"side": "west"}, "side"),
        ({"prison": "LON"}, "prison"),
        ({"prison": "ICE"}, "prison"),
        ({"from": "SIB", "prison": "ICE"}, "prison"),
        ({"affiliation": "world"}, "affiliation"),
        ({"licences": ["fly"]}, "licences/0"),
        ({"licences": "cross-curtain"}, "licences"),
        ({"dials": {"spy.air_price": "dear"}}, "dials/spy.air_price"),
        ({"dials": {"spy.no_such": "1"}}, "dials/spy.no_such"),
    ],
)
def test_a_move_that_is_not_understood_is_answered_with_its_path(changes: Any, path: str) -> None:
    assert error_path(with_(MOVE, **changes)) == path
    if "to" not in changes:
        assert error_path(with_(MOVE, procedure="spy.moves", **changes)) == path


# -- spy.moves


def test_all_legal_moves_are_listed_by_code() -> None:
    answer: Any = adjudicate(with_(MOVE, procedure="spy.moves", to=..., **{"from": "FRA"}))

    listed = [(each["to"], each["kind"]) for each in answer["moves"]]
    assert listed == [
        ("BER", "land"), ("CAI", "air"), ("HAM", "land"), ("LON", "air"), ("MUN", "land"), ("RUH", "land"),
    ]  # fmt: skip
    assert [each["cost"] for each in answer["moves"]] == [costs(air=kind == "air") for _, kind in listed]


def test_each_listed_move_says_what_spy_move_says() -> None:
    answer: Any = adjudicate(with_(MOVE, procedure="spy.moves", to=..., **{"from": "FIN"}, side="behind"))

    for each in answer["moves"]:
        told = dict(each)
        assert moving(from_="FIN", side="behind", to=told.pop("to")) == told


def test_a_prisoner_has_no_moves() -> None:
    assert adjudicate(with_(MOVE, procedure="spy.moves", **{"from": "SIB"}, prison="SIB")) == {"moves": []}


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


def test_questions_of_spies_stand_among_others_a_line_each() -> None:
    lines = [json.dumps(each).encode() for each in (MOVE, CAPTURE, EXCHANGE, {"procedure": "spy.fly"})]

    assert ["error" in each for each in answers(iter(lines))] == [False, False, False, True]
