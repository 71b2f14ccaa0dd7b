"""Who counts as an Agent in what the rules beyond 1.1 and 1.2 deal with. (Rule 1.2: Agents)"""

from __future__ import annotations

from datetime import datetime

from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law


def may_play(law: Law, *, in_game: bool = True, idle_since: datetime | None) -> Decision[bool]:
    """Whether somebody may do at all what those rules leave to Agents."""
    # Whoever has not been admitted, or has left, is none.
    if not in_game:
        return refused("not-an-agent", law.rule("agents.admission"))
    # An idle Agent does not count as one.
    if idle_since is not None:
        return refused("is-idle", law.rule("agents.idling"), since=idle_since)
    return allowed()
