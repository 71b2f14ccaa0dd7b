"""What is typed about Gadgets: a request, a vote on one, a cost. Bounds are the actions' to judge."""

from __future__ import annotations

from django import forms

from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.gadgets.rules_requests import Stance
from nomic.core.forms import RefusableForm, TokenForm

# The icon that a thing said is shown with.
STANCE_ICONS = {Stance.APPROVE: "FOR", Stance.DISAPPROVE: "AGAINST", Stance.VETO: "VETO"}
WHOLE_NUMBER_ERRORS = {"invalid": "This must be a whole number.", "required": "Say how many, even if none."}


class RequestForm(TokenForm):
    """A Gadget that somebody asks for."""

    name = forms.CharField(label="Name", strip=False, error_messages={"required": "Give it a name."})
    description = forms.CharField(
        label="Description",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="What it is and what it does. People apply these words; others vote on them, and they stand.",
        error_messages={"required": "Say what it is and what it does."},
    )
    licences = forms.MultipleChoiceField(
        label="What the server shall let its owner do",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (each.value, f"{each.label}: {each.sentence[0].lower()}{each.sentence[1:]}") for each in GadgetLicence
        ],
        help_text="Nothing else in the description binds the server. Most Gadgets need none.",
        error_messages={"invalid_choice": "There is no such licence."},
    )


class RequestVoteForm(RefusableForm):
    """What somebody says of a request. It comes as the icon that stands for it."""

    vote = forms.ChoiceField(
        choices=[(icon, say.value) for say, icon in STANCE_ICONS.items()],
        error_messages={"required": "Choose one.", "invalid_choice": "Choose one."},
    )
    comment = forms.CharField(label="Comment", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 2}))

    @property
    def say(self) -> Stance:
        """What was chosen, of a form that is valid."""
        return next(say for say, icon in STANCE_ICONS.items() if icon == self.cleaned_data["vote"])


def _tickets_field(label: str) -> forms.IntegerField:
    numeric = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, widget=numeric, error_messages=WHOLE_NUMBER_ERRORS)


class PriceForm(RefusableForm):
    """What a Gadget costs in the shop."""

    air, sea, land = _tickets_field("Air Tickets"), _tickets_field("Sea Tickets"), _tickets_field("Land Tickets")
