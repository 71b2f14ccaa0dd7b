"""The game: one round from what all decided to what is after it, a whole Episode round by round, what each seat sees
of it, and all of it as JSON. (Rules Episodes, Rounds and Caucus; Readings 30 to 35)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Self, TypeAlias

from dynasties.quorum.bills.rules import (
    AMENDMENT_NAMES,
    CLAUSES,
    NO_AMENDMENT,
    REPEAL,
    Bill,
    bill_json,
    drawn_bill,
    statute_bill,
)
from dynasties.quorum.dials import SIXTIETHS
from dynasties.quorum.episodes.rules import Config, capital_text, config_json, influence_text
from dynasties.quorum.rounds.rules_decisions import SeatDecision, SeatOptions, fallback_json, read_decision
from nomic.core.law.rules_wordings import decimal_words

PASSED, FAILED, VETOED = "passed", "failed", "vetoed"
CLAUSE_CODES = ("clause-1", "clause-2", "clause-3")
# Gains and losses of influence; all others are of capital.
OF_INFLUENCE = frozenset({"filibuster-cost", "veto-influence", "adopter", "nay-influence", "decay"})

Gain: TypeAlias = tuple[str, int]
Owners: TypeAlias = tuple[tuple[int, ...], ...]
NO_OWNERS: Owners = ((),) * CLAUSES


class SenateState(NamedTuple):
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


class RoundRecord(NamedTuple):
    """What became of a round. Influence, capital, used and statutes are as they stand after it.

    `passed`: the yeas reached the threshold, whether or not a veto stood. `gains`: by seat, what each change came
    from and how much it was, in thousandths for those `OF_INFLUENCE` and in sixtieths for the others.
    """

    round: int
    chair: int
    bill: Bill
    decisions: tuple[SeatDecision, ...]
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
    def has_passed(self) -> bool:
        return self.outcome != FAILED

    @property
    def is_vetoed(self) -> bool:
        return self.outcome == VETOED


def first_state(config: Config) -> SenateState:
    """What stands before the first round."""
    orders, seats = config.orders, config.seats
    influence = max(orders.influence, orders.influence_floor)
    return SenateState(0, (influence,) * seats, (0,) * seats, (False,) * seats, ())


def chair_of(round: int, seats: int) -> int:
    """The chair goes round."""
    return round % seats


def is_over(config: Config, state: SenateState) -> bool:
    """Whether the last round is closed."""
    return state.round >= config.rounds


def options_of(config: Config, state: SenateState, seat: int) -> SeatOptions:
    """What is open to one seat before a round, by which its decision is judged."""
    filibuster = config.orders.filibuster and not state.used[seat]
    chair = chair_of(state.round, config.seats)
    return SeatOptions(seat, config.seats, chair, filibuster, config.may_veto, config.note_length)


def extras_of(config: Config, state: SenateState, seat: int) -> Extras:
    """The extras that a seat may have before a round; none when the Episode is over."""
    if is_over(config, state):
        return NO_EXTRAS
    where = options_of(config, state, seat)
    return Extras(where.may_filibuster, where.may_veto and seat == where.chair, where.note_length is not None)


def read_decisions(config: Config, state: SenateState, raws: Sequence[object]) -> list[SeatDecision]:
    """What counts of raw decisions, one for each seat: any JSON at all, None for a missing one. (Rule Decisions)"""
    # What `standing` says of each, but looked up once for all of them: a round is most of what an Episode costs.
    seats, chair, filibuster = config.seats, chair_of(state.round, config.seats), config.orders.filibuster
    may_veto, note_length = config.may_veto, config.note_length
    return [
        read_decision(raw, SeatOptions(seat, seats, chair, filibuster and not used, may_veto, note_length))
        for seat, (raw, used) in enumerate(zip(raws, state.used, strict=True))
    ]


def play_round(
    config: Config, state: SenateState, bill: Bill, decisions: Sequence[SeatDecision]
) -> tuple[SenateState, RoundRecord]:
    """Play one round: what stands after it, and its record. `decisions` has one for each seat."""
    sitting = Sitting(config, state, bill, decisions)
    # The cost of a filibuster is paid before the votes are weighed. (Reading 30)
    sitting.charge_filibusters()
    if not sitting.reaches_threshold():
        sitting.fail_bill()
    elif decisions[sitting.chair].veto:
        sitting.veto_bill()
    else:
        sitting.enact_bill()
    # Influence decays at the end of each round. (Reading 31)
    sitting.decay_influence()
    return sitting.close_round()


class Sitting:
    """One round in the making: who has how much in the course of it, and what that came from."""

    __slots__ = (
        "adopted",
        "bill",
        "capital",
        "chair",
        "config",
        "decisions",
        "filibusters",
        "gains",
        "influence",
        "orders",
        "outcome",
        "owners",
        "state",
        "statutes",
        "threshold",
        "total",
        "yea",
        "yeas",
    )

    def __init__(self, config: Config, state: SenateState, bill: Bill, decisions: Sequence[SeatDecision]) -> None:
        self.config, self.orders, self.state, self.bill, self.decisions = config, config.orders, state, bill, decisions
        self.chair = chair_of(state.round, config.seats)
        self.influence, self.capital = list(state.influence), list(state.capital)
        self.gains: list[list[Gain]] = [[] for _ in decisions]
        self.yeas = [seat for seat, decision in enumerate(decisions) if decision.vote == "yea"]
        self.filibusters = [seat for seat, decision in enumerate(decisions) if decision.filibuster]
        self.adopted = adopted_amendment(decisions) if config.orders.amendments else NO_AMENDMENT
        self.statutes, self.owners = state.statutes, NO_OWNERS

    def pay_cost(self, seat: int, code: str, sixtieths: int) -> None:
        """Capital, which may go below nothing."""
        self.capital[seat] += sixtieths
        self.gains[seat].append((code, sixtieths))

    def change_influence(self, seat: int, code: str, thousandths: int) -> None:
        """Influence, floored after each change: what is written down is what the floor left of it. (Reading 31)"""
        before, floor = self.influence[seat], self.orders.influence_floor
        after = before + thousandths if before + thousandths > floor else floor
        self.influence[seat] = after
        self.gains[seat].append((code, after - before))

    def charge_filibusters(self) -> None:
        """Whoever filibusters pays for it; the threshold is another then, whatever the default. (Reading 30)"""
        for seat in self.filibusters:
            self.change_influence(seat, "filibuster-cost", -self.orders.filibuster_cost)
        self.threshold = self.config.filibuster_threshold if self.filibusters else self.config.threshold

    def reaches_threshold(self) -> bool:
        """Whether the influence of the yeas, as a share of that of all, is at least the threshold."""
        # Who abstains is counted among all.
        self.yea, self.total = sum([self.influence[seat] for seat in self.yeas]), sum(self.influence)
        return self.yea * self.threshold.denominator >= self.threshold.numerator * self.total > 0

    def fail_bill(self) -> None:
        """The bill fails: nothing is gained or lost but the reward of a filibuster."""
        self.outcome = FAILED
        for seat in self.filibusters:
            self.pay_cost(seat, "filibuster-reward", self.orders.filibuster_reward)

    def veto_bill(self) -> None:
        """The bill passed and is vetoed: it scores nothing, and the chair pays. (Reading 33)"""
        self.outcome = VETOED
        self.pay_cost(self.chair, "veto", -self.orders.veto_capital)
        self.change_influence(self.chair, "veto-influence", -self.orders.veto_influence)

    def enact_bill(self) -> None:
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
            self.pay_cost(seat, code, gain)

    def share_clauses(self) -> None:
        """Who owns a clause banks its value, which is another if it was amended; ties split it evenly."""
        amended = NO_AMENDMENT if self.adopted == NO_AMENDMENT else self.bill.rewrites[self.adopted]
        self.owners = tuple([owners_of(self.decisions, self.yeas, clause) for clause in range(CLAUSES)])
        for clause, tied in enumerate(self.owners):
            value = self.orders.amended_value if clause == amended else self.orders.clause_value
            for seat in tied:
                self.pay_cost(seat, CLAUSE_CODES[clause], value * SIXTIETHS // len(tied))

    def reward_adopters(self) -> None:
        """Everybody who chose the adopted amendment gains, whatever e voted. (Reading 32)"""
        for seat, decision in enumerate(self.decisions):
            if decision.amendment == self.adopted != NO_AMENDMENT:
                self.change_influence(seat, "adopter", self.orders.adopter_gain)

    def charge_nays(self) -> None:
        """Every nay loses of both."""
        for seat, decision in enumerate(self.decisions):
            if decision.vote == "nay":
                self.pay_cost(seat, "nay", -self.orders.nay_capital)
                self.change_influence(seat, "nay-influence", -self.orders.nay_influence)

    def decay_influence(self) -> None:
        """Everybody loses a little influence."""
        for seat in range(self.config.seats):
            self.change_influence(seat, "decay", -self.orders.decay)

    def close_round(self) -> tuple[SenateState, RoundRecord]:
        """What stands now, and what it came from."""
        state = self.state
        used = state.used
        if self.filibusters:
            used = tuple([was or seat in self.filibusters for seat, was in enumerate(used)])
        after = SenateState(state.round + 1, tuple(self.influence), tuple(self.capital), used, self.statutes)
        adopted = None if self.adopted == NO_AMENDMENT else AMENDMENT_NAMES[self.adopted]
        record = RoundRecord(
            state.round,
            self.chair,
            self.bill,
            tuple(self.decisions),
            self.outcome,
            self.threshold,
            self.yea,
            self.total,
            adopted,
            self.owners,
            tuple(map(tuple, self.gains)),
            after.influence,
            after.capital,
            used,
            self.statutes,
        )
        return after, record


def adopted_amendment(decisions: Sequence[SeatDecision]) -> int:
    """The amendment that most chose, by heads; of those chosen equally often, the lowest. (Reading 32)"""
    # Whoever chooses none is not counted; where nobody chooses any, none is adopted.
    chosen = [decision.amendment for decision in decisions if decision.amendment != NO_AMENDMENT]
    return max(range(len(AMENDMENT_NAMES)), key=chosen.count) if chosen else NO_AMENDMENT


def owners_of(decisions: Sequence[SeatDecision], yeas: Sequence[int], clause: int) -> tuple[int, ...]:
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


# What is told of a round, as JSON, exact numbers as text. (Rules Rounds and Caucus)


def record_json(record: RoundRecord) -> dict[str, object]:
    """A record. Of the notes it tells nothing but which were dropped."""
    return {
        "round": record.round,
        "chair": record.chair,
        "bill": {"id": record.bill.id, "kind": record.bill.kind, "title": record.bill.title},
        "outcome": record.outcome,
        "threshold": decimal_words(record.threshold),
        "yea_influence": influence_text(record.yea_influence),
        "total_influence": influence_text(record.total_influence),
        "passed": record.has_passed,
        "vetoed": record.is_vetoed,
        "adopted": record.adopted,
        "owners": [list(tied) for tied in record.owners],
        "decisions": [_decision_json(decision) for decision in record.decisions],
        "fallback": [decision.fallback for decision in record.decisions],
        "dropped": [list(decision.dropped) for decision in record.decisions],
        "gains": [[_gain_json(*gain) for gain in gains] for gains in record.gains],
        **holdings_json(record.influence, record.capital, record.used),
        "statutes": list(record.statutes),
    }


def public_json(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record, as JSON, without what tells of notes: who sent none because it was dropped is nobody's business."""
    return {**record, "dropped": [[extra for extra in each if extra != "note"] for each in record["dropped"]]}


def holdings_json(influence: Sequence[int], capital: Sequence[int], used: Sequence[bool]) -> dict[str, object]:
    """What each seat has."""
    return {
        "influence": [influence_text(each) for each in influence],
        "capital": [capital_text(each) for each in capital],
        "filibuster_used": list(used),
    }


def _decision_json(decision: SeatDecision) -> dict[str, object]:
    return {
        "vote": decision.vote,
        "priorities": list(decision.weights),
        "amendment": "none" if decision.amendment == NO_AMENDMENT else AMENDMENT_NAMES[decision.amendment],
        "filibuster": decision.filibuster,
        "veto": decision.veto,
    }


def _gain_json(code: str, amount: int) -> dict[str, str]:
    if code in OF_INFLUENCE:
        return {"code": code, "influence": influence_text(amount)}
    return {"code": code, "capital": capital_text(amount)}


# An Episode: rounds one after another, what each seat sees of them, and the scores. (Rules Episodes and Rounds)
# It is the same game for everybody who plays it: the pages, programs, the bench, a replay that is played again.

OBSERVATION_FORMAT = "quorum-observation-1"


class SentNote(NamedTuple):
    """A note that was delivered when its round closed. Seats and rounds from 0."""

    round: int
    sender: int
    to: int
    text: str


class EpisodeEngine:
    """An Episode at the beginning of a round. Its bills follow from the seed, or are given, one for each round."""

    def __init__(self, config: Config, seed: str, bills: Sequence[Bill] | None = None) -> None:
        self.config, self.seed = config, seed
        self.records: list[RoundRecord] = []
        self._given = bills
        self._history: list[dict[str, Any]] = []
        self._told = 0
        self._seen: dict[str, Any] | None = None
        self._notes: list[SentNote] = []
        self._begin_round(first_state(config))

    @classmethod
    def at_state(
        cls,
        config: Config,
        seed: str,
        state: SenateState,
        history: Iterable[Mapping[str, Any]] = (),
        notes: Iterable[SentNote] = (),
    ) -> Self:
        """An Episode gone on with from a stored state: with the records of its rounds, as JSON, and the notes in them.

        Its `records` begin here.
        """
        episode = cls(config, seed)
        episode._history, episode._notes = [public_json(record) for record in history], list(notes)
        episode._begin_round(state)
        return episode

    @property
    def is_over(self) -> bool:
        """Whether the last round is closed."""
        return is_over(self.config, self.state)

    @property
    def scores(self) -> list[str]:
        """The capital of each seat, exact, but never less than 0: when it is over, the scores. (Rule Scoring)"""
        return [capital_text(max(0, each)) for each in self.state.capital]

    @property
    def fallback(self) -> dict[str, object]:
        """The raw decision that stands for one that is missing, late or illegal."""
        return fallback_json()

    def play_round(self, raws: Sequence[object]) -> RoundRecord:
        """Close the round with these raw decisions, one for each seat: any JSON at all, None for a missing one.

        Raises `ValueError` if there is no bill any more, or for another number of decisions; never for what they are.
        """
        state, bill, seats = self.state, self.bill, self.config.seats
        if bill is None or len(raws) != seats:
            raise ValueError("the Episode is over" if bill is None else f"{len(raws)} decisions for {seats} seats")
        decisions = read_decisions(self.config, state, raws)
        after, record = play_round(self.config, state, bill, decisions)
        self._notes += [
            SentNote(state.round, seat, *decision.note) for seat, decision in enumerate(decisions) if decision.note
        ]
        self.records.append(record)
        self._begin_round(after)
        return record

    def observation_of(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees before it decides; None is a visitor. To be read, not changed: observations share parts.

        Raises `ValueError` for a seat that is none.
        """
        if seat is not None and seat not in range(self.config.seats):
            raise ValueError(f"there is no seat {seat}")
        # A note comes to its addressee once its round is over, and to nobody else. (Rule Caucus)
        notes = [note for note in self._notes if note.to == seat and note.round < self.state.round]
        return {
            **self._seen_by_all(),
            "seat": seat,
            "may": self._extras(seat)._asdict(),
            "notes": [{"round": note.round, "from": note.sender, "text": note.text} for note in notes],
        }

    def public_record(self, record: RoundRecord) -> dict[str, Any]:
        """A record as everybody may read it before the Episode is over."""
        return public_json(record_json(record))

    def _begin_round(self, state: SenateState) -> None:
        self.state, self._seen = state, None
        self.bill = self._next_bill(state)

    def _next_bill(self, state: SenateState) -> Bill | None:
        if self.is_over:
            return None
        if self._given is None:
            return drawn_bill(self.seed, state.round, state.statutes, self.config.orders.repeals)
        return self._given[state.round] if state.round < len(self._given) else None

    def _extras(self, seat: int | None) -> Extras:
        return NO_EXTRAS if seat is None else extras_of(self.config, self.state, seat)

    def _seen_by_all(self) -> dict[str, Any]:
        if self._seen is None:
            self._history += map(self.public_record, self.records[self._told :])
            self._told = len(self.records)
            self._seen = self._public_observation()
        return self._seen

    def _public_observation(self) -> dict[str, Any]:
        config, state = self.config, self.state
        return {
            "format": OBSERVATION_FORMAT,
            "round": state.round,
            "rounds": config.rounds,
            "seats": config.seats,
            "seat": None,
            "chair": chair_of(state.round, config.seats),
            "over": self.is_over,
            "config": config_json(config),
            **holdings_json(state.influence, state.capital, state.used),
            "statutes": [{"id": id, "title": self._title(id)} for id in state.statutes],
            "bill": None if self.bill is None else bill_json(self.bill),
            "threshold": {
                "plain": decimal_words(config.threshold),
                "filibustered": decimal_words(config.filibuster_threshold),
            },
            "history": list(self._history),
            "scores": self.scores if self.is_over else None,
        }

    def _title(self, id: str) -> str:
        if self._given is None:
            return statute_bill(self.seed, id).title
        return next((bill.title for bill in self._given if bill.id == id), id)
