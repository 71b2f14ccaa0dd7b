"""The Admins' forms: a note for the record, and what only hands can settle where a change list no longer fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from nomic.core.mechanics.chain import digest
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.writing import JOINERS, LAYOUT, hidden_at, one_platform
from proposals.actions.repairs import LONGEST_NOTE
from proposals.mechanics.votes import Status
from proposals.queries import Judged
from rulesets.mechanics.changes import read_law
from rulesets.mechanics.merge import marked_in
from rulesets.mechanics.steps import Problem
from rulesets.queries import checker

GROUNDS = {
    "reached-quorum": "Reached quorum",
    "timed-out": "Timed out",
    "timed-out-against": "Timed out without a majority",
    "too-few-votes": "Timed out with too few votes",
    "cannot-pass": "Cannot pass any more",
    "self-killed": "Self-killed",
    "vetoed": "Vetoed",
}


def suggested_note(judged: Judged, name: str) -> str:
    """“Reached quorum, 4–1, enacted by Kevan”: what players write under a resolved matter."""
    verdict, kind = judged.verdict, judged.facts.kind
    ground = _first_ground(judged, verdict.status)
    tally = f"{verdict.tally.for_}–{verdict.tally.against}"
    return f"{ground}, {tally}, {verdict.status.shown(kind)} by {name}"


def _first_ground(judged: Judged, status: Status) -> str:
    enacting = ("reached-quorum", "timed-out")
    codes = [reason.code for reason in judged.verdict.reasons]
    wanted = [code for code in codes if (code in enacting) == (status is Status.ENACTED)] or codes
    return GROUNDS.get(wanted[0], "Resolved")


def readable(text: str) -> str:
    """The text with the line ends of one platform. Raises `ValidationError` for signs that nobody can see."""
    text = one_platform(text)
    if hidden_at(text, LAYOUT | JOINERS):
        raise forms.ValidationError("This holds control or invisible characters; take them out.", "hidden-characters")
    return text


class NoteForm(forms.Form):
    """A note that stands under the verdict for good."""

    note = forms.CharField(
        label="Note", required=False, max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Stands on the record with the tally. Change it as you like.",
    )  # fmt: skip

    def clean_note(self) -> str:
        return readable(self.cleaned_data["note"])


class EnactForm(NoteForm):
    """The note, and a field for each change that cannot be made as it is written.

    Two texts that contradict each other are written together by hand; for whatever else has become impossible the
    Admin declares that it does nothing.
    """

    def __init__(self, problems: Sequence[Problem], data: QueryDict | None = None, **options: Any) -> None:
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

    def _check(self, index: int, problem: Problem) -> None:
        name = f"resolution_{index}"
        if marked_in(self.cleaned_data[name]):
            self.add_error(name, "Marks of the conflict are left: take one side or write both together.")
            return
        try:
            # Browsers send the line ends of another platform; rules are kept with those of one.
            text = read_law(self.cleaned_data[name])
            checker()(text)
        except Invalid as error:
            self.add_error(name, error.text)
            return
        self.cleaned_data[name] = text
        if self.cleaned_data.get(f"seen_{index}") != seen(problem):
            self.add_error(name, f"The rule has changed once more since you saw it, and is now: {problem.marked}")
            # It has been seen by whoever gets this answer.
            assert isinstance(self.data, QueryDict)
            self.data[f"seen_{index}"] = seen(problem)

    @property
    def resolutions(self) -> dict[int, str]:
        """The texts written by hand, by place in the change list."""
        return {index: self.cleaned_data[f"resolution_{index}"] for index, each in self.problems.items() if each.marked}

    @property
    def skipped(self) -> frozenset[int]:
        """The places of the changes declared to do nothing."""
        return frozenset(index for index, problem in self.problems.items() if not problem.marked)


def seen(problem: Problem) -> str:
    """The mark of a conflict as it was shown, so that nobody settles one that e has not seen."""
    return digest(problem.marked)


def _with_new_conflicts(data: QueryDict | None, problems: Sequence[Problem]) -> QueryDict | None:
    """What was sent; a conflict that arose since then is shown in its marks, never as an empty field."""
    if data is None:
        return None
    kept = data.copy()
    for problem in problems:
        if problem.marked and f"resolution_{problem.index}" not in kept:
            kept[f"resolution_{problem.index}"] = problem.marked
            kept[f"seen_{problem.index}"] = seen(problem)
    return kept


def _merge_fields(problem: Problem) -> dict[str, forms.Field]:
    text = forms.CharField(
        label=f"Change {problem.index + 1}, by hand", strip=False, initial=problem.marked,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text="Each mark ⟦now: …⟧⟦proposed: …⟧ holds both; leave in their place what shall stand.",
    )  # fmt: skip
    mark = forms.CharField(widget=forms.HiddenInput, initial=seen(problem), required=False)
    return {f"resolution_{problem.index}": text, f"seen_{problem.index}": mark}


def _skip_field(problem: Problem) -> dict[str, forms.Field]:
    box = forms.BooleanField(
        label=f"Declare that change {problem.index + 1} does nothing",
        error_messages={"required": "It cannot be made. Declare that it does nothing, or wait until it can be."},
    )  # fmt: skip
    return {f"skip_{problem.index}": box}
