"""A kind of change, whole: how it is read, made, written down, described and typed. The wiring names the table.

The last three belong to layers above this one: here they are only carried.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulesets.mechanics.apply import Appliers
from rulesets.mechanics.changes import Change, Kinds
from rulesets.mechanics.described import Line, describe
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.steps import Applier


def _no_texts(change: Change, state: State) -> None:
    """A change that no difference of texts could show."""


@dataclass(frozen=True, slots=True)
class ChangeKind:
    """`change` reads its JSON form and `apply` makes it, both pure; `write` is the step that carries it out in a floor
    (`rulesets.actions.changing.Writer`); `form` is its row in the composer (`proposals.forms.changes.ChangeForm`);
    `describe` says it as a code and facts; `texts` gives the text before it and after it, None where words say it all.
    """

    change: type[Change]
    apply: Applier
    write: Callable[..., None]
    form: type[Any]
    describe: Callable[[Change, State], Line] = describe
    texts: Callable[[Change, State], tuple[str, str] | None] = _no_texts


ChangeKinds: TypeAlias = Mapping[str, ChangeKind]


def classes(kinds: ChangeKinds) -> Kinds:
    """What `changes_from` reads by."""
    return {name: each.change for name, each in kinds.items()}


def appliers(kinds: ChangeKinds) -> Appliers:
    """What `apply` makes changes by."""
    return {each.change: each.apply for each in kinds.values()}
