"""What a founder types: the game's title and address, eir own name in it, and the law that it begins with."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import slugify

from nomic.core.decision import Invalid
from nomic.core.law.dials import AGENTS_ADMISSION
from nomic.core.roster import queries as roster_queries, rules as roster_rules
from nomic.core.roster.forms import validate_decision, validate_name
from rulesets.founding import queries as founding_queries
from rulesets.founding.actions import LONGEST_SLUG, LONGEST_TITLE


class FoundingForm(forms.Form):
    """An address that is left empty is made from the title."""

    title = forms.CharField(label="Title of the game", max_length=LONGEST_TITLE)
    slug = forms.CharField(
        label="Address",
        required=False,
        max_length=LONGEST_SLUG,
        help_text="Small letters, digits and single hyphens. Left empty, it is made from the title.",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    name = forms.CharField(
        label="Your name in the game",
        max_length=roster_rules.LONGEST,
        help_text="You are the first to play in it, its first Admin, and its first Mastermind where it has one.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    starter = forms.ChoiceField(
        label="Kind of game",
        choices=lambda: [(name, each.label) for name, each in founding_queries.starters().items()],
        help_text="What law it begins with. From then on the players change it.",
    )

    def clean_name(self) -> str:
        name = validate_name(self.cleaned_data["name"])
        chosen = str(self.data.get("starter", ""))
        titles = (
            {rule[1] for rule in founding_queries.starter_law(chosen)}
            if chosen in founding_queries.starters()
            else set()
        )
        rule = AGENTS_ADMISSION.rule
        validate_decision(
            roster_rules.may_be_called(name, taken=(), reserved=roster_queries.reserved_words() | titles, rule=rule)
        )
        return name

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not cleaned.get("slug") and cleaned.get("title"):
            cleaned["slug"] = slugify(cleaned["title"])[:LONGEST_SLUG].strip("-")
            if not cleaned["slug"]:
                self.add_error("slug", "Choose an address: the title has no letters that one could be made from.")
        return cleaned

    def add_refusal(self, error: Invalid) -> None:
        """Show what the action did not understand at its field; an address that was made from the title, with it."""
        if error.path == "slug" and not self.data.get("slug"):
            self.data = {**{name: self.data.get(name) for name in self.fields}, "slug": self.cleaned_data["slug"]}
        self.add_error(error.path if error.path in self.fields else None, error.text)
