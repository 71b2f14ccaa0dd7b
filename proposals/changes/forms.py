"""What the forms of changes share. Each says what is wrong, and gives the change in its JSON form once nothing is.

The text that something is written anew from is looked up by its version, never taken from the page: voters see the
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
    # The field that names what is written anew; see `RewriteForm`.
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
    def chosen(self) -> forms.BoundField:
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
