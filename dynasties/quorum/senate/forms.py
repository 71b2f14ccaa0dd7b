"""What is typed to convene an Episode, to seat a program, and to fill seats from the bench."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms

from dynasties.quorum.episodes.rules import LONGEST_SEED, exact_number
from dynasties.quorum.rounds.rules_scripts import POLICIES
from dynasties.quorum.senate.actions import ConvenerWishes
from nomic.core.decision import Invalid
from nomic.core.forms import RefusableForm, TokenForm
from nomic.core.law.rules_wordings import Duration
from nomic.core.roster import rules as roster_rules

WHOLE_NUMBER_ERRORS = {"invalid": "This must be a whole number.", "required": "Say how many."}
TIME_DIAL = Duration()


def _count_field(label: str, help_text: str) -> forms.IntegerField:
    numeric = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, help_text=help_text, widget=numeric, error_messages=WHOLE_NUMBER_ERRORS)


class ConveneForm(TokenForm):
    """How an Episode is to be. Bounds are the law's, and the action's to judge."""

    seats = _count_field("Seats", "")
    rounds = _count_field("Rounds", "")
    threshold = forms.CharField(
        label="Threshold", required=False, widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
    )
    veto = forms.BooleanField(
        label="The chair has a veto", required=False, help_text="Given beforehand, in secret, and dear if it is used."
    )
    caucus = forms.BooleanField(
        label="Senators may write notes",
        required=False,
        help_text="One sealed note each round, to one other seat. All are opened when the Episode is over.",
    )
    decision_seconds = forms.CharField(
        label="Time for a round", required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    seed = forms.CharField(
        label="Seed",
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=f"All bills follow from it; at most {LONGEST_SEED} signs. Left empty, it is drawn, and nobody knows "
        "it before the end. Whoever names one can work the bills out: the table is told that you did.",
    )

    def __init__(
        self, *args: Any, helps: Mapping[str, str] | None = None, shut: Collection[str] = (), **kwargs: Any
    ) -> None:
        """`helps`: what the law says of a field's bounds; `shut`: fields of what it does not provide for."""
        super().__init__(*args, **kwargs)
        for name, words in (helps or {}).items():
            self.fields[name].help_text = words
        for name in shut:
            # Shown all the same, or whoever knows it would look for it. What is sent for it does not count.
            self.fields[name].disabled, self.initial[name] = True, False
            self.fields[name].help_text = "No rule of this game provides for that now."

    def wishes(self) -> dict[str, Any]:
        """The Episode that is asked for, and the form's token."""
        typed = dict(self.cleaned_data)
        return {"token": typed.pop("token"), "wishes": ConvenerWishes(**typed)}

    def clean_threshold(self) -> Fraction | None:
        typed: str = self.cleaned_data["threshold"].strip()
        try:
            return exact_number(typed) if typed else None
        except ValueError:
            raise forms.ValidationError("This must be a number such as 0.5 or 2/3.", "no-number") from None

    def clean_decision_seconds(self) -> int | None:
        typed: str = self.cleaned_data["decision_seconds"].strip()
        try:
            return round(TIME_DIAL.read_words(typed).total_seconds()) if typed else None
        except Invalid:
            raise forms.ValidationError("Say it like “24 hours”, “90 minutes” or “45 seconds”.", "no-time") from None


class ProgramForm(RefusableForm):
    """A program that somebody answers for."""

    name = forms.CharField(
        label="What it is called",
        max_length=roster_rules.LONGEST,
        help_text="Everybody reads it, and that it is a program.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class BenchForm(RefusableForm):
    """A script for each empty seat."""

    def __init__(self, *args: Any, empty: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = [(name, policy.title) for name, policy in POLICIES.items()]
        for place, seat in enumerate(empty):
            self.fields[f"script_{seat}"] = forms.ChoiceField(
                label=f"Seat {seat}",
                choices=titles,
                initial=titles[place % len(titles)][0],
                # What was chosen stays when the page learns that somebody has sat down elsewhere.
                widget=forms.Select(attrs={"hx-preserve": "true"}),
                error_messages={"invalid_choice": "There is no such script on the bench."},
            )

    @property
    def scripts(self) -> list[str]:
        """What was chosen, by the order of seats, of a form that is valid."""
        return [self.cleaned_data[name] for name in self.fields]
