"""The one table of what a change list may do: the kinds of change that every package adds, in the composer's order.

And the one of what the packages above the law keep that change lists change: who loads it for `State.more`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from dynasties.pages import actions as pages_actions, forms as pages_forms, rules as pages_rules
from dynasties.pages.queries import pages_kept
from dynasties.tracker import (
    actions_columns as tracker_actions_columns,
    forms_columns as tracker_forms_columns,
    rules_columns as tracker_rules_columns,
)
from dynasties.tracker.queries import tracker_kept
from proposals.changes import forms_kinds as changes_forms_kinds
from proposals.changes.forms_kinds import ApplyToItselfForm, FindVoidForm, ObligeForm
from rulesets.changes import actions as changes_actions, rules_kinds as changes_rules_kinds
from rulesets.changes.actions import WRITERS
from rulesets.changes.rules import CORE_CHANGES
from rulesets.changes.rules_kinds import ChangeKind
from rulesets.changes.rules_steps import CORE_APPLIERS

if TYPE_CHECKING:
    from nomic.core.games.models import Game

_CORE = tuple(
    ChangeKind(CORE_CHANGES[kind], CORE_APPLIERS[CORE_CHANGES[kind]], WRITERS[CORE_CHANGES[kind]], form)
    for kind, form in (*changes_forms_kinds.RULE_FORMS.items(), *changes_forms_kinds.ROSTER_FORMS.items())
)

_TRACKER = tuple(
    ChangeKind(change, apply, write, form, tracker_rules_columns.describe_column_change)
    for change, apply, write, form in (
        (
            tracker_rules_columns.MakeColumn,
            tracker_rules_columns.apply_make_column,
            tracker_actions_columns.write_made_column,
            tracker_forms_columns.MakeColumnForm,
        ),
        (
            tracker_rules_columns.SetValue,
            tracker_rules_columns.apply_set_value,
            tracker_actions_columns.write_set_values,
            tracker_forms_columns.SetValueForm,
        ),
        (
            tracker_rules_columns.DropColumn,
            tracker_rules_columns.apply_drop_column,
            tracker_actions_columns.write_dropped_column,
            tracker_forms_columns.DropColumnForm,
        ),
    )
)

_PAGES = tuple(
    ChangeKind(change, apply, write, form, pages_rules.describe_page_change, pages_rules.page_change_texts)
    for change, apply, write, form in (
        (pages_rules.MakePage, pages_rules.apply_make_page, pages_actions.write_made_page, pages_forms.MakePageForm),
        (
            pages_rules.WritePage,
            pages_rules.apply_write_page,
            pages_actions.write_written_page,
            pages_forms.WritePageForm,
        ),
        (pages_rules.DropPage, pages_rules.apply_drop_page, pages_actions.write_dropped_page, pages_forms.DropPageForm),
    )
)

_DUTIES = (
    ChangeKind(
        changes_rules_kinds.Oblige,
        changes_rules_kinds.apply_oblige,
        changes_actions.write_duty,
        ObligeForm,
        changes_rules_kinds.describe_oblige,
    ),
    ChangeKind(
        changes_rules_kinds.ApplyToItself,
        changes_rules_kinds.apply_self_application,
        changes_actions.write_self_application,
        ApplyToItselfForm,
    ),
)

_JUDGMENTS = (
    ChangeKind(
        changes_rules_kinds.FindVoid,
        changes_rules_kinds.apply_find_void,
        changes_actions.write_void_finding,
        FindVoidForm,
    ),
)

CHANGES: dict[str, ChangeKind] = {each.change.kind: each for each in _CORE + _JUDGMENTS + _DUTIES + _TRACKER + _PAGES}

# What a game keeps beyond law and roster, by the name that `State.more` has it under.
KEPT: Mapping[str, Callable[[Game], object]] = {
    pages_rules.PAGES_KEPT: pages_kept,
    tracker_rules_columns.TRACKER_KEPT: tracker_kept,
}
