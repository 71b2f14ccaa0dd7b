"""The composer's rows for changes of the tracker, and the fields shared by what a rule carries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from dynasties.tracker.rules import LARGEST, CellOp, ColumnKind, Scope
from dynasties.tracker.rules_columns import ALL, tracker_in
from nomic.core.decision import Invalid
from nomic.core.language.rules import capitalize
from proposals.changes.forms import NOT_IN_FORCE, ChangeForm, Choice, Shelf, line_field
from rulesets.changes import queries as changes_queries


class CarriedForm(ChangeForm):
    """A form with `carrier`, a rule in force, or else `carrier_title`, a rule that the same list enacts before it."""

    def choices_by_field(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        return super().choices_by_field(shelf) | {"carrier": shelf.rules}

    @classmethod
    def values_of_change(cls, change: Mapping[str, Any]) -> dict[str, str]:
        rule = change["rule"]
        carrier, title = (str(rule), "") if isinstance(rule, int) else ("", rule)
        return super().values_of_change(change) | {"carrier": carrier, "carrier_title": title}

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        if not self.errors:
            self._judge()
        return found

    def _judge(self) -> None:
        """What contradicts itself is told where it stands."""
        if not self.rule:
            self.add_refusal("carrier", "Choose the rule that carries it.")
            return
        try:
            changes_queries.read_changes([self.entry()])
        except Invalid as error:
            self.add_refusal(error.path.rpartition("/")[2], capitalize(error.text))

    @property
    def rule(self) -> int | str:
        """The carrier as its change names it: by id, or by title; "" where there is none yet."""
        found = self.cleaned_data
        title: str = found["carrier_title"].strip()
        return int(found["carrier"]) if found["carrier"] else title


def carrier_field(help_text: str = "") -> forms.ChoiceField:
    """The field for the rule in force that shall carry it."""
    errors = {"invalid_choice": NOT_IN_FORCE}
    return forms.ChoiceField(
        label="The rule that carries it", required=False, help_text=help_text, error_messages=errors
    )


def carrier_title_field() -> forms.CharField:
    """The field for the title of a rule that shall carry it and is not there yet."""
    return forms.CharField(label="Or the title of a rule that this list enacts before it", required=False, strip=False)


# The composer's rows for changes of the tracker.

GAME = "game"
KINDS = (
    (ColumnKind.NUMBER.value, "a whole number"),
    (ColumnKind.TEXT.value, "a text"),
    (ColumnKind.CHOICE.value, "one of several choices"),
    (ColumnKind.SWITCH.value, "yes or no"),
)
OPS = (
    (CellOp.SET.value, "becomes"),
    (CellOp.GAIN.value, "goes up by"),
    (CellOp.LOSE.value, "goes down by, at most to its least"),
    (CellOp.SPEND.value, "is spent: down by, and not below its least"),
)


class MakeColumnForm(CarriedForm):
    kind, label = "make-column", "Make a column of the tracker"
    name = line_field("Name", "A column needs a name.")
    column_kind = forms.ChoiceField(label="What it holds", choices=KINDS)
    scope = forms.ChoiceField(
        label="Of whom", choices=[(Scope.AGENT.value, "of everybody, one each"), (Scope.GAME.value, "of the game, one")]
    )
    least = forms.IntegerField(
        label="Least",
        required=False,
        min_value=-LARGEST,
        max_value=LARGEST,
        help_text="Of a number; 0 where nothing else is said.",
    )
    most = forms.IntegerField(
        label="Most",
        required=False,
        min_value=-LARGEST,
        max_value=LARGEST,
        help_text="Of a number; empty for no bound.",
    )
    choices = forms.CharField(
        label="Choices", required=False, widget=forms.Textarea(attrs={"rows": 3}), help_text="One to a line."
    )
    standard = forms.CharField(label="What newcomers get", required=False)
    secret = forms.BooleanField(
        label="Secret: everybody sees eir own value alone, and the head of the Dynasty sees all", required=False
    )
    carrier = carrier_field()
    carrier_title = carrier_title_field()

    @classmethod
    def values_of_change(cls, change: Mapping[str, Any]) -> dict[str, str]:
        choices, secret = "\n".join(change.get("choices") or ()), "on" if change.get("secret") else ""
        return super().values_of_change(change) | {"choices": choices, "secret": secret}

    def entry(self) -> dict[str, Any]:
        found = self.cleaned_data
        names = ("name", "column_kind", "scope", "least", "most", "standard", "secret")
        lines = [line.strip() for line in found["choices"].splitlines() if line.strip()]
        entry = {"kind": self.kind, **{name: found[name] for name in names}, "choices": lines, "rule": self.rule}
        return entry | {"standard": found["standard"] or None}


class _ColumnForm(ChangeForm):
    """A change of a column that is there, or that the same list makes before it."""

    def choices_by_field(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        return super().choices_by_field(shelf) | {"column": lambda: _columns(shelf)}


def _columns(shelf: Shelf) -> list[Choice]:
    live = tracker_in(shelf.state).live(shelf.state.ruleset)
    return [(str(each.number), each.name) for each in live if not each.secret]


class DropColumnForm(_ColumnForm):
    kind, label = "drop-column", "Do away with a column of the tracker"
    column = forms.TypedChoiceField(
        label="Column",
        coerce=int,
        error_messages={"required": "Choose a column.", "invalid_choice": "There is no such column now."},
    )

    def choices_by_field(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        live = tracker_in(shelf.state).live(shelf.state.ruleset)
        return super().choices_by_field(shelf) | {"column": lambda: [(str(each.number), each.name) for each in live]}


class SetValueForm(_ColumnForm):
    kind, label = "set-value", "Change what the tracker holds"
    column = forms.ChoiceField(label="Column", required=False)
    column_name = forms.CharField(
        label="Or the name of a column that this list makes before it", required=False, strip=False
    )
    whose = forms.ChoiceField(label="Of whom", error_messages={"required": "Say whose value it is."})
    op = forms.ChoiceField(label="It", choices=OPS)
    value = forms.CharField(label="Value", required=False)

    def choices_by_field(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        def whose() -> list[Choice]:
            return [(ALL, "everybody who plays"), (GAME, "the game itself"), *shelf.agents()]

        return super().choices_by_field(shelf) | {"whose": whose}

    @classmethod
    def values_of_change(cls, change: Mapping[str, Any]) -> dict[str, str]:
        values, column = super().values_of_change(change), change["column"]
        return values | {
            "column": str(column) if isinstance(column, int) else "",
            "column_name": "" if isinstance(column, int) else column,
            "whose": values.get("agent") or GAME,
        }

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        if not self.errors and not (found["column"] or found["column_name"].strip()):
            self.add_refusal("column", "Choose a column.")
        return found

    def entry(self) -> dict[str, Any]:
        found = self.cleaned_data
        whose = found["whose"]
        return {
            "kind": self.kind,
            "column": int(found["column"]) if found["column"] else found["column_name"].strip(),
            "agent": int(whose) if whose.isdigit() else None if whose == GAME else whose,
            "op": found["op"],
            "value": found["value"] or None,
        }
