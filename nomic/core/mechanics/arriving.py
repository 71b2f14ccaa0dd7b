"""Who may ask to be admitted. (Rule 1.2: Agents)"""

from __future__ import annotations

from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law


def may_apply(*, barred: bool, here_as: str | None, waiting: bool, law: Law) -> Decision[bool]:
    """Whether a person may announce eir arrival now. `here_as`: eir name in the game, if e is in it already."""
    # Arrivals are announced as long as the law lets people in at all.
    gone = law.requires("agents.admission")
    if not gone.outcome:
        return gone
    rule = law.rule("agents.admission")
    # To some the game is shut.
    if barred:
        return refused("barred", rule)
    # Nobody plays in one game twice.
    if here_as is not None:
        return refused("already-here", rule, name=here_as)
    # An announcement is answered before another is made.
    if waiting:
        return refused("application-waiting", rule)
    return allowed()
