"""Reading foreign JSON with care: each value is what it must be, or `Invalid` names its path."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from nomic.core.mechanics.decision import Invalid

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
    def given(self) -> bool:
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
