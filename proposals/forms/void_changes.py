"""The composer's row for finding a rule void, which only a Call for Judgment may do."""

from __future__ import annotations

from django import forms

from proposals.forms.changes import NOT_IN_FORCE, ChangeForm


class FindVoidForm(ChangeForm):
    kind, label = "find-void", "Find a rule void"
    rule = forms.TypedChoiceField(
        label="Rule", coerce=int, error_messages={"invalid_choice": NOT_IN_FORCE, "required": "Choose a rule."},
        help_text="One that bars its own change or repeal. On a Call for Judgment only.",
    )  # fmt: skip
