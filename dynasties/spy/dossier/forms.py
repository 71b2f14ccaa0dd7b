"""What an Agent types in eir dossier: whom e serves, whom e would capture, whom e rescues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from nomic.core.forms import RefusableForm, TokenForm, set_choices

CHOOSE = ("", "choose …")


class DeclareForm(RefusableForm):
    """One of the four. `choices`: each with the game's own words for it."""

    affiliation = forms.ChoiceField(
        label="Affiliation",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose one of the four.", "invalid_choice": "Choose one of the four."},
    )

    def __init__(self, *args: Any, choices: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "affiliation", list(choices))


class _PersonForm(TokenForm):
    """One of those who take part."""

    def __init__(self, *args: Any, people: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, forms.TypedChoiceField):
                field.choices = [CHOOSE, *((str(key), name) for key, name in people)]


def _person_field(label: str) -> forms.TypedChoiceField:
    said = {"required": "Choose somebody.", "invalid_choice": "Choose one of those who take part."}
    return forms.TypedChoiceField(label=label, coerce=int, error_messages=said)


class CaptureForm(_PersonForm):
    target_id = _person_field("Whom")


class RescueForm(_PersonForm):
    prisoner_id = _person_field("Whom")
