"""Forms of the tracker: sort order, filter and moment of a sheet; and the cells of an update."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django import forms
from django.http import QueryDict

from dynasties.tracker.rules import CellOp, ColumnFacts, ColumnKind, Held, cell_outcome, read_amount
from nomic.core.decision import Decision, Invalid, Reason
from nomic.core.forms import TokenForm, set_choices
from nomic.core.law.rules import Act
from proposals.changes.forms import Choice, rules_by_section
from rulesets.history.rules import read_instant
from rulesets.text.rules import Ruleset

BY_NAME = "name"


class SheetForm(forms.Form):
    """Which rows, in which order. `sort` is a column's number or “name”, with “-” for the other way round."""

    column = forms.ChoiceField(label="Where", required=False)
    where = forms.CharField(label="is", required=False, max_length=60)
    idle = forms.BooleanField(label="Leave out who is idle", required=False)
    sort = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, columns: Sequence[ColumnFacts], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.columns = {str(each.number): each for each in columns}
        named = [(number, each.name) for number, each in self.columns.items()]
        set_choices(self, "column", [("", "the name"), *named])

    def clean_sort(self) -> str:
        """What makes no sense sorts by name."""
        asked: str = self.cleaned_data["sort"]
        return asked if asked.removeprefix("-") in {BY_NAME, *self.columns} else BY_NAME

    @property
    def filter_column(self) -> ColumnFacts | None:
        """The column that rows are sifted by; None for the name."""
        return self.columns.get(self.cleaned_data.get("column", ""))

    def order(self) -> tuple[ColumnFacts | None, bool]:
        """The column that rows are sorted by, None for the name; and whether the other way round."""
        sort = self.cleaned_data.get("sort", BY_NAME)
        return self.columns.get(sort.removeprefix("-")), sort.startswith("-")


class TrackerMomentForm(forms.Form):
    """An instant, or the number of an event; empty for now."""

    at = forms.CharField(
        label="The tracker as of",
        required=False,
        max_length=40,
        help_text="The number of an event, or an instant such as 2026-11-29T20:00Z.",
    )

    def clean_at(self) -> str:
        words: str = self.cleaned_data["at"].strip()
        if words and not (words.isascii() and words.isdecimal()):
            try:
                read_instant(words)
            except Invalid as error:
                raise forms.ValidationError(error.text, error.code) from None
        return words


# What is typed to update the tracker: a form for each cell, and one for what they all rest on.

Say: TypeAlias = Callable[[Reason], str]
Acts: TypeAlias = Sequence[tuple[Act, Decision[bool]]]

OPS = (
    (CellOp.SET.value, "set to"),
    (CellOp.GAIN.value, "gain"),
    (CellOp.LOSE.value, "lose"),
    (CellOp.SPEND.value, "spend"),
)


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A cell to be updated: what it holds, how often it has been changed, and the rule that bars overspending."""

    column: ColumnFacts
    agent: int | None
    name: str
    value: Held
    base: int
    spending: str | None

    @property
    def key(self) -> str:
        """As an address says it: “3:17”, or “3:game” for a value of the game."""
        return f"{self.column.number}:{'game' if self.agent is None else self.agent}"

    @property
    def prefix(self) -> str:
        return "c" + self.key.replace(":", "-")

    @property
    def label(self) -> str:
        return f"{self.column.name} of {self.name}" if self.name else self.column.name


class CellForm(forms.Form):
    """What to do to one cell. `say` puts a refusal in words."""

    op = forms.ChoiceField(label="Do", choices=OPS)
    base = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None, *, place: CellPlace, say: Say) -> None:
        super().__init__(data, prefix=place.prefix)
        self.place, self.say = place, say
        self.fields["value"] = _value_field(place.column)
        if not place.column.is_number:
            set_choices(self, "op", OPS[:1])
            self.fields["op"].widget = forms.HiddenInput()
        self.initial = {"op": CellOp.SET.value, "base": place.base, "value": _typed_value(place)}

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        if "op" in found and "value" in found:
            self._judge(CellOp(found["op"]), found["value"])
        return found

    def _judge(self, op: CellOp, typed: str) -> None:
        """What the action would say, asked beforehand of the same mechanics."""
        place = self.place
        try:
            by = read_amount(place.column, op, typed)
        except Invalid as error:
            self.add_refusal(error.path, error.text)
            return
        may = cell_outcome(place.column, op, place.value, by, place.spending)
        if not may.outcome:
            self.add_refusal("value", " ".join(self.say(each) for each in may.reasons))

    def add_refusal(self, path: str, text: str) -> None:
        """Show what was not understood at its field, or over the cell where it has none in sight."""
        seen = path in self.fields and not self.fields[path].widget.is_hidden
        self.add_error(path if seen else None, text)

    def cell(self) -> dict[str, object]:
        """The cell as the action takes it, of a valid form."""
        found = self.cleaned_data
        return {
            "column": self.place.column.number,
            "agent": self.place.agent,
            "op": found["op"],
            "value": found["value"],
            "base": found["base"],
        }


def _value_field(column: ColumnFacts) -> forms.Field:
    if column.kind is ColumnKind.SWITCH:
        return forms.ChoiceField(label="Value", choices=(("yes", "yes"), ("no", "no")))
    if column.kind is ColumnKind.CHOICE:
        named = [(each, each) for each in column.choices]
        return forms.ChoiceField(label="Value", required=False, choices=[("", "nothing"), *named])
    numbers = {"inputmode": "numeric", "autocomplete": "off"} if column.is_number else {"autocomplete": "off"}
    return forms.CharField(
        label="Value",
        required=column.is_number,
        strip=False,
        widget=forms.TextInput(attrs=numbers),
        error_messages={"required": "Say how much."},
    )


def _typed_value(place: CellPlace) -> str:
    if place.column.kind is ColumnKind.SWITCH:
        return "yes" if place.value else "no"
    return "" if place.value is None else str(place.value)


class UpdateForm(TokenForm):
    """What an update says of itself: why, by which rule, as which act."""

    comment = forms.CharField(
        label="Comment",
        required=False,
        strip=False,
        help_text="Why, for the log. Dice in it fall at once: “2DICE6” is two dice of six sides.",
    )
    rule_id = forms.TypedChoiceField(label="The rule that permits it", required=False, coerce=int, empty_value=None)
    act = forms.ChoiceField(label="It counts as", required=False)
    nonce = forms.CharField(
        label="Your own word for the dice",
        required=False,
        help_text="It goes into the roll, so that the server alone cannot choose how it falls.",
    )

    def __init__(self, *args: Any, ruleset: Ruleset, acts: Acts, say: Say, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.acts, self.say = {act.name: may for act, may in acts}, say
        carrier: list[Choice] = [("", "the rule that carries the value")]
        set_choices(self, "rule_id", [*carrier, *rules_by_section(ruleset)])
        named = [(act.name, f"{act.label} ({act.budget.value})") for act, _ in acts]
        set_choices(self, "act", [("", "nothing that has a limit"), *named])
        if not acts:
            del self.fields["act"]

    def clean_act(self) -> str:
        """An act that e may not do yet is told at its field, with when e may again."""
        act: str = self.cleaned_data["act"]
        may = self.acts.get(act)
        if may is not None and not may.outcome:
            raise forms.ValidationError([self.say(each) for each in may.reasons])
        return act


class UndoForm(TokenForm):
    """Why a change broke a rule, as the rules stood at its moment."""

    rule_id = forms.TypedChoiceField(
        label="The rule that it broke",
        coerce=int,
        help_text="As the rules stood when it was made.",
        error_messages={"required": "Choose the rule that it broke."},
    )
    why = forms.CharField(
        label="How",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Say how it broke the rule."},
    )

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first: list[Choice] = [("", "choose …")]
        set_choices(self, "rule_id", [*first, *rules_by_section(ruleset)])
