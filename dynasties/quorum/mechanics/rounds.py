"""One round of an Episode: from what stood before and what all decided, to what stands after. (Readings 30 to 35)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import or_
from typing import NamedTuple, TypeAlias

from dynasties.quorum.mechanics.bills import REPEAL, Bill
from dynasties.quorum.mechanics.config import Config
from dynasties.quorum.mechanics.decisions import AMENDMENT_NAMES, CLAUSES, NONE, Decision, Standing, read
from dynasties.quorum.mechanics.dials import SIXTIETHS
from dynasties.quorum.mechanics.orders import Orders
from dynasties.quorum.mechanics.units import shown_capital, shown_influence
from nomic.core.mechanics.wordings import decimal_words

PASSED, FAILED, VETOED = "passed", "failed", "vetoed"
CLAUSE_CODES = ("clause-1", "clause-2", "clause-3")
# Gains and losses of influence; all others are of capital.
OF_INFLUENCE = frozenset({"filibuster-cost", "veto-influence", "adopter", "nay-influence", "decay"})

Gain: TypeAlias = tuple[str, int]
Owners: TypeAlias = tuple[tuple[int, ...], ...]
NO_OWNERS: Owners = ((),) * CLAUSES


class State(NamedTuple):
    """What stands before a round: its number from 0, and by seat influence in thousandths, capital in sixtieths and
    whether the filibuster is used; the ids of the statutes in the order in which they passed."""

    round: int
    influence: tuple[int, ...]
    capital: tuple[int, ...]
    used: tuple[bool, ...]
    statutes: tuple[str, ...]


class Record(NamedTuple):
    """What became of a round. Influence, capital, used and statutes are as they stand after it.

    `passed`: the yeas reached the threshold, whether or not a veto stood. `gains`: by seat, what each change came
    from and how much it was, in thousandths for those `OF_INFLUENCE` and in sixtieths for the others.
    """

    round: int
    chair: int
    bill: Bill
    decisions: tuple[Decision, ...]
    outcome: str
    threshold: Fraction
    yea_influence: int
    total_influence: int
    adopted: str | None
    owners: Owners
    gains: tuple[tuple[Gain, ...], ...]
    influence: tuple[int, ...]
    capital: tuple[int, ...]
    used: tuple[bool, ...]
    statutes: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return self.outcome != FAILED

    @property
    def vetoed(self) -> bool:
        return self.outcome == VETOED


class Accounts:
    """Who has how much in the course of a round, and what it came from."""

    __slots__ = ("capital", "floor", "gains", "influence")

    def __init__(self, state: State, floor: int) -> None:
        self.influence, self.capital, self.floor = list(state.influence), list(state.capital), floor
        self.gains: list[list[Gain]] = [[] for _ in state.capital]

    def pay(self, seat: int, code: str, sixtieths: int) -> None:
        """Capital, which may go below nothing."""
        self.capital[seat] += sixtieths
        self.gains[seat].append((code, sixtieths))

    def sway(self, seat: int, code: str, thousandths: int) -> None:
        """Influence, floored after each change: what is written down is what was really gained or lost. (Reading 31)"""
        before = self.influence[seat]
        after = before + thousandths
        if after < self.floor:
            after = self.floor
        self.influence[seat] = after
        self.gains[seat].append((code, after - before))


def start(config: Config) -> State:
    """What stands before the first round."""
    orders, seats = config.orders, config.seats
    influence = max(orders.influence, orders.influence_floor)
    return State(0, (influence,) * seats, (0,) * seats, (False,) * seats, ())


def chair_of(round: int, seats: int) -> int:
    """The chair goes round."""
    return round % seats


def standing(config: Config, state: State, seat: int) -> Standing:
    """What is open to one seat before a round, by which its decision is judged."""
    filibuster = config.orders.filibuster and not state.used[seat]
    chair = chair_of(state.round, config.seats)
    return Standing(seat, config.seats, chair, filibuster, config.may_veto, config.note_length)


def decided(config: Config, state: State, raws: Sequence[object]) -> list[Decision]:
    """What counts of raw decisions, one for each seat: any JSON at all, None for a missing one. (Rule Decisions)"""
    seats, chair, filibuster = config.seats, chair_of(state.round, config.seats), config.orders.filibuster
    may_veto, note_length = config.may_veto, config.note_length
    return [
        read(raw, seat, seats, chair, filibuster and not used, may_veto, note_length)
        for seat, (raw, used) in enumerate(zip(raws, state.used, strict=True))
    ]


def step(config: Config, state: State, bill: Bill, decisions: Sequence[Decision]) -> tuple[State, Record]:
    """Play one round: what stands after it, and its record. `decisions` has one for each seat."""
    orders, chair = config.orders, chair_of(state.round, config.seats)
    accounts = Accounts(state, orders.influence_floor)
    yeas = [seat for seat, decision in enumerate(decisions) if decision.vote == "yea"]
    filibusters = [seat for seat, decision in enumerate(decisions) if decision.filibuster]

    # A filibuster costs influence before the votes are weighed, and sets the threshold of the round. (Reading 30)
    for seat in filibusters:
        accounts.sway(seat, "filibuster-cost", -orders.filibuster_cost)
    threshold = config.filibustered if filibusters else config.threshold

    # The influence of the yeas, as a share of that of all, is at least the threshold.
    yea, total = sum([accounts.influence[seat] for seat in yeas]), sum(accounts.influence)
    passed = total > 0 and yea * threshold.denominator >= threshold.numerator * total
    adopted = _adopted(decisions) if orders.amendments else NONE

    owners, statutes = NO_OWNERS, state.statutes
    if not passed:
        outcome = FAILED
        # Whoever filibustered a bill that fails is paid for it.
        for seat in filibusters:
            accounts.pay(seat, "filibuster-reward", orders.filibuster_reward)
    elif decisions[chair].veto:
        outcome = VETOED
        # A vetoed bill scores nothing; only the chair pays. (Reading 33)
        accounts.pay(chair, "veto", -orders.veto_capital)
        accounts.sway(chair, "veto-influence", -orders.veto_influence)
    else:
        outcome = PASSED
        owners = tuple([_owners(decisions, yeas, clause) for clause in range(CLAUSES)])
        _score(accounts, orders, bill, decisions, yeas, owners, adopted)
        statutes = _statutes(bill, statutes)

    # At the end of each round, influence decays.
    for seat in range(config.seats):
        accounts.sway(seat, "decay", -orders.decay)
    used = tuple(map(or_, state.used, [decision.filibuster for decision in decisions])) if filibusters else state.used
    after = State(state.round + 1, tuple(accounts.influence), tuple(accounts.capital), used, statutes)
    name = AMENDMENT_NAMES[adopted] if adopted != NONE else None
    record = Record(
        state.round, chair, bill, tuple(decisions), outcome, threshold, yea, total, name, owners,
        tuple(map(tuple, accounts.gains)), after.influence, after.capital, used, statutes,
    )  # fmt: skip
    return after, record


def _adopted(decisions: Sequence[Decision]) -> int:
    """The amendment that most chose, by heads; of those chosen equally often, the lowest. (Reading 32)"""
    chosen = [decision.amendment for decision in decisions if decision.amendment != NONE]
    # Whoever chooses none is not counted; where nobody chooses any, none is adopted.
    return max((0, 1, 2), key=chosen.count) if chosen else NONE


def _owners(decisions: Sequence[Decision], yeas: Sequence[int], clause: int) -> tuple[int, ...]:
    """Which of the yeas gave the clause the largest share of their weights, without a quotient. (Reading 35)"""
    owners: list[int] = []
    most, whole = 0, 1
    for seat in yeas:
        decision = decisions[seat]
        ahead = decision.weights[clause] * whole - most * decision.weight
        if ahead > 0:
            owners, most, whole = [seat], decision.weights[clause], decision.weight
        elif ahead == 0:
            owners.append(seat)
    return tuple(owners)


def _score(
    accounts: Accounts,
    orders: Orders,
    bill: Bill,
    decisions: Sequence[Decision],
    yeas: Sequence[int],
    owners: Owners,
    adopted: int,
) -> None:
    # Every yea gains, and more for a repeal.
    code, gain = ("repeal", orders.repeal_gain) if bill.kind == REPEAL else ("yea", orders.yea_gain)
    for seat in yeas:
        accounts.pay(seat, code, gain)
    # Who owns a clause banks its value, which is higher if it was amended; ties split it evenly.
    amended = bill.rewrites[adopted] if adopted != NONE else NONE
    for clause, tied in enumerate(owners):
        value = orders.amended_value if clause == amended else orders.clause_value
        for seat in tied:
            accounts.pay(seat, CLAUSE_CODES[clause], value * SIXTIETHS // len(tied))
    for seat, decision in enumerate(decisions):
        # Everybody who chose the adopted amendment gains, whatever e voted. (Reading 32)
        if decision.amendment == adopted != NONE:
            accounts.sway(seat, "adopter", orders.adopter_gain)
        # Every nay loses.
        if decision.vote == "nay":
            accounts.pay(seat, "nay", -orders.nay_capital)
            accounts.sway(seat, "nay-influence", -orders.nay_influence)


def _statutes(bill: Bill, statutes: tuple[str, ...]) -> tuple[str, ...]:
    """A bill that passes becomes a statute; a repeal takes away the one that it names instead."""
    if bill.kind == REPEAL:
        return tuple(statute for statute in statutes if statute != bill.target)
    return (*statutes, bill.id)


def record_json(record: Record) -> dict[str, object]:
    """A record as JSON, exact numbers as text. Of the notes it tells nothing but which were dropped."""
    return {
        "round": record.round,
        "chair": record.chair,
        "bill": {"id": record.bill.id, "kind": record.bill.kind, "title": record.bill.title},
        "outcome": record.outcome,
        "threshold": decimal_words(record.threshold),
        "yea_influence": shown_influence(record.yea_influence),
        "total_influence": shown_influence(record.total_influence),
        "passed": record.passed,
        "vetoed": record.vetoed,
        "adopted": record.adopted,
        "owners": [list(tied) for tied in record.owners],
        "decisions": [_decision_json(decision) for decision in record.decisions],
        "fallback": [decision.fallback for decision in record.decisions],
        "dropped": [list(decision.dropped) for decision in record.decisions],
        "gains": [[_gain_json(*gain) for gain in gains] for gains in record.gains],
        **holdings_json(record.influence, record.capital, record.used),
        "statutes": list(record.statutes),
    }


def holdings_json(influence: Sequence[int], capital: Sequence[int], used: Sequence[bool]) -> dict[str, object]:
    """What each seat has, exact numbers as text."""
    return {
        "influence": [shown_influence(each) for each in influence],
        "capital": [shown_capital(each) for each in capital],
        "filibuster_used": list(used),
    }


def _decision_json(decision: Decision) -> dict[str, object]:
    return {
        "vote": decision.vote,
        "priorities": list(decision.weights),
        "amendment": "none" if decision.amendment == NONE else AMENDMENT_NAMES[decision.amendment],
        "filibuster": decision.filibuster,
        "veto": decision.veto,
    }


def _gain_json(code: str, amount: int) -> dict[str, str]:
    if code in OF_INFLUENCE:
        return {"code": code, "influence": shown_influence(amount)}
    return {"code": code, "capital": shown_capital(amount)}
