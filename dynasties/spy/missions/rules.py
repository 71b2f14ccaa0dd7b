"""Opening, attempting, closing and cancelling a mission. (Rule Missions; Reading 22)"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from nomic.core.mechanics.chain import digest
from nomic.core.mechanics.decision import Decision, Reason, allowed, refused
from nomic.core.mechanics.law import Law

CARRIED = "spy.missions"
# What a mission says, all of which stands once it is open.
PARTS = (
    "title", "description", "goals", "checks", "reward", "gains", "closing", "closes_after", "penalty", "losses",
)  # fmt: skip
MARKS = re.compile(r"([\\`*_{}\[\]<>()#|~!&])")  # what means something in Markdown
ABORT = re.compile(r"\babort\s+the\s+mission\s*!", re.IGNORECASE)


class Ending(StrEnum):
    """How a mission was closed: what it takes has come about; cancelled while young; cancelled as many asked."""

    DONE = "done"
    YOUNG = "young"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a mission stands: since when it is open, until when it was (None while it is), and who has completed it."""

    opened_at: datetime
    closed_at: datetime | None = None
    completed: frozenset[int] = field(default_factory=frozenset)

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


def may_open(unfinished: int, law: Law) -> Decision[bool]:
    """Whether one more may be opened, with so many open ones on the board that nobody has completed."""
    if not law.carries(CARRIED):
        return law.requires(CARRIED)
    # Fewer than three open missions that nobody has completed may be there already. One completion makes room.
    most = law.count("spy.open_missions")
    if most is not None and unfinished >= most:
        return refused("missions-enough", law.rule("spy.open_missions"), open=unfinished, most=most)
    return allowed()


def may_close(mission: Standing, law: Law) -> Decision[bool]:
    """Whether a mission may be closed. That what it takes has come about, the Mastermind says."""
    if not law.carries(CARRIED):
        return law.requires(CARRIED)
    return allowed() if mission.is_open else refused("mission-closed", law.rule(CARRIED))


def may_cancel(mission: Standing, aborts: int, now: datetime, law: Law) -> Decision[Ending | None]:
    """On which ground a mission may be cancelled now; None for none. `aborts`: how many Agents have asked for it."""
    closing = may_close(mission, law)
    if not closing.outcome:
        return Decision(None, closing.reasons)
    # It may be cancelled while it is no more than six hours old.
    young, age = law.duration("spy.mission_cancel"), now - mission.opened_at
    if young is not None and age <= young:
        return Decision(Ending.YOUNG, next_check=mission.opened_at + young)
    # And so it may when three different Agents have asked for it.
    needs = law.count("spy.mission_aborts")
    if needs is not None and aborts >= needs:
        return Decision(Ending.ABORTED)
    return Decision(None, (
        Reason("mission-not-young", law.rule("spy.mission_cancel"), {"age": age, "most": young}),
        Reason("mission-few-aborts", law.rule("spy.mission_aborts"), {"have": aborts, "needs": needs}),
    ))  # fmt: skip


def asks_to_abort(comment: str) -> bool:
    """Whether a comment says “Abort the Mission!”, in capitals or not, alone or among other words."""
    return ABORT.search(comment) is not None


def may_gather(mission: Standing, agent: int, law: Law) -> Decision[bool]:
    """Whether an Agent may found a group for a mission, ask others into it, or join one."""
    closing = may_close(mission, law)
    # An open mission may be attempted, alone or in a group.
    if not closing.outcome:
        return closing
    # And nobody completes it twice. (Reading 22)
    if agent in mission.completed:
        return refused("mission-completed", law.rule(CARRIED))
    return allowed()


def may_claim(
    mission: Standing, group: Sequence[tuple[int, str]], waiting: Collection[int], law: Law
) -> Decision[bool]:
    """Whether the first of a group may tell the Mastermind that its goals are met.

    `group`: ids and names; `waiting`: who is in a claim of this mission, known to the first, that waits for a ruling.
    """
    if not law.carries(CARRIED):
        return law.requires(CARRIED)
    # It is an open mission that is attempted.
    if not mission.is_open:
        return refused("mission-closed", law.rule(CARRIED))
    # Nobody completes a mission twice. (Reading 22)
    again = [name for agent, name in group if agent in mission.completed]
    if again:
        return refused("group-completed", law.rule(CARRIED), names=again)
    # What the Mastermind has been told need not be told again before e has ruled.
    if group and group[0][0] in waiting:
        return refused("claim-waiting", law.rule(CARRIED))
    return allowed()


def counted(mission: Standing, group: Collection[int], playing: Collection[int]) -> frozenset[int]:
    """Who of a group is listed when its claim is accepted: Agents of that moment who have not completed it before."""
    return frozenset(group) & frozenset(playing) - mission.completed


def is_exhausted(closes_after: int | None, completions: int) -> bool:
    """Whether so many have completed a mission that it is closed by that."""
    return closes_after is not None and completions >= closes_after


def text_digest(parts: Mapping[str, Any]) -> str:
    """What the log remembers of a mission's text: SHA-256 over the canonical JSON of all its parts."""
    return digest({name: parts[name] for name in PARTS})


def as_link(title: str, url: str) -> str:
    """A title as a link in what is posted; its own signs are no marks there."""
    marked = MARKS.sub(r"\\\1", title)
    return f"[{marked}]({url})"
