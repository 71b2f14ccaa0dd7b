"""What a reader asks of the tracker: another order, only some rows, another moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from dynasties.mechanics.columns import Column
from nomic.core.forms.choices import offer
from nomic.core.mechanics.decision import Invalid
from rulesets.mechanics.instants import read_instant

BY_NAME = "name"


class SheetForm(forms.Form):
    """Which rows, in which order. `sort` is a column's number or “name”, with “-” for the other way round."""

    column = forms.ChoiceField(label="Where", required=False)
    where = forms.CharField(label="is", required=False, max_length=60)
    idle = forms.BooleanField(label="Leave out who is idle", required=False)
    sort = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, columns: Sequence[Column], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.columns = {str(each.number): each for each in columns}
        named = [(number, each.name) for number, each in self.columns.items()]
        offer(self, "column", [("", "the name"), *named])

    def clean_sort(self) -> str:
        """What makes no sense sorts by name."""
        asked: str = self.cleaned_data["sort"]
        return asked if asked.removeprefix("-") in {BY_NAME, *self.columns} else BY_NAME

    @property
    def wanted(self) -> Column | None:
        """The column that rows are sifted by; None for the name."""
        return self.columns.get(self.cleaned_data.get("column", ""))

    def order(self) -> tuple[Column | None, bool]:
        """The column that rows are sorted by, None for the name; and whether the other way round."""
        sort = self.cleaned_data.get("sort", BY_NAME)
        return self.columns.get(sort.removeprefix("-")), sort.startswith("-")


class MomentForm(forms.Form):
    """An instant, or the number of an event; empty for now."""

    at = forms.CharField(
        label="The tracker as of", required=False, max_length=40,
        help_text="The number of an event, or an instant such as 2026-11-29T20:00Z.",
    )  # fmt: skip

    def clean_at(self) -> str:
        words: str = self.cleaned_data["at"].strip()
        if words and not (words.isascii() and words.isdecimal()):
            try:
                read_instant(words)
            except Invalid as error:
                raise forms.ValidationError(error.text, error.code) from None
        return words
