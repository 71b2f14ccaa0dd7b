"""What the referee decides of an Episode, as plain JSON in and out: one round, or all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dynasties.quorum.bills.rules import Bill, read_bill
from dynasties.quorum.dials import MOST_ROUNDS
from dynasties.quorum.episodes.rules import Config, orders_of, read_capital, read_config, read_influence, read_switch
from dynasties.quorum.rounds.rules import (
    EpisodeEngine,
    SenateState,
    holdings_json,
    play_round,
    read_decisions,
    record_json,
)
from nomic.core.input import Field
from nomic.core.law.rules import Law
from nomic.core.plugin import Judge

Answer = dict[str, object]


def judge_quorum(question: Field, law: Law) -> Answer:
    """One round from a given state, or with `bills` or a `seed` an Episode from its beginning."""
    config = read_config(question["config"], orders_of(law))
    if question["bills"].is_given or question["seed"].is_given:
        return _judge_episode(question, config)
    return _judge_round(question, config)


JUDGES: Mapping[tuple[str, str | None], Judge] = {("quorum", None): judge_quorum}


def _judge_round(question: Field, config: Config) -> Answer:
    # A round is judged by itself: how many its Episode has does not matter to it.
    state, bill = _read_state(question["state"], config.seats), read_bill(question["bill"])
    raws = _read_each_seat(question["decisions"], config.seats)
    _, record = play_round(config, state, bill, read_decisions(config, state, [raw.value for raw in raws]))
    return record_json(record)


def _judge_episode(question: Field, config: Config) -> Answer:
    asked = list(question["decisions"].items())
    if len(asked) > config.rounds:
        raise question["decisions"].invalid(f"must be for {config.rounds} rounds at most")
    episode = EpisodeEngine(config, *_read_source(question, len(asked)))
    for each in asked:
        episode.play_round([raw.value for raw in _read_each_seat(each, config.seats)])
    state = episode.state
    return {
        "rounds": [record_json(record) for record in episode.records],
        "final": {**holdings_json(state.influence, state.capital, state.used), "statutes": list(state.statutes)},
        "scores": episode.scores,
    }


def _read_source(question: Field, rounds: int) -> tuple[str, Sequence[Bill] | None]:
    """The seed, and the bills if they are given instead."""
    if question["seed"].is_given:
        return question["seed"].text(), None
    bills = [read_bill(bill) for bill in question["bills"].items()]
    if len(bills) < rounds:
        raise question["bills"].invalid("must be one for each round")
    return "", bills


def _read_state(field: Field, seats: int) -> SenateState:
    return SenateState(
        _read_round_number(field["round"]),
        tuple(map(read_influence, _read_each_seat(field["influence"], seats))),
        tuple(map(read_capital, _read_each_seat(field["capital"], seats))),
        tuple(map(read_switch, _read_each_seat(field["filibuster_used"], seats))),
        tuple(statute.text() for statute in field["statutes"].items()),
    )


def _read_round_number(field: Field) -> int:
    number = field.count()
    if number >= MOST_ROUNDS:
        raise field.invalid(f"must be a round from 0 to {MOST_ROUNDS - 1}")
    return number


def _read_each_seat(field: Field, seats: int) -> list[Field]:
    found = list(field.items())
    if len(found) != seats:
        raise field.invalid(f"must have one for each of the {seats} seats")
    return found
