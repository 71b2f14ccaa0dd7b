"""What an enactment makes of duties, written down in its floor. (Rules Shall and May, Enactment and Its Effects)"""

from __future__ import annotations

from datetime import timedelta

from nomic.core.actions import duties, people
from nomic.core.floor import Floor
from rulesets.actions.changing import Cause
from rulesets.mechanics.duty_changes import ApplyToItself, Oblige
from rulesets.mechanics.steps import Step


def oblige(the_floor: Floor, step: Step, cause: Cause) -> None:
    change = step.change
    assert isinstance(change, Oblige)
    due_at = the_floor.now + timedelta(hours=change.hours) if change.hours else None
    duties.arise(
        the_floor, f"{cause.subject}:change:{step.index}", people.agent(the_floor, change.agent), change.text,
        the_floor.law.rule("duties.owing"), cause.subject, due_at,
    )  # fmt: skip


def apply_to_itself(the_floor: Floor, step: Step, cause: Cause) -> None:
    """Nothing by itself: whoever enacts looks for it before the changes are made."""
    assert isinstance(step.change, ApplyToItself)
