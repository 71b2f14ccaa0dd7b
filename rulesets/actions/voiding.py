"""A rule that bars its own repeal is found void. (Rule 1.1; Reading 47)"""

from __future__ import annotations

from nomic.core.actions import people
from nomic.core.floor import Floor, floor
from nomic.core.models import Agent
from rulesets import queries
from rulesets.actions import writing
from rulesets.actions.changing import Cause
from rulesets.mechanics.entrenchment import may_be_found_void
from rulesets.mechanics.ruleset import Ruleset
from rulesets.mechanics.steps import Step
from rulesets.mechanics.void_changes import FindVoid


def find_void(*, actor_id: int, game_id: int, rid: int) -> None:
    """An Admin confirms that a rule bars its own change or repeal: from now on it is void. (Rule 1.1; Reading 47)"""
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        _void(the_floor, rid, admin, "")
        writing.take_effect(the_floor, subject=f"rule:{rid}")


def by_judgment(the_floor: Floor, step: Step, cause: Cause) -> None:
    """Step: a Call for Judgment that passes finds a rule void."""
    assert isinstance(step.change, FindVoid)
    _void(the_floor, step.change.rule, cause.by, cause.subject)


def _void(the_floor: Floor, rid: int, by: Agent | None, cause: str) -> None:
    ruleset = queries.ruleset(the_floor.game.pk)
    offence = may_be_found_void(ruleset, rid).or_refuse().outcome
    rule = ruleset.rule(rid)
    assert rule is not None
    arrangement = writing.arrange(the_floor, Ruleset.of(ruleset.rules, ruleset.void | {rid}))
    the_floor.record(
        "rule.found-void", actor=by, subject=f"rule:{rid}", title=rule.title, provision=offence,
        arrangement=arrangement, cause=cause or None,
    )  # fmt: skip
