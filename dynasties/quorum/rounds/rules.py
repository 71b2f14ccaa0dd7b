"""One round of an Episode: from what stood before and what all decided, to what stands after. (Readings 30 to 35)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from dynasties.quorum.mechanics.bills import REPEAL, Bill
from dynasties.quorum.mechanics.config import Config
from dynasties.quorum.mechanics.decisions import AMENDMENT_NAMES, CLAUSES, NONE, Decision, Standing, read
from dynasties.quorum.mechanics.dials import SIXTIETHS

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


class Extras(NamedTuple):
    """Which of the extras a seat may have."""

    filibuster: bool
    veto: bool
    note: bool


NO_EXTRAS = Extras(False, False, False)


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


def start(config: Config) -> State:
    """What stands before the first round."""
    orders, seats = config.orders, config.seats
    influence = max(orders.influence, orders.influence_floor)
    return State(0, (influence,) * seats, (0,) * seats, (False,) * seats, ())


def chair_of(round: int, seats: int) -> int:
    """The chair goes round."""
    return round % seats


def is_over(config: Config, state: State) -> bool:
    """Whether the last round is closed."""
    return state.round >= config.rounds


def standing(config: Config, state: State, seat: int) -> Standing:
    """What is open to one seat before a round, by which its decision is judged."""
    filibuster = config.orders.filibuster and not state.used[seat]
    chair = chair_of(state.round, config.seats)
    return Standing(seat, config.seats, chair, filibuster, config.may_veto, config.note_length)


def extras(config: Config, state: State, seat: int) -> Extras:
    """The extras that a seat may have before a round; none when the Episode is over."""
    if is_over(config, state):
        return NO_EXTRAS
    where = standing(config, state, seat)
    return Extras(where.may_filibuster, where.may_veto and seat == where.chair, where.note_length is not None)


def decided(config: Config, state: State, raws: Sequence[object]) -> list[Decision]:
    """What counts of raw decisions, one for each seat: any JSON at all, None for a missing one. (Rule Decisions)"""
    # What `standing` says of each, but looked up once for all of them: a round is most of what an Episode costs.
    seats, chair, filibuster = config.seats, chair_of(state.round, config.seats), config.orders.filibuster
    may_veto, note_length = config.may_veto, config.note_length
    return [
        read(raw, seat, seats, chair, filibuster and not used, may_veto, note_length)
        for seat, (raw, used) in enumerate(zip(raws, state.used, strict=True))
    ]


def step(config: Config, state: State, bill: Bill, decisions: Sequence[Decision]) -> tuple[State, Record]:
    """Play one round: what stands after it, and its record. `decisions` has one for each seat."""
    sitting = Sitting(config, state, bill, decisions)
    # The cost of a filibuster is paid before the votes are weighed. (Reading 30)
    sitting.filibuster()
    if not sitting.reaches_threshold():
        sitting.fail()
    elif decisions[sitting.chair].veto:
        sitting.veto()
    else:
        sitting.enact()
    # Influence decays at the end of each round. (Reading 31)
    sitting.decay()
    return sitting.close()


class Sitting:
    """One round in the making: who has how much in the course of it, and what that came from."""

    __slots__ = (
        "adopted", "bill", "capital", "chair", "config", "decisions", "filibusters", "gains", "influence", "orders",
        "outcome", "owners", "state", "statutes", "threshold", "total", "yea", "yeas",
    )  # fmt: skip

    def __init__(self, config: Config, state: State, bill: Bill, decisions: Sequence[Decision]) -> None:
        self.config, self.orders, self.state, self.bill, self.decisions = config, config.orders, state, bill, decisions
        self.chair = chair_of(state.round, config.seats)
        self.influence, self.capital = list(state.influence), list(state.capital)
        self.gains: list[list[Gain]] = [[] for _ in decisions]
        self.yeas = [seat for seat, decision in enumerate(decisions) if decision.vote == "yea"]
        self.filibusters = [seat for seat, decision in enumerate(decisions) if decision.filibuster]
        self.adopted = adopted_of(decisions) if config.orders.amendments else NONE
        self.statutes, self.owners = state.statutes, NO_OWNERS

    def pay(self, seat: int, code: str, sixtieths: int) -> None:
        """Capital, which may go below nothing."""
        self.capital[seat] += sixtieths
        self.gains[seat].append((code, sixtieths))

    def sway(self, seat: int, code: str, thousandths: int) -> None:
        """Influence, floored after each change: what is written down is what the floor left of it. (Reading 31)"""
        before, floor = self.influence[seat], self.orders.influence_floor
        after = before + thousandths if before + thousandths > floor else floor
        self.influence[seat] = after
        self.gains[seat].append((code, after - before))

    def filibuster(self) -> None:
        """Whoever filibusters pays for it; the threshold is another then, whatever the default. (Reading 30)"""
        for seat in self.filibusters:
            self.sway(seat, "filibuster-cost", -self.orders.filibuster_cost)
        self.threshold = self.config.filibustered if self.filibusters else self.config.threshold

    def reaches_threshold(self) -> bool:
        """Whether the influence of the yeas, as a share of that of all, is at least the threshold."""
        # Who abstains is counted among all.
        self.yea, self.total = sum([self.influence[seat] for seat in self.yeas]), sum(self.influence)
        return self.yea * self.threshold.denominator >= self.threshold.numerator * self.total > 0

    def fail(self) -> None:
        """The bill fails: nothing is gained or lost but the reward of a filibuster."""
        self.outcome = FAILED
        for seat in self.filibusters:
            self.pay(seat, "filibuster-reward", self.orders.filibuster_reward)

    def veto(self) -> None:
        """The bill passed and is vetoed: it scores nothing, and the chair pays. (Reading 33)"""
        self.outcome = VETOED
        self.pay(self.chair, "veto", -self.orders.veto_capital)
        self.sway(self.chair, "veto-influence", -self.orders.veto_influence)

    def enact(self) -> None:
        """The bill passes, and everything is scored."""
        self.outcome = PASSED
        self.reward_yeas()
        self.share_clauses()
        self.reward_adopters()
        self.charge_nays()
        self.statutes = statutes_after(self.bill, self.statutes)

    def reward_yeas(self) -> None:
        """Every yea gains, and more for a repeal."""
        orders = self.orders
        code, gain = ("repeal", orders.repeal_gain) if self.bill.kind == REPEAL else ("yea", orders.yea_gain)
        for seat in self.yeas:
            self.pay(seat, code, gain)

    def share_clauses(self) -> None:
        """Who owns a clause banks its value, which is another if it was amended; ties split it evenly."""
        amended = NONE if self.adopted == NONE else self.bill.rewrites[self.adopted]
        self.owners = tuple([owners_of(self.decisions, self.yeas, clause) for clause in range(CLAUSES)])
        for clause, tied in enumerate(self.owners):
            value = self.orders.amended_value if clause == amended else self.orders.clause_value
            for seat in tied:
                self.pay(seat, CLAUSE_CODES[clause], value * SIXTIETHS // len(tied))

    def reward_adopters(self) -> None:
        """Everybody who chose the adopted amendment gains, whatever e voted. (Reading 32)"""
        for seat, decision in enumerate(self.decisions):
            if decision.amendment == self.adopted != NONE:
                self.sway(seat, "adopter", self.orders.adopter_gain)

    def charge_nays(self) -> None:
        """Every nay loses of both."""
        for seat, decision in enumerate(self.decisions):
            if decision.vote == "nay":
                self.pay(seat, "nay", -self.orders.nay_capital)
                self.sway(seat, "nay-influence", -self.orders.nay_influence)

    def decay(self) -> None:
        """Everybody loses a little influence."""
        for seat in range(self.config.seats):
            self.sway(seat, "decay", -self.orders.decay)

    def close(self) -> tuple[State, Record]:
        """What stands now, and what it came from."""
        state = self.state
        used = state.used
        if self.filibusters:
            used = tuple([was or seat in self.filibusters for seat, was in enumerate(used)])
        after = State(state.round + 1, tuple(self.influence), tuple(self.capital), used, self.statutes)
        adopted = None if self.adopted == NONE else AMENDMENT_NAMES[self.adopted]
        record = Record(
            state.round, self.chair, self.bill, tuple(self.decisions), self.outcome, self.threshold, self.yea,
            self.total, adopted, self.owners, tuple(map(tuple, self.gains)), after.influence, after.capital, used,
            self.statutes,
        )  # fmt: skip
        return after, record


def adopted_of(decisions: Sequence[Decision]) -> int:
    """The amendment that most chose, by heads; of those chosen equally often, the lowest. (Reading 32)"""
    # Whoever chooses none is not counted; where nobody chooses any, none is adopted.
    chosen = [decision.amendment for decision in decisions if decision.amendment != NONE]
    return max(range(len(AMENDMENT_NAMES)), key=chosen.count) if chosen else NONE


def owners_of(decisions: Sequence[Decision], yeas: Sequence[int], clause: int) -> tuple[int, ...]:
    """Which of the yeas gave the clause the largest share of their weights. (Reading 35)"""
    owners: list[int] = []
    most, whole = 0, 1
    for seat in yeas:
        decision = decisions[seat]
        # Two shares compare across, without a quotient.
        ahead = decision.weights[clause] * whole - most * decision.weight
        if ahead > 0:
            owners, most, whole = [seat], decision.weights[clause], decision.weight
        elif ahead == 0:
            owners.append(seat)
    return tuple(owners)


def statutes_after(bill: Bill, statutes: tuple[str, ...]) -> tuple[str, ...]:
    """A bill that passes becomes a statute; a repeal takes away the one that it names instead."""
    if bill.kind == REPEAL:
        return tuple([statute for statute in statutes if statute != bill.target])
    return (*statutes, bill.id)
