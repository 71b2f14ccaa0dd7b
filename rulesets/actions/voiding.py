"""A rule that bars its own repeal is found void. (Rule 1.1; Reading 47)"""

from __future__ import annotations

from nomic.core.actions import people
from nomic.core.floor import floor
from rulesets import queries
from rulesets.actions import writing
from rulesets.mechanics.entrenchment import may_be_found_void
from rulesets.mechanics.ruleset import Ruleset


def find_void(*, actor_id: int, game_id: int, rid: int) -> None:
    """An Admin confirms that a rule bars its own change or repeal: from now on it is void. (Rule 1.1; Reading 47)"""
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id, awake=False)
        ruleset = queries.ruleset(game_id)
        offence = may_be_found_void(ruleset, rid).or_refuse().outcome
        rule = ruleset.rule(rid)
        assert rule is not None
        arrangement = writing.arrange(the_floor, Ruleset.of(ruleset.rules, ruleset.void | {rid}))
        the_floor.record(
            "rule.found-void", actor=admin, subject=f"rule:{rid}", title=rule.title, provision=offence,
            arrangement=arrangement,
        )  # fmt: skip
        writing.take_effect(the_floor, subject=f"rule:{rid}")
