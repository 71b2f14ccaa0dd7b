"""A senator's decision as it is typed. It is judged by the mechanics alone, and their word stands at its field."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from dynasties.quorum.bills.rules import AMENDMENT_NAMES, NO_AMENDMENT
from dynasties.quorum.rounds.rules_decisions import SeatDecision

WEIGHTS = ("weight_1", "weight_2", "weight_3")
EVEN_WEIGHTS: Mapping[str, object] = {**dict.fromkeys(WEIGHTS, 50), "amendment": "none"}
# The extras, and what is typed for each.
EXTRA_FIELDS: Mapping[str, Sequence[str]] = {"filibuster": ("filibuster",), "veto": ("veto",), "note": ("to", "text")}
PLACES_TYPED = 9
WHOLE_NUMBER, DECIMAL_NUMBER = re.compile(r"[0-9]{1,9}"), re.compile(rf"[0-9]{{1,9}}\.[0-9]{{1,{PLACES_TYPED}}}")
# Where the mechanics find something wrong, and the field that stands for it.
FIELD_OF_PATH = {
    "vote": "vote",
    "priorities": "weight_1",
    "priorities/0": "weight_1",
    "priorities/1": "weight_2",
    "priorities/2": "weight_3",
    "amendment": "amendment",
    "filibuster": "filibuster",
    "veto": "veto",
    "note": "text",
    "note/to": "to",
    "note/text": "text",
}


def _weight_field(clause: int) -> forms.CharField:
    widget = forms.NumberInput(
        attrs={
            "min": "0",
            "max": "100",
            "step": "any",
            "inputmode": "decimal",
            "autocomplete": "off",
            "data-weight": str(clause),
        }
    )
    return forms.CharField(label=f"Weight of clause {clause}", required=False, widget=widget)


def _extra_checkbox(name: str) -> forms.CheckboxInput:
    """Its help says the price, or why it cannot be had."""
    return forms.CheckboxInput(attrs={"aria-describedby": f"{name}_help"})


class DecisionForm(forms.Form):
    """Nothing in it is required, and any text may come in: what is wrong with it, the mechanics say."""

    round = forms.IntegerField(widget=forms.HiddenInput)
    vote = forms.CharField(required=False)
    weight_1, weight_2, weight_3 = _weight_field(1), _weight_field(2), _weight_field(3)
    amendment = forms.CharField(required=False)
    filibuster = forms.BooleanField(label="Filibuster", required=False, widget=_extra_checkbox("filibuster"))
    veto = forms.BooleanField(label="Veto, should it pass", required=False, widget=_extra_checkbox("veto"))
    to = forms.CharField(label="A sealed note to", required=False, widget=forms.Select)
    text = forms.CharField(
        label="What it says",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )

    def __init__(
        self,
        *args: Any,
        others: Sequence[tuple[int, str]],
        may: Mapping[str, bool],
        own: SeatDecision | None = None,
        **kwargs: Any,
    ) -> None:
        """`others`: the other seats and their names; `may`: which extras are open to the seat, the others being shown
        and not to be used; `own`: the decision that stands, if one does."""
        super().__init__(*args, **kwargs)
        seats = [(str(seat), f"{name} (seat {seat})") for seat, name in others]
        self.fields["to"].widget = forms.Select(choices=[("", "nobody"), *seats])
        for name in (name for extra, names in EXTRA_FIELDS.items() if not may[extra] for name in names):
            self.fields[name].widget.attrs["disabled"] = True
        self.initial = {**EVEN_WEIGHTS, **typed_decision(own), **self.initial}

    def raw(self) -> dict[str, object]:
        """The decision as JSON has it, right or wrong."""
        given = self.data
        return {
            "vote": given.get("vote", ""),
            "priorities": [_typed_number(given.get(name, "")) for name in WEIGHTS],
            "amendment": given.get("amendment", "none"),
            "filibuster": "filibuster" in given,
            "veto": "veto" in given,
            "note": _typed_note(given.get("to", ""), given.get("text", "")),
        }

    def place(self, problems: Sequence[Mapping[str, str]]) -> None:
        """Show what the mechanics find wrong, each thing at its field."""
        for each in problems:
            self.add_error(FIELD_OF_PATH.get(each["path"]), forms.ValidationError(each["text"], each["code"]))

    @property
    def weights(self) -> list[forms.BoundField]:
        return [self[name] for name in WEIGHTS]

    @property
    def numbers(self) -> list[float] | None:
        """The weights as they stand in the form; None unless all three are numbers that it takes."""
        read = [_typed_number(str(field.value() or "")) for field in self.weights]
        found = [each for each in read if isinstance(each, int | float)]
        return found if len(found) == len(read) else None


def _typed_number(words: str) -> object:
    """A number as it was typed; nothing is none, and what is no number stays what it is."""
    words = words.strip()
    if WHOLE_NUMBER.fullmatch(words):
        return int(words)
    return float(words) if DECIMAL_NUMBER.fullmatch(words) else words or 0


def _typed_note(to: str, text: str) -> dict[str, object] | None:
    text = text.replace("\r\n", "\n").strip()
    if not to and not text:
        return None
    return {"to": int(to) if WHOLE_NUMBER.fullmatch(to) else None, "text": text}


def _number_text(number: float) -> str:
    """A number as it can be typed again."""
    return str(number) if isinstance(number, int) else f"{number:.{PLACES_TYPED}f}".rstrip("0").rstrip(".")


def typed_weights(weights: Sequence[float]) -> dict[str, object]:
    """What somebody typed for these weights: as they compare they may stand for many numbers, and be longer."""
    return {name: _number_text(weight) for name, weight in zip(WEIGHTS, weights, strict=True)}


def typed_decision(own: SeatDecision | None) -> dict[str, object]:
    """What somebody would have typed for a decision."""
    if own is None:
        return {}
    return {
        "vote": own.vote,
        "amendment": "none" if own.amendment == NO_AMENDMENT else AMENDMENT_NAMES[own.amendment],
        "filibuster": own.filibuster,
        "veto": own.veto,
        "to": str(own.note.to) if own.note else "",
        "text": own.note.text if own.note else "",
    }
