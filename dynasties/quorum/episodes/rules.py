"""The standing orders of an Episode: every number by which it is scored, as the law had it when it was convened."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, cast

from dynasties.quorum.mechanics.dials import DIALS, MECHANISMS, THRESHOLD
from dynasties.quorum.mechanics.units import exact
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.shares import Amount, decimal_words

TOPIC = "senate."


class Orders(NamedTuple):
    """Influence in thousandths, capital in sixtieths, the value of a clause in whole capital, thresholds exact.

    `bar`: the threshold of a round in which somebody filibusters; None, that it stays what it was.
    """

    influence: int
    influence_floor: int
    decay: int
    filibuster: bool
    bar: Fraction | None
    filibuster_cost: int
    filibuster_reward: int
    veto: bool
    veto_capital: int
    veto_influence: int
    amendments: bool
    clause_value: int
    amended_value: int
    adopter_gain: int
    caucus: bool
    note_length: int
    repeals: bool
    yea_gain: int
    repeal_gain: int
    nay_capital: int
    nay_influence: int


# What the law calls otherwise than the orders do.
CALLED = {"bar": "filibuster_threshold"}
BY_NAME = {dial.name.removeprefix(TOPIC): dial for dial in DIALS}
SWITCHES = {mechanism.name.removeprefix(TOPIC) for mechanism in MECHANISMS} & set(Orders._fields)


def _by_starter_law(name: str) -> Any:
    return True if name in SWITCHES else BY_NAME[CALLED.get(name, name)].standard


STANDARD = Orders(*map(_by_starter_law, Orders._fields))


def orders_of(law: Law) -> Orders:
    """The standing orders for an Episode that is convened under this law."""
    return Orders(*(_in_law(law, name) for name in Orders._fields))


def _in_law(law: Law, name: str) -> Any:
    return law.carries(TOPIC + name) if name in SWITCHES else law[TOPIC + CALLED.get(name, name)]


def orders_json(orders: Orders) -> dict[str, object]:
    """The same as JSON: amounts and thresholds as exact decimals (“0.05”) or fractions, switches as true and false,
    counts as numbers."""
    return {name: _shown(name, value) for name, value in orders._asdict().items()}


def _shown(name: str, value: object) -> object:
    if isinstance(value, Fraction):
        return decimal_words(value)
    kind = BY_NAME[name].kind if name in BY_NAME else None
    return kind.words(cast(int, value)) if isinstance(kind, Amount) else value


def read_orders(field: Field) -> Orders:
    """The standing orders in a JSON object; what is left out is as in the starter law. Raises `Invalid`."""
    if unknown := sorted(field.object().keys() - set(Orders._fields)):
        raise Invalid(f"{field.path}/{unknown[0]}", "is no standing order")
    return STANDARD._replace(**{name: _read(name, field[name]) for name in Orders._fields if field[name].given})


def _read(name: str, field: Field) -> Any:
    if name in SWITCHES:
        return read_switch(field)
    if name == "bar":
        return None if field.value is None else read_threshold(field)
    kind = BY_NAME[name].kind
    try:
        return kind.read(field.text() if isinstance(kind, Amount) else str(field.count()))
    except Invalid as error:
        raise Invalid(error.path or field.path, error.text, error.code) from None


def read_switch(field: Field) -> bool:
    """True or false, and nothing that merely looks like it. Raises `Invalid`."""
    if not isinstance(field.value, bool):
        raise field.invalid("must be true or false")
    return field.value


def read_threshold(field: Field) -> Fraction:
    """A threshold that the law may have, as an exact decimal or fraction. Raises `Invalid`."""
    try:
        threshold = exact(field.value)
    except ValueError as error:
        raise field.invalid(str(error)) from None
    if not THRESHOLD.least <= threshold <= THRESHOLD.most:
        raise field.invalid(f"must be from {decimal_words(THRESHOLD.least)} to {decimal_words(THRESHOLD.most)}")
    return threshold
