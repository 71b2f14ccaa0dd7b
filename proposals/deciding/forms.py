"""The Admins' forms for enacting and failing, and the form of what-if."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.dateparse import parse_datetime

from nomic.core.chain import digest
from nomic.core.decision import Invalid
from nomic.core.forms import RefusableForm
from nomic.core.input import JOINERS, LAYOUT, hidden_at, normalize_newlines
from proposals.deciding.actions import LONGEST_NOTE
from proposals.deciding.queries import JudgedMatter
from proposals.deciding.rules import Supposition
from proposals.kinds.kind import MatterKind
from proposals.voting.rules import Status
from rulesets.changes.rules import read_law
from rulesets.changes.rules_steps import ChangeProblem
from rulesets.history.queries import text_check
from rulesets.history.rules_differences import marked_in

GROUNDS = {
    "reached-quorum": "Reached quorum",
    "timed-out": "Timed out",
    "timed-out-against": "Timed out without a majority",
    "too-few-votes": "Timed out with too few votes",
    "cannot-pass": "Cannot pass any more",
    "self-killed": "Self-killed",
    "vetoed": "Vetoed",
}


def suggested_note(judged: JudgedMatter, name: str) -> str:
    """“Reached quorum, 4–1, enacted by Kevan”: what players write under a resolved matter."""
    verdict, kind = judged.verdict, judged.facts.kind
    ground = _first_ground(judged, verdict.status)
    tally = f"{verdict.tally.for_}–{verdict.tally.against}"
    return f"{ground}, {tally}, {kind.status_word(verdict.status)} by {name}"


def _first_ground(judged: JudgedMatter, status: Status) -> str:
    enacting = ("reached-quorum", "timed-out")
    codes = [reason.code for reason in judged.verdict.reasons]
    wanted = [code for code in codes if (code in enacting) == (status is Status.ENACTED)] or codes
    return GROUNDS.get(wanted[0], "Resolved")


def clean_readable(text: str) -> str:
    """The text with the line ends of one platform. Raises `ValidationError` for signs that nobody can see."""
    text = normalize_newlines(text)
    if hidden_at(text, LAYOUT | JOINERS):
        raise forms.ValidationError("This holds control or invisible characters; take them out.", "hidden-characters")
    return text


class NoteForm(RefusableForm):
    """A note that stands under the verdict for good."""

    note = forms.CharField(
        label="Note",
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Stands on the record with the tally. Change it as you like.",
    )

    def clean_note(self) -> str:
        return clean_readable(self.cleaned_data["note"])


class EnactMatterForm(NoteForm):
    """The note, and a field for each change that cannot be made as it is written.

    Two texts that contradict each other are written together by hand; for whatever else has become impossible the
    Admin declares that it does nothing.
    """

    def __init__(self, problems: Sequence[ChangeProblem], data: QueryDict | None = None, **options: Any) -> None:
        self.problems = {problem.index: problem for problem in problems}
        super().__init__(_with_new_conflicts(data, problems), **options)
        for problem in problems:
            self.fields.update(_merge_fields(problem) if problem.marked else _skip_field(problem))
        self.order_fields([name for name in self.fields if name != "note"])

    def clean(self) -> dict[str, Any]:
        for index, problem in self.problems.items():
            if problem.marked and f"resolution_{index}" in self.cleaned_data:
                self._check(index, problem)
        return self.cleaned_data

    def _check(self, index: int, problem: ChangeProblem) -> None:
        name = f"resolution_{index}"
        if marked_in(self.cleaned_data[name]):
            self.add_error(name, "Marks of the conflict are left: take one side or write both together.")
            return
        try:
            # Browsers send the line ends of another platform; rules are kept with those of one.
            text = read_law(self.cleaned_data[name])
            text_check()(text)
        except Invalid as error:
            self.add_error(name, error.text)
            return
        self.cleaned_data[name] = text
        if self.cleaned_data.get(f"seen_{index}") != conflict_digest(problem):
            self.add_error(name, f"The rule has changed once more since you saw it, and is now: {problem.marked}")
            # It has been seen by whoever gets this answer.
            assert isinstance(self.data, QueryDict)
            self.data[f"seen_{index}"] = conflict_digest(problem)

    @property
    def resolutions(self) -> dict[int, str]:
        """The texts written by hand, by place in the change list."""
        return {index: self.cleaned_data[f"resolution_{index}"] for index, each in self.problems.items() if each.marked}

    @property
    def skipped_places(self) -> frozenset[int]:
        """The places of the changes declared to do nothing."""
        return frozenset(index for index, problem in self.problems.items() if not problem.marked)


def conflict_digest(problem: ChangeProblem) -> str:
    """The mark of a conflict as it was shown, so that nobody settles one that e has not seen."""
    return digest(problem.marked)


def _with_new_conflicts(data: QueryDict | None, problems: Sequence[ChangeProblem]) -> QueryDict | None:
    """What was sent; a conflict that arose since then is shown in its marks, never as an empty field."""
    if data is None:
        return None
    kept = data.copy()
    for problem in problems:
        if problem.marked and f"resolution_{problem.index}" not in kept:
            kept[f"resolution_{problem.index}"] = problem.marked
            kept[f"seen_{problem.index}"] = conflict_digest(problem)
    return kept


def _merge_fields(problem: ChangeProblem) -> dict[str, forms.Field]:
    text = forms.CharField(
        label=f"Change {problem.index + 1}, by hand",
        strip=False,
        initial=problem.marked,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text="Each mark ⟦now: …⟧⟦proposed: …⟧ holds both; leave in their place what shall stand.",
    )
    mark = forms.CharField(widget=forms.HiddenInput, initial=conflict_digest(problem), required=False)
    return {f"resolution_{problem.index}": text, f"seen_{problem.index}": mark}


def _skip_field(problem: ChangeProblem) -> dict[str, forms.Field]:
    box = forms.BooleanField(
        label=f"Declare that change {problem.index + 1} does nothing",
        error_messages={"required": "It cannot be made. Declare that it does nothing, or wait until it can be."},
    )
    return {f"skip_{problem.index}": box}


# What if, as it is typed: votes, idlings and a moment, understood or answered at the field.

LEAVE, NONE = "", "none"
AHEAD = re.compile(r"\+?\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*(h|hours?|d|days?)?", re.IGNORECASE)
FARTHEST = timedelta(days=3660)
UNREAD = "Write hours from now, as “+36”, or a moment in UTC, as “2026-01-31 14:00”."


class SupposeForm(forms.Form):
    """A vote to try for each who plays, a box for each who might idle or come back, and a moment."""

    when = forms.CharField(
        label="At what moment",
        required=False,
        max_length=40,
        help_text="Empty is now; “+36” is in 36 hours; or a moment in UTC, such as “2026-01-31 14:00”.",
    )
    first = forms.BooleanField(label="As if nothing older stood before it", required=False)

    def __init__(self, judged: JudgedMatter, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.judged = judged
        for member in judged.scene.facts.in_game:
            self.fields[f"vote-{member.id}"] = _vote_field(member.name, judged.facts.kind)
            self.fields[f"away-{member.id}"] = _away_field(not member.is_playing)
        if judged.place < 2:
            del self.fields["first"]

    @property
    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """One row for each Agent: eir name, eir vote and whether e is there."""
        people = self.judged.scene.facts.in_game
        return [(each.name, self[f"vote-{each.id}"], self[f"away-{each.id}"]) for each in people]

    def clean_when(self) -> datetime:
        now = self.judged.scene.now
        moment = _read_moment(self.cleaned_data["when"].strip(), now)
        if moment is None:
            raise forms.ValidationError(UNREAD)
        if moment < now:
            raise forms.ValidationError("That is past already; the post itself tells what was then.")
        if moment > now + FARTHEST:
            raise forms.ValidationError("That is more than ten years away.")
        return moment

    def supposition(self) -> Supposition:
        """What is tried, once the form is valid."""
        votes, away = {}, {"idle": set[str](), "active": set[str]()}
        for member in self.judged.scene.facts.in_game:
            tried = self.cleaned_data[f"vote-{member.id}"]
            if tried != LEAVE:
                votes[member.name] = None if tried == NONE else tried
            if self.cleaned_data[f"away-{member.id}"]:
                away[member.state].add(member.name)
        moment, first = self.cleaned_data["when"], self.cleaned_data.get("first", False)
        return Supposition(moment, votes, frozenset(away["active"]), frozenset(away["idle"]), first)


def _vote_field(name: str, kind: MatterKind) -> forms.ChoiceField:
    choices = [(LEAVE, "as it is"), *((str(icon), str(icon)) for icon in kind.icons), (NONE, "no vote")]
    return forms.ChoiceField(label=f"{name}’s vote", choices=choices, required=False)


def _away_field(idle: bool) -> forms.BooleanField:
    return forms.BooleanField(label="comes back" if idle else "goes idle", required=False)


def _read_moment(text: str, now: datetime) -> datetime | None:
    """“”, “now”, “+36”, “3 h”, “2 days” or a moment in UTC; None for anything else."""
    if text.casefold() in ("", "now"):
        return now
    if found := AHEAD.fullmatch(text):
        whole, part, unit = found.groups()
        number = int(whole) * 100 + int((part or "0").ljust(2, "0"))
        hours = 24 if (unit or "h").casefold().startswith("d") else 1
        return now + timedelta(seconds=number * 36 * hours) if number < 10**7 else now + 2 * FARTHEST
    return _read_utc(re.sub(r"\s*(utc|gmt)$", "", text, flags=re.IGNORECASE))


def _read_utc(text: str) -> datetime | None:
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
