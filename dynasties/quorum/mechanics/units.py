"""Exact numbers: influence in whole thousandths, capital in whole sixtieths, and how they are read and written."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from dynasties.quorum.mechanics.dials import SIXTIETHS, THOUSANDTHS
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.shares import LONGEST_DECIMAL, decimal_words

# All the decimals that an exact number is ever written with.
NUMBER = re.compile(rf"-?[0-9]{{1,9}}(?:\.[0-9]{{1,{LONGEST_DECIMAL}}}|/0*[1-9][0-9]{{0,8}})?")


def exact(value: object) -> Fraction:
    """A number as JSON has it, or as text such as “0.65”, “-1” or “11/6”; one with a point in JSON is the decimal that
    stands there. Raises `ValueError` for everything else."""
    words = repr(value) if isinstance(value, int | float) else value
    if not isinstance(words, str) or not NUMBER.fullmatch(words):
        raise ValueError("must be a number such as “0.65” or “11/6”")
    return Fraction(words)


def influence_in(words: str) -> int:
    """Influence in thousandths: “0.995” is 995. Raises `ValueError` for what is no whole number of them."""
    return _parts(words, THOUSANDTHS, "thousandths")


def read_influence(field: Field) -> int:
    """Influence in thousandths, of which nobody has less than none. Raises `Invalid`."""
    influence = _read(field, THOUSANDTHS, "thousandths")
    if influence < 0:
        raise field.invalid("must not be below 0")
    return influence


def read_capital(field: Field) -> int:
    """Capital in sixtieths. Raises `Invalid`."""
    return _read(field, SIXTIETHS, "sixtieths")


def _parts(value: object, parts: int, called: str) -> int:
    number = exact(value) * parts
    if number.denominator != 1:
        raise ValueError(f"must be a whole number of {called}")
    return int(number)


def _read(field: Field, parts: int, called: str) -> int:
    try:
        return _parts(field.value, parts, called)
    except ValueError as error:
        raise field.invalid(str(error)) from None


@lru_cache(maxsize=4096)
def shown_influence(thousandths: int) -> str:
    """As “0.995”, “1” or “4.95”."""
    return decimal_words(Fraction(thousandths, THOUSANDTHS))


@lru_cache(maxsize=4096)
def shown_capital(sixtieths: int) -> str:
    """As “1.5” or “-0.25”; a fraction, “11/6”, where no decimal ends."""
    return decimal_words(Fraction(sixtieths, SIXTIETHS))
