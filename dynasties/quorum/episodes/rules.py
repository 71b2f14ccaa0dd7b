"""What an Episode is played by: exact numbers, standing orders, the convener's config; and who takes its laurel.
(Rules Episodes and Laurels)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, cast

from dynasties.quorum.dials import (
    DIALS,
    FILIBUSTER_THRESHOLD,
    LEAST_ROUNDS,
    LEAST_SEATS,
    MECHANISMS,
    MOST_ROUNDS,
    MOST_SEATS,
    SIXTIETHS,
    THOUSANDTHS,
    THRESHOLD_KIND,
)
from nomic.core.decision import Invalid
from nomic.core.input import Field
from nomic.core.law.rules import Dial, Law, Mechanism, Provision
from nomic.core.law.rules_wordings import LONGEST_DECIMAL, Amount, decimal_words

# All the decimals that an exact number is ever written with.
NUMBER = re.compile(rf"-?[0-9]{{1,9}}(?:\.[0-9]{{1,{LONGEST_DECIMAL}}}|/0*[1-9][0-9]{{0,8}})?")


def exact_number(value: object) -> Fraction:
    """A number as JSON has it, or as text such as “0.65”, “-1” or “11/6”; one with a point in JSON is the decimal that
    stands there. Raises `ValueError` for everything else."""
    words = repr(value) if isinstance(value, int | float) else value
    if not isinstance(words, str) or not NUMBER.fullmatch(words):
        raise ValueError("must be a number such as “0.65” or “11/6”")
    return Fraction(words)


def influence_in(words: str) -> int:
    """Influence in thousandths: “0.995” is 995. Raises `ValueError` for what is no whole number of them."""
    return _whole_parts(words, THOUSANDTHS, "thousandths")


def read_influence(field: Field) -> int:
    """Influence in thousandths, of which nobody has less than none. Raises `Invalid`."""
    influence = _read_amount(field, THOUSANDTHS, "thousandths")
    if influence < 0:
        raise field.invalid("must not be below 0")
    return influence


def read_capital(field: Field) -> int:
    """Capital in sixtieths. Raises `Invalid`."""
    return _read_amount(field, SIXTIETHS, "sixtieths")


def _whole_parts(value: object, parts: int, called: str) -> int:
    number = exact_number(value) * parts
    if number.denominator != 1:
        raise ValueError(f"must be a whole number of {called}")
    return int(number)


def _read_amount(field: Field, parts: int, called: str) -> int:
    try:
        return _whole_parts(field.value, parts, called)
    except ValueError as error:
        raise field.invalid(str(error)) from None


@lru_cache(maxsize=4096)
def influence_text(thousandths: int) -> str:
    """As “0.995”, “1” or “4.95”."""
    return decimal_words(Fraction(thousandths, THOUSANDTHS))


@lru_cache(maxsize=4096)
def capital_text(sixtieths: int) -> str:
    """As “1.5” or “-0.25”; a fraction, “11/6”, where no decimal ends."""
    return decimal_words(Fraction(sixtieths, SIXTIETHS))


# The standing orders of an Episode: every number by which it is scored, as the law had it when it was convened.


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


# What of the law each order says.
_BROUGHT: tuple[Provision, ...] = (*DIALS, *MECHANISMS)
PROVISIONS = {each.name.removeprefix("senate."): each for each in _BROUGHT} | {"bar": FILIBUSTER_THRESHOLD}


def _by_starter_law(name: str) -> Any:
    provision = PROVISIONS[name]
    return True if isinstance(provision, Mechanism) else provision.standard


STANDARD_ORDERS = Orders(*map(_by_starter_law, Orders._fields))


def orders_of(law: Law) -> Orders:
    """The standing orders for an Episode that is convened under this law."""
    return Orders(*(_value_in_law(law, name) for name in Orders._fields))


def _value_in_law(law: Law, name: str) -> Any:
    provision = PROVISIONS[name]
    return law.carries(provision) if isinstance(provision, Mechanism) else law[provision]


def orders_json(orders: Orders) -> dict[str, object]:
    """The same as JSON: amounts and thresholds as exact decimals (“0.05”) or fractions, switches as true and false,
    counts as numbers."""
    return {name: _order_json(name, value) for name, value in orders._asdict().items()}


def _order_json(name: str, value: object) -> object:
    if isinstance(value, Fraction):
        return decimal_words(value)
    provision = PROVISIONS[name]
    if isinstance(provision, Dial) and isinstance(provision.kind, Amount):
        return provision.kind.words(cast(int, value))
    return value


def read_orders(field: Field) -> Orders:
    """The standing orders in a JSON object; what is left out is as in the starter law. Raises `Invalid`."""
    if unknown := sorted(field.object().keys() - set(Orders._fields)):
        raise Invalid(f"{field.path}/{unknown[0]}", "is no standing order")
    return STANDARD_ORDERS._replace(
        **{name: _read_order(name, field[name]) for name in Orders._fields if field[name].is_given}
    )


def _read_order(name: str, field: Field) -> Any:
    provision = PROVISIONS[name]
    if isinstance(provision, Mechanism):
        return read_switch(field)
    if name == "bar":
        return None if field.value is None else read_threshold(field)
    try:
        return provision.kind.read_words(field.text() if isinstance(provision.kind, Amount) else str(field.count()))
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
        threshold = exact_number(field.value)
    except ValueError as error:
        raise field.invalid(str(error)) from None
    bounds = THRESHOLD_KIND
    if not bounds.least <= threshold <= bounds.most:
        raise field.invalid(f"must be from {decimal_words(bounds.least)} to {decimal_words(bounds.most)}")
    return threshold


# What the convener of an Episode says of it, and the standing orders that it is played by. (Rule Episodes)

LONGEST_SEED = 64  # characters


class Config(NamedTuple):
    """2 to 6 seats, 2 to 40 rounds, a threshold from 0.3 to 0.9; whether the chair has a veto, and senators notes."""

    seats: int
    rounds: int
    threshold: Fraction = Fraction(1, 2)
    veto: bool = True
    caucus: bool = True
    orders: Orders = STANDARD_ORDERS

    @property
    def may_veto(self) -> bool:
        """Whether any chair has a veto: by the law, and because the convener allowed for it. (Rule Veto)"""
        return self.veto and self.orders.veto

    @property
    def note_length(self) -> int | None:
        """How many characters a note may have; None where nobody may write one. (Rule Caucus)"""
        return self.orders.note_length if self.caucus and self.orders.caucus else None

    @property
    def filibuster_threshold(self) -> Fraction:
        """The threshold of a round in which anybody filibusters. (Rule Filibuster)"""
        return self.threshold if self.orders.bar is None else self.orders.bar


def read_seed(field: Field, longest: int = LONGEST_SEED) -> str:
    """A seed: short, and of plain signs, so that whoever writes it gets the same digest of it. Raises `Invalid`."""
    seed = field.text()
    if len(seed) > longest:
        raise field.invalid(f"has more than {longest} characters")
    if not (seed.isascii() and seed.isprintable()):
        raise field.invalid("must be plain letters, digits and signs")
    return seed


def read_config(field: Field, orders: Orders = STANDARD_ORDERS) -> Config:
    """The config in a JSON object; `orders` hold where it brings none. Raises `Invalid` with the path."""
    return Config(
        _read_within(field["num_seats"], LEAST_SEATS, MOST_SEATS),
        _read_within(field["num_rounds"], LEAST_ROUNDS, MOST_ROUNDS),
        read_threshold(field["pass_threshold"]),
        read_switch(field["veto_enabled"]),
        read_switch(field["caucus_enabled"]),
        read_orders(field["orders"]) if field["orders"].is_given else orders,
    )


def config_json(config: Config) -> dict[str, object]:
    """The same as JSON, the threshold as an exact decimal or fraction."""
    return {
        "num_seats": config.seats,
        "num_rounds": config.rounds,
        "pass_threshold": decimal_words(config.threshold),
        "veto_enabled": config.veto,
        "caucus_enabled": config.caucus,
        "orders": orders_json(config.orders),
    }


def _read_within(field: Field, least: int, most: int) -> int:
    number = field.count()
    if not least <= number <= most:
        raise field.invalid(f"must be a whole number from {least} to {most}")
    return number


# Who takes the laurel of an Episode. (Rule Laurels)


def laurel_winner(scores: Sequence[str], agents: Sequence[int | None]) -> int | None:
    """The Agent with the highest score of an Episode that was played to its end; None where nobody takes it.

    `agents`: by seat, who sits in it or answers for its program; None for scripts and for people who are no Agents.
    """
    # With fewer than two Agents in it an Episode is practice.
    if len({agent for agent in agents if agent is not None}) < 2:
        return None
    exact = [Fraction(score) for score in scores]
    best = [seat for seat, score in enumerate(exact) if score == max(exact)]
    # Senators who tie for the highest score take none.
    return agents[best[0]] if len(best) == 1 else None
