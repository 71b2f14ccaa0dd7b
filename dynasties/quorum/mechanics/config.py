"""What the convener of an Episode says of it, and the standing orders that it is played by. (Rule Episodes)"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from dynasties.quorum.mechanics.dials import LEAST_ROUNDS, LEAST_SEATS, MOST_ROUNDS, MOST_SEATS
from dynasties.quorum.mechanics.orders import (
    STANDARD,
    Orders,
    orders_json,
    read_orders,
    read_switch,
    read_threshold,
)
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.shares import decimal_words

LONGEST_SEED = 64  # characters


class Config(NamedTuple):
    """2 to 6 seats, 2 to 40 rounds, a threshold from 0.3 to 0.9; whether the chair has a veto, and senators notes."""

    seats: int
    rounds: int
    threshold: Fraction = Fraction(1, 2)
    veto: bool = True
    caucus: bool = True
    orders: Orders = STANDARD

    @property
    def may_veto(self) -> bool:
        """Whether any chair has a veto: by the law, and because the convener allowed for it. (Rule Veto)"""
        return self.veto and self.orders.veto

    @property
    def note_length(self) -> int | None:
        """How many characters a note may have; None where nobody may write one. (Rule Caucus)"""
        return self.orders.note_length if self.caucus and self.orders.caucus else None

    @property
    def filibustered(self) -> Fraction:
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


def read_config(field: Field, orders: Orders = STANDARD) -> Config:
    """The config in a JSON object; `orders` hold where it brings none. Raises `Invalid` with the path."""
    return Config(
        _within(field["num_seats"], LEAST_SEATS, MOST_SEATS),
        _within(field["num_rounds"], LEAST_ROUNDS, MOST_ROUNDS),
        read_threshold(field["pass_threshold"]),
        read_switch(field["veto_enabled"]),
        read_switch(field["caucus_enabled"]),
        read_orders(field["orders"]) if field["orders"].given else orders,
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


def _within(field: Field, least: int, most: int) -> int:
    number = field.count()
    if not least <= number <= most:
        raise field.invalid(f"must be a whole number from {least} to {most}")
    return number
