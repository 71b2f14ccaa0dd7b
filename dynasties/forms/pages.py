"""What is typed into a gamestate page. Bounds and licences are the action's to judge."""

from __future__ import annotations

from django import forms

from nomic.core.mechanics.decision import Invalid
from proposals.forms import MARKDOWN


class PageForm(forms.Form):
    """A page's whole text, the version that it was drafted on, and what the history says of the edit."""

    base_version = forms.IntegerField(min_value=1, max_value=10**9, widget=forms.HiddenInput)
    text = forms.CharField(
        label="Text", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 16}), help_text=MARKDOWN
    )
    comment = forms.CharField(
        label="What you changed, and why", required=False, help_text="One line for the page’s history."
    )

    def refuse(self, error: Invalid) -> None:
        """Show what was not understood at its field, or over the form where it has none there."""
        shown = error.path in self.fields and not self.fields[error.path].widget.is_hidden
        self.add_error(error.path if shown else None, error.text)
