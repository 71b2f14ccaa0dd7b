"""What is typed about missions: a new one with its six parts, a claim, a ruling. Bounds are the actions' to judge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms

from dynasties.spy.missions.actions import MissionWords
from dynasties.spy.missions.rules import MOST_ADDED, MOST_COUNTED, Goal
from dynasties.spy.theatre.rules_tickets import Ticket
from dynasties.tracker.rules import ColumnFacts
from nomic.core.decision import Invalid
from nomic.core.forms import RefusableForm, TokenForm, set_choices

ROWS = 3  # goals that the server looks at, on the form
GOAL_CHOICES = (
    ("", "nothing"),
    (Goal.BE_IN.value, "one of the group is in one of these places"),
    (Goal.AGENTS_IN.value, "so many of the group are in these places"),
    (Goal.HOLD.value, "one of the group holds so many Tickets"),
)
TICKET_CHOICES = tuple((each.value, f"{each.label}s") for each in Ticket)
GAIN, LOSS = "gain", "loss"


def prose_field(label: str, rows: int = 3, **more: Any) -> forms.CharField:
    area = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(
        label=label, strip=False, widget=area, error_messages={"required": "Say something here."}, **more
    )


def count_field(label: str, most: int, least: int = 1) -> forms.IntegerField:
    said = {"invalid": "This must be a whole number."}
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        error_messages=said,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class MissionForm(TokenForm):
    """A new mission. `columns`: the numbers that it may change; each has a field for who completes it, and one for who
    claims it falsely."""

    title = forms.CharField(label="Title", strip=False, error_messages={"required": "Give it a title."})
    description = prose_field("Description", help_text="What it is about, in the story.")
    goals = prose_field("Goals", help_text="What has to be done. This text is what you rule by.")
    reward = prose_field("Reward", 2)
    closing = prose_field("What it takes for it to be closed", 2)
    closes_after = count_field("Closed after so many completions", 1000)
    penalty = prose_field("Penalty", 2, help_text="For whoever claims it falsely, and everybody in eir group.")

    def __init__(self, *args: Any, columns: Sequence[ColumnFacts], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.columns = columns
        for place in range(ROWS):
            self._add_goal(place)
        for column in columns:
            self.fields[f"{GAIN}-{column.number}"] = count_field(f"{column.name} gained", MOST_ADDED, 0)
            self.fields[f"{LOSS}-{column.number}"] = count_field(f"{column.name} lost", MOST_ADDED, 0)

    def _add_goal(self, place: int) -> None:
        self.fields[f"check-{place}-kind"] = forms.ChoiceField(
            label="It looks whether", required=False, choices=GOAL_CHOICES
        )
        self.fields[f"check-{place}-places"] = forms.CharField(
            label="Places, by their codes", required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
        )
        self.fields[f"check-{place}-count"] = count_field("How many", MOST_COUNTED)
        self.fields[f"check-{place}-ticket"] = forms.ChoiceField(
            label="Of which", required=False, choices=TICKET_CHOICES
        )

    @property
    def goal_rows(self) -> list[dict[str, forms.BoundField]]:
        """The fields of each goal that the server looks at."""
        names = ("kind", "places", "count", "ticket")
        return [{name: self[f"check-{place}-{name}"] for name in names} for place in range(ROWS)]

    @property
    def has_checks(self) -> bool:
        """Whether any of them is chosen."""
        return any(row["kind"].value() for row in self.goal_rows)

    @property
    def number_rows(self) -> list[dict[str, forms.BoundField]]:
        """The two fields of each number."""
        return [{name: self[f"{name}-{each.number}"] for name in (GAIN, LOSS)} for each in self.columns]

    def words(self) -> MissionWords:
        """The mission as the action takes it, of a valid form."""
        names = ("title", "description", "goals", "reward", "closing", "closes_after", "penalty")
        return MissionWords(
            **{name: self.cleaned_data[name] for name in names},
            checks=[self._check(place) for place in self._places()],
            gains=self._changes(GAIN, 1),
            losses=self._changes(LOSS, -1),
        )

    def _places(self) -> list[int]:
        """The goals that are chosen."""
        return [place for place in range(ROWS) if self.cleaned_data[f"check-{place}-kind"]]

    def _check(self, place: int) -> dict[str, Any]:
        typed = {name: self.cleaned_data[f"check-{place}-{name}"] for name in ("kind", "places", "count", "ticket")}
        return typed | {"places": [each for each in re.split(r"[\s,;]+", typed["places"]) if each]}

    def _changes(self, which: str, sign: int) -> list[dict[str, Any]]:
        found = ((each.number, self.cleaned_data[f"{which}-{each.number}"]) for each in self.columns)
        return [{"column": number, "add": sign * by} for number, by in found if by]

    def add_refusal(self, error: Invalid) -> None:
        """`checks/1/places` is the second goal that is chosen; `gains/0/add` the first number."""
        top, _, rest = error.path.partition("/")
        place, _, name = rest.partition("/")
        if top == "checks" and place.isdecimal():
            self.add_error(f"check-{self._places()[int(place)]}-{name}", error.text)
        else:
            super().add_refusal(error)


class CloseMissionForm(RefusableForm):
    """Why a mission is closed."""

    why = prose_field("What has come about", 2)


class CancelMissionForm(RefusableForm):
    """Why a mission is cancelled, if the Mastermind says so."""

    why = forms.CharField(label="Why", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 2}))


class RefuseClaimForm(RefusableForm):
    """Why a claim is not true."""

    reason = prose_field("Why it is not so", 2, help_text="For the eyes of the group alone.")


class InviteForm(RefusableForm):
    """Whom to ask into a group. `guests`: ids and names."""

    agent_id = forms.TypedChoiceField(
        label="Ask somebody to join", coerce=int, error_messages={"required": "Choose somebody."}
    )

    def __init__(self, *args: Any, guests: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first: list[tuple[str, object]] = [("", "choose …")]
        set_choices(self, "agent_id", [*first, *((str(key), name) for key, name in guests)])


class ClaimForm(TokenForm):
    """The claim that a mission's goals are met. `groups`: address and names of the group that one may claim for."""

    team = forms.ChoiceField(label="For whom", required=False, widget=forms.RadioSelect)
    words = forms.CharField(
        label="What you have done",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Only your group reads it, and whoever rules on it.",
    )

    def __init__(self, *args: Any, groups: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "team", [*groups, ("", "for me alone")])
        if not groups:
            self.fields["team"].widget = forms.HiddenInput()
