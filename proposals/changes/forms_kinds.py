"""The composer's rows for changes of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from proposals.forms.changes import SECTION_NAMES, ChangeForm, RewriteForm, Shelf, line_field, rule_field
from rulesets import queries as rules
from rulesets.mechanics.text import tidied


def _section() -> forms.ChoiceField:
    return forms.ChoiceField(label="Section", choices=list(SECTION_NAMES.items()), initial="dynastic")


def _after() -> forms.ChoiceField:
    return forms.ChoiceField(label="Place", required=False, help_text="After a rule means in the section of that rule.")


def _text(label: str, rows: int, missing: str) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, strip=False, widget=widget, error_messages={"required": missing})


class AmendForm(RewriteForm):
    kind, label, takes_up = "amend", "Amend a rule", "rule"
    rule = rule_field()
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


class ReplaceForm(ChangeForm):
    kind, label = "replace", "Replace words in a rule"
    rule = rule_field()
    find = _text("Words that stand in it once", 2, "Say which words to replace.")
    replace = forms.CharField(
        label="What to put for them", strip=False, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )


class EnactForm(ChangeForm):
    kind, label = "enact", "Enact a new rule"
    section = _section()
    after = _after()
    title = line_field("Title of the rule", "A rule needs a title.")
    text = _text("Text of the rule", 8, "A rule needs a text.")

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
    section = _section()
    after = _after()


FORMS: Mapping[str, type[ChangeForm]] = {
    each.kind: each for each in (AmendForm, ReplaceForm, EnactForm, RepealForm, RenameForm, MoveForm)
}
