"""What is chosen to disclose one thing, and to reveal everything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from dynasties.spy.disclosure.rules import DISCLOSABLE_THINGS
from nomic.core.forms import RefusableForm, set_choices


class DiscloseForm(RefusableForm):
    """About whom, what, and to whom. `owners` and `readers`: id and name of each who can be chosen."""

    owner_id = forms.TypedChoiceField(label="About", coerce=int)
    what = forms.ChoiceField(label="What", choices=[(name, label) for name, label in DISCLOSABLE_THINGS.items()])
    to_id = forms.TypedChoiceField(label="To", coerce=int)

    def __init__(
        self, *args: Any, owners: Iterable[tuple[int, str]], readers: Iterable[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for name, known in (("owner_id", owners), ("to_id", readers)):
            set_choices(self, name, [("", "choose …"), *((str(key), label) for key, label in known)])


class RevealForm(forms.Form):
    """That it is meant."""

    sure = forms.BooleanField(
        label="Reveal everything, to everybody and for good",
        error_messages={"required": "Tick this if you mean it: it cannot be undone."},
    )
