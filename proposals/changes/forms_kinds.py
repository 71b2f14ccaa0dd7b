"""The form of each kind of change: of the rules, the roster, duties and void rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from nomic.core.duties.rules import LONGEST_DUTY
from proposals.changes.forms import (
    SECTION_NAMES,
    ChangeForm,
    Choice,
    RewriteForm,
    Shelf,
    agent_field,
    line_field,
    rule_field,
)
from rulesets.changes.rules_kinds import MOST_HOURS
from rulesets.history import queries as history_queries
from rulesets.text.rules import clean_text


def _section_field() -> forms.ChoiceField:
    return forms.ChoiceField(label="Section", choices=list(SECTION_NAMES.items()), initial="dynastic")


def _place_field() -> forms.ChoiceField:
    return forms.ChoiceField(label="Place", required=False, help_text="After a rule means in the section of that rule.")


def _text_field(label: str, rows: int, missing: str) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, strip=False, widget=widget, error_messages={"required": missing})


class AmendForm(RewriteForm):
    kind, label, takes_up = "amend", "Amend a rule", "rule"
    rule = rule_field()
    loaded = forms.CharField(required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    text = _text_field("Its text, as it shall be", 12, "A rule needs a text; to take it away, repeal it.")

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        base = self.base
        if base is None:
            self.add_refusal("rule", "Take up the rule's text first, and then change it.")
        elif clean_text(found.get("text", "")) == base:
            self.add_refusal("text", "This is the text that it has already.")
        elif "text" in found:
            self.judge_text(found["text"])
        return found

    @classmethod
    def text_now(cls, shelf: Shelf, key: int) -> tuple[int, str] | None:
        version = shelf.edition.versions.get(key)
        return (version.n, version.text) if version else None

    @classmethod
    def text_of(cls, shelf: Shelf, key: int, n: int) -> str | None:
        return shelf.text(key, n)

    @classmethod
    def version_of(cls, shelf: Shelf, change: Mapping[str, Any]) -> int | None:
        versions = history_queries.rule_versions(shelf.game_id, change["rule"]).filter(text=change["base"])
        return versions.order_by("-n").values_list("n", flat=True).first()


class ReplaceForm(ChangeForm):
    kind, label = "replace", "Replace words in a rule"
    rule = rule_field()
    find = _text_field("Words that stand in it once", 2, "Say which words to replace.")
    replace = forms.CharField(
        label="What to put for them", strip=False, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )


class EnactRuleForm(ChangeForm):
    kind, label = "enact", "Enact a new rule"
    section = _section_field()
    after = _place_field()
    title = line_field("Title of the rule", "A rule needs a title.")
    text = _text_field("Text of the rule", 8, "A rule needs a text.")

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        if "text" in found:
            self.judge_text(found["text"])
        return found


class RepealForm(ChangeForm):
    kind, label = "repeal", "Repeal a rule"
    rule = rule_field()


class RenameForm(ChangeForm):
    kind, label = "rename", "Rename a rule"
    rule = rule_field()
    title = line_field("New title", "A rule needs a title.")


class MoveForm(ChangeForm):
    kind, label = "move", "Move a rule"
    rule = rule_field()
    section = _section_field()
    after = _place_field()


RULE_FORMS: Mapping[str, type[ChangeForm]] = {
    each.kind: each for each in (AmendForm, ReplaceForm, EnactRuleForm, RepealForm, RenameForm, MoveForm)
}


# The composer's rows for changes of who plays, under which name, in which office.

NOT_BARRED = "The game is not shut to em; choose somebody to whom it is."


class MakeAdminForm(ChangeForm):
    kind, label = "make-admin", "Make somebody {an_admin}"
    agent = agent_field()


class RemoveAdminForm(ChangeForm):
    kind, label = "remove-admin", "Take the office of {admin} from somebody"
    agent = agent_field()


class RenameAgentForm(ChangeForm):
    kind, label = "rename-agent", "Rename {an_agent}"
    agent = agent_field()
    name = line_field("New name", "Say what e shall be called.")


class RemoveAgentForm(ChangeForm):
    kind, label = "remove-agent", "Remove {an_agent} from the game"
    agent = agent_field()


class BarAgentForm(ChangeForm):
    kind, label = "bar-agent", "Remove {an_agent} and shut the game to em"
    agent = agent_field()


class UnbarAgentForm(ChangeForm):
    kind, label = "unbar-agent", "Open the game again to somebody barred"
    agent = agent_field(NOT_BARRED)

    def choices_by_field(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        return super().choices_by_field(shelf) | {"agent": shelf.barred_agents}


ROSTER_FORMS: Mapping[str, type[ChangeForm]] = {
    each.kind: each
    for each in (MakeAdminForm, RemoveAdminForm, RenameAgentForm, RemoveAgentForm, BarAgentForm, UnbarAgentForm)
}


# The composer's rows for duties, and for saying outright that a Proposal applies to itself.


class ObligeForm(ChangeForm):
    kind, label = "oblige", "Lay a duty on somebody"
    agent = agent_field()
    text = forms.CharField(
        label="What e shall do",
        max_length=LONGEST_DUTY,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Say what e shall do."},
    )
    hours = forms.IntegerField(
        label="Within how many hours",
        required=False,
        min_value=1,
        max_value=MOST_HOURS,
        help_text="Counted from the enactment. Left empty, there is no time by which it must be done.",
    )


class ApplyToItselfForm(ChangeForm):
    kind, label = "apply-to-itself", "Let this Proposal apply to itself"


# The composer's row for finding a rule void, which only a Call for Judgment may do.


class FindVoidForm(ChangeForm):
    kind, label = "find-void", "Find a rule void"
    rule = rule_field("One that bars its own change or repeal. On a Call for Judgment only.")
