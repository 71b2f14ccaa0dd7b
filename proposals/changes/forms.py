"""The composer's rows for a change list, and the base of the form of each kind of change. Each form says what is
wrong, and gives the change in its JSON form once nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeAlias

from django import forms
from django.http import QueryDict

from nomic.core.decision import Invalid
from nomic.core.forms import set_choices
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import MOST_CHANGES, GameState
from rulesets.history import queries as history_queries
from rulesets.history.queries import Edition
from rulesets.text.rules import SECTIONS, Ruleset, clean_text

NOT_IN_FORCE = "That is no rule in force in this game; choose one that is."
NOT_IN_GAME = "That is nobody in this game; choose somebody who is."
# A value and its label; or the name of a group, and its choices.
Choice: TypeAlias = tuple[str, str | list[tuple[str, str]]]
SECTION_NAMES = {"core": "Core", "dynastic": "Dynastic", "glossary": "Glossary"}


def rules_by_section(ruleset: Ruleset, before: str = "") -> list[Choice]:
    """The rules by their sections, to choose one from; `before` is said before each."""
    numbers = ruleset.numbers()
    found: list[Choice] = []
    for section in SECTIONS:
        peers = ruleset.in_section(section)
        named = [(str(rule.id), f"{before}{numbers[rule.id]} {rule.title}") for rule in peers]
        found += [(SECTION_NAMES[section.value], named)] if named else []
    return found


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a change may be about: the game's law, with its versions, and its people."""

    game_id: int
    edition: Edition
    state: GameState

    def rules(self, before: str = "") -> list[Choice]:
        return rules_by_section(self.edition.ruleset, before)

    def agents(self) -> list[Choice]:
        present = ((key, seat) for key, seat in self.state.agents.items() if seat.in_game)
        return [(str(key), seat.name) for key, seat in sorted(present, key=lambda each: each[1].name.casefold())]

    def barred_agents(self) -> list[Choice]:
        return [(str(key), seat.name) for key, seat in sorted(self.state.agents.items()) if seat.is_barred]

    def places(self) -> list[Choice]:
        return [("", "at the end of the section"), ("0", "at the start of the section"), *self.rules("after ")]

    def text(self, rule_id: int, n: int) -> str | None:
        """A rule's text in one of its versions."""
        current = self.edition.versions.get(rule_id)
        if current is not None and current.n == n:
            return current.text
        found = history_queries.rule_versions(self.game_id, rule_id).filter(n=n).first()
        return found.text if found else None


class ChangeForm(forms.Form):
    """A form for one kind of change. `label` is what the list of kinds and the row's legend say."""

    kind: ClassVar[str]
    label: ClassVar[str]
    # The field that names what is written anew; see `RewriteForm`.
    takes_up: ClassVar[str] = ""

    def __init__(self, shelf: Shelf, **options: Any) -> None:
        super().__init__(**options)
        self.shelf = shelf
        for name, choices in self.choices_by_field(shelf).items():
            if name in self.fields:
                found = choices()
                blank = [] if name == "after" else [("", "choose …")]
                set_choices(self, name, [*blank, *found])

    def choices_by_field(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        """What may be chosen in a field of that name. Higher packages add theirs."""
        return {"rule": shelf.rules, "agent": shelf.agents, "after": shelf.places}

    @classmethod
    def values_of_change(cls, change: Mapping[str, Any]) -> dict[str, str]:
        """A change in its JSON form, as somebody would have typed it."""
        return {name: "" if value is None else str(value) for name, value in change.items()}

    def entry(self) -> dict[str, Any]:
        """The change in its JSON form, of a valid form."""
        return {"kind": self.kind, **self.cleaned_data}

    def add_refusal(self, name: str, text: str) -> None:
        self.add_error(name if name in self.fields else None, text)

    def clean_after(self) -> int | None:
        typed = self.cleaned_data["after"]
        return int(typed) if typed else None

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        # Behind a rule is in its section, whatever the field above says.
        rule = self.shelf.state.ruleset.rule(found.get("after") or 0)
        if rule is not None and "section" in found:
            found["section"] = rule.section.value
        return found

    def judge_text(self, text: str) -> None:
        """What may not stand in a rule is told at the text, with what would be accepted."""
        try:
            history_queries.text_check()(clean_text(text))
        except Invalid as error:
            self.add_refusal("text", error.text)


class RewriteForm(ChangeForm):
    """A form that writes a text anew, once the text of today is taken up. It has `loaded`, `version` and `text`.

    What each kind has to answer raises here: forms have a metaclass of their own, and cannot be abstract by `abc`.
    """

    @classmethod
    def text_now(cls, shelf: Shelf, key: int) -> tuple[int, str] | None:
        """The newest version of what is written anew, and its text."""
        raise NotImplementedError

    @classmethod
    def text_of(cls, shelf: Shelf, key: int, n: int) -> str | None:
        """The text of one of its versions, as it is kept."""
        raise NotImplementedError

    @classmethod
    def version_of(cls, shelf: Shelf, change: Mapping[str, Any]) -> int | None:
        """The newest of its versions that reads as the one that a change was drafted on."""
        raise NotImplementedError

    @property
    def target_field(self) -> forms.BoundField:
        """The field of what is written anew."""
        return self[self.takes_up]

    @property
    def base(self) -> str | None:
        """The text that was taken up, if it is one that what is chosen has had."""
        found = self.cleaned_data
        key, version = found.get(self.takes_up), found.get("version")
        if not key or not version or str(key) != found.get("loaded"):
            return None
        return self.text_of(self.shelf, key, version)

    def entry(self) -> dict[str, Any]:
        found = self.cleaned_data
        return {"kind": self.kind, self.takes_up: found[self.takes_up], "base": self.base, "text": found["text"]}


def rule_field(help_text: str = "") -> forms.TypedChoiceField:
    """The field for a rule in force."""
    errors = {"invalid_choice": NOT_IN_FORCE, "required": "Choose a rule."}
    return forms.TypedChoiceField(label="Rule", coerce=int, error_messages=errors, help_text=help_text)


def agent_field(otherwise: str = NOT_IN_GAME) -> forms.TypedChoiceField:
    """The field for somebody in the game, or to whom it is shut; `otherwise` is said of who is not."""
    errors = {"invalid_choice": otherwise, "required": "Choose somebody."}
    return forms.TypedChoiceField(label="Who", coerce=int, error_messages=errors)


def line_field(label: str, missing: str) -> forms.CharField:
    """The field for a name or a title, as it is typed."""
    return forms.CharField(label=label, strip=False, error_messages={"required": missing})


# The rows of the composer's change list: what stands in the page, understood or not, so that nothing typed is lost.

LONGEST_NUMBER = 19


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change in the page: its key there, its kind, and what stands in its fields."""

    key: str
    kind: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        return f"r{self.key}"

    def with_values(self, **values: str) -> ChangeRow:
        return replace(self, values={**self.values, **values})


def read_rows(posted: QueryDict) -> list[ChangeRow]:
    """The rows of a page that was sent, in its order. What is no row is left out."""
    keys = [key for key in dict.fromkeys(posted.getlist("row")) if key.isascii() and key.isdigit() and len(key) < 6]
    rows = (_read_row(posted, key) for key in keys[: MOST_CHANGES + 1])
    return [row for row in rows if row is not None]


def _read_row(posted: QueryDict, key: str) -> ChangeRow | None:
    kind = posted.get(f"r{key}-kind", "")
    if kind not in changes_queries.change_kinds():
        return None
    return ChangeRow(
        key,
        kind,
        {name: posted.get(f"r{key}-{name}", "") for name in changes_queries.change_kinds()[kind].form.base_fields},
    )


def accusation_rows(asked: Sequence[str], shelf: Shelf, *, bar: bool) -> list[ChangeRow]:
    """The rows of a report of foul play: those accused (ids as a page sends them) leave, and are shut out if asked."""
    known = [key for key, _ in shelf.agents() if key in asked]
    kinds = ("remove-agent", "bar-agent") if bar else ("remove-agent",)
    each = [(kind, key) for key in known for kind in kinds][:MOST_CHANGES]
    return [ChangeRow(str(place), kind, {"agent": key}) for place, (kind, key) in enumerate(each, 1)]


def rows_from_json(entries: Iterable[Any]) -> list[ChangeRow]:
    """The rows of a draft, as `kept` wrote them."""
    plain = [
        entry for entry in entries if isinstance(entry, dict) and entry.get("kind") in changes_queries.change_kinds()
    ]
    return [ChangeRow(str(place), entry["kind"], {**entry}) for place, entry in enumerate(plain, 1)]


def rows_json(rows: Sequence[ChangeRow]) -> list[dict[str, str]]:
    """Rows as a draft keeps them. A null character is no text anywhere."""
    return [{name: value.replace("\0", "") for name, value in {**row.values, "kind": row.kind}.items()} for row in rows]


def rows_of(changes: Sequence[Mapping[str, Any]], shelf: Shelf) -> list[ChangeRow]:
    """The rows of a posted change list, to be edited."""
    return [_row_of(str(place), change, shelf) for place, change in enumerate(changes, 1)]


def _row_of(key: str, change: Mapping[str, Any], shelf: Shelf) -> ChangeRow:
    form: type[ChangeForm] = changes_queries.change_kinds()[change["kind"]].form
    values = form.values_of_change(change)
    row = ChangeRow(key, change["kind"], values)
    if not issubclass(form, RewriteForm):
        return row
    return row.with_values(loaded=values[form.takes_up], version=str(form.version_of(shelf, change) or ""))


def parse_number(text: str) -> int | None:
    """An id or a version as a page sends it; None for what is none, such as “²”, or more digits than any id has."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER else None


def load_current_text(row: ChangeRow, shelf: Shelf) -> ChangeRow:
    """What writes something anew with its text, as it is today, if that has not been taken up yet."""
    form: type[ChangeForm] = changes_queries.change_kinds()[row.kind].form
    chosen = row.values.get(form.takes_up, "")
    key = parse_number(chosen)
    if not issubclass(form, RewriteForm) or key is None or row.values.get("loaded") == chosen:
        return row
    newest = form.text_now(shelf, key)
    if newest is None:
        return row
    n, text = newest
    return row.with_values(loaded=chosen, version=str(n), text=text)


def form_for(row: ChangeRow, shelf: Shelf, *, judged: bool) -> ChangeForm:
    """The row's form: `judged` with what is wrong with it, else only with what stands in it."""
    make: type[ChangeForm] = changes_queries.change_kinds()[row.kind].form
    if judged:
        data = {f"{row.prefix}-{name}": value for name, value in row.values.items()}
        return make(shelf, data=data, prefix=row.prefix)
    return make(shelf, initial=dict(row.values), prefix=row.prefix)
