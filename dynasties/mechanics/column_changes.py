"""Change lists make columns of the tracker, drop them, and set what they hold. (Rules 1.5 and 1.7)

A rule that is enacted earlier in the same list, or a column that is made there, has no number yet: it is named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from dynasties.mechanics.cells import Op, amount
from dynasties.mechanics.columns import Column, ColumnKind, Held, Scope, choices_of, number, standard_of
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.names import tidy
from rulesets.mechanics.changes import Change, Plain, read_id, read_text

ALL = "all"  # every Agent who is not idle
LONGEST_VALUE = 200


def read_name(value: object) -> str:
    """A column's name, or a rule's title. Figures alone would be taken for a number."""
    name = tidy(" ".join(read_text(value).split()))
    if name.isdigit():
        raise Invalid("", "a name needs a letter", "no-letter")
    return name


def read_key(value: object) -> int | str:
    """A rule or a column: its id or number, or its title or name."""
    return read_id(value) if isinstance(value, int) and not isinstance(value, bool) else read_name(value)


def read_kind(value: object) -> str:
    return ColumnKind(_one_of(value, [each.value for each in ColumnKind]))


def read_scope(value: object) -> str:
    return Scope(_one_of(value, [each.value for each in Scope]))


def read_op(value: object) -> str:
    return Op(_one_of(value, [each.value for each in Op]))


def read_bound(value: object) -> int | None:
    return None if value is None else number(value)


def read_switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise Invalid("", "this must be true or false", "no-switch")
    return value


def read_value(value: object) -> Plain:
    """A value as it was typed; which it is, only its column tells."""
    if value is None or isinstance(value, int):
        return value
    return " ".join(read_text(value, LONGEST_VALUE).split())


def read_choices(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Invalid("", "choices are a list", "not-a-list")
    return tuple(" ".join(read_text(each, LONGEST_VALUE).split()) for each in value)


def read_whose(value: object) -> int | str | None:
    """Whose cell: an Agent's id, “all”, or None for the game's own."""
    return value if value is None or value == ALL else read_id(value)


def _one_of(value: object, known: list[str]) -> str:
    if isinstance(value, str) and value in known:
        return value
    raise Invalid("", "this must be one of " + ", ".join(f"“{each}”" for each in known), "unknown")


@dataclass(frozen=True, slots=True)
class MakeColumn(Change):
    """A new column. What a newcomer gets is its `standard`; a number is at least 0 unless `least` says otherwise."""

    name: str
    column_kind: str
    rule: int | str
    scope: str = Scope.AGENT
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    standard: Plain = None
    secret: bool = False

    kind = "make-column"
    shape = MappingProxyType(
        {
            "name": read_name, "column_kind": read_kind, "rule": read_key, "scope": read_scope, "least": read_bound,
            "most": read_bound, "choices": read_choices, "standard": read_value, "secret": read_switch,
        }
    )  # fmt: skip

    def __post_init__(self) -> None:
        """Raises `Invalid` at the field that contradicts the others."""
        self.column(0, 0)

    def column(self, its_number: int, rule: int) -> Column:
        """The column that it makes, carried by that rule."""
        kind = ColumnKind(self.column_kind)
        if kind is not ColumnKind.NUMBER and (self.least is not None or self.most is not None):
            raise Invalid("least", "only a number has bounds", "no-bounds")
        if kind is not ColumnKind.CHOICE and self.choices:
            raise Invalid("choices", "only a choice has choices", "no-choices")
        made = Column(its_number, self.name, kind, Scope(self.scope), secret=self.secret, rule=rule)
        if kind is ColumnKind.NUMBER:
            made = self._bounded(made)
        if kind is ColumnKind.CHOICE:
            made = replace(made, choices=choices_of(self.choices))
        return replace(made, standard=self._standard(made))

    def _bounded(self, made: Column) -> Column:
        # A number that the game keeps is zero or greater unless a rule says otherwise.
        least = 0 if self.least is None else self.least
        if self.most is not None and self.most <= least:
            raise Invalid("most", f"this must be more than {least}", "bounds-crossed")
        return replace(made, least=least, most=self.most)

    def _standard(self, made: Column) -> Held:
        try:
            return standard_of(made, self.standard)
        except Invalid as error:
            raise Invalid("standard", error.text, error.code) from None


@dataclass(frozen=True, slots=True)
class DropColumn(Change):
    column: int | str

    kind = "drop-column"
    shape = MappingProxyType({"column": read_key})


@dataclass(frozen=True, slots=True)
class SetValue(Change):
    """A cell's new value, or what is added to it or taken from it.

    `agent`: an id, “all”, or None for the game's own.
    """

    column: int | str
    value: Plain
    agent: int | str | None = None
    op: str = Op.SET

    kind = "set-value"
    shape = MappingProxyType({"column": read_key, "value": read_value, "agent": read_whose, "op": read_op})

    def by(self, column: Column) -> Held:
        """What is set, added or taken. Raises `Invalid` for what this column does not hold."""
        return amount(column, Op(self.op), self.value)
