"""An Episode: rounds one after another, what each seat sees of them, and the scores. (Rules Episodes and Rounds)

It is the same game for everybody who plays it: the pages, programs, the bench, a replay that is played again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from dynasties.quorum.mechanics import rounds
from dynasties.quorum.mechanics.bills import Bill, bill_json, statute
from dynasties.quorum.mechanics.bills import bill as drawn
from dynasties.quorum.mechanics.config import Config, config_json
from dynasties.quorum.mechanics.decisions import fallback_json
from dynasties.quorum.mechanics.rounds import Extras, Record, State, chair_of
from dynasties.quorum.mechanics.telling import holdings_json, public_json, record_json
from dynasties.quorum.mechanics.units import shown_capital
from nomic.core.mechanics.shares import decimal_words

OBSERVATION = "quorum-observation-1"


class SentNote(NamedTuple):
    """A note that was delivered when its round closed. Seats and rounds from 0."""

    round: int
    sender: int
    to: int
    text: str


class Episode:
    """An Episode at the beginning of a round. Its bills follow from the seed, or are given, one for each round."""

    def __init__(self, config: Config, seed: str, bills: Sequence[Bill] | None = None) -> None:
        self.config, self.seed = config, seed
        self.records: list[Record] = []
        self._given = bills
        self._history: list[dict[str, Any]] = []
        self._told = 0
        self._seen: dict[str, Any] | None = None
        self._notes: list[SentNote] = []
        self._begin(rounds.start(config))

    @classmethod
    def at(
        cls,
        config: Config,
        seed: str,
        state: State,
        history: Iterable[Mapping[str, Any]] = (),
        notes: Iterable[SentNote] = (),
    ) -> Self:
        """An Episode gone on with from a stored state: with the records of its rounds, as JSON, and the notes in them.

        Its `records` begin here.
        """
        episode = cls(config, seed)
        episode._history, episode._notes = [public_json(record) for record in history], list(notes)
        episode._begin(state)
        return episode

    @property
    def over(self) -> bool:
        """Whether the last round is closed."""
        return rounds.is_over(self.config, self.state)

    @property
    def scores(self) -> list[str]:
        """The capital of each seat, exact, but never less than 0: when it is over, the scores. (Rule Scoring)"""
        return [shown_capital(max(0, each)) for each in self.state.capital]

    @property
    def fallback(self) -> dict[str, object]:
        """The raw decision that stands for one that is missing, late or illegal."""
        return fallback_json()

    def step(self, raws: Sequence[object]) -> Record:
        """Close the round with these raw decisions, one for each seat: any JSON at all, None for a missing one.

        Raises `ValueError` if there is no bill any more, or for another number of decisions; never for what they are.
        """
        state, bill, seats = self.state, self.bill, self.config.seats
        if bill is None or len(raws) != seats:
            raise ValueError("the Episode is over" if bill is None else f"{len(raws)} decisions for {seats} seats")
        decisions = rounds.decided(self.config, state, raws)
        after, record = rounds.step(self.config, state, bill, decisions)
        self._notes += [
            SentNote(state.round, seat, *decision.note) for seat, decision in enumerate(decisions) if decision.note
        ]
        self.records.append(record)
        self._begin(after)
        return record

    def observe(self, seat: int | None) -> dict[str, Any]:
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

    def public(self, record: Record) -> dict[str, Any]:
        """A record as everybody may read it before the Episode is over."""
        return public_json(record_json(record))

    def _begin(self, state: State) -> None:
        self.state, self._seen = state, None
        self.bill = self._next_bill(state)

    def _next_bill(self, state: State) -> Bill | None:
        if self.over:
            return None
        if self._given is None:
            return drawn(self.seed, state.round, state.statutes, self.config.orders.repeals)
        return self._given[state.round] if state.round < len(self._given) else None

    def _extras(self, seat: int | None) -> Extras:
        return rounds.NO_EXTRAS if seat is None else rounds.extras(self.config, self.state, seat)

    def _seen_by_all(self) -> dict[str, Any]:
        if self._seen is None:
            self._history += map(self.public, self.records[self._told :])
            self._told = len(self.records)
            self._seen = self._look()
        return self._seen

    def _look(self) -> dict[str, Any]:
        config, state = self.config, self.state
        return {
            "format": OBSERVATION,
            "round": state.round,
            "rounds": config.rounds,
            "seats": config.seats,
            "seat": None,
            "chair": chair_of(state.round, config.seats),
            "over": self.over,
            "config": config_json(config),
            **holdings_json(state.influence, state.capital, state.used),
            "statutes": [{"id": id, "title": self._title(id)} for id in state.statutes],
            "bill": None if self.bill is None else bill_json(self.bill),
            "threshold": {
                "plain": decimal_words(config.threshold),
                "filibustered": decimal_words(config.filibustered),
            },
            "history": list(self._history),
            "scores": self.scores if self.over else None,
        }

    def _title(self, id: str) -> str:
        if self._given is None:
            return statute(self.seed, id).title
        return next((bill.title for bill in self._given if bill.id == id), id)
