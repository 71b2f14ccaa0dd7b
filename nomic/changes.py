"""The one table of what a change list may do: the kinds of change that every package adds, in the composer's order.

And the one of what the packages above the law keep that change lists change: who loads it for `State.more`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

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

CHANGES: dict[str, ChangeKind] = {each.change.kind: each for each in _CORE}

# What a game keeps beyond law and roster, by the name that `State.more` has it under.
KEPT: Mapping[str, Callable[[Game], object]] = {}
