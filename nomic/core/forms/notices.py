"""The form of an account's choices: how far each kind of notice reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from nomic.core.mechanics import tidings

REACHES = [(tidings.MAIL, "mail at once"), (tidings.DIGEST, "daily digest by mail"), (tidings.INBOX, "inbox only")]
UNKNOWN = "Choose one of the three."


class ChoicesForm(forms.Form):
    """One choice for each kind that there is."""

    def __init__(self, *args: Any, reaches: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, each in tidings.KINDS.items():
            self.fields[kind] = forms.ChoiceField(
                label=each.label, choices=REACHES, initial=reaches[kind], error_messages={"invalid_choice": UNKNOWN}
            )
