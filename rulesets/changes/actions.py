"""Enact a change list: each step writes what it did, in the floor of the enactment. (Rules 1.1, Shall and May,
Enactment; Reading 47)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeAlias

from nomic.core.duties import actions as duties_actions
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent, AgentState
from nomic.core.law.dials import CLERK, DUTIES_OWING
from nomic.core.roster import actions as roster_actions
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import (
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
from rulesets.changes.rules_kinds import ApplyToItself, FindVoid, Oblige
from rulesets.changes.rules_steps import Applied, ChangeStep
from rulesets.history import actions as history_actions, queries as history_queries
from rulesets.models import RuleAct
from rulesets.text.rules import Ruleset, RuleText
from rulesets.text.rules_entrenchment import barring_sentence, may_be_found_void


@dataclass(frozen=True, slots=True)
class Cause:
    """What makes the changes: the matter, as `post:12`, and the Agent who carries it out; None is the Clerk."""

    subject: str
    by: Agent | None

    @property
    def name(self) -> str:
        return self.by.name if self.by else CLERK


Writer: TypeAlias = Callable[[Floor, ChangeStep, Cause], None]


def enact_changes(the_floor: Floor, applied: Applied, cause: Cause) -> None:
    """Step: carry out a change list that applies, change by change, then let the new text take effect."""
    for step in applied.steps:
        changes_queries.change_kinds()[step.change.kind].write(the_floor, step, cause)
    history_actions.take_effect(the_floor, subject=cause.subject)


def _rule(the_floor: Floor, step: ChangeStep) -> tuple[Ruleset, RuleText]:
    ruleset = history_queries.ruleset(the_floor.game.pk)
    rule = ruleset.rule(step.rule or 0)
    assert rule is not None
    return ruleset, rule


def _write_rule(
    the_floor: Floor, ruleset: Ruleset, rule: RuleText, act: RuleAct, step: ChangeStep, cause: Cause
) -> None:
    source = history_actions.VersionSource(cause.name, cause.subject, step.merged, step.resolved)
    history_actions.write_version(the_floor, rule, act, source)
    arrangement = history_actions.write_arrangement(the_floor, ruleset)
    the_floor.record(
        f"rule.{act}",
        actor=cause.by,
        subject=f"rule:{rule.id}",
        cause=cause.subject,
        title=rule.title,
        digest=history_actions.text_digest(rule.id, rule.section.value, rule.title, rule.text),
        arrangement=arrangement,
        merged=step.merged,
        resolved=step.resolved,
    )


def _write_new_rule(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    change = step.change
    assert isinstance(change, EnactRule)
    assert step.rule is not None
    rule = RuleText(step.rule, change.section, change.title, step.after)
    ruleset = history_queries.ruleset(the_floor.game.pk)
    place = _after(ruleset, change)
    _write_rule(the_floor, ruleset.with_rule(rule, place), rule, RuleAct.ENACTED, step, cause)


def _after(ruleset: Ruleset, change: EnactRule | MoveRule) -> int | None:
    ids = [0, *(rule.id for rule in ruleset.in_section(change.section))]
    return ids.index(change.after) + 1 if change.after in ids else None


def _write_amended(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    ruleset, rule = _rule(the_floor, step)
    amended = replace(rule, text=step.after)
    # A void rule whose offending provision is amended away is law again. (Reading 47)
    if barring_sentence(amended, ruleset) is None:
        ruleset = history_actions.void_restored(ruleset, rule.id)
    _write_rule(the_floor, ruleset, amended, RuleAct.AMENDED, step, cause)


def _write_repealed(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    ruleset, rule = _rule(the_floor, step)
    _write_rule(the_floor, ruleset.without_rule(rule.id), rule, RuleAct.REPEALED, step, cause)


def _write_renamed(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    ruleset, rule = _rule(the_floor, step)
    _write_rule(the_floor, ruleset, replace(rule, title=step.after), RuleAct.RENAMED, step, cause)


def _write_moved(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    change = step.change
    assert isinstance(change, MoveRule)
    ruleset, rule = _rule(the_floor, step)
    moved = replace(rule, section=change.section)
    place = _after(ruleset.without_rule(rule.id), change)
    _write_rule(the_floor, ruleset.with_rule_moved(rule.id, change.section, place), moved, RuleAct.MOVED, step, cause)


def _make_admin(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    assert isinstance(step.change, MakeAdmin)
    roster_actions.make_admin(the_floor, roster_actions.require_agent(the_floor, step.change.agent), by=cause.by)


def _remove_admin(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    assert isinstance(step.change, RemoveAdmin)
    roster_actions.make_admin(
        the_floor, roster_actions.require_agent(the_floor, step.change.agent), by=cause.by, is_admin=False
    )


def _rename_agent(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    assert isinstance(step.change, RenameAgent)
    roster_actions.rename_agent(
        the_floor, roster_actions.require_agent(the_floor, step.change.agent), step.change.name, by=cause.by
    )


def _remove_agent(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    assert isinstance(step.change, RemoveAgent)
    agent = roster_actions.require_agent(the_floor, step.change.agent)
    roster_actions.take_off_roster(the_floor, agent, AgentState.REMOVED, by=cause.by)


def _bar_agent(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    assert isinstance(step.change, BarAgent)
    roster_actions.bar_agent(the_floor, Agent.objects.get(pk=step.change.agent, game=the_floor.game), by=cause.by)


def _unbar_agent(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    assert isinstance(step.change, UnbarAgent)
    roster_actions.unbar_agent(the_floor, Agent.objects.get(pk=step.change.agent, game=the_floor.game), by=cause.by)


WRITERS: Mapping[type[Change], Writer] = {
    EnactRule: _write_new_rule,
    AmendRule: _write_amended,
    ReplaceText: _write_amended,
    RepealRule: _write_repealed,
    RenameRule: _write_renamed,
    MoveRule: _write_moved,
    MakeAdmin: _make_admin,
    RemoveAdmin: _remove_admin,
    RenameAgent: _rename_agent,
    RemoveAgent: _remove_agent,
    BarAgent: _bar_agent,
    UnbarAgent: _unbar_agent,
}


# What an enactment makes of duties, written down in its floor. (Rules Shall and May, Enactment and Its Effects)


def write_duty(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    change = step.change
    assert isinstance(change, Oblige)
    due_at = the_floor.now + timedelta(hours=change.hours) if change.hours else None
    duties_actions.record_duty(
        the_floor,
        f"{cause.subject}:change:{step.index}",
        duties_actions.NewDuty(
            roster_actions.require_agent(the_floor, change.agent),
            change.text,
            the_floor.law.rule(DUTIES_OWING),
            cause.subject,
            due_at,
        ),
    )


def write_self_application(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    """Nothing by itself: whoever enacts looks for it before the changes are made."""
    assert isinstance(step.change, ApplyToItself)


# A rule that bars its own repeal is found void. (Rule 1.1; Reading 47)


def find_rule_void(*, actor_id: int, game_id: int, rid: int) -> None:
    """An Admin confirms that a rule bars its own change or repeal: from now on it is void. (Rule 1.1; Reading 47)"""
    with floor(game_id) as the_floor:
        admin = roster_actions.require_admin(the_floor, actor_id, awake=False)
        _record_void(the_floor, rid, admin, "")
        history_actions.take_effect(the_floor, subject=f"rule:{rid}")


def write_void_finding(the_floor: Floor, step: ChangeStep, cause: Cause) -> None:
    """Step: a Call for Judgment that passes finds a rule void."""
    assert isinstance(step.change, FindVoid)
    _record_void(the_floor, step.change.rule, cause.by, cause.subject)


def _record_void(the_floor: Floor, rid: int, by: Agent | None, cause: str) -> None:
    ruleset = history_queries.ruleset(the_floor.game.pk)
    offence = may_be_found_void(ruleset, rid).or_refuse().outcome
    rule = ruleset.rule(rid)
    assert rule is not None
    arrangement = history_actions.write_arrangement(the_floor, Ruleset.of(ruleset.rules, ruleset.void | {rid}))
    the_floor.record(
        "rule.found-void",
        actor=by,
        subject=f"rule:{rid}",
        title=rule.title,
        provision=offence,
        arrangement=arrangement,
        cause=cause or None,
    )
