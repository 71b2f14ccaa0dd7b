"""What the forms share that make something which a rule carries: a page, or a column of the tracker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from nomic.core.mechanics.decision import Invalid
from proposals.forms.changes import NOT_IN_FORCE, ChangeForm, Choice, Shelf
from rulesets import queries as rules


class CarriedForm(ChangeForm):
    """A form with `carrier`, a rule in force, or else `carrier_title`, a rule that the same list enacts before it."""

    def offered(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        return super().offered(shelf) | {"carrier": shelf.rules}

    @classmethod
    def typed(cls, change: Mapping[str, Any]) -> dict[str, str]:
        rule = change["rule"]
        carrier, title = (str(rule), "") if isinstance(rule, int) else ("", rule)
        return super().typed(change) | {"carrier": carrier, "carrier_title": title}

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        if not self.errors:
            self._judge()
        return found

    def _judge(self) -> None:
        """What contradicts itself is told where it stands."""
        if not self.rule:
            self.refuse("carrier", "Choose the rule that carries it.")
            return
        try:
            rules.read([self.entry()])
        except Invalid as error:
            self.refuse(error.path.rpartition("/")[2], error.text[:1].upper() + error.text[1:])

    @property
    def rule(self) -> int | str:
        """The carrier as its change names it: by id, or by title; "" where there is none yet."""
        found = self.cleaned_data
        title: str = found["carrier_title"].strip()
        return int(found["carrier"]) if found["carrier"] else title


def carrier_field(help_text: str = "") -> forms.ChoiceField:
    """The field for the rule in force that shall carry it."""
    errors = {"invalid_choice": NOT_IN_FORCE}
    return forms.ChoiceField(
        label="The rule that carries it", required=False, help_text=help_text, error_messages=errors
    )


def carrier_title_field() -> forms.CharField:
    """The field for the title of a rule that shall carry it and is not there yet."""
    return forms.CharField(label="Or the title of a rule that this list enacts before it", required=False, strip=False)
