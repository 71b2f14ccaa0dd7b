"""What is said when a duty is done."""

from __future__ import annotations

from django import forms

from nomic.core.actions.duties import LONGEST_NOTE


class DoneForm(forms.Form):
    """A few words with it, which everybody can read."""

    note = forms.CharField(
        label="What you did", required=False, max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Everybody can read it.",
    )  # fmt: skip
