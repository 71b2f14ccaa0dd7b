"""Exact fractions as the law says and writes them: shares of a whole, and numbers in equal parts of one. Never a float.

They read and write as the kinds of value in `wordings` do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from nomic.core.mechanics.numerals import number_in, said
from nomic.core.mechanics.wordings import Stored, Value, out_of_bounds, unreadable

FRACTIONS = {
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "quarter": Fraction(1, 4),
    "fifth": Fraction(1, 5),
    "sixth": Fraction(1, 6),
    "eighth": Fraction(1, 8),
    "tenth": Fraction(1, 10),
}
LONGEST_DECIMAL = 12


@dataclass(frozen=True, slots=True)
class Share:
    """An exact share between 0 and 1: “half”, “a third”, “two thirds”, “2/3”, “40%”, “0.5”. Never a float."""

    least: Fraction = Fraction(0)
    most: Fraction = Fraction(1)

    @property
    def accepted(self) -> str:
        return f"“half”, “a third”, “two thirds”, “2/3”, “40%” or “0.5”, from {self.least} to {self.most}"

    def read(self, words: str) -> Fraction:
        share = self._fraction(said(words, self.accepted))
        if share is None:
            raise unreadable(words, "no share", self.accepted)
        if not self.least <= share <= self.most:
            raise out_of_bounds(words, self.accepted)
        return share

    def _fraction(self, words: str) -> Fraction | None:
        if match := re.fullmatch(r"([0-9]{1,9})\s*/\s*([0-9]{1,9})", words):
            return Fraction(int(match[1]), int(match[2])) if int(match[2]) else None
        if match := re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)\s*(?:%|per ?cent)", words):
            return Fraction(match[1]) / 100
        if re.fullmatch(r"[01](?:\.[0-9]{1,6})?", words):
            return Fraction(words)
        if words in {"all", "the whole", "none"}:
            return Fraction(words != "none")
        count, _, name = words.replace("-", " ").rpartition(" ")
        number = number_in(count) if count else 1
        share = FRACTIONS.get(name) or FRACTIONS.get(name.removesuffix("s"))
        return None if number is None or share is None else number * share

    def words(self, value: Value) -> str:
        return "half" if value == Fraction(1, 2) else str(value)

    def store(self, value: Value) -> Stored:
        return str(value)

    def load(self, stored: Stored) -> Value:
        return Fraction(str(stored))


@dataclass(frozen=True, slots=True)
class Amount:
    """An exact number in equal parts of one: “0.05”, “1/3”. The value is how many parts; never a float.

    `parts`: into how many one is divided; `least` and `most` count parts.
    """

    parts: int
    least: int = 0
    most: int = 1_000_000

    @property
    def accepted(self) -> str:
        return f"“0.5” or “1/2”, in steps of 1/{self.parts}, from {self.words(self.least)} to {self.words(self.most)}"

    def read(self, words: str) -> int:
        wording = said(words, self.accepted)
        if not re.fullmatch(r"[0-9]{1,7}(?:\.[0-9]{1,6})?|[0-9]{1,7}/0*[1-9][0-9]{0,6}", wording):
            raise unreadable(words, "no such number", self.accepted)
        parts = Fraction(wording) * self.parts
        if parts.denominator != 1 or not self.least <= parts <= self.most:
            raise out_of_bounds(words, self.accepted)
        return int(parts)

    def words(self, value: Value) -> str:
        assert isinstance(value, int)
        return decimal_words(Fraction(value, self.parts))

    def store(self, value: Value) -> Stored:
        assert isinstance(value, int)
        return value

    def load(self, stored: Stored) -> Value:
        return stored


def decimal_words(number: Fraction) -> str:
    """An exact number as it is written: “0.995”, “1”, “-0.25”; as a fraction, “11/6”, where no decimal ends."""
    places = 0
    while 10**places % number.denominator:
        places += 1
        if places > LONGEST_DECIMAL:
            return str(number)
    scaled = abs(number.numerator) * 10**places // number.denominator
    whole, rest = divmod(scaled, 10**places)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"
