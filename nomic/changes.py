"""The one table of what a change list may do: the kinds of change that every package adds, in the composer's order.

And the one of what the packages above the law keep that change lists change: who loads it for `State.more`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import dynasties.actions.column_changes as columns_written
import dynasties.actions.page_changes as pages_written
import dynasties.forms.column_changes as column_forms
import dynasties.forms.page_changes as page_forms
import dynasties.mechanics.column_appliers as columns_made
import dynasties.mechanics.column_changes as columns
import dynasties.mechanics.page_changes as pages
import proposals.forms.roster_changes as roster_forms
import proposals.forms.rule_changes as rule_forms
import rulesets.mechanics.duty_changes as duties
import rulesets.mechanics.void_changes as voids
from dynasties.queries.pages import kept as pages_kept
from dynasties.queries.tracker import kept as tracker_kept
from proposals.forms.duty_changes import ApplyToItselfForm, ObligeForm
from proposals.forms.void_changes import FindVoidForm
from rulesets.actions import obliging, voiding
from rulesets.actions.changing import WRITERS
from rulesets.mechanics.apply import CORE_APPLIERS
from rulesets.mechanics.changes import CORE_CHANGES
from rulesets.mechanics.kinds import ChangeKind

if TYPE_CHECKING:
    from nomic.core.models import Game

_CORE = tuple(
    ChangeKind(CORE_CHANGES[kind], CORE_APPLIERS[CORE_CHANGES[kind]], WRITERS[CORE_CHANGES[kind]], form)
    for kind, form in (*rule_forms.FORMS.items(), *roster_forms.FORMS.items())
)

_TRACKER = tuple(
    ChangeKind(change, apply, write, form, columns_made.describe)
    for change, apply, write, form in (
        (columns.MakeColumn, columns_made.make, columns_written.make, column_forms.MakeColumnForm),
        (columns.SetValue, columns_made.set_value, columns_written.write, column_forms.SetValueForm),
        (columns.DropColumn, columns_made.drop, columns_written.drop, column_forms.DropColumnForm),
    )
)

_PAGES = tuple(
    ChangeKind(change, apply, write, form, pages.describe, pages.texts)
    for change, apply, write, form in (
        (pages.MakePage, pages.make, pages_written.make, page_forms.MakePageForm),
        (pages.WritePage, pages.write, pages_written.write, page_forms.WritePageForm),
        (pages.DropPage, pages.drop, pages_written.drop, page_forms.DropPageForm),
    )
)

_DUTIES = (
    ChangeKind(duties.Oblige, duties.oblige, obliging.oblige, ObligeForm, duties.describe),
    ChangeKind(duties.ApplyToItself, duties.apply_to_itself, obliging.apply_to_itself, ApplyToItselfForm),
)

_JUDGMENTS = (ChangeKind(voids.FindVoid, voids.find_void, voiding.by_judgment, FindVoidForm),)

CHANGES: dict[str, ChangeKind] = {each.change.kind: each for each in _CORE + _JUDGMENTS + _DUTIES + _TRACKER + _PAGES}

# What a game keeps beyond law and roster, by the name that `State.more` has it under.
KEPT: Mapping[str, Callable[[Game], object]] = {pages.KEPT: pages_kept, columns_made.KEPT: tracker_kept}
