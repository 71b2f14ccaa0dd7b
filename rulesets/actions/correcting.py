"""Slips of spelling are put right by any Admin at once, and put back by any other. (Rule 1.1; Reading 48)"""

from __future__ import annotations

from dataclasses import replace

from nomic.core.actions import people
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.models import Agent
from rulesets import queries
from rulesets.actions import writing
from rulesets.mechanics.entrenchment import BASIS
from rulesets.mechanics.ruleset import Rule
from rulesets.mechanics.slips import may_correct
from rulesets.mechanics.text import tidied
from rulesets.models import RuleAct, RuleVersion


def correct(*, actor_id: int, game_id: int, rid: int, base_version: int, text: str) -> None:
    """An Admin corrects a slip in a rule's text. Raises `Invalid` for a text that may not stand in a rule.

    Refused for what is more than a slip, and where the rule has moved since `base_version`.
    """
    text = tidied(text)
    queries.checker()(text)
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        ruleset = queries.ruleset(game_id)
        may_correct(ruleset, rid, text).or_refuse()
        if _newest(game_id, rid).n != base_version:
            raise Refused(Reason("rule-moved-meanwhile", BASIS))
        rule = ruleset.rule(rid)
        assert rule is not None
        _put(the_floor, admin, replace(rule, text=text), RuleAct.CORRECTED)


def reverse(*, actor_id: int, game_id: int, rid: int) -> None:
    """An Admin puts back what the last correction of a rule changed."""
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        rule, newest = queries.ruleset(game_id).rule(rid), _newest(game_id, rid)
        if rule is None or newest.act != RuleAct.CORRECTED:
            raise Refused(Reason("no-correction", BASIS))
        before = queries.rule_versions(game_id, rid).get(n=newest.n - 1)
        _put(the_floor, admin, replace(rule, text=before.text), RuleAct.REVERSED)


def _newest(game_id: int, rid: int) -> RuleVersion:
    newest = queries.rule_versions(game_id, rid).last()
    if newest is None:
        raise Refused(Reason("nothing-in-force", BASIS))
    return newest


def _put(the_floor: Floor, admin: Agent, rule: Rule, act: RuleAct) -> None:
    version = writing.write(the_floor, rule, act, by=admin.name)
    digest = writing.text_digest(rule.id, rule.section.value, rule.title, rule.text)
    the_floor.record(
        f"rule.{act}", actor=admin, subject=f"rule:{rule.id}", title=rule.title, version=version.n, digest=digest
    )
    # No dial moves, but what a trigger's paragraph says, which a duty will repeat, is spelt otherwise from now on.
    writing.take_effect(the_floor)
