"""Missions: opened, attempted, closed and cancelled; what rewards and penalties change in the tracker; and the
Ranks. (Rules Missions, Ranks, Numbers and Spending; Readings 22 and 23)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from dynasties.spy.theatre.rules_tickets import Rank
from dynasties.tracker.rules import CellOp, ColumnFacts, Held, Scope, cell_outcome, read_number
from nomic.core.chain import digest
from nomic.core.decision import Decision, Invalid, Reason, permission, refusal
from nomic.core.law.rules import Law
from nomic.core.roster.rules import fold_name

MECHANISM = "spy.missions"
# What a mission says, all of which stands once it is open.
PARTS = ("title", "description", "goals", "checks", "reward", "gains", "closing", "closes_after", "penalty", "losses")
MARKS = re.compile(r"([\\`*_{}\[\]<>()#|~!&])")  # what means something in Markdown
ABORT = re.compile(r"\babort\s+the\s+mission\s*!", re.IGNORECASE)


class MissionEnding(StrEnum):
    """How a mission was closed: what it takes has come about; cancelled while young; cancelled as many asked."""

    DONE = "done"
    YOUNG = "young"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class MissionStanding:
    """How a mission stands: since when it is open, until when it was (None while it is), and who has completed it."""

    opened_at: datetime
    closed_at: datetime | None = None
    completed: frozenset[int] = field(default_factory=frozenset)

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


def may_open(unfinished: int, law: Law) -> Decision[bool]:
    """Whether one more may be opened, with so many open ones on the board that nobody has completed."""
    if not law.carries(MECHANISM):
        return law.requires(MECHANISM)
    # Fewer than three open missions that nobody has completed may be there already. One completion makes room.
    most = law.count("spy.open_missions")
    if most is not None and unfinished >= most:
        return refusal("missions-enough", law.rule("spy.open_missions"), open=unfinished, most=most)
    return permission()


def may_close(mission: MissionStanding, law: Law) -> Decision[bool]:
    """Whether a mission may be closed. That what it takes has come about, the Mastermind says."""
    if not law.carries(MECHANISM):
        return law.requires(MECHANISM)
    return permission() if mission.is_open else refusal("mission-closed", law.rule(MECHANISM))


def may_cancel(mission: MissionStanding, aborts: int, now: datetime, law: Law) -> Decision[MissionEnding | None]:
    """On which ground a mission may be cancelled now; None for none. `aborts`: how many Agents have asked for it."""
    closing = may_close(mission, law)
    if not closing.outcome:
        return Decision(None, closing.reasons)
    # It may be cancelled while it is no more than six hours old.
    young, age = law.duration("spy.mission_cancel"), now - mission.opened_at
    if young is not None and age <= young:
        return Decision(MissionEnding.YOUNG, next_check=mission.opened_at + young)
    # And so it may when three different Agents have asked for it.
    needs = law.count("spy.mission_aborts")
    if needs is not None and aborts >= needs:
        return Decision(MissionEnding.ABORTED)
    return Decision(
        None,
        (
            Reason("mission-not-young", law.rule("spy.mission_cancel"), {"age": age, "most": young}),
            Reason("mission-few-aborts", law.rule("spy.mission_aborts"), {"have": aborts, "needs": needs}),
        ),
    )


def asks_to_abort(comment: str) -> bool:
    """Whether a comment says “Abort the Mission!”, in capitals or not, alone or among other words."""
    return ABORT.search(comment) is not None


def may_gather(mission: MissionStanding, agent: int, law: Law) -> Decision[bool]:
    """Whether an Agent may found a group for a mission, ask others into it, or join one."""
    closing = may_close(mission, law)
    # An open mission may be attempted, alone or in a group.
    if not closing.outcome:
        return closing
    # And nobody completes it twice. (Reading 22)
    if agent in mission.completed:
        return refusal("mission-completed", law.rule(MECHANISM))
    return permission()


def may_claim(
    mission: MissionStanding, group: Sequence[tuple[int, str]], waiting: Collection[int], law: Law
) -> Decision[bool]:
    """Whether the first of a group may tell the Mastermind that its goals are met.

    `group`: ids and names; `waiting`: who is in a claim of this mission, known to the first, that waits for a ruling.
    """
    if not law.carries(MECHANISM):
        return law.requires(MECHANISM)
    # It is an open mission that is attempted.
    if not mission.is_open:
        return refusal("mission-closed", law.rule(MECHANISM))
    # Nobody completes a mission twice. (Reading 22)
    again = [name for agent, name in group if agent in mission.completed]
    if again:
        return refusal("group-completed", law.rule(MECHANISM), names=again)
    # What the Mastermind has been told need not be told again before e has ruled.
    if group and group[0][0] in waiting:
        return refusal("claim-waiting", law.rule(MECHANISM))
    return permission()


def listed_agents(mission: MissionStanding, group: Collection[int], playing: Collection[int]) -> frozenset[int]:
    """Who of a group is listed when its claim is accepted: Agents of that moment who have not completed it before."""
    return frozenset(group) & frozenset(playing) - mission.completed


def is_exhausted(closes_after: int | None, completions: int) -> bool:
    """Whether so many have completed a mission that it is closed by that."""
    return closes_after is not None and completions >= closes_after


def text_digest(parts: Mapping[str, Any]) -> str:
    """What the log remembers of a mission's text: SHA-256 over the canonical JSON of all its parts."""
    return digest({name: parts[name] for name in PARTS})


def title_link(title: str, url: str) -> str:
    """A title as a link in what is posted; its own signs are no marks there."""
    marked = MARKS.sub(r"\\\1", title)
    return f"[{marked}]({url})"


# What a mission's reward or penalty changes in the tracker. (Rules Missions, Numbers and Spending)

MOST_CHANGES, MOST_ADDED = 30, 1_000_000


@dataclass(frozen=True, slots=True)
class NumberChange:
    """By how much a number of each Agent changes: the column's number and its name of then; `add` may be below 0."""

    column: int
    name: str
    add: int

    def to_json(self) -> dict[str, Any]:
        """As plain JSON."""
        return asdict(self)


def may_change(column: ColumnFacts) -> bool:
    """Whether a mission may change this column: a number that each Agent has for everybody to see."""
    return column.live and column.is_number and column.scope is Scope.AGENT and not column.secret


def read_changes(entries: object, path: str, columns: Sequence[ColumnFacts]) -> tuple[NumberChange, ...]:
    """Changes from plain JSON, `{"column": number or name, "add": number}`; one by nothing is left out.

    Raises `Invalid` at `gains/0/column` and the like, where `path` is `gains`.
    """
    if not isinstance(entries, Sequence) or isinstance(entries, str) or len(entries) > MOST_CHANGES:
        raise Invalid(path, f"At most {MOST_CHANGES} numbers can change.", "no-changes")
    read = [_change(entry, f"{path}/{place}", columns) for place, entry in enumerate(entries)]
    if len({each.column for each in read}) < len(read):
        raise Invalid(path, "Each number changes once.", "changed-twice")
    return tuple(each for each in read if each.add)


def _change(entry: object, path: str, columns: Sequence[ColumnFacts]) -> NumberChange:
    wanted = entry.get("column") if isinstance(entry, Mapping) else None
    found = next((each for each in columns if may_change(each) and _is_wanted(wanted, each)), None)
    if found is None or not isinstance(entry, Mapping):
        raise Invalid(f"{path}/column", "The tracker keeps no such number for everybody to see.", "no-number-column")
    try:
        add = read_number(entry.get("add"))
    except Invalid as error:
        raise Invalid(f"{path}/add", error.text, error.code) from None
    if abs(add) > MOST_ADDED:
        raise Invalid(f"{path}/add", f"By at most {MOST_ADDED:,}.", "too-large")
    return NumberChange(found.number, found.name, add)


def _is_wanted(wanted: object, column: ColumnFacts) -> bool:
    if isinstance(wanted, str):
        return fold_name(wanted) == fold_name(column.name)
    return wanted == column.number and not isinstance(wanted, bool)


def load_changes(kept: Sequence[Mapping[str, Any]]) -> tuple[NumberChange, ...]:
    """Changes as they were kept."""
    return tuple(NumberChange(each["column"], each["name"], each["add"]) for each in kept)


def changed_cell(column: ColumnFacts, before: Held, add: int) -> Held:
    """What the cell holds afterwards: it gains, or loses, and stays at its least where it would go below. No rule bars
    that, for nobody spends anything here."""
    op = CellOp.GAIN if add > 0 else CellOp.LOSE
    (after,) = cell_outcome(column, op, before, abs(add), None).outcome
    return after


# The ranks of a spy, and what each may. (Rule Ranks; Reading 23)

RANK_DIALS = {
    Rank.STANDARD: "spy.rank_standard",
    Rank.EXPERIENCED: "spy.rank_experienced",
    Rank.MASTER: "spy.rank_master",
}


def rank_for(completed: int, law: Law) -> Rank | None:
    """The highest Rank for so many missions completed; None if the law has no Ranks."""
    if not law.carries("spy.ranks"):
        return None
    return next((each for each in reversed(Rank) if has_reached(each, completed, law)), Rank.BEGINNER)


def has_reached(wanted: Rank, completed: int, law: Law) -> bool:
    """Whether so many missions are enough for a Rank; for one that the law does not have, none are."""
    if not law.carries("spy.ranks"):
        return False
    if wanted is Rank.BEGINNER:
        return True
    needed = law.count(RANK_DIALS[wanted])
    return needed is not None and completed >= needed


def may_raise_gadgets(completed: int, already: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may raise the number of Gadgets that e may own. `already`: e has done so before."""
    if not law.carries("spy.ranks"):
        return law.requires("spy.ranks")
    # With three missions completed, an Agent is a Standard Spy.
    if not has_reached(Rank.STANDARD, completed, law):
        needs, rule = law.count("spy.rank_standard"), law.rule("spy.rank_standard")
        return refusal("not-standard-yet", rule, completed=completed, needs=needs)
    # Once, e may then raise eir Gadgets.
    if already:
        return refusal("gadgets-raised", law.rule("spy.rank_gadgets"))
    return permission()


def supply_is_quiet(completed: int, law: Law) -> bool:
    """Whether a roll for supplies need not publish the LKL of who has completed so many missions. (Reading 23)"""
    return law.carries("spy.quiet_rolls") and has_reached(Rank.EXPERIENCED, completed, law)


def has_won(completed: int, law: Law) -> bool:
    """Whether so many missions make a Master Spy, who has achieved victory."""
    return has_reached(Rank.MASTER, completed, law)
