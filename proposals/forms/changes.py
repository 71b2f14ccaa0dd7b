"""One small form for each kind of change. It says what is wrong, and gives the change in its JSON form once nothing is.

The text that an amendment starts from is looked up by its version, never taken from the page: voters see the
difference from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from django import forms

from nomic.core.forms.choices import offer
from nomic.core.mechanics.decision import Invalid
from rulesets import queries as rules
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.ruleset import SECTIONS, Ruleset
from rulesets.mechanics.text import tidied
from rulesets.queries import Edition

NOT_IN_FORCE = "That is no rule in force in this game; choose one that is."
NOT_IN_GAME = "That is nobody in this game; choose somebody who is."
NOT_BARRED = "The game is not shut to em; choose somebody to whom it is."
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
    state: State

    def rules(self, before: str = "") -> list[Choice]:
        return rules_by_section(self.edition.ruleset, before)

    def agents(self) -> list[Choice]:
        present = ((key, seat) for key, seat in self.state.agents.items() if seat.in_game)
        return [(str(key), seat.name) for key, seat in sorted(present, key=lambda each: each[1].name.casefold())]

    def barred(self) -> list[Choice]:
        return [(str(key), seat.name) for key, seat in sorted(self.state.agents.items()) if seat.is_barred]

    def places(self) -> list[Choice]:
        return [("", "at the end of the section"), ("0", "at the start of the section"), *self.rules("after ")]

    def text(self, rule_id: int, n: int) -> str | None:
        """A rule's text in one of its versions."""
        current = self.edition.versions.get(rule_id)
        if current is not None and current.n == n:
            return current.text
        found = rules.rule_versions(self.game_id, rule_id).filter(n=n).first()
        return found.text if found else None


class ChangeForm(forms.Form):
    """A form for one kind of change. `label` is what the list of kinds and the row's legend say."""

    kind: ClassVar[str]
    label: ClassVar[str]
    # The field that names what is written anew, once its text is taken up. Such a form has `loaded`, `version`, `text`.
    takes_up: ClassVar[str] = ""

    def __init__(self, shelf: Shelf, **options: Any) -> None:
        super().__init__(**options)
        self.shelf = shelf
        for name, choices in self.offered(shelf).items():
            if name in self.fields:
                found = choices()
                blank = [] if name == "after" else [("", "choose …")]
                offer(self, name, [*blank, *found])

    def offered(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        """What may be chosen in a field of that name. Higher packages add theirs."""
        return {"rule": shelf.rules, "agent": shelf.agents, "after": shelf.places}

    @classmethod
    def typed(cls, change: Mapping[str, Any]) -> dict[str, str]:
        """A change in its JSON form, as somebody would have typed it."""
        return {name: "" if value is None else str(value) for name, value in change.items()}

    @classmethod
    def text_now(cls, shelf: Shelf, key: int) -> tuple[int, str] | None:
        """The newest version of what is written anew, and its text."""
        return None

    @classmethod
    def text_of(cls, shelf: Shelf, key: int, n: int) -> str | None:
        """The text of one of its versions, as it is kept."""
        return None

    @classmethod
    def version_of(cls, shelf: Shelf, change: Mapping[str, Any]) -> int | None:
        """The newest of its versions that reads as the one that a change was drafted on."""
        return None

    @property
    def chosen(self) -> forms.BoundField:
        """The field of what is written anew."""
        return self[self.takes_up]

    def entry(self) -> dict[str, Any]:
        """The change in its JSON form, of a valid form."""
        return {"kind": self.kind, **self.cleaned_data}

    def refuse(self, name: str, text: str) -> None:
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
            rules.checker()(tidied(text))
        except Invalid as error:
            self.refuse("text", error.text)


def _rule() -> forms.TypedChoiceField:
    errors = {"invalid_choice": NOT_IN_FORCE, "required": "Choose a rule."}
    return forms.TypedChoiceField(label="Rule", coerce=int, error_messages=errors)


def _agent() -> forms.TypedChoiceField:
    errors = {"invalid_choice": NOT_IN_GAME, "required": "Choose somebody."}
    return forms.TypedChoiceField(label="Who", coerce=int, error_messages=errors)


def _section() -> forms.ChoiceField:
    return forms.ChoiceField(label="Section", choices=list(SECTION_NAMES.items()), initial="dynastic")


def _after() -> forms.ChoiceField:
    return forms.ChoiceField(label="Place", required=False, help_text="After a rule means in the section of that rule.")


def _text(label: str, rows: int, missing: str) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, strip=False, widget=widget, error_messages={"required": missing})


def _line(label: str, missing: str) -> forms.CharField:
    return forms.CharField(label=label, strip=False, error_messages={"required": missing})


class AmendForm(ChangeForm):
    kind, label, takes_up = "amend", "Amend a rule", "rule"
    rule = _rule()
    loaded = forms.CharField(required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    text = _text("Its text, as it shall be", 12, "A rule needs a text; to take it away, repeal it.")

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        base = self.base
        if base is None:
            self.refuse("rule", "Take up the rule's text first, and then change it.")
        elif tidied(found.get("text", "")) == base:
            self.refuse("text", "This is the text that it has already.")
        elif "text" in found:
            self.judge_text(found["text"])
        return found

    @property
    def base(self) -> str | None:
        """The text that was taken up, if it is one that the rule has had."""
        found = self.cleaned_data
        if not found.get("rule") or not found.get("version") or str(found["rule"]) != found.get("loaded"):
            return None
        return self.shelf.text(found["rule"], found["version"])

    @classmethod
    def text_now(cls, shelf: Shelf, key: int) -> tuple[int, str] | None:
        version = shelf.edition.versions.get(key)
        return (version.n, version.text) if version else None

    @classmethod
    def text_of(cls, shelf: Shelf, key: int, n: int) -> str | None:
        return shelf.text(key, n)

    @classmethod
    def version_of(cls, shelf: Shelf, change: Mapping[str, Any]) -> int | None:
        versions = rules.rule_versions(shelf.game_id, change["rule"]).filter(text=change["base"])
        return versions.order_by("-n").values_list("n", flat=True).first()

    def entry(self) -> dict[str, Any]:
        found = self.cleaned_data
        return {"kind": self.kind, "rule": found["rule"], "base": self.base, "text": found["text"]}


class ReplaceForm(ChangeForm):
    kind, label = "replace", "Replace words in a rule"
    rule = _rule()
    find = _text("Words that stand in it once", 2, "Say which words to replace.")
    replace = forms.CharField(
        label="What to put for them", strip=False, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )


class EnactForm(ChangeForm):
    kind, label = "enact", "Enact a new rule"
    section = _section()
    after = _after()
    title = _line("Title of the rule", "A rule needs a title.")
    text = _text("Text of the rule", 8, "A rule needs a text.")

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        if "text" in found:
            self.judge_text(found["text"])
        return found


class RepealForm(ChangeForm):
    kind, label = "repeal", "Repeal a rule"
    rule = _rule()


class RenameForm(ChangeForm):
    kind, label = "rename", "Rename a rule"
    rule = _rule()
    title = _line("New title", "A rule needs a title.")


class MoveForm(ChangeForm):
    kind, label = "move", "Move a rule"
    rule = _rule()
    section = _section()
    after = _after()


class MakeAdminForm(ChangeForm):
    kind, label = "make-admin", "Make somebody {an_admin}"
    agent = _agent()


class RemoveAdminForm(ChangeForm):
    kind, label = "remove-admin", "Take the office of {admin} from somebody"
    agent = _agent()


class RenameAgentForm(ChangeForm):
    kind, label = "rename-agent", "Rename {an_agent}"
    agent = _agent()
    name = _line("New name", "Say what e shall be called.")


class RemoveAgentForm(ChangeForm):
    kind, label = "remove-agent", "Remove {an_agent} from the game"
    agent = _agent()


class BarAgentForm(ChangeForm):
    kind, label = "bar-agent", "Remove {an_agent} and shut the game to em"
    agent = _agent()


class UnbarAgentForm(ChangeForm):
    kind, label = "unbar-agent", "Open the game again to somebody barred"
    agent = forms.TypedChoiceField(
        label="Who", coerce=int, error_messages={"invalid_choice": NOT_BARRED, "required": "Choose somebody."}
    )

    def offered(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        return super().offered(shelf) | {"agent": shelf.barred}


FORMS: Mapping[str, type[ChangeForm]] = {
    each.kind: each
    for each in (
        AmendForm, ReplaceForm, EnactForm, RepealForm, RenameForm, MoveForm,
        MakeAdminForm, RemoveAdminForm, RenameAgentForm, RemoveAgentForm,
        BarAgentForm, UnbarAgentForm,
    )
}  # fmt: skip
