"""What is typed to update the tracker: a form for each cell, and one for what they all rest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django import forms
from django.http import QueryDict

from dynasties.mechanics.cells import Op, amount, outcome
from dynasties.mechanics.columns import Column, ColumnKind, Held
from nomic.core.forms.choices import offer
from nomic.core.forms.tokens import TokenForm
from nomic.core.mechanics.decision import Decision, Invalid, Reason
from nomic.core.mechanics.terms import Act
from proposals.forms.changes import Choice, rules_by_section
from rulesets.mechanics.ruleset import Ruleset

Say: TypeAlias = Callable[[Reason], str]
Acts: TypeAlias = Sequence[tuple[Act, Decision[bool]]]

OPS = ((Op.SET.value, "set to"), (Op.GAIN.value, "gain"), (Op.LOSE.value, "lose"), (Op.SPEND.value, "spend"))


@dataclass(frozen=True, slots=True)
class Place:
    """A cell to be updated: what it holds, how often it has been changed, and the rule that bars overspending."""

    column: Column
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

    def __init__(self, data: QueryDict | None, *, place: Place, say: Say) -> None:
        super().__init__(data, prefix=place.prefix)
        self.place, self.say = place, say
        self.fields["value"] = _value_field(place.column)
        if not place.column.is_number:
            offer(self, "op", OPS[:1])
            self.fields["op"].widget = forms.HiddenInput()
        self.initial = {"op": Op.SET.value, "base": place.base, "value": _typed(place)}

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        if "op" in found and "value" in found:
            self._judge(Op(found["op"]), found["value"])
        return found

    def _judge(self, op: Op, typed: str) -> None:
        """What the action would say, asked beforehand of the same mechanics."""
        place = self.place
        try:
            by = amount(place.column, op, typed)
        except Invalid as error:
            self.take(error.path, error.text)
            return
        may = outcome(place.column, op, place.value, by, place.spending)
        if not may.outcome:
            self.take("value", " ".join(self.say(each) for each in may.reasons))

    def take(self, path: str, text: str) -> None:
        """Show what was not understood at its field, or over the cell where it has none in sight."""
        seen = path in self.fields and not self.fields[path].widget.is_hidden
        self.add_error(path if seen else None, text)

    def cell(self) -> dict[str, object]:
        """The cell as the action takes it, of a valid form."""
        found = self.cleaned_data
        return {
            "column": self.place.column.number, "agent": self.place.agent, "op": found["op"],
            "value": found["value"], "base": found["base"],
        }  # fmt: skip


def _value_field(column: Column) -> forms.Field:
    if column.kind is ColumnKind.SWITCH:
        return forms.ChoiceField(label="Value", choices=(("yes", "yes"), ("no", "no")))
    if column.kind is ColumnKind.CHOICE:
        named = [(each, each) for each in column.choices]
        return forms.ChoiceField(label="Value", required=False, choices=[("", "nothing"), *named])
    numbers = {"inputmode": "numeric", "autocomplete": "off"} if column.is_number else {"autocomplete": "off"}
    return forms.CharField(
        label="Value", required=column.is_number, strip=False, widget=forms.TextInput(attrs=numbers),
        error_messages={"required": "Say how much."},
    )  # fmt: skip


def _typed(place: Place) -> str:
    if place.column.kind is ColumnKind.SWITCH:
        return "yes" if place.value else "no"
    return "" if place.value is None else str(place.value)


class UpdateForm(TokenForm):
    """What an update says of itself: why, by which rule, as which act."""

    comment = forms.CharField(
        label="Comment", required=False, strip=False,
        help_text="Why, for the log. Dice in it fall at once: “2DICE6” is two dice of six sides.",
    )  # fmt: skip
    rule_id = forms.TypedChoiceField(label="The rule that permits it", required=False, coerce=int, empty_value=None)
    act = forms.ChoiceField(label="It counts as", required=False)
    nonce = forms.CharField(
        label="Your own word for the dice", required=False,
        help_text="It goes into the roll, so that the server alone cannot choose how it falls.",
    )  # fmt: skip

    def __init__(self, *args: Any, ruleset: Ruleset, acts: Acts, say: Say, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.acts, self.say = {act.name: may for act, may in acts}, say
        carrier: list[Choice] = [("", "the rule that carries the value")]
        offer(self, "rule_id", [*carrier, *rules_by_section(ruleset)])
        named = [(act.name, f"{act.label} ({act.budget.value})") for act, _ in acts]
        offer(self, "act", [("", "nothing that has a limit"), *named])
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
        label="The rule that it broke", coerce=int, help_text="As the rules stood when it was made.",
        error_messages={"required": "Choose the rule that it broke."},
    )  # fmt: skip
    why = forms.CharField(
        label="How", strip=False, widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Say how it broke the rule."},
    )  # fmt: skip

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first: list[Choice] = [("", "choose …")]
        offer(self, "rule_id", [*first, *rules_by_section(ruleset)])
