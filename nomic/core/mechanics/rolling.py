"""Who may roll dice in public. (Glossary: Dice)"""

from __future__ import annotations

from datetime import datetime

from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.playing import may_play


def may_roll(*, idle_since: datetime | None, law: Law) -> Decision[bool]:
    """Whether an Agent may roll now. Hiatus does not stop dice: they are part of the tracker. (Reading 39)"""
    # An Agent rolls by asking the tracker, as long as a rule says so.
    gone = law.requires("dice.rolling")
    if not gone.outcome:
        return gone
    # Outside rules 1.1 and 1.2 an idle Agent does not count as one.
    return may_play(law, idle_since=idle_since)
