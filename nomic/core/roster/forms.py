"""What a person types at the door of a game. A form asks beforehand, by the same mechanics, what an action will ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from nomic.core.decision import Decision, Invalid
from nomic.core.forms import RefusableForm
from nomic.core.language.rules import Keywords
from nomic.core.language.words import sentence
from nomic.core.roster import queries as roster_queries, rules as roster_rules
from nomic.core.roster.actions import LONGEST_NOTE, LONGEST_WHY

if TYPE_CHECKING:
    from nomic.core.games.models import Account, Game


def validate_name(typed: str) -> str:
    """The name, tidy, or what is wrong with it, at its field."""
    try:
        return roster_rules.normalize_name(typed)
    except Invalid as error:
        raise forms.ValidationError(error.text, error.code) from None


def validate_decision(decision: Decision[bool], keywords: Keywords | None = None) -> None:
    """Show the reasons of a refusal at the field that it concerns."""
    if not decision.outcome:
        raise forms.ValidationError([sentence(each, keywords or Keywords()) for each in decision.reasons])


class ArrivalForm(RefusableForm):
    """Announcing one's arrival: a name to be called by, and a few words."""

    name = forms.CharField(
        label="Your name in this game",
        max_length=roster_rules.LONGEST,
        help_text="Your votes and your posts are signed with it. Only an enacted change can alter it later.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    text = forms.CharField(
        label="A few words",
        required=False,
        max_length=LONGEST_NOTE,
        help_text="Who you are and what brings you here. Everybody can read it, in the log as well.",
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, game: Game, account: Account, keywords: Keywords, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.account, self.keywords = game, account, keywords
        self.initial.setdefault("name", roster_queries.name_before(game, account) or "")

    def clean_name(self) -> str:
        name = validate_name(self.cleaned_data["name"])
        validate_decision(roster_queries.may_be_called(self.game, name, account=self.account), self.keywords)
        return name


class DeclineForm(forms.Form):
    """Turning somebody away takes a reason."""

    why = forms.CharField(label="Why not", max_length=LONGEST_WHY, widget=forms.Textarea(attrs={"rows": 2}))


class LeaveForm(forms.Form):
    """Leaving the game: eir name typed once more, so that nobody leaves by a slip, and perhaps a farewell."""

    name = forms.CharField(label="Type your name to confirm", widget=forms.TextInput(attrs={"autocomplete": "off"}))
    text = forms.CharField(
        label="A farewell", required=False, max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, own_name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own_name = own_name

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.strip() != self.own_name:
            raise forms.ValidationError(f"Type “{self.own_name}”, letter for letter.", "not-confirmed")
        return name
