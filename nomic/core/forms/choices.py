"""What a field offers, where only the request knows it."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms


def offer(form: forms.BaseForm, name: str, choices: Sequence[tuple[str, object]]) -> None:
    """Let a choice field of a form offer these: pairs of value and label, or of a group's name and its pairs."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
