"""What is typed at the Administrator's desk. Bounds are the law's, and the actions' to judge; each act has a reason."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from django import forms

from nomic.core.forms import RefusableForm
from proposals.bnomic.clock.actions import LONGEST_WHY
from proposals.bnomic.nweeks.rules import LONGEST_PAUSE, midnight_after

WHOLE = {"invalid": "This must be a whole number.", "required": "Say which."}


def _whole_field(label: str) -> forms.IntegerField:
    numeric = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, widget=numeric, error_messages=WHOLE)


class WhyForm(RefusableForm):
    """An act at the desk, with its reason and nothing else."""

    why = forms.CharField(
        label="Why",
        max_length=LONGEST_WHY,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Say why: the log shows it."},
    )


class PauseForm(WhyForm):
    """Until which midnight the Clock pauses: `until` is that moment, once the form is valid."""

    until = forms.DateField(
        label="On again from the beginning of",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text="A day, by UTC. The midnight at its end is the first that ends an nday again.",
        error_messages={"required": "Name a day.", "invalid": "Name a day, such as 2007-03-14."},
    )
    field_order = ["until", "why"]

    def __init__(self, *args: Any, now: datetime, **more: Any) -> None:
        """`now`: what the calendar of the field begins with; the act judges for itself."""
        super().__init__(*args, **more)
        first, last = midnight_after(now), now + LONGEST_PAUSE
        self.fields["until"].initial = first.date()
        self.fields["until"].widget.attrs |= {"min": f"{first:%Y-%m-%d}", "max": f"{last:%Y-%m-%d}"}

    def clean_until(self) -> datetime:
        day: date = self.cleaned_data["until"]
        return datetime.combine(day, time(), UTC)


class SetClockForm(WhyForm):
    """Where the Clock is to stand."""

    nweek = _whole_field("Nweek")
    nday = _whole_field("Nday")
    field_order = ["nweek", "nday", "why"]


class NumberForm(WhyForm):
    """The Number that the next Proposal is to get."""

    number = _whole_field("The next Number")
    field_order = ["number", "why"]


class CarriedOutForm(WhyForm):
    """A Proposal that has been carried out."""

    number = forms.IntegerField(widget=forms.HiddenInput)
