"""What the referee answers for the map of spies, every line of what is published about it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dynasties.spy.theatre.rules_map import CURTAIN_PAGE, read_curtain_page
from nomic.referee import adjudicate, answers
from tests.spy_questions import CAPTURE, EXCHANGE, Case, code_of, costs, error_path, with_

CURTAIN = read_curtain_page(CURTAIN_PAGE)
MOVE: Case = {
    "procedure": "spy.move",
    "from": "LON",
    "to": "FRA",
    "tickets": {"air": 1, "sea": 0, "land": 0},
    "curtain": sorted(CURTAIN.behind),
    "smuggling": sorted(CURTAIN.smuggling),
    "side": None,
    "prison": None,
    "affiliation": "World",
    "licences": [],
}


def moving(**changes: Any) -> Any:
    start = changes.pop("from_", MOVE["from"])
    answer = adjudicate(with_(MOVE, **{"from": start}, **changes))
    assert "error" not in answer, answer
    return answer


# -- spy.move


def test_the_published_example_is_answered_whole() -> None:
    answer = moving()

    assert answer.pop("reasons") == [
        {
            "code": "by-air",
            "rule": "Movement",
            "facts": {"from": "LON", "to": "FRA", "tickets": 1},
            "text": "By air from London (LON) to Frankfurt (FRA), for 1 Air Ticket.",
        }
    ]
    assert answer == {
        "legal": True,
        "kind": "air",
        "cost": costs(air=1),
        "crosses_curtain": False,
        "checkpoint_charlie": False,
        "side_after": "free",
    }
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
    [
        ("STP", "FIN", None, "behind"),
        ("SWE", "FIN", "behind", "free"),
        ("CRO", "SER", "behind", "behind"),
        ("CRO", "SER", None, None),
        ("CRO", "CRO", "free", "free"),
    ],
)
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
    assert not moving(from_="ICE", to="NAO", tickets=costs(sea=1), prison="ICE", affiliation="Double Agent (World)")[
        "legal"
    ]


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
        ("BER", "land"),
        ("CAI", "air"),
        ("HAM", "land"),
        ("LON", "air"),
        ("MUN", "land"),
        ("RUH", "land"),
    ]
    assert [each["cost"] for each in answer["moves"]] == [costs(air=kind == "air") for _, kind in listed]


def test_each_listed_move_says_what_spy_move_says() -> None:
    answer: Any = adjudicate(with_(MOVE, procedure="spy.moves", to=..., **{"from": "FIN"}, side="behind"))

    for each in answer["moves"]:
        told = dict(each)
        assert moving(from_="FIN", side="behind", to=told.pop("to")) == told


def test_a_prisoner_has_no_moves() -> None:
    assert adjudicate(with_(MOVE, procedure="spy.moves", **{"from": "SIB"}, prison="SIB")) == {"moves": []}


def test_questions_of_spies_stand_among_others_a_line_each() -> None:
    lines = [json.dumps(each).encode() for each in (MOVE, CAPTURE, EXCHANGE, {"procedure": "spy.fly"})]

    assert ["error" in each for each in answers(iter(lines))] == [False, False, False, True]
