"""What columns of the tracker hold, who may change which cell, how changes merge, and how they are undone. (Rules
1.2, 1.7 and Numbers and Spending)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from dynasties.dials import SPENDING, UNDOING, UPDATING
from nomic.core.decision import Decision, Fact, Invalid, Reason, permission, refusal
from nomic.core.input import JOINERS, hidden_at
from nomic.core.law.dials import AGENTS_IDLING
from nomic.core.law.rules import Law
from nomic.core.roster.rules import fold_name

# What a cell holds; None is nothing.
Held: TypeAlias = str | int | bool | None

LARGEST = 10**12
LONGEST_TEXT = 200
MOST_CHOICES, LONGEST_CHOICE = 50, 60
NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,13}")
YES, NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0", ""})
NOTHING = "—"


class ColumnKind(StrEnum):
    """The types of a column's values."""

    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    SWITCH = "switch"


class Scope(StrEnum):
    """Whether a column has a value for each Agent, or one for the game."""

    AGENT = "agent"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """One kind of fact, carried by the rule of id `rule`; `live` while that rule is, and until it is dropped.

    `least` and `most` bound a number. `standard` is what a cell holds until somebody sets it: what a newcomer gets.
    `made_seq` is the number of the event by which it came about.
    """

    number: int
    name: str
    kind: ColumnKind = ColumnKind.NUMBER
    scope: Scope = Scope.AGENT
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    standard: Held = None
    secret: bool = False
    rule: int = 0
    live: bool = True
    made_seq: int = 0

    @property
    def is_number(self) -> bool:
        return self.kind is ColumnKind.NUMBER

    def within(self, value: int) -> int:
        """The number, or the bound that it is beyond."""
        above = value if self.least is None else max(value, self.least)
        return above if self.most is None else min(above, self.most)

    def may_hold(self, value: Held) -> bool:
        """Whether a kept value has a meaning in this column."""
        try:
            return read_value(self, value) == value
        except Invalid:
            return False


def read_value(column: ColumnFacts, typed: object) -> Held:
    """A value as somebody typed it. Raises `Invalid` at `value` for what this column cannot hold."""
    match column.kind:
        case ColumnKind.NUMBER:
            return _check_bounds(column, read_number(typed))
        case ColumnKind.SWITCH:
            return _switch(typed)
        case ColumnKind.CHOICE:
            return _choice(column, typed)
        case ColumnKind.TEXT:
            return read_cell_text(typed, LONGEST_TEXT) or None


def value_text(column: ColumnFacts, value: Held) -> str:
    """A value for the eye."""
    if value is None:
        return NOTHING
    if column.kind is ColumnKind.SWITCH:
        return "yes" if value else "no"
    return str(value).replace("-", "\u2212", 1) if column.is_number else str(value)


def read_number(typed: object) -> int:
    """A whole number. A bool is none here, though Python thinks so."""
    if isinstance(typed, str) and NUMBER.fullmatch(typed.strip()):
        typed = int(typed.strip().replace("\u2212", "-"))
    if not isinstance(typed, int) or isinstance(typed, bool):
        raise Invalid("value", "This must be a whole number.", "no-number")
    if abs(typed) > LARGEST:
        raise Invalid("value", f"Numbers go up to {LARGEST:,}.", "too-large")
    return typed


def read_cell_text(typed: object, longest: int) -> str:
    """One line of text, tidied."""
    if typed is None:
        return ""
    if not isinstance(typed, str):
        raise Invalid("value", "This must be text.", "no-text")
    line = " ".join(unicodedata.normalize("NFC", typed).split())
    if len(line) > longest:
        raise Invalid("value", f"At most {longest} characters; this has {len(line)}.", "too-long")
    if hidden_at(line, JOINERS):
        raise Invalid("value", "This cannot hold control or invisible characters.", "hidden-characters")
    return line


def _check_bounds(column: ColumnFacts, value: int) -> int:
    if column.least is not None and value < column.least:
        raise Invalid("value", f"“{column.name}” is at least {column.least}.", "too-small")
    if column.most is not None and value > column.most:
        raise Invalid("value", f"“{column.name}” is at most {column.most}.", "too-large")
    return value


def _switch(typed: object) -> bool:
    if isinstance(typed, bool):
        return typed
    word = typed.strip().lower() if isinstance(typed, str) else "no" if typed is None else ""
    if word in YES or (word in NO and not isinstance(typed, int)):
        return word in YES
    raise Invalid("value", "This must be yes or no.", "no-switch")


def _choice(column: ColumnFacts, typed: object) -> str | None:
    word = read_cell_text(typed, LONGEST_CHOICE)
    if not word:
        return None
    for choice in column.choices:
        if fold_name(choice) == fold_name(word):
            return choice
    raise Invalid("value", "This must be one of " + ", ".join(f"“{each}”" for each in column.choices), "no-choice")


def standard_of(column: ColumnFacts, typed: object) -> Held:
    """What newcomers get; a number that nobody names is zero, or the bound next to it, and a switch is off."""
    if typed is not None and typed != "":
        return read_value(column, typed)
    if column.is_number:
        return column.within(0)
    return False if column.kind is ColumnKind.SWITCH else None


def choices_of(typed: tuple[str, ...]) -> tuple[str, ...]:
    """What may be chosen. Raises `Invalid` at `choices` for too few, too many, or two that look alike."""
    if not 1 < len(typed) <= MOST_CHOICES:
        raise Invalid("choices", f"There must be 2 to {MOST_CHOICES} choices.", "no-choices")
    tidy = tuple(read_cell_text(each, LONGEST_CHOICE) for each in typed)
    if not all(tidy) or len({fold_name(each) for each in tidy}) < len(tidy):
        raise Invalid("choices", "Each choice needs words of its own.", "choices-alike")
    return tidy


# What may be done to a cell of the tracker, and what it holds then. (Rules 1.7 and Numbers and Spending)


class CellOp(StrEnum):
    """To give a cell a value, or to add to a number, take from it, or spend of it."""

    SET = "set"
    GAIN = "gain"
    LOSE = "lose"
    SPEND = "spend"


def read_amount(column: ColumnFacts, op: CellOp, typed: object) -> Held:
    """What is typed for an operation. Raises `Invalid` at `value`, or at `op` where this column has no such one."""
    if op is CellOp.SET:
        return read_value(column, typed)
    if not column.is_number:
        raise Invalid("op", f"“{column.name}” holds no number: it can only be set.", "not-a-number")
    by = read_number(typed)
    if by < 0:
        raise Invalid("value", "Say how many, from 0 up; gaining and losing are acts of their own.", "too-small")
    return by


def cell_outcome(
    column: ColumnFacts, op: CellOp, before: Held, by: Held, rule: str | None
) -> Decision[tuple[Held, ...]]:
    """What the cell holds afterwards, in a tuple of one; an empty one is a refusal. `by` is what `amount` read, and
    `rule` the title of the rule that bars spending what is not there; None where no rule does."""
    if op is CellOp.SET:
        return Decision((by,))
    now, count = _number(column, before), _number(column, by)
    if op is CellOp.GAIN:
        # A rule's bound from above holds as the one from below does: what is beyond it is lost.
        return Decision((column.within(min(now + count, LARGEST)),))
    # What requires spending may not be done if the number could not lawfully hold what would be left.
    if op is CellOp.SPEND and rule is not None and column.within(now - count) != now - count:
        facts: dict[str, Fact] = {"column": column.name, "has": now, "asked": count}
        return Decision((), (Reason("not-enough", rule, facts),))
    # Any other act that would push it lower leaves it at its least.
    return Decision((column.within(max(now - count, -LARGEST)),))


def spending_rule(law: Law) -> str | None:
    """The rule that bars spending what is not there, if there is one."""
    return law.rule(SPENDING) if law.carries(SPENDING) else None


def _number(column: ColumnFacts, value: Held) -> int:
    return value if isinstance(value, int) else column.within(0)


# Who may change which cell of the tracker. (Rule 1.7)


@dataclass(frozen=True, slots=True)
class Updater:
    """Who wants to change a cell, and whose it is. `row_idle`: that Agent is idle."""

    is_own: bool = False
    is_mastermind: bool = False
    row_name: str = ""
    row_idle: bool = False


def may_update(column: ColumnFacts, who: Updater, law: Law) -> Decision[bool]:
    """Whether an Agent who is not idle may change a cell of this column, where some rule permits the change.

    Hiatus does not stop it: rule 1.7 is one of those that it leaves. (Reading 39)
    """
    # An Agent may change anybody's facts in the tracker.
    gone = law.requires(UPDATING)
    if not gone.outcome:
        return gone
    rule = law.rule(UPDATING)
    # The tracker keeps what a rule assigns to it, as long as the rule does.
    if not column.live:
        return refusal("column-out-of-use", rule, column=column.name)
    # Who is idle finds eir own part of the Gamestate as e left it.
    if who.row_idle:
        return refusal("row-idle", law.rule(AGENTS_IDLING), name=who.row_name)
    # What is secret is changed by those who see it.
    if column.secret and not (who.is_own or who.is_mastermind):
        return refusal("column-secret", rule, column=column.name)
    return permission()


def may_cite(*, in_force: bool, law: Law) -> Decision[bool]:
    """Whether a change may rest on the rule that it cites."""
    # Nothing changes the Gamestate except in a way that the Ruleset lays down.
    return permission() if in_force else refusal("rule-not-in-force", law.rule(UPDATING))


def sees_column(column: ColumnFacts, *, is_own: bool, is_mastermind: bool) -> bool:
    """Whether somebody sees a cell of this column: a secret one only whose it is, and the Mastermind. No Admin does."""
    return not column.secret or is_own or is_mastermind


# Two who change one cell: the second sees what the first did, and nothing is lost in silence. (Rule 1.7)
# A cell's `base` is how often it had been changed when the form was opened. Adding and taking away join with what
# others did meanwhile; giving a value takes the place of what somebody may have meant to stand.


@dataclass(frozen=True, slots=True)
class CellConflict:
    """A cell that somebody else changed meanwhile: what is wanted for it, what it holds now, and its base now.

    `index` is its place among the cells that were sent.
    """

    index: int
    column: ColumnFacts
    agent: int | None
    yours: Held
    now: Held
    base: int


class CellMoved(Invalid):
    """Cells have changed since the form was opened: both values stand here, to choose from. Nothing has been done."""

    def __init__(self, conflicts: Sequence[CellConflict]) -> None:
        self.conflicts = tuple(conflicts)
        first = self.conflicts[0]
        said = f"“{first.column.name}” was changed meanwhile: look at both values, and choose."
        super().__init__(f"cells/{first.index}/value", said, "moved-meanwhile")


def find_clashes(op: CellOp, wanted: Held, now: Held, base: int | None, changes: int) -> bool:
    """Whether an edit drafted at `base` contradicts what became of its cell, which has had so many changes."""
    # Nobody has touched it; or whoever writes says that e does not mind.
    if base is None or base >= changes:
        return False
    # Adding and taking away mean the same on any number.
    if op is not CellOp.SET:
        return False
    # Both gave it the same value.
    return wanted != now


# What undoing a change of the tracker does to each cell as it is now. (Rule 1.7)


@dataclass(frozen=True, slots=True)
class DoneChange:
    """What an update did to one cell, and what the cell holds now. `touched`: somebody has changed it since."""

    column: ColumnFacts
    agent: int | None
    name: str
    before: Held
    after: Held
    now: Held
    touched: bool


def may_undo(*, undone: bool, was_in_force: bool, law: Law) -> Decision[bool]:
    """Whether a change may be undone. `undone`: that has been done, and still stands; `was_in_force`: the rule that is
    cited, at the moment of the change."""
    # Any Agent who finds that a change broke the rules may undo it.
    gone = law.requires(UNDOING)
    if not gone.outcome:
        return gone
    rule = law.rule(UNDOING)
    # There is nothing to undo twice; undoing the undoing is a change like any other.
    if undone:
        return refusal("undone-already", rule)
    # It is the rules of its moment that a change breaks.
    if not was_in_force:
        return refusal("rule-not-of-then", rule)
    return permission()


def stands_undone(act: int, undoings: Iterable[tuple[int, int]]) -> bool:
    """Whether an act, by its key, has been undone by one that has not been undone itself.

    `undoings`: every later act that undoes one, with the one that it undoes, the oldest first.
    """
    # Nobody undoes what is to come: from the newest back, whether each still stands is known by then.
    undone = set[int]()
    for by, what in reversed(list(undoings)):
        if by not in undone:
            undone.add(what)
    return act in undone


def undo_outcome(cells: Sequence[DoneChange], law: Law) -> Decision[Mapping[tuple[int, int | None], Held]]:
    """What each cell, by column number and Agent, holds afterwards. Refused, naming every cell that stands in its way:
    out of use, or changed since in a way that the undoing would contradict."""
    rule = law.rule(UNDOING)
    blocked = [reason for each in cells if (reason := _in_the_way(each, rule))]
    if blocked:
        return Decision({}, tuple(blocked))
    return Decision({(each.column.number, each.agent): _value_back(each) for each in cells})


def _in_the_way(done: DoneChange, rule: str) -> Reason | None:
    facts = {"column": done.column.name, "name": done.name}
    if not done.column.live:
        return Reason("column-out-of-use", rule, facts)
    return None if done.column.may_hold(_value_back(done)) and _joins(done) else Reason("undo-in-the-way", rule, facts)


def _joins(done: DoneChange) -> bool:
    """Whether what came after can stand beside the undoing: nothing did, or it is a number, or it is so already."""
    return not done.touched or done.column.is_number or done.now == done.before


def _value_back(done: DoneChange) -> Held:
    # Where nothing came after, the cell is as it was; of a number only what this change did is taken back.
    if not done.touched or not done.column.is_number:
        return done.column.standard if done.before is None and done.column.is_number else done.before
    now, before, after = (each if isinstance(each, int) else 0 for each in (done.now, done.before, done.after))
    return now + before - after


# What an Agent who comes back from idleness finds in the tracker. (Rule 1.2: Agents)

KEPT, NEW_COLUMN, NO_MEANING = "kept", "new-column", "no-meaning"


@dataclass(frozen=True, slots=True)
class ReturnedValue:
    """What a column holds for em from now on, whether that is what e left, and why: one of the codes above."""

    column: ColumnFacts
    value: Held
    why: str

    @property
    def is_kept(self) -> bool:
        return self.why == KEPT


def values_on_return(column: ColumnFacts, value: Held, *, given: bool, idle_from: int) -> ReturnedValue:
    """What becomes of one cell. `given`: somebody has set it; `idle_from`: the number of the event that idled em."""
    # What has no meaning any more becomes what a newcomer gets, provided that newcomers get something.
    if given and not column.may_hold(value) and column.standard is not None:
        return ReturnedValue(column, column.standard, NO_MEANING)
    # Of what did not exist when e went, e has left nothing.
    if not given and column.made_seq > idle_from and column.standard is not None:
        return ReturnedValue(column, column.standard, NEW_COLUMN)
    # E finds eir own part of the Gamestate as e left it.
    return ReturnedValue(column, value, KEPT)
