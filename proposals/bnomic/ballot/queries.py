"""The ballot as it stands at one moment, whoever has carried out what was due by then. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.law import Law
from nomic.core.models import Game
from proposals.bnomic.mechanics import ballot, warnings
from proposals.bnomic.mechanics.ballot import Counting, Line
from proposals.bnomic.mechanics.meanings import Meanings, Meant, Register
from proposals.bnomic.mechanics.recording import read_facts, read_trace
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import Listed, NweekClock, NweekCount, Proposal, Relation
from proposals.bnomic.queries import ballots, clocks, lists
from proposals.bnomic.queries.ballots import Ballot
from proposals.bnomic.queries.clocks import Hands

LIVING = (State.PENDING, State.OPEN)


@dataclass(frozen=True, slots=True)
class Living:
    """The Proposals that are not Historical on record, by what each is by law and clock, lowest Number first.

    `closed`: those whose ballot is over, and whose count is due and not made yet.
    """

    hands: Hands | None
    pending: tuple[Proposal, ...]
    open_ones: tuple[Proposal, ...]
    closed: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a count makes of its Proposals, or would: by Number what they are and what each Lost one falls by, and the
    Won ones in the order in which they pass. `is_due`: the ballot is over, and its count is still to be made."""

    law: Counting
    ballot: Mapping[int, ballot.Proposal]
    sunk: Mapping[int, Line]
    passed: tuple[int, ...]
    is_due: bool = False

    def strength(self, number: int) -> int | None:
        """The Strength of a Proposal in this ballot; None of one outside it."""
        return self.ballot[number].strength if number in self.ballot else None


@dataclass(frozen=True, slots=True)
class Standing:
    """All that a page says of the living Proposals. `register`: every Proposal as it stands by law and clock. By
    Number: what each lists (`listed`), and the Numbers that it Depends on (`depends`). `due`: the outcome of the count
    that is due; `now`: what it would be for the Open ones if the ballot closed at this moment."""

    living: Living
    register: Register
    listed: Mapping[int, Sequence[Listed]]
    depends: Mapping[int, Collection[int]]
    due: Outcome
    now: Outcome

    def outcome_of(self, number: int) -> Outcome | None:
        """The count that this Proposal is in; None for a Pending one."""
        return next((each for each in (self.now, self.due) if number in each.ballot), None)


def living(game: Game, now: datetime, law: Law, *, texts: bool = True) -> Living:
    """Three queries. Not `texts`: their texts and changes are left where they are, for who asks only what there is."""
    clock = clocks.row_of(game)
    hands = clocks.hands_of(clock, now, law) if clock else None
    rows = ballots.proposals(game.pk).filter(state__in=[each.value for each in LIVING])
    pending, open_ones, closed = list[Proposal](), list[Proposal](), list[Proposal]()
    for row in rows if texts else rows.defer("post__body", "post__changes"):
        recorded = _then(row, clock)
        if hands and recorded in hands.closed:
            closed.append(row)
        elif recorded is State.OPEN or (hands and hands.opened):
            open_ones.append(row)
        else:
            pending.append(row)
    return Living(hands, tuple(pending), tuple(open_ones), tuple(closed))


def _then(row: Proposal, clock: NweekClock | None) -> State:
    """Its state on record when the Clock was read: what has opened since then was Pending."""
    opened_since = clock is not None and row.opened_seq is not None and row.opened_seq > clock.game.last_seq
    return State.PENDING if opened_since else State(row.state)


def standing(game: Game, law: Law, there: Living, recorded: Register) -> Standing:
    """Four queries more, however many Proposals there are. `recorded`: all of them as they stand on record."""
    whole = ballots.ballot_of(game, law, (*there.closed, *there.open_ones))
    # Those that opened before the ones that are late with it were counted in a ballot of their own.
    first, second = (_numbers(there.closed, state) for state in (State.OPEN, State.PENDING))
    before = _counted(whole, first)
    due = _both(before, _counted(_following(whole, before), second))
    now = _counted(_following(whole, due), {row.number for row in there.open_ones})
    listed = _listed((*there.pending, *there.closed, *there.open_ones))
    depends = {number: _numbers_of(depends_on(rows)) for number, rows in listed.items()}
    return Standing(there, _by_now(recorded, there, due), listed, depends, due, now)


def _by_now(recorded: Register, there: Living, due: Outcome) -> Register:
    """What is Open on record or not yet is Open; and what has been in a ballot that is over is Historical."""
    states = {row.number: State.OPEN for row in there.open_ones}
    states |= {number: State.LOST if number in due.sunk else State.WON for number in due.ballot}
    return recorded.where(states, due.ballot.keys())


def _numbers_of(meant: Iterable[Meant]) -> list[int]:
    return [each.number for each in meant if each.number is not None]


def _numbers(rows: Iterable[Proposal], recorded: State) -> set[int]:
    return {row.number for row in rows if row.state == recorded.value}


def _counted(whole: Ballot, numbers: Collection[int]) -> Outcome:
    ones = tuple(each for each in whole.open_ones if each.number in numbers)
    found = replace(whole, open_ones=ones).count()
    return Outcome(whole.law, _by_number(ones), found.sunk, found.passed)


def _both(before: Outcome, after: Outcome) -> Outcome:
    sunk, passed = {**before.sunk, **after.sunk}, before.passed + after.passed
    return Outcome(before.law, {**before.ballot, **after.ballot}, sunk, passed, is_due=True)


def _following(whole: Ballot, before: Outcome) -> Ballot:
    """The next ballot: who was Lost in the one before is Lost by then."""
    return replace(whole, lost_before=whole.lost_before | before.sunk.keys())


def outcome_on_record(count: NweekCount) -> Outcome:
    """What a count has come to, from what it has kept: no query."""
    ones, _, law = read_facts(count.facts)
    trace = read_trace(count.trace)
    passed = tuple(line.number for line in trace if line.step is ballot.Step.PASSED)
    return Outcome(law, _by_number(ones), ballot.sunk_in(trace), passed)


def _by_number(ones: Iterable[ballot.Proposal]) -> Mapping[int, ballot.Proposal]:
    return {each.number: each for each in ones}


# -- lists ---------------------------------------------------------------------------------------------


def _listed(rows: Sequence[Proposal]) -> Mapping[int, Sequence[Listed]]:
    found: dict[int, list[Listed]] = defaultdict(list)
    for each in lists.listed(rows):
        found[each.proposal.number].append(each)
    return found


def depends_on(rows: Iterable[Listed]) -> tuple[Meant, ...]:
    """What these rows of one Proposal say that it Depends on."""
    return tuple(Meant(each.said, each.means) for each in rows if each.relation == Relation.DEPENDS)


def conflicts_with(rows: Iterable[Listed]) -> tuple[Meant, ...]:
    """What these rows of one Proposal say that it Conflicts with."""
    return tuple(Meant(each.said, each.means) for each in rows if each.relation == Relation.CONFLICTS)


def warned(row: Proposal, standing: Standing, law: Law) -> tuple[Reason, ...]:
    """What is odd about the lists of a living Proposal."""
    rows = standing.listed.get(row.number, ())
    meant = Meanings(depends_on(rows), conflicts_with(rows))
    return warnings.warnings(row.number, meant, standing.register, standing.depends, law)
