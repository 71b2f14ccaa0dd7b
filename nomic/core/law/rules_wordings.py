"""The kinds of value that a dial can hold, and the wordings in which the law can say them.

Whole numbers in digits and in words, durations, choices, bands, exact fractions. Never a float.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import TypeAlias

from nomic.core.decision import Invalid

COUNTING = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
NUMBERS = {word: number for number, word in enumerate(COUNTING.split())}
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
ONES = {word: number for word, number in NUMBERS.items() if 0 < number < 10}
NUMBERS |= TENS | {"no": 0, "none": 0, "a": 1, "an": 1, "single": 1}
NUMBERS |= {"hundred": 100, "a hundred": 100, "one hundred": 100}
LONGEST_WORDING = 80


def normalize_wording(words: str) -> str:
    """Lower case, single spaces, no closing stop: what a wording is compared by."""
    return " ".join(words.split()).rstrip(".").lower()


def bounded_wording(words: str, accepted: str) -> str:
    """The words, tidy. Raises `Invalid` for more of them than any wording has, before anything reads them."""
    if len(words) > LONGEST_WORDING:
        raise Invalid("", f"“{words[:LONGEST_WORDING]}…” is too long; accepted: {accepted}", "unreadable")
    return normalize_wording(words)


def number_in(words: str) -> int | None:
    """A whole number from 0 up, in digits or in words; None when it is neither."""
    if re.fullmatch(rf"[0-9]{{1,{LONGEST_WORDING}}}", words):
        return int(words)
    if words in NUMBERS:
        return NUMBERS[words]
    tens, _, ones = words.partition("-")
    return TENS[tens] + ONES[ones] if tens in TENS and ones in ONES else None


# A kind reads words into a value and writes a value in words. What it cannot read it answers with `Invalid`, listing
# wordings that it does accept.

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


def unreadable_error(words: str, what: str, accepted: str) -> Invalid:
    """These words are not what they should be; `what`: how that is said after “is”, as “no share”."""
    return Invalid("", f"“{words}” is {what}; accepted: {accepted}", "unreadable")


def out_of_bounds_error(words: str, accepted: str) -> Invalid:
    """These words are understood, and say too little or too much."""
    return Invalid("", f"“{words}” is out of bounds; accepted: {accepted}", "out-of-bounds")


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time: “48 hours”, “two days”, “90 minutes”, “1 day and 12 hours”. Stored in whole seconds."""

    least: timedelta = timedelta(0)
    most: timedelta = timedelta(days=366)

    @property
    def accepted_wordings(self) -> str:
        return f"“48 hours”, “two days”, “90 minutes”, from {self.words(self.least)} to {self.words(self.most)}"

    def read_words(self, words: str) -> timedelta:
        total = timedelta(0)
        for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", bounded_wording(words, self.accepted_wordings)):
            total += self._part(part, words)
        if not self.least <= total <= self.most:
            raise out_of_bounds_error(words, self.accepted_wordings)
        return total

    def _part(self, part: str, words: str) -> timedelta:
        match = IN_DIGITS.fullmatch(part) or IN_WORDS.fullmatch(part)
        number = number_in(match[1]) if match else None
        if match is None or number is None:
            raise unreadable_error(words, "no length of time", self.accepted_wordings)
        unit = UNITS[ABBREVIATIONS.get(match[2], match[2].removesuffix("s"))]
        if number > self.most // unit:
            raise out_of_bounds_error(words, self.accepted_wordings)
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
    def accepted_wordings(self) -> str:
        return f"“2” or “two”, from {self.least} to {self.most}"

    def read_words(self, words: str) -> int:
        number = number_in(bounded_wording(words, self.accepted_wordings))
        if number is None:
            raise unreadable_error(words, "no whole number", self.accepted_wordings)
        if not self.least <= number <= self.most:
            raise out_of_bounds_error(words, self.accepted_wordings)
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
    def accepted_wordings(self) -> str:
        return f"“{self.yes}” or “{self.no}”"

    def read_words(self, words: str) -> bool:
        wording = bounded_wording(words, self.accepted_wordings)
        if wording == normalize_wording(self.yes) or wording in self.YES:
            return True
        if wording == normalize_wording(self.no) or wording in self.NO:
            return False
        raise unreadable_error(words, "neither yes nor no", self.accepted_wordings)

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
    def accepted_wordings(self) -> str:
        return ", ".join(f"“{option}”" for option in self.options)

    def read_words(self, words: str) -> str:
        wording = bounded_wording(words, self.accepted_wordings)
        for option in self.options:
            if normalize_wording(option) == wording:
                return option
        raise unreadable_error(words, "not among the choices", self.accepted_wordings)


@dataclass(frozen=True, slots=True)
class Band(Verbatim):
    """What a die may show: “6”, “3 or 4”, “51 to 90”. The value is the same in one wording: “6”, “51 to 90”."""

    least: int = 1
    most: int = 1000

    @property
    def accepted_wordings(self) -> str:
        return f"“{self.least}”, or “{self.least} to {self.most}”, from {self.least} to {self.most}"

    def read_words(self, words: str) -> str:
        match = re.fullmatch(
            r"([a-z0-9-]+?)(?:\s*(?:to|or|and|–)\s*([a-z0-9-]+))?", bounded_wording(words, self.accepted_wordings)
        )
        low = number_in(match[1]) if match else None
        high = number_in(match[2]) if match and match[2] else low
        if match is None or low is None or high is None:
            raise unreadable_error(words, "nothing that a die shows", self.accepted_wordings)
        if not self.least <= low <= high <= self.most:
            raise out_of_bounds_error(words, self.accepted_wordings)
        return str(low) if low == high else f"{low} to {high}"


def in_band(number: int, band: Value) -> bool:
    """Whether a die that shows this number is in a band; in none, it never is."""
    low, _, high = str(band).partition(" to ")
    return band is not None and int(low) <= number <= int(high or low)


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


# Exact fractions as the law says and writes them: shares of a whole, and numbers in equal parts of one. Never a
# float.
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
    def accepted_wordings(self) -> str:
        return f"“half”, “a third”, “two thirds”, “2/3”, “40%” or “0.5”, from {self.least} to {self.most}"

    def read_words(self, words: str) -> Fraction:
        share = self._fraction(bounded_wording(words, self.accepted_wordings))
        if share is None:
            raise unreadable_error(words, "no share", self.accepted_wordings)
        if not self.least <= share <= self.most:
            raise out_of_bounds_error(words, self.accepted_wordings)
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
    def accepted_wordings(self) -> str:
        return f"“0.5” or “1/2”, in steps of 1/{self.parts}, from {self.words(self.least)} to {self.words(self.most)}"

    def read_words(self, words: str) -> int:
        wording = bounded_wording(words, self.accepted_wordings)
        if not re.fullmatch(r"[0-9]{1,7}(?:\.[0-9]{1,6})?|[0-9]{1,7}/0*[1-9][0-9]{0,6}", wording):
            raise unreadable_error(words, "no such number", self.accepted_wordings)
        parts = Fraction(wording) * self.parts
        if parts.denominator != 1 or not self.least <= parts <= self.most:
            raise out_of_bounds_error(words, self.accepted_wordings)
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
