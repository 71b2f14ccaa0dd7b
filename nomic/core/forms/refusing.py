"""Forms that show, at their own fields, what an action did not understand."""

from __future__ import annotations

from django import forms

from nomic.core.mechanics.decision import Invalid


class RefusableForm(forms.Form):
    """A form that can be shown again with an action's word on it."""

    def refuse(self, error: Invalid) -> None:
        """Show what was not understood at its field, or over the form where it has none there."""
        self.add_error(error.path if error.path in self.fields else None, error.text)
