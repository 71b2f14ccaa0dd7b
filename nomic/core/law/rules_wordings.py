"""The kinds of value that a dial may hold, and the wordings in which the law may say them; fractions stand in `shares`.

A kind reads words into a value and writes a value in words. What it cannot read it answers with
`Invalid`, listing wordings that it does accept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import TypeAlias

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.numerals import number_in, said, tidy

Value: TypeAlias = int | bool | str | timedelta | Fraction | None
Stored: TypeAlias = int | bool | str | None

UNITS = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "fortnight": timedelta(weeks=2),
}
ABBREVIATIONS = {"s": "second", "min": "minute", "m": "minute", "h": "hour", "d": "day", "w": "week"}
# An abbreviation needs digits before it, and a number in words a gap after it: “and” is not “an d”.
IN_DIGITS = re.compile(r"([0-9]+)[\s-]*((?:second|minute|hour|day|week|fortnight)s?|min|[smhdw])")
IN_WORDS = re.compile(r"([a-z-]+|(?:a|one) hundred)[\s-]((?:second|minute|hour|day|week|fortnight)s?)")


def unreadable(words: str, what: str, accepted: str) -> Invalid:
    """These words are not what they should be; `what`: how that is said after “is”, as “no share”."""
    return Invalid("", f"“{words}” is {what}; accepted: {accepted}", "unreadable")


def out_of_bounds(words: str, accepted: str) -> Invalid:
    """These words are understood, and say too little or too much."""
    return Invalid("", f"“{words}” is out of bounds; accepted: {accepted}", "out-of-bounds")


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time: “48 hours”, “two days”, “90 minutes”, “1 day and 12 hours”. Stored in whole seconds."""

    least: timedelta = timedelta(0)
    most: timedelta = timedelta(days=366)

    @property
    def accepted(self) -> str:
        return f"“48 hours”, “two days”, “90 minutes”, from {self.words(self.least)} to {self.words(self.most)}"

    def read(self, words: str) -> timedelta:
        total = timedelta(0)
        for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", said(words, self.accepted)):
            total += self._part(part, words)
        if not self.least <= total <= self.most:
            raise out_of_bounds(words, self.accepted)
        return total

    def _part(self, part: str, words: str) -> timedelta:
        match = IN_DIGITS.fullmatch(part) or IN_WORDS.fullmatch(part)
        number = number_in(match[1]) if match else None
        if match is None or number is None:
            raise unreadable(words, "no length of time", self.accepted)
        unit = UNITS[ABBREVIATIONS.get(match[2], match[2].removesuffix("s"))]
        if number > self.most // unit:
            raise out_of_bounds(words, self.accepted)
        return number * unit

    def words(self, value: Value) -> str:
        assert isinstance(value, timedelta)
        seconds = round(value.total_seconds())
        if seconds == 0:
            return "0 hours"
        # Law speaks of “48 hours” and “7 days”: hours as long as they are few, days beyond.
        if seconds % 86400 == 0 and seconds > 2 * 86400:
            return _plural(seconds // 86400, "day")
        parts = (("hour", seconds // 3600), ("minute", seconds // 60 % 60), ("second", seconds % 60))
        return " and ".join(_plural(count, name) for name, count in parts if count)

    def store(self, value: Value) -> Stored:
        assert isinstance(value, timedelta)
        return round(value.total_seconds())

    def load(self, stored: Stored) -> Value:
        assert isinstance(stored, int)
        return timedelta(seconds=stored)


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number: “2”, “two”."""

    least: int = 0
    most: int = 1000

    @property
    def accepted(self) -> str:
        return f"“2” or “two”, from {self.least} to {self.most}"

    def read(self, words: str) -> int:
        number = number_in(said(words, self.accepted))
        if number is None:
            raise unreadable(words, "no whole number", self.accepted)
        if not self.least <= number <= self.most:
            raise out_of_bounds(words, self.accepted)
        return number

    def words(self, value: Value) -> str:
        return str(value)

    def store(self, value: Value) -> Stored:
        assert isinstance(value, int)
        return value

    def load(self, stored: Stored) -> Value:
        return stored


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no, in the words that fit the sentence: “may” and “may not”, “counts” and “does not count”."""

    yes: str = "may"
    no: str = "may not"

    YES = frozenset({"may", "can", "yes", "on", "allowed", "permitted", "true", "counts", "count", "does count"})
    NO = frozenset(
        {"may not", "cannot", "no", "off", "not allowed", "forbidden", "false", "does not count", "do not count"}
    )

    @property
    def accepted(self) -> str:
        return f"“{self.yes}” or “{self.no}”"

    def read(self, words: str) -> bool:
        wording = said(words, self.accepted)
        if wording == tidy(self.yes) or wording in self.YES:
            return True
        if wording == tidy(self.no) or wording in self.NO:
            return False
        raise unreadable(words, "neither yes nor no", self.accepted)

    def words(self, value: Value) -> str:
        return self.yes if value else self.no

    def store(self, value: Value) -> Stored:
        return bool(value)

    def load(self, stored: Stored) -> Value:
        return bool(stored)


class Verbatim:
    """What is kept, and written again, in the very words that it was read into."""

    __slots__ = ()

    def words(self, value: Value) -> str:
        return str(value)

    def store(self, value: Value) -> Stored:
        return str(value)

    def load(self, stored: Stored) -> Value:
        return stored


@dataclass(frozen=True, slots=True)
class Choice(Verbatim):
    """One of a few wordings, each standing for itself."""

    options: tuple[str, ...]

    @property
    def accepted(self) -> str:
        return ", ".join(f"“{option}”" for option in self.options)

    def read(self, words: str) -> str:
        wording = said(words, self.accepted)
        for option in self.options:
            if tidy(option) == wording:
                return option
        raise unreadable(words, "not among the choices", self.accepted)


@dataclass(frozen=True, slots=True)
class Band(Verbatim):
    """What a die may show: “6”, “3 or 4”, “51 to 90”. The value is the same in one wording: “6”, “51 to 90”."""

    least: int = 1
    most: int = 1000

    @property
    def accepted(self) -> str:
        return f"“{self.least}”, or “{self.least} to {self.most}”, from {self.least} to {self.most}"

    def read(self, words: str) -> str:
        match = re.fullmatch(r"([a-z0-9-]+?)(?:\s*(?:to|or|and|–)\s*([a-z0-9-]+))?", said(words, self.accepted))
        low = number_in(match[1]) if match else None
        high = number_in(match[2]) if match and match[2] else low
        if match is None or low is None or high is None:
            raise unreadable(words, "nothing that a die shows", self.accepted)
        if not self.least <= low <= high <= self.most:
            raise out_of_bounds(words, self.accepted)
        return str(low) if low == high else f"{low} to {high}"


def in_band(number: int, band: Value) -> bool:
    """Whether a die that shows this number is in a band; in none, it never is."""
    low, _, high = str(band).partition(" to ")
    return band is not None and int(low) <= number <= int(high or low)


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
