"""The standing orders of an Episode: every number by which it is scored, as the law had it when it was convened."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, cast

from dynasties.quorum.mechanics.dials import DIALS
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.wordings import Amount, Share, decimal_words

TOPIC = "senate."


class Orders(NamedTuple):
    """Influence in thousandths, capital in sixtieths, the value of a clause in whole capital, thresholds exact.

    `bar`: the threshold of a round in which somebody filibusters; None, that it stays what it was.
    """

    influence: int = 1000
    influence_floor: int = 100
    decay: int = 5
    filibuster: bool = True
    bar: Fraction | None = Fraction(13, 20)
    filibuster_cost: int = 50
    filibuster_reward: int = 30
    veto: bool = True
    veto_capital: int = 30
    veto_influence: int = 50
    amendments: bool = True
    clause_value: int = 1
    amended_value: int = 2
    adopter_gain: int = 30
    caucus: bool = True
    note_length: int = 200
    repeals: bool = True
    yea_gain: int = 30
    repeal_gain: int = 60
    nay_capital: int = 15
    nay_influence: int = 10


STANDARD = Orders()
# What the law calls otherwise than the orders do.
CALLED = {"bar": "filibuster_threshold"}
KINDS = {dial.name.removeprefix(TOPIC): dial.kind for dial in DIALS}
SWITCHES = frozenset({"filibuster", "veto", "amendments", "caucus", "repeals"})


def orders_of(law: Law) -> Orders:
    """The standing orders for an Episode that is convened under this law."""
    return Orders(**{name: _in_law(law, name) for name in Orders._fields})


def _in_law(law: Law, name: str) -> Any:
    return law.carries(TOPIC + name) if name in SWITCHES else law[TOPIC + CALLED.get(name, name)]


def orders_json(orders: Orders) -> dict[str, object]:
    """The same as JSON: amounts as exact decimals (“0.05”), switches as true and false, counts as numbers."""
    return {name: _shown(name, value) for name, value in orders._asdict().items()}


def _shown(name: str, value: object) -> object:
    if isinstance(value, Fraction):
        return decimal_words(value)
    kind = KINDS.get(name)
    return kind.words(cast(int, value)) if isinstance(kind, Amount) else value


def read_orders(field: Field) -> Orders:
    """The standing orders in a JSON object; what is left out is as in the starter law. Raises `Invalid`."""
    if unknown := sorted(field.object().keys() - set(Orders._fields)):
        raise Invalid(f"{field.path}/{unknown[0]}", "is no standing order")
    return STANDARD._replace(**{name: _read(name, field[name]) for name in Orders._fields if field[name].given})


def _read(name: str, field: Field) -> Any:
    if name in SWITCHES:
        if not isinstance(field.value, bool):
            raise field.invalid("must be true or false")
        return field.value
    kind = KINDS[CALLED.get(name, name)]
    if name == "bar" and field.value is None:
        return None
    try:
        return kind.read(field.text() if isinstance(kind, Amount | Share) else str(field.count()))
    except Invalid as error:
        raise Invalid(error.path or field.path, error.text, error.code) from None

