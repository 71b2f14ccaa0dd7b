"""What if, as it is typed: votes, idlings and a moment, understood or answered at the field."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.utils.dateparse import parse_datetime

from proposals.mechanics.supposing import Supposed
from proposals.mechanics.votes import ICONS, Kind, Vote
from proposals.queries import Judged

LEAVE, NONE = "", "none"
AHEAD = re.compile(r"\+?\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*(h|hours?|d|days?)?", re.IGNORECASE)
FARTHEST = timedelta(days=3660)
UNREAD = "Write hours from now, as “+36”, or a moment in UTC, as “2026-01-31 14:00”."


class SupposeForm(forms.Form):
    """A vote to try for each who plays, a box for each who might idle or come back, and a moment."""

    when = forms.CharField(
        label="At what moment", required=False, max_length=40,
        help_text="Empty is now; “+36” is in 36 hours; or a moment in UTC, such as “2026-01-31 14:00”.",
    )  # fmt: skip
    first = forms.BooleanField(label="As if nothing older stood before it", required=False)

    def __init__(self, judged: Judged, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.judged = judged
        for member in judged.scene.facts.in_game:
            self.fields[f"vote-{member.id}"] = _vote_field(member.name, judged.facts.kind)
            self.fields[f"away-{member.id}"] = _away_field(not member.playing)
        if judged.place < 2:
            del self.fields["first"]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each Agent: eir name, eir vote and whether e is there."""
        return [
            {"name": each.name, "vote": self[f"vote-{each.id}"], "away": self[f"away-{each.id}"]}
            for each in self.judged.scene.facts.in_game
        ]

    def clean_when(self) -> datetime:
        now = self.judged.scene.now
        moment = _moment(self.cleaned_data["when"].strip(), now)
        if moment is None:
            raise forms.ValidationError(UNREAD)
        if moment < now:
            raise forms.ValidationError("That is past already; the post itself tells what was then.")
        if moment > now + FARTHEST:
            raise forms.ValidationError("That is more than ten years away.")
        return moment

    def supposed(self) -> Supposed:
        """What is tried, once the form is valid."""
        votes, away = {}, {"idle": set[str](), "active": set[str]()}
        for member in self.judged.scene.facts.in_game:
            tried = self.cleaned_data[f"vote-{member.id}"]
            if tried != LEAVE:
                votes[member.name] = None if tried == NONE else Vote(tried)
            if self.cleaned_data[f"away-{member.id}"]:
                away[member.state].add(member.name)
        moment, first = self.cleaned_data["when"], self.cleaned_data.get("first", False)
        return Supposed(moment, votes, frozenset(away["active"]), frozenset(away["idle"]), first)


def _vote_field(name: str, kind: Kind) -> forms.ChoiceField:
    choices = [(LEAVE, "as it is"), *((vote.value, vote.value) for vote in ICONS[kind]), (NONE, "no vote")]
    return forms.ChoiceField(label=f"{name}’s vote", choices=choices, required=False)


def _away_field(idle: bool) -> forms.BooleanField:
    return forms.BooleanField(label="comes back" if idle else "goes idle", required=False)


def _moment(text: str, now: datetime) -> datetime | None:
    """“”, “now”, “+36”, “3 h”, “2 days” or a moment in UTC; None for anything else."""
    if text.casefold() in ("", "now"):
        return now
    if found := AHEAD.fullmatch(text):
        whole, part, unit = found.groups()
        number = int(whole) * 100 + int((part or "0").ljust(2, "0"))
        hours = 24 if (unit or "h").casefold().startswith("d") else 1
        return now + timedelta(seconds=number * 36 * hours) if number < 10**7 else now + 2 * FARTHEST
    return _absolute(re.sub(r"\s*(utc|gmt)$", "", text, flags=re.IGNORECASE))


def _absolute(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    if moment is None:
        return None
    try:
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except OverflowError:
        return None
