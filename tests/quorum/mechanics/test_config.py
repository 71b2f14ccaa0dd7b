from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from dynasties.quorum.dials import THRESHOLD_KIND
from dynasties.quorum.episodes.rules import STANDARD_ORDERS, Config, config_json, orders_of, read_config
from nomic.catalogue import CATALOGUE
from nomic.core.decision import Invalid
from nomic.core.input import Field

GIVEN: dict[str, Any] = {
    "num_seats": 4,
    "num_rounds": 10,
    "pass_threshold": "0.5",
    "veto_enabled": True,
    "caucus_enabled": False,
}


def test_a_config_is_read_with_the_standing_orders_of_the_law() -> None:
    orders = STANDARD_ORDERS._replace(decay=7)

    assert read_config(Field(GIVEN)) == Config(4, 10, Fraction(1, 2), True, False, STANDARD_ORDERS)
    assert read_config(Field(GIVEN), orders).orders == orders


def test_a_config_may_bring_its_standing_orders() -> None:
    config = read_config(
        Field({**GIVEN, "orders": {"decay": "0.009"}}), STANDARD_ORDERS._replace(decay=7, note_length=9)
    )

    assert config.orders == STANDARD_ORDERS._replace(decay=9)


@pytest.mark.parametrize(
    "changes",
    [
        {"num_seats": 2},
        {"num_seats": 6},
        {"num_rounds": 2},
        {"num_rounds": 40},
        {"pass_threshold": "0.3"},
        {"pass_threshold": "0.9"},
        {"pass_threshold": 0.9},
        {"pass_threshold": "1/3"},
        {"pass_threshold": 0.65},
        {"pass_threshold": "0.333333333333"},
    ],
    ids=str,
)
def test_a_config_within_its_bounds_is_written_as_it_is_read(changes: dict[str, Any]) -> None:
    config = read_config(Field({**GIVEN, **changes}))

    written = config_json(config)

    assert read_config(Field(written)) == config
    assert {name: str(written[name]) for name in changes} == {name: str(value) for name, value in changes.items()}


@pytest.mark.parametrize(
    "words", ["half", "two thirds", "33.333333%", "0.333333", "513/1024", "333333333/999999998", "2459/8192", "30%"]
)
def test_whatever_threshold_the_law_may_say_is_written_as_it_is_read(words: str) -> None:
    threshold = THRESHOLD_KIND.read_words(words)
    config = Config(4, 10, threshold, orders=STANDARD_ORDERS._replace(bar=threshold))

    assert read_config(Field(json.loads(json.dumps(config_json(config))))) == config


@pytest.mark.parametrize("bar", ["0.299", "0.901", "half", True, [], ""], ids=str)
def test_a_threshold_of_a_filibuster_that_the_law_may_not_say_is_none(bar: object) -> None:
    with pytest.raises(Invalid, match=r"^config/orders/bar: must be"):
        read_config(Field({**GIVEN, "orders": {"bar": bar}}, "config"))


def test_the_standing_orders_are_those_of_the_starter_law() -> None:
    assert orders_of(CATALOGUE.standard()) == STANDARD_ORDERS


def test_a_law_that_says_nothing_of_them_has_standing_orders_too() -> None:
    orders = orders_of(CATALOGUE.law({}, (), {}))

    assert (orders.bar, orders.influence, orders.influence_floor, orders.note_length) == (None, 1000, 0, 1000)
    assert not any((orders.filibuster, orders.veto, orders.amendments, orders.caucus, orders.repeals))
    assert read_config(Field(json.loads(json.dumps(config_json(Config(4, 10, orders=orders)))))).orders == orders


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num_seats", 1),
        ("num_seats", 7),
        ("num_seats", 4.0),
        ("num_rounds", 1),
        ("num_rounds", 41),
        ("pass_threshold", "0.299"),
        ("pass_threshold", "0.901"),
        ("pass_threshold", None),
        ("pass_threshold", 1e-5),
        ("veto_enabled", None),
        ("veto_enabled", 1),
        ("caucus_enabled", "true"),
        ("orders", 7),
    ],
    ids=str,
)
def test_what_is_out_of_bounds_or_left_out_is_named(name: str, value: object) -> None:
    left_out = {key: was for key, was in GIVEN.items() if key != name}

    with pytest.raises(Invalid) as refused:
        read_config(Field({**GIVEN, name: value}, "config"))
    assert refused.value.path == f"config/{name}"
    if name in GIVEN:
        with pytest.raises(Invalid, match=f"config/{name}: is missing"):
            read_config(Field(left_out, "config"))


@pytest.mark.parametrize(
    ("by_the_convener", "by_the_law", "holds"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_there_is_a_veto_and_there_are_notes_where_convener_and_law_have_them(
    by_the_convener: bool, by_the_law: bool, holds: bool
) -> None:
    orders = STANDARD_ORDERS._replace(veto=by_the_law, caucus=by_the_law)
    config = Config(4, 10, veto=by_the_convener, caucus=by_the_convener, orders=orders)

    assert config.may_veto is holds
    assert config.note_length == (200 if holds else None)


def test_where_the_law_moves_no_threshold_a_filibuster_leaves_it() -> None:
    half = Fraction(1, 2)

    assert Config(4, 10, half).filibuster_threshold == Fraction(13, 20)
    assert Config(4, 10, half, orders=STANDARD_ORDERS._replace(bar=None)).filibuster_threshold == half
