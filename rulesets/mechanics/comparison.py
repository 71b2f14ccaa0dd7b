"""What became of the rules between two moments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulesets.mechanics.ruleset import Rule, Ruleset

Fate: TypeAlias = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Changed:
    """A rule that came, went, or is otherwise than before; `None` where it was not, or is no more, in force.

    `was_number` and `number` are its numbers at either moment; `was_void` and `void`, whether it was found void.
    """

    before: Rule | None
    after: Rule | None
    was_number: str = ""
    number: str = ""
    was_void: bool = False
    void: bool = False

    @property
    def fate(self) -> Fate:
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"

    @property
    def rule(self) -> Rule:
        """The rule as it is, or as it last was."""
        rule = self.after or self.before
        assert rule is not None
        return rule


def compared(before: Ruleset, after: Ruleset) -> tuple[Changed, ...]:
    """Every rule whose text, title, section or standing differs, in reading order; then those that are gone.

    A number that merely shifts because another rule came or went is no change.
    """
    gone = [rule for rule in before.rules if after.rule(rule.id) is None]
    pairs = [(before.rule(rule.id), rule) for rule in after.rules] + [(rule, None) for rule in gone]
    found = (_changed(was, now, before, after) for was, now in pairs)
    return tuple(each for each in found if each.before != each.after or each.was_void != each.void)


def _changed(was: Rule | None, now: Rule | None, before: Ruleset, after: Ruleset) -> Changed:
    return Changed(
        was,
        now,
        before.number(was.id) if was else "",
        after.number(now.id) if now else "",
        was is not None and was.id in before.void,
        now is not None and now.id in after.void,
    )
