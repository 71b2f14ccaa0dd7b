"""Rounds close when all have decided or their time is over, once, until the Episode is over. (Rules Rounds, Scoring)"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.plugin import CHECKS
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.replay.rules import verify_replay
from dynasties.quorum.rounds import (
    actions as rounds_actions,
    queries as rounds_queries,
    queries_proofs as rounds_queries_proofs,
    rules_scripts as rounds_rules_scripts,
)
from dynasties.quorum.rounds.models import Round
from dynasties.quorum.rounds.rules import EpisodeEngine as Engine
from nomic.core.log.models import Event
from proposals.recount import recount_game
from tests.quorum.actions.conftest import NOON
from tests.refusals import why as refused
from tests.sitting import NAY, YEA, SenateTable

DAY, INSTANT = timedelta(hours=24), timedelta(microseconds=1)
CLERK = "the Clerk"


@pytest.fixture
def senate(table: SenateTable) -> SenateTable:
    """An Episode of Josh and Lulu, for four rounds."""
    table.senate("Josh", "Lulu", rounds=4, seed="goose")
    return table


def told(kind: str) -> list[Event]:
    return list(Event.objects.filter(kind=f"quorum.{kind}").order_by("seq"))


# -- when


def test_the_last_to_decide_closes_the_round_and_opens_the_next(senate: SenateTable, clock: Traveller) -> None:
    clock.shift(timedelta(hours=3))
    first = senate.decides("Josh")

    last = senate.decides("Lulu")

    row = senate.round()
    assert (first["closed"], last["closed"]) == (False, True)
    assert (row.number, row.opened_at, row.closes_at) == (1, NOON + timedelta(hours=3), NOON + timedelta(hours=27))
    assert [event.by for event in told("round-closed")] == [CLERK]


def test_a_round_closes_when_its_time_is_over_and_not_an_instant_before(senate: SenateTable, clock: Traveller) -> None:
    clock.shift(DAY - INSTANT)
    assert not senate.closes()
    assert senate.round().number == 0

    clock.shift(INSTANT)

    assert senate.closes()
    assert (senate.round().number, senate.records()[0]["fallback"]) == (1, [True, True])


def test_the_clerk_closes_what_is_due(senate: SenateTable, clock: Traveller) -> None:
    senate.sweep()
    before = senate.round().number
    clock.shift(DAY)

    senate.sweep()
    senate.sweep()

    assert (before, senate.round().number, len(told("round-closed"))) == (0, 1, 1)


def test_after_an_outage_of_days_one_round_closes_and_the_next_has_all_its_time(
    senate: SenateTable, clock: Traveller
) -> None:
    clock.shift(5 * DAY)

    senate.sweep()

    row = senate.round()
    assert (row.number, row.opened_at, row.closes_at) == (1, NOON + 5 * DAY, NOON + 6 * DAY)


def test_a_round_closes_once_whoever_looks(senate: SenateTable, clock: Traveller) -> None:
    clock.shift(DAY)

    answers = [senate.closes() for _ in range(3)]

    assert answers == [True, False, False]
    assert (len(told("round-closed")), senate.round().number) == (1, 1)


@pytest.mark.parametrize("number", [2, 9], ids=["one that gathers", "one that there is not"])
def test_nothing_closes_where_nothing_is_on(senate: SenateTable, number: int) -> None:
    senate.convenes("Josh")

    assert not rounds_actions.close_if_due(game_id=senate.made.pk, number=number)


def test_two_episodes_go_on_each_by_itself(senate: SenateTable, clock: Traveller) -> None:
    clock.shift(timedelta(hours=1))
    senate.senate("Lulu", "Raven", rounds=2)
    clock.shift(timedelta(hours=23))

    senate.sweep()

    assert [senate.round(number).number for number in (1, 2)] == [1, 0]


def test_a_clock_that_is_put_back_closes_nothing_early_and_the_record_stays_true(
    senate: SenateTable, clock: Traveller
) -> None:
    clock.shift(timedelta(hours=3))
    senate.decides("Josh")
    clock.shift(-timedelta(hours=2))

    closed = senate.closes()
    senate.decides("Lulu")

    assert not closed
    assert (senate.round().number, senate.round().closes_at) == (1, NOON + timedelta(hours=25))
    assert [*rounds_queries_proofs.episode_flaws(senate.made.pk)] == []
    assert recount_game(senate.game, CHECKS).differences == ()


# -- what is told


def test_what_all_decided_is_told_when_the_round_closes_and_the_notes_are_not(senate: SenateTable) -> None:
    senate.decides("Josh", {**YEA, "note": {"to": 1, "text": "the-cellar"}})
    senate.decides("Lulu", {**NAY, "note": {"to": 1, "text": "to-myself"}})

    event, row = told("round-closed")[0], Round.objects.get(number=0)
    assert event.data["record"] == row.record == senate.records()[0]
    assert [each["vote"] for each in row.record["decisions"]] == ["yea", "nay"]
    assert row.record["dropped"] == [[], []]
    assert "cellar" not in str(event.data)
    assert (event.data["due_at"], event.data["round"]) == ("2027-01-06T12:00:00Z", 0)
    assert rounds_queries.counted_decisions(row) == [
        {**YEA, "note": {"to": 1, "text": "the-cellar"}},
        {**NAY, "note": {"to": 1, "text": "to-myself"}},
    ]


def test_a_note_is_read_by_its_addressee_when_the_next_round_begins(senate: SenateTable) -> None:
    senate.decides("Josh", {**YEA, "note": {"to": 1, "text": "the-cellar"}})
    before = rounds_queries.observation(senate.episode(), episodes_queries.seats_of(senate.episode())[1])["notes"]
    senate.decides("Lulu")

    seats = [*episodes_queries.seats_of(senate.episode()), None]
    notes = [rounds_queries.observation(senate.episode(), seat)["notes"] for seat in seats]
    assert before == []
    assert notes == [[], [{"round": 0, "from": 0, "text": "the-cellar"}], []]


def test_between_two_rounds_the_public_log_tells_of_nothing(senate: SenateTable, clock: Traveller) -> None:
    head = (senate.game.last_seq, senate.game.last_hash)

    senate.decides("Josh", NAY)
    clock.shift(timedelta(hours=1))
    senate.decides("Josh", YEA)

    assert (senate.game.last_seq, senate.game.last_hash) == head


# -- the end


def test_after_its_last_round_it_is_over_and_seed_and_salt_are_told(senate: SenateTable) -> None:
    for raw in (YEA, NAY, YEA, YEA):
        senate.all_decide(raw)

    episode, event = senate.episode(), told("ended")[0]
    assert (episode.state, episode.ended_at, rounds_queries.open_round(episode)) == ("over", NOON, None)
    assert event.data == {
        "episode": 1,
        "scores": episode.scores,
        "seed": "goose",
        "salt": rounds_queries.seed_and_salt(episode)[1],
    }
    assert refused(lambda: senate.decides("Josh", round=4)) == ["not-sitting"]


def test_its_scores_are_those_of_the_engine_alone(senate: SenateTable, clock: Traveller) -> None:
    raws: list[list[Any]] = [
        [{**YEA, "priorities": [3, 0, 1], "amendment": "A2"}, {**NAY, "filibuster": True}],
        [None, {**YEA, "amendment": "A1"}],
        [{**YEA, "priorities": [0.1, 0.2, 0.3]}, {"vote": "aye"}],
        [{**YEA, "veto": True}, {**YEA, "veto": True}],
    ]
    for ours in raws:
        for name, raw in zip(("Josh", "Lulu"), ours, strict=True):
            if raw is not None:
                senate.decides(name, raw)
        if None in ours:
            clock.shift(DAY)
            senate.sweep()

    engine = Engine(episodes_queries.config_of(senate.episode()), "goose")
    again = [engine.public_record(engine.play_round(ours)) for ours in raws]
    assert (senate.episode().scores, senate.records()) == (engine.scores, again)
    assert recount_game(senate.game, CHECKS).differences == ()


def test_its_replay_is_kept_until_then_and_is_true(senate: SenateTable) -> None:
    assert refused(lambda: replay_queries.get_replay(senate.episode())) == ["not-ended"]

    for raw in (YEA, {**NAY, "note": {"to": 0, "text": "Well."}}, YEA, YEA):
        senate.all_decide(raw)

    assert verify_replay(replay_queries.get_replay(senate.episode())) is None


# -- scripts


def test_scripts_wait_for_nobody_but_people_and_programs(table: SenateTable) -> None:
    table.convenes("Josh", seats=3, rounds=3, seed="goose")
    table.sits("Lulu", 1)
    table.opens("Josh", "greedy", "veto-happy")

    answers = [table.decides("Lulu")["closed"] for _ in range(3)]

    assert answers == [True] * 3
    assert (table.episode().state, len(told("round-closed"))) == ("over", 3)


def test_where_only_scripts_sit_it_is_over_as_soon_as_it_opens(table: SenateTable) -> None:
    table.convenes("Josh", seats=5, rounds=40, seed="goose")

    opened = table.opens("Josh", *rounds_rules_scripts.POLICIES)

    engine = Engine(episodes_queries.config_of(table.episode()), "goose")
    while not engine.is_over:
        engine.play_round(
            [
                rounds_rules_scripts.decide_by_script(name, engine.observation_of(seat), "goose")
                for seat, name in enumerate(rounds_rules_scripts.POLICIES)
            ]
        )
    assert (opened.state, table.episode().scores, len(table.records())) == ("over", engine.scores, 40)


# -- what it takes


def test_closing_takes_as_many_queries_in_a_late_round_as_in_an_early_one(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=8)

    def counted() -> int:
        table.decides("Josh")
        with CaptureQueriesContext(connection) as asked:
            table.decides("Lulu")
        return len(asked)

    counts = {counted() for _ in range(7)}

    assert len(counts) == 1


def test_it_takes_as_many_queries_for_six_seats_as_for_two(table: SenateTable) -> None:
    def counted(seats: int) -> int:
        table.convenes("Josh", seats=seats, rounds=2)
        tokens = [table.seats_program("Josh", seat, f"Automaton {seat}") for seat in range(seats)]
        asks = [rounds_actions.DecisionRequest(seat, 0, YEA, token=token) for seat, token in enumerate(tokens)]
        for ask in asks[:-1]:
            rounds_actions.take_decision(game_id=table.made.pk, number=table.number, ask=ask)
        with CaptureQueriesContext(connection) as asked:
            rounds_actions.take_decision(game_id=table.made.pk, number=table.number, ask=asks[-1])
        return len(asked)

    few, many = counted(2), counted(6)

    assert few == many
