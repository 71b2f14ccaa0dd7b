"""What people and programs send, before any action sees it. Pure.

Text is normalised (line ends, invisible characters), JSON is read value by value, and a form's token tells a
second sending from a second form. Each function raises `Invalid` with the field or path that is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from nomic.core.decision import Invalid

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINERS = frozenset("\u200c\u200d")  # scripts and emoji need them inside words
LAYOUT = frozenset("\n\t")
# Letters and signs by category, but drawn as nothing: Hangul fillers, the blank Braille cell, the grapheme joiner.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def normalize_newlines(text: str) -> str:
    """The text with bare newlines, whatever platform it was typed on."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def selects_variation(sign: str) -> bool:
    """Whether the sign only says how the one before it is drawn, and is itself drawn as nothing."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def hidden_at(text: str, allowed: Collection[str] = frozenset()) -> int | None:
    """The place, counted from 1, of the first control or invisible sign that is not allowed; None without any."""
    return next((place for place, sign in enumerate(text, 1) if _hidden_sign(sign) and sign not in allowed), None)


def unseen_in(line: str) -> bool:
    """Whether a name or title holds a sign that nobody sees: control, invisible, or a letter drawn as nothing."""
    return hidden_at(line) is not None or not BLANKS.isdisjoint(line)


def clean_text(path: str, what: str, text: str, longest: int, allowed: Collection[str] = LAYOUT | JOINERS) -> str:
    """Words as they are kept. Raises `Invalid` at `path` for too many (nothing is ever cut off) and for hidden signs.

    `what` begins the sentence about it, as “A comment”.
    """
    text = unicodedata.normalize("NFC", normalize_newlines(text)).strip()
    if len(text) > longest:
        raise Invalid(path, f"{what} has at most {longest} characters; this has {len(text)}.", "too-long")
    if hidden_at(text, allowed):
        raise Invalid(path, f"{what} cannot hold control or invisible characters.", "hidden-characters")
    return text


def _hidden_sign(sign: str) -> bool:
    # Among the pictures, what our tables of Unicode do not know yet is a newer one, which browsers may well show.
    return unicodedata.category(sign) in HIDDEN and not "\U0001f000" <= sign <= "\U0001faff"


# Reading foreign JSON with care: each value is what it must be, or `Invalid` names its path.

MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})")
YEARS = range(1000, 9001)
NOTHING = object()
LARGEST = 10**18


@dataclass(frozen=True, slots=True)
class Field:
    """A value and where it stands, as in `votes/3/vote`. A value that is left out is `NOTHING`."""

    value: object
    path: str = ""

    def invalid(self, text: str) -> Invalid:
        return Invalid(self.path, "is missing" if self.value is NOTHING else text)

    @property
    def is_given(self) -> bool:
        return self.value is not NOTHING

    def __getitem__(self, name: str) -> Field:
        """A field of an object; a name that it does not have is read as left out."""
        return Field(self.object().get(name, NOTHING), f"{self.path}/{name}" if self.path else name)

    def object(self) -> Mapping[str, object]:
        if not isinstance(self.value, dict):
            raise self.invalid("must be an object")
        return self.value

    def items(self) -> Iterator[Field]:
        if not isinstance(self.value, list):
            raise self.invalid("must be a list")
        return (Field(value, f"{self.path}/{place}") for place, value in enumerate(self.value))

    def text(self) -> str:
        """A string that says something and can be written down."""
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.invalid("must be a text that is not empty")
        if re.search("[\ud800-\udfff]", self.value):
            raise self.invalid("holds half a character")
        return self.value

    def count(self, least: int = 0) -> int:
        """A whole number, and none so large that it could not be written down when it is reckoned with. True and false
        are none."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not least <= self.value <= LARGEST:
            raise self.invalid(f"must be a whole number from {least} up, and at most {LARGEST}")
        return self.value

    def one_of(self, names: tuple[str, ...]) -> str:
        if not isinstance(self.value, str) or self.value not in names:
            raise self.invalid(f"must be one of {', '.join(names)}")
        return self.value

    def moment(self) -> datetime:
        """An instant with its offset, such as 2007-03-14T01:02:00Z; answered in UTC."""
        if not isinstance(self.value, str) or not MOMENT.fullmatch(self.value):
            raise self.invalid("must be an instant with its offset, such as 2007-03-14T01:02:00Z")
        try:
            found = datetime.fromisoformat(self.value)
        except ValueError:
            raise self.invalid("is no date and time that exists") from None
        if found.year not in YEARS:
            raise self.invalid(f"lies outside the years {YEARS[0]} to {YEARS[-1]}")
        return found.astimezone(UTC)


# The mark of a form: what is sent twice is done once, and what only looks alike is not swallowed.

LONGEST_TOKEN = 40


def check_token(token: str) -> None:
    """A form's token tells its second sending from another form; one without would swallow what people do."""
    if not re.fullmatch(rf"[A-Za-z0-9_-]{{1,{LONGEST_TOKEN}}}", token):
        raise Invalid("token", "This form has lost its number: load the page anew.", "bad-token")


def check_same_form(same: bool) -> None:
    """A browser that goes back brings the old form with its old token: other words in it are no second sending."""
    if not same:
        said = "This form was sent before, with other words. Send it again to make another."
        raise Invalid("token", said, "used-token")
