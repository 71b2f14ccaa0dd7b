"""What is typed on the Map: where to, which Tickets for which, and what to sift the list by."""

from __future__ import annotations

from typing import Any

from django import forms

from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.rules_tickets import Ticket
from nomic.core.forms import TokenForm

KINDS = [(each.value, f"{each.label}s") for each in Ticket]
PLACES = [(code, f"{code} {each.name}") for code, each in sorted(ATLAS.items())]


class MoveAgentForm(TokenForm):
    """Where to. What may be chosen, the page shows; what may not, the action says."""

    to = forms.CharField(label="Territory", error_messages={"required": "Choose a territory."})


class ExchangeForm(TokenForm):
    """Which Tickets for which, in place of a move."""

    give = forms.ChoiceField(label="Spend", choices=KINDS)
    take = forms.ChoiceField(label="Gain", choices=KINDS)
    times = forms.IntegerField(
        label="How many to gain",
        min_value=1,
        initial=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": "Say how many.", "invalid": "This must be a whole number."},
    )


class SupplyForm(TokenForm):
    """A roll for supplies. Who need not publish eir LKL says beforehand whether e does."""

    quiet = forms.BooleanField(label="If it falls on the news, keep my LKL as it is", required=False)

    def __init__(self, *args: Any, quiet: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not quiet:
            del self.fields["quiet"]


class SiftForm(forms.Form):
    """Which territories the list shows."""

    q = forms.CharField(label="Name or code", required=False)
    kind = forms.ChoiceField(
        label="Kind",
        required=False,
        choices=[("", "any"), ("land", "land"), ("sea", "sea"), ("centre", "supply centre"), ("airport", "airport")],
    )
    side = forms.ChoiceField(
        label="Side",
        required=False,
        choices=[("", "either"), ("free", "the Free World"), ("behind", "behind the Iron Curtain"), ("both", "both")],
    )
    beside = forms.ChoiceField(label="Adjacent to", required=False, choices=[("", "anything"), *PLACES])


class PlanForm(forms.Form):
    """Where one would be."""

    plan = forms.ChoiceField(label="Where to", choices=[("", "choose …"), *PLACES])
