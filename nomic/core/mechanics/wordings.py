"""The kinds of value that a dial may hold, and the wordings in which the law may say them.

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
            raise Invalid("", f"“{words}” is out of bounds; accepted: {self.accepted}", "out-of-bounds")
        return total

    def _part(self, part: str, words: str) -> timedelta:
        match = IN_DIGITS.fullmatch(part) or IN_WORDS.fullmatch(part)
        number = number_in(match[1]) if match else None
        if match is None or number is None:
            raise Invalid("", f"“{words}” is no length of time; accepted: {self.accepted}", "unreadable")
        unit = UNITS[ABBREVIATIONS.get(match[2], match[2].removesuffix("s"))]
        if number > self.most // unit:
            raise Invalid("", f"“{words}” is out of bounds; accepted: {self.accepted}", "out-of-bounds")
        return number * unit

    def words(self, value: Value) -> str:
        assert isinstance(value, timedelta)
        seconds = round(value.total_seconds())
        if seconds == 0:
            return "0 hours"
        # Law speaks of “48 hours” and “7 days”: hours as long as they are few, days beyond.
        if seconds % 86400 == 0 and seconds > 2 * 86400:
            return _plural(seconds // 86400, "day")
        parts, rest = [], seconds
        for name, size in (("hour", 3600), ("minute", 60), ("second", 1)):
            count, rest = divmod(rest, size)
            if count:
                parts.append(_plural(count, name))
        return " and ".join(parts)

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
            raise Invalid("", f"“{words}” is no whole number; accepted: {self.accepted}", "unreadable")
        if not self.least <= number <= self.most:
            raise Invalid("", f"“{words}” is out of bounds; accepted: {self.accepted}", "out-of-bounds")
        return number

    def words(self, value: Value) -> str:
        return str(value)

    def store(self, value: Value) -> Stored:
        assert isinstance(value, int)
        return value

    def load(self, stored: Stored) -> Value:
        return stored


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
            raise Invalid("", f"“{words}” is no share; accepted: {self.accepted}", "unreadable")
        if not self.least <= share <= self.most:
            raise Invalid("", f"“{words}” is out of bounds; accepted: {self.accepted}", "out-of-bounds")
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
        raise Invalid("", f"“{words}” is neither yes nor no; accepted: {self.accepted}", "unreadable")

    def words(self, value: Value) -> str:
        return self.yes if value else self.no

    def store(self, value: Value) -> Stored:
        return bool(value)

    def load(self, stored: Stored) -> Value:
        return bool(stored)


@dataclass(frozen=True, slots=True)
class Choice:
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
        raise Invalid("", f"“{words}” is not among the choices; accepted: {self.accepted}", "unreadable")

    def words(self, value: Value) -> str:
        return str(value)

    def store(self, value: Value) -> Stored:
        return str(value)

    def load(self, stored: Stored) -> Value:
        return stored


@dataclass(frozen=True, slots=True)
class Band:
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
            raise Invalid("", f"“{words}” is nothing that a die shows; accepted: {self.accepted}", "unreadable")
        if not self.least <= low <= high <= self.most:
            raise Invalid("", f"“{words}” is out of bounds; accepted: {self.accepted}", "out-of-bounds")
        return str(low) if low == high else f"{low} to {high}"

    def words(self, value: Value) -> str:
        return str(value)

    def store(self, value: Value) -> Stored:
        return str(value)

    def load(self, stored: Stored) -> Value:
        return stored


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
            raise Invalid("", f"“{words}” is no such number; accepted: {self.accepted}", "unreadable")
        parts = Fraction(wording) * self.parts
        if parts.denominator != 1 or not self.least <= parts <= self.most:
            raise Invalid("", f"“{words}” is out of bounds; accepted: {self.accepted}", "out-of-bounds")
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


def in_band(number: int, band: Value) -> bool:
    """Whether a die that shows this number is in a band; in none, it never is."""
    low, _, high = str(band).partition(" to ")
    return band is not None and int(low) <= number <= int(high or low)


Kind: TypeAlias = Duration | Count | Share | Switch | Choice | Band | Amount


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
