"""What the Mastermind may tell one Agent about another. (Rule Top Secret)"""

from __future__ import annotations

from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law

# What can be disclosed, as a cover has it, with the words for it.
THINGS = {
    "affiliation": "Affiliation",
    "location": "Location",
    "side": "side of the Iron Curtain",
    "prison": "prison",
}


def may_disclose(law: Law, *, owner: int, to: int, mastermind: int) -> Decision[bool]:
    """Whether a thing about an Agent may be disclosed to another. Agents are their keys."""
    # A rule lets the Mastermind do it.
    if not (carried := law.requires("spy.disclosure")).outcome:
        return carried
    title = law.rule("spy.disclosure")
    # Nobody is told of emself, nor the Mastermind what e keeps.
    if to == owner:
        return refused("own-secret", title)
    if to == mastermind:
        return refused("keeps-the-secrets", title)
    return allowed()
