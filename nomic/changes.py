"""The one table of what a change list may do: the kinds of change that every package adds, in the composer's order.

And the one of what the packages above the law keep that change lists change: who loads it for `State.more`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import dynasties.actions.page_changes as pages_written
import dynasties.forms.page_changes as page_forms
import dynasties.mechanics.page_changes as pages
from dynasties.queries.pages import kept as pages_kept
from proposals.forms.changes import FORMS
from rulesets.actions.changing import WRITERS
from rulesets.mechanics.apply import CORE_APPLIERS
from rulesets.mechanics.changes import CORE_CHANGES
from rulesets.mechanics.kinds import ChangeKind

if TYPE_CHECKING:
    from nomic.core.models import Game

_CORE = tuple(
    ChangeKind(CORE_CHANGES[kind], CORE_APPLIERS[CORE_CHANGES[kind]], WRITERS[CORE_CHANGES[kind]], form)
    for kind, form in FORMS.items()
)

_PAGES = tuple(
    ChangeKind(change, apply, write, form, pages.describe, pages.texts)
    for change, apply, write, form in (
        (pages.MakePage, pages.make, pages_written.make, page_forms.MakePageForm),
        (pages.WritePage, pages.write, pages_written.write, page_forms.WritePageForm),
        (pages.DropPage, pages.drop, pages_written.drop, page_forms.DropPageForm),
    )
)

CHANGES: dict[str, ChangeKind] = {each.change.kind: each for each in _CORE + _PAGES}

# What a game keeps beyond law and roster, by the name that `State.more` has it under.
KEPT: Mapping[str, Callable[[Game], object]] = {pages.KEPT: pages_kept}
