"""Making a change list: each step of it writes what it did, in the floor of the enactment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from nomic.core.actions import people, roster
from nomic.core.floor import Floor
from nomic.core.mechanics.dials import CLERK
from nomic.core.models import Agent, AgentState
from rulesets import queries
from rulesets.actions import writing
from rulesets.mechanics.apply import Applied
from rulesets.mechanics.changes import (
    AmendRule,
    BarAgent,
    Change,
    EnactRule,
    MakeAdmin,
    MoveRule,
    RemoveAdmin,
    RemoveAgent,
    RenameAgent,
    RenameRule,
    RepealRule,
    ReplaceText,
    UnbarAgent,
)
from rulesets.mechanics.entrenchment import barring
from rulesets.mechanics.ruleset import Rule, Ruleset
from rulesets.mechanics.steps import Step
from rulesets.models import RuleAct


@dataclass(frozen=True, slots=True)
class Cause:
    """What makes the changes: the matter, as `post:12`, and the Agent who carries it out; None is the Clerk."""

    subject: str
    by: Agent | None

    @property
    def name(self) -> str:
        return self.by.name if self.by else CLERK


Writer: TypeAlias = Callable[[Floor, Step, Cause], None]


def make(the_floor: Floor, applied: Applied, cause: Cause) -> None:
    """Step: carry out a change list that applies, change by change, then let the new text take effect."""
    for step in applied.steps:
        queries.kinds()[step.change.kind].write(the_floor, step, cause)
    writing.take_effect(the_floor, subject=cause.subject)


def _rule(the_floor: Floor, step: Step) -> tuple[Ruleset, Rule]:
    ruleset = queries.ruleset(the_floor.game.pk)
    rule = ruleset.rule(step.rule or 0)
    assert rule is not None
    return ruleset, rule


def _write(the_floor: Floor, ruleset: Ruleset, rule: Rule, act: RuleAct, step: Step, cause: Cause) -> None:
    writing.write(
        the_floor,
        rule,
        act,
        cause=cause.subject,
        by=cause.name,
        live=act != RuleAct.REPEALED,
        merged=step.merged,
        resolved=step.resolved,
    )
    arrangement = writing.arrange(the_floor, ruleset)
    the_floor.record(
        f"rule.{act}",
        actor=cause.by,
        subject=f"rule:{rule.id}",
        cause=cause.subject,
        title=rule.title,
        digest=writing.text_digest(rule.id, rule.section.value, rule.title, rule.text),
        arrangement=arrangement,
        merged=step.merged,
        resolved=step.resolved,
    )


def _enact(the_floor: Floor, step: Step, cause: Cause) -> None:
    change = step.change
    assert isinstance(change, EnactRule)
    assert step.rule is not None
    rule = Rule(step.rule, change.section, change.title, step.after)
    ruleset = queries.ruleset(the_floor.game.pk)
    place = _after(ruleset, change)
    _write(the_floor, ruleset.with_rule(rule, place), rule, RuleAct.ENACTED, step, cause)


def _after(ruleset: Ruleset, change: EnactRule | MoveRule) -> int | None:
    ids = [0, *(rule.id for rule in ruleset.in_section(change.section))]
    return ids.index(change.after) + 1 if change.after in ids else None


def _amend(the_floor: Floor, step: Step, cause: Cause) -> None:
    ruleset, rule = _rule(the_floor, step)
    amended = replace(rule, text=step.after)
    # A void rule whose offending provision is amended away is law again. (Reading 47)
    if barring(amended, ruleset) is None:
        ruleset = writing.void_restored(ruleset, rule.id)
    _write(the_floor, ruleset, amended, RuleAct.AMENDED, step, cause)


def _repeal(the_floor: Floor, step: Step, cause: Cause) -> None:
    ruleset, rule = _rule(the_floor, step)
    _write(the_floor, ruleset.without(rule.id), rule, RuleAct.REPEALED, step, cause)


def _rename(the_floor: Floor, step: Step, cause: Cause) -> None:
    ruleset, rule = _rule(the_floor, step)
    _write(the_floor, ruleset, replace(rule, title=step.after), RuleAct.RENAMED, step, cause)


def _move(the_floor: Floor, step: Step, cause: Cause) -> None:
    change = step.change
    assert isinstance(change, MoveRule)
    ruleset, rule = _rule(the_floor, step)
    moved = replace(rule, section=change.section)
    place = _after(ruleset.without(rule.id), change)
    _write(the_floor, ruleset.moved(rule.id, change.section, place), moved, RuleAct.MOVED, step, cause)


def _make_admin(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, MakeAdmin)
    roster.make_admin(the_floor, people.agent(the_floor, step.change.agent), by=cause.by)


def _remove_admin(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, RemoveAdmin)
    roster.make_admin(the_floor, people.agent(the_floor, step.change.agent), by=cause.by, is_admin=False)


def _rename_agent(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, RenameAgent)
    roster.rename(the_floor, people.agent(the_floor, step.change.agent), step.change.name, by=cause.by)


def _remove_agent(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, RemoveAgent)
    agent = people.agent(the_floor, step.change.agent)
    roster.take_off(the_floor, agent, AgentState.REMOVED, by=cause.by)


def _bar_agent(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, BarAgent)
    roster.bar(the_floor, Agent.objects.get(pk=step.change.agent, game=the_floor.game), by=cause.by)


def _unbar_agent(the_floor: Floor, step: Step, cause: Cause) -> None:
    assert isinstance(step.change, UnbarAgent)
    roster.unbar(the_floor, Agent.objects.get(pk=step.change.agent, game=the_floor.game), by=cause.by)


WRITERS: Mapping[type[Change], Writer] = {
    EnactRule: _enact,
    AmendRule: _amend,
    ReplaceText: _amend,
    RepealRule: _repeal,
    RenameRule: _rename,
    MoveRule: _move,
    MakeAdmin: _make_admin,
    RemoveAdmin: _remove_admin,
    RenameAgent: _rename_agent,
    RemoveAgent: _remove_agent,
    BarAgent: _bar_agent,
    UnbarAgent: _unbar_agent,
}
