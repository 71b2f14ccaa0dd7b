"""The composer's rows for duties, and for saying outright that a Proposal applies to itself."""

from __future__ import annotations

from django import forms

from nomic.core.mechanics.duties import LONGEST_DUTY
from proposals.forms.changes import ChangeForm, agent_field
from rulesets.mechanics.duty_changes import MOST_HOURS


class ObligeForm(ChangeForm):
    kind, label = "oblige", "Lay a duty on somebody"
    agent = agent_field()
    text = forms.CharField(
        label="What e shall do", max_length=LONGEST_DUTY, widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Say what e shall do."},
    )  # fmt: skip
    hours = forms.IntegerField(
        label="Within how many hours", required=False, min_value=1, max_value=MOST_HOURS,
        help_text="Counted from the enactment. Left empty, there is no time by which it must be done.",
    )  # fmt: skip


class ApplyToItselfForm(ChangeForm):
    kind, label = "apply-to-itself", "Let this Proposal apply to itself"
