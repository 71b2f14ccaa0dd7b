"""What the Mastermind types on eir desk: a first Location, and what was written down wrongly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from dynasties.spy.desk.actions import LONGEST_WHY
from dynasties.spy.theatre.rules_map import ATLAS, LAND
from nomic.core.forms import RefusableForm, set_choices

CHOOSE = ("", "choose …")
NOBODY = {"required": "Choose somebody.", "invalid_choice": "Choose one of those who take part."}


class _AgentForm(RefusableForm):
    """About one Agent."""

    agent_id = forms.TypedChoiceField(label="Whose", coerce=int, error_messages=NOBODY)

    def __init__(self, *args: Any, people: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "agent_id", [CHOOSE, *((str(key), name) for key, name in people)])


class AssignForm(_AgentForm):
    """A first Location by hand."""

    code = forms.ChoiceField(
        label="Territory",
        choices=[CHOOSE, *((code, f"{code} {ATLAS[code].name}") for code in sorted(LAND))],
        error_messages={"required": "Choose a land territory.", "invalid_choice": "Choose a land territory."},
    )


class CorrectForm(_AgentForm):
    """One thing that is put right, and why."""

    field = forms.ChoiceField(
        label="What",
        choices=[
            ("affiliation", "Affiliation"),
            ("location", "Location"),
            ("side", "side of the Iron Curtain"),
            ("prison", "prison"),
        ],
    )
    value = forms.CharField(
        label="Is to be", required=False, help_text="As World, BER, free, behind or ICE; empty for none."
    )
    why = forms.CharField(
        label="Why",
        max_length=LONGEST_WHY,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="It stands in eir secret log.",
        error_messages={"required": "Say why: whose record it is reads it."},
    )


class TrailForm(forms.Form):
    """What of the trail is shown."""

    of = forms.TypedChoiceField(label="Of", coerce=int, empty_value=None, required=False)
    how = forms.ChoiceField(label="How", required=False)

    def __init__(
        self, *args: Any, people: Iterable[tuple[int, str]], hows: Iterable[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "of", [("", "everybody"), *((str(key), name) for key, name in people)])
        set_choices(self, "how", [("", "every way"), *hows])
