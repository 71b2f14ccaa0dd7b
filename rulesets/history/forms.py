"""Forms that ask for a moment, a pair of versions, or a correction of a rule's text."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import forms

from nomic.core.decision import Invalid
from nomic.core.forms import RefusableForm
from rulesets.history.rules import read_instant


class InstantForm(forms.Form):
    """A date and a time of day, both UTC; without a time, the day's first moment."""

    date = forms.DateField(label="Date", widget=forms.DateInput(attrs={"type": "date"}))
    time = forms.TimeField(
        label="Time (UTC)", required=False, widget=forms.TimeInput(attrs={"type": "time", "step": "1"})
    )

    def instant(self) -> datetime:
        """The instant, once valid."""
        time = self.cleaned_data["time"] or datetime.min.time()
        return datetime.combine(self.cleaned_data["date"], time, UTC)


class CorrectionForm(RefusableForm):
    """A rule's text with a slip put right."""

    text = forms.CharField(label="Text", strip=False, widget=forms.Textarea(attrs={"rows": 16}))
    base_version = forms.IntegerField(widget=forms.HiddenInput)

    def add_refusal(self, error: Invalid) -> None:
        """Whatever is wrong, the text is: the rest was not typed."""
        self.add_error("text", error.text)


class MomentField(forms.CharField):
    """An instant, or the number of an event."""

    def clean(self, value: Any) -> str:
        words: str = super().clean(value)
        if not (words.isascii() and words.isdecimal()):
            try:
                read_instant(words)
            except Invalid as error:
                raise forms.ValidationError(error.text, error.code) from None
        return words


class CompareForm(forms.Form):
    """Two moments. Fields called `from` and `to`, as in the address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("from", "to"):
            self.fields[name] = MomentField(label=name.capitalize(), max_length=40)


class VersionsForm(forms.Form):
    """Two versions of one rule. Fields called `from` and `to`, as in the address."""

    def __init__(self, *args: Any, versions: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("from", "to"):
            self.fields[name] = forms.ChoiceField(label=name.capitalize(), choices=versions)
