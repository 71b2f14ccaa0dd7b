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

from dynasties.spy.dials import (
    MISSION_ABORTS,
    MISSION_CANCEL,
    MISSIONS,
    OPEN_MISSIONS,
    QUIET_ROLLS,
    RANK_EXPERIENCED,
    RANK_GADGETS,
    RANK_MASTER,
    RANK_STANDARD,
    RANKS,
)
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.rules_tickets import Rank, Ticket, Tickets
from dynasties.tracker.rules import CellOp, ColumnFacts, Held, Scope, cell_outcome, read_number
from nomic.core.chain import digest
from nomic.core.decision import Decision, Invalid, Reason, permission, refusal
from nomic.core.law.rules import Law
from nomic.core.roster.rules import fold_name

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
    if not law.carries(MISSIONS):
        return law.requires(MISSIONS)
    # Fewer than three open missions that nobody has completed may be there already. One completion makes room.
    most = law[OPEN_MISSIONS]
    if most is not None and unfinished >= most:
        return refusal("missions-enough", law.rule(OPEN_MISSIONS), open=unfinished, most=most)
    return permission()


def may_close(mission: MissionStanding, law: Law) -> Decision[bool]:
    """Whether a mission may be closed. That what it takes has come about, the Mastermind says."""
    if not law.carries(MISSIONS):
        return law.requires(MISSIONS)
    return permission() if mission.is_open else refusal("mission-closed", law.rule(MISSIONS))


def may_cancel(mission: MissionStanding, aborts: int, now: datetime, law: Law) -> Decision[MissionEnding | None]:
    """On which ground a mission may be cancelled now; None for none. `aborts`: how many Agents have asked for it."""
    closing = may_close(mission, law)
    if not closing.outcome:
        return Decision(None, closing.reasons)
    # It may be cancelled while it is no more than six hours old.
    young, age = law[MISSION_CANCEL], now - mission.opened_at
    if young is not None and age <= young:
        return Decision(MissionEnding.YOUNG, next_check=mission.opened_at + young)
    # And so it may when three different Agents have asked for it.
    needs = law[MISSION_ABORTS]
    if needs is not None and aborts >= needs:
        return Decision(MissionEnding.ABORTED)
    return Decision(
        None,
        (
            Reason("mission-not-young", law.rule(MISSION_CANCEL), {"age": age, "most": young}),
            Reason("mission-few-aborts", law.rule(MISSION_ABORTS), {"have": aborts, "needs": needs}),
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
        return refusal("mission-completed", law.rule(MISSIONS))
    return permission()


def may_claim(
    mission: MissionStanding, group: Sequence[tuple[int, str]], waiting: Collection[int], law: Law
) -> Decision[bool]:
    """Whether the first of a group may tell the Mastermind that its goals are met.

    `group`: ids and names; `waiting`: who is in a claim of this mission, known to the first, that waits for a ruling.
    """
    if not law.carries(MISSIONS):
        return law.requires(MISSIONS)
    # It is an open mission that is attempted.
    if not mission.is_open:
        return refusal("mission-closed", law.rule(MISSIONS))
    # Nobody completes a mission twice. (Reading 22)
    again = [name for agent, name in group if agent in mission.completed]
    if again:
        return refusal("group-completed", law.rule(MISSIONS), names=again)
    # What the Mastermind has been told need not be told again before e has ruled.
    if group and group[0][0] in waiting:
        return refusal("claim-waiting", law.rule(MISSIONS))
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

    def __str__(self) -> str:
        return f"{self.name} {'+' if self.add > 0 else '−'}{abs(self.add)}"

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

RANK_DIALS = {Rank.STANDARD: RANK_STANDARD, Rank.EXPERIENCED: RANK_EXPERIENCED, Rank.MASTER: RANK_MASTER}


def rank_for(completed: int, law: Law) -> Rank | None:
    """The highest Rank for so many missions completed; None if the law has no Ranks."""
    if not law.carries(RANKS):
        return None
    return next((each for each in reversed(Rank) if has_reached(each, completed, law)), Rank.BEGINNER)


def has_reached(wanted: Rank, completed: int, law: Law) -> bool:
    """Whether so many missions are enough for a Rank; for one that the law does not have, none are."""
    if not law.carries(RANKS):
        return False
    if wanted is Rank.BEGINNER:
        return True
    needed = law[RANK_DIALS[wanted]]
    return needed is not None and completed >= needed


def may_raise_gadgets(completed: int, already: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may raise the number of Gadgets that e may own. `already`: e has done so before."""
    if not law.carries(RANKS):
        return law.requires(RANKS)
    # With three missions completed, an Agent is a Standard Spy.
    if not has_reached(Rank.STANDARD, completed, law):
        needs, rule = law[RANK_STANDARD], law.rule(RANK_STANDARD)
        return refusal("not-standard-yet", rule, completed=completed, needs=needs)
    # Once, e may then raise eir Gadgets.
    if already:
        return refusal("gadgets-raised", law.rule(RANK_GADGETS))
    return permission()


def supply_is_quiet(completed: int, law: Law) -> bool:
    """Whether a roll for supplies need not publish the LKL of who has completed so many missions. (Reading 23)"""
    return law.carries(QUIET_ROLLS) and has_reached(Rank.EXPERIENCED, completed, law)


def has_won(completed: int, law: Law) -> bool:
    """Whether so many missions make a Master Spy, who has achieved victory."""
    return has_reached(Rank.MASTER, completed, law)


# The goals of a mission that the server can look at: where somebody is, and what e holds. (Rule Missions)
# Each is asked of a group, of which a lone Agent is the smallest. What is written among the goals is what counts;
# what is looked at here only helps the Mastermind to rule.

MOST_CHECKS, MOST_PLACES, MOST_COUNTED = 10, 60, 1_000


class Goal(StrEnum):
    BE_IN = "be-in"
    AGENTS_IN = "agents-in"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class GoalCheck:
    """One goal: that one of the group is in one of these places; that so many of it are; that one of it holds so many
    Tickets of a kind."""

    goal: Goal
    places: tuple[str, ...] = ()
    count: int = 1
    ticket: Ticket | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain JSON."""
        if self.goal is Goal.HOLD:
            return {"kind": self.goal.value, "ticket": self.ticket.value if self.ticket else None, "count": self.count}
        counted = {"count": self.count} if self.goal is Goal.AGENTS_IN else {}
        return {"kind": self.goal.value, "places": list(self.places), **counted}


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What of an Agent is looked at: the code of eir Location, None for none, and eir Tickets."""

    location: str | None
    tickets: Tickets


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a goal is met: so many of what it needs, and who of the group counts for it."""

    have: int
    needs: int
    who: tuple[int, ...]

    @property
    def is_met(self) -> bool:
        return self.have >= self.needs


def measure_progress(check: GoalCheck, group: Mapping[int, Whereabouts]) -> Progress:
    """How far a group has met a goal."""
    if check.goal is Goal.HOLD:
        return _held_progress(check, group)
    there = tuple(agent for agent, each in group.items() if each.location in check.places)
    # One who is there is enough, unless it says how many.
    needs = check.count if check.goal is Goal.AGENTS_IN else 1
    return Progress(min(len(there), needs), needs, there)


def own_part(check: GoalCheck, found: Progress, agent: int) -> Progress:
    """What one of a group may know of how far a goal was met: what they hold is public, where the others are is not."""
    if check.goal is Goal.HOLD:
        return found
    there = (agent,) if agent in found.who else ()
    return Progress(len(there), found.needs, there)


def _held_progress(check: GoalCheck, group: Mapping[int, Whereabouts]) -> Progress:
    """The most that one of them holds: Tickets of several are not added up."""
    assert check.ticket is not None
    held = {agent: each.tickets.of(check.ticket) for agent, each in group.items()}
    enough = tuple(agent for agent, count in held.items() if count >= check.count)
    return Progress(min(max(held.values(), default=0), check.count), check.count, enough)


# -- as they are written -----------------------------------------------------------------------------


def read_checks(entries: object) -> tuple[GoalCheck, ...]:
    """Goals from plain JSON. Raises `Invalid` at `checks/0/places` and the like for what is none."""
    if not isinstance(entries, Sequence) or isinstance(entries, str) or len(entries) > MOST_CHECKS:
        raise Invalid("checks", f"There are at most {MOST_CHECKS} goals to look at.", "no-checks")
    return tuple(_read_check(entry, f"checks/{place}") for place, entry in enumerate(entries))


def _read_check(entry: object, path: str) -> GoalCheck:
    if not isinstance(entry, Mapping) or str(entry.get("kind")) not in set(Goal):
        raise Invalid(f"{path}/kind", "The server cannot look at a goal of that kind.", "no-goal")
    goal = Goal(entry["kind"])
    if goal is Goal.HOLD:
        return GoalCheck(goal, (), _read_count(entry, path), _read_ticket(entry, path))
    return GoalCheck(goal, _read_places(entry, path), _read_count(entry, path) if goal is Goal.AGENTS_IN else 1)


def _read_places(entry: Mapping[str, Any], path: str) -> tuple[str, ...]:
    typed = entry.get("places", ())
    named = [typed] if isinstance(typed, str) else typed
    if not isinstance(named, Sequence) or not 0 < len(named) <= MOST_PLACES:
        raise Invalid(f"{path}/places", f"Name 1 to {MOST_PLACES} territories by their codes.", "no-places")
    codes = tuple(dict.fromkeys(str(each).strip().upper() for each in named))
    for code in codes:
        if code not in ATLAS:
            raise Invalid(f"{path}/places", f"No territory has the code “{code[:20]}”.", "no-territory")
    return codes


def _read_count(entry: Mapping[str, Any], path: str) -> int:
    count = entry.get("count")
    if not isinstance(count, int) or isinstance(count, bool) or not 0 < count <= MOST_COUNTED:
        raise Invalid(f"{path}/count", f"Say how many, from 1 to {MOST_COUNTED:,}.", "no-count")
    return count


def _read_ticket(entry: Mapping[str, Any], path: str) -> Ticket:
    if str(entry.get("ticket")) not in set(Ticket):
        raise Invalid(f"{path}/ticket", "Choose Air, Sea or Land Tickets.", "no-ticket-kind")
    return Ticket(entry["ticket"])
