"""The forms of Admins' repairs: a finding with the rule that it rests on, and a note."""

from __future__ import annotations

from typing import Any

from django import forms

from nomic.core.forms import RefusableForm
from proposals.changes.forms import rules_by_section
from proposals.deciding.actions import LONGEST_NOTE, LONGEST_WHY
from proposals.deciding.forms import clean_readable
from rulesets.text.rules import Ruleset


class FindingForm(RefusableForm):
    """Why something is put right, and under which rule."""

    rule = forms.TypedChoiceField(
        label="Under rule", coerce=int, error_messages={"required": "Cite a rule.", "invalid_choice": "Cite a rule."}
    )
    why = forms.CharField(
        label="Why",
        max_length=LONGEST_WHY,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Everybody reads this, in the log and under the post.",
        error_messages={"required": "Say why."},
    )

    def __init__(self, ruleset: Ruleset, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["rule"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", "choose …"), *rules_by_section(ruleset)]

    def clean_why(self) -> str:
        return clean_readable(self.cleaned_data["why"])


class AdminNoteForm(RefusableForm):
    """A note for the part of a post that is kept for Admins."""

    text = forms.CharField(
        label="Note",
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="It stands under the post for good; another may follow it, and none is taken away.",
        error_messages={"required": "Write what became of it."},
    )

    def clean_text(self) -> str:
        return clean_readable(self.cleaned_data["text"])
