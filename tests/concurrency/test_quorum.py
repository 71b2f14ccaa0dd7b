"""The Senate, by several at once: a round closes once, a seat has one senator, and nothing is half done. (DESIGN 4)"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, Seat
from dynasties.quorum.plugin import CHECKS
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.replay.rules import verify_replay
from dynasties.quorum.rounds import actions as rounds_actions, queries_proofs as rounds_queries_proofs
from dynasties.quorum.rounds.actions import MOST_CHANGES
from dynasties.quorum.rounds.models import Decision, Round
from dynasties.quorum.senate import actions as senate_actions
from nomic.core.decision import Refused
from proposals import tasks as proposals_tasks
from tests.concurrency.test_floor import at_once, clock, events, whole as is_whole
from tests.openings import opened
from tests.refusals import refusals_among as codes
from tests.sitting import NAY, YEA, SenateTable

__all__ = ["clock"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
DAY = timedelta(hours=24)
SEATS, CLIENTS = 3, 6


@pytest.fixture
def table(clock: time_machine.Traveller) -> SenateTable:
    return opened("senate", lambda: SenateTable("Josh", "Lulu", "Raven"))


@pytest.fixture
def senate(table: SenateTable) -> SenateTable:
    """Josh, Lulu and Raven sit for three rounds."""
    table.senate("Josh", "Lulu", "Raven", rounds=3, seed="goose")
    return table


def whole(table: SenateTable) -> bool:
    return is_whole(table, CHECKS) and not [*rounds_queries_proofs.episode_flaws(table.game.pk)]


def by(table: SenateTable, who: str, act: Callable[..., Any], **facts: Any) -> Callable[[], Any]:
    return partial(act, **table.asks(who), **facts)


def decision(table: SenateTable, who: str, raw: object = None, **more: Any) -> Callable[[], dict[str, Any]]:
    """What lets somebody decide in the first round."""
    seat = episodes_queries.seat_of(table.episode(), table.account(who).pk)
    assert seat is not None
    account = table.account(who).pk
    ask = rounds_actions.DecisionRequest(seat.number, 0, YEA if raw is None else raw, account_id=account, **more)
    return partial(rounds_actions.take_decision, game_id=table.made.pk, number=table.number, ask=ask)


def close(table: SenateTable) -> Callable[[], bool]:
    return partial(rounds_actions.close_if_due, game_id=table.made.pk, number=table.number)


# -- rounds


def test_the_last_two_to_decide_at_once_close_the_round_once(senate: SenateTable) -> None:
    senate.decides("Josh")

    answers = at_once([decision(senate, "Lulu"), decision(senate, "Raven", NAY)])

    assert sorted(each["closed"] for each in answers) == [False, True]
    assert events(senate, "quorum.round-closed") == 1
    assert [each["vote"] for each in senate.records()[0]["decisions"]] == ["yea", "yea", "nay"]
    assert whole(senate)


def test_all_who_decide_at_once_are_counted(senate: SenateTable) -> None:
    answers = at_once([decision(senate, name) for name in ("Josh", "Lulu", "Raven")])

    assert sum(each["closed"] for each in answers) == 1
    assert senate.records()[0]["fallback"] == [False] * SEATS
    assert (Decision.objects.count(), senate.round().number) == (SEATS, 1)
    assert whole(senate)


def test_a_decision_at_once_with_the_deadline_counts_or_is_late(
    senate: SenateTable, clock: time_machine.Traveller
) -> None:
    senate.decides("Josh")
    senate.decides("Lulu")
    clock.shift(DAY)

    answers = at_once([decision(senate, "Raven"), close(senate), proposals_tasks.sweep])

    # At its deadline it is late, whoever comes first.
    assert codes(answers) == ["round-closed"]
    assert senate.records()[0]["fallback"] == [False, False, True]
    assert (events(senate, "quorum.round-closed"), senate.round().number) == (1, 1)
    assert whole(senate)


def test_many_who_look_at_once_close_one_round(senate: SenateTable, clock: time_machine.Traveller) -> None:
    clock.shift(DAY)

    answers = at_once([close(senate)] * CLIENTS + [proposals_tasks.sweep])

    assert sum(answers[:CLIENTS]) <= 1
    assert (events(senate, "quorum.round-closed"), Round.objects.count()) == (1, 2)
    assert whole(senate)


def test_the_last_round_is_closed_once_and_the_end_told_once(
    senate: SenateTable, clock: time_machine.Traveller
) -> None:
    senate.all_decide()
    senate.all_decide()
    clock.shift(DAY)

    at_once([close(senate)] * CLIENTS + [proposals_tasks.sweep])

    assert (events(senate, "quorum.round-closed"), events(senate, "quorum.ended")) == (3, 1)
    assert verify_replay(replay_queries.get_replay(senate.episode())) is None
    assert whole(senate)


def test_of_many_changes_at_once_the_last_counts_and_too_many_are_refused(senate: SenateTable) -> None:
    def changes(client: int) -> list[Any]:
        def change(turn: int) -> Any:
            raw = {**YEA, "priorities": [1 + client, turn, 1]}
            try:
                return decision(senate, "Josh", raw)()
            except Refused as refusal:
                return refusal

        return [change(turn) for turn in range(1 + (MOST_CHANGES + CLIENTS) // CLIENTS)]

    answers = [each for some in at_once([partial(changes, client) for client in range(CLIENTS)]) for each in some]

    row = Decision.objects.get()
    assert {*codes(answers)} == {"decided-too-often"}
    assert len(answers) - len(codes(answers)) == row.changes + 1 == MOST_CHANGES + 1
    assert senate.game.private_n == MOST_CHANGES + 1
    assert events(senate, "quorum.round-closed") == 0
    assert whole(senate)


def test_one_request_sent_many_times_at_once_is_decided_once(senate: SenateTable) -> None:
    answers = at_once([decision(senate, "Josh", rid="one")] * CLIENTS)

    assert answers == [answers[0]] * CLIENTS
    assert senate.game.private_n == 1
    assert whole(senate)


def test_a_decision_at_once_with_the_repeal_counts_or_is_refused(senate: SenateTable) -> None:
    senate.decides("Josh")
    senate.decides("Lulu")

    answers = at_once([decision(senate, "Raven"), lambda: senate.strike("Episodes")])

    assert (senate.episode().state, len(senate.records())) == ("adjourned", 0 if codes(answers) else 1)
    assert whole(senate)


def test_a_decision_at_once_with_a_hiatus_counts_or_waits(senate: SenateTable) -> None:
    senate.decides("Josh")
    senate.decides("Lulu")

    answers = at_once([decision(senate, "Raven"), senate.halts])

    row = senate.round()
    assert (row.number, row.closes_at) == (0 if codes(answers) else 1, None)
    assert whole(senate)


# -- seats


def test_of_several_who_sit_down_in_one_seat_at_once_one_sits(table: SenateTable) -> None:
    table.convenes("Josh", seats=4)

    answers = at_once([by(table, name, senate_actions.take_seat, seat=1) for name in ("Josh", "Lulu", "Raven")])

    assert codes(answers) == ["seat-taken"] * 2
    assert Seat.objects.filter(kind="person").count() == 1
    assert whole(table)


def test_one_who_sits_down_everywhere_at_once_sits_in_one_seat(table: SenateTable) -> None:
    table.convenes("Josh", seats=4)

    answers = at_once([by(table, "Lulu", senate_actions.take_seat, seat=seat) for seat in range(4)])

    assert codes(answers) == ["sits-already"] * 3
    assert Seat.objects.filter(kind="person").count() == 1
    assert whole(table)


def test_the_last_two_seats_taken_at_once_open_the_episode_once(table: SenateTable) -> None:
    table.convenes("Josh", seats=3)
    table.sits("Josh", 0)

    at_once([by(table, "Lulu", senate_actions.take_seat, seat=1), by(table, "Raven", senate_actions.take_seat, seat=2)])

    assert (table.episode().state, events(table, "quorum.opened"), Round.objects.count()) == ("sitting", 1, 1)
    assert whole(table)


def test_opened_and_joined_at_once_every_seat_has_one_senator(table: SenateTable) -> None:
    table.convenes("Josh", seats=3)
    scripts = ["greedy", "random", "always-yea"]
    open_it = by(table, "Josh", senate_actions.open_episode, scripts=scripts)

    answers = at_once([open_it, by(table, "Lulu", senate_actions.take_seat, seat=1), open_it])

    assert events(table, "quorum.opened") == 1
    assert "not-gathering" in codes(answers)
    assert not Seat.objects.filter(kind="empty").exists()
    assert whole(table)


def test_leaving_at_once_with_the_opening_leaves_nobody_out(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    table.sits("Lulu", 0)

    at_once(
        [
            by(table, "Lulu", senate_actions.leave_seat, seat=0),
            by(table, "Josh", senate_actions.open_episode, scripts=["greedy", "random"]),
        ]
    )

    assert not Seat.objects.filter(kind="empty").exists()
    assert table.episode().state in {"sitting", "over"}
    assert whole(table)


def test_one_form_sent_many_times_at_once_convenes_one_episode(table: SenateTable) -> None:
    form: dict[str, Any] = {
        "game_id": table.made.pk,
        "wishes": senate_actions.ConvenerWishes(2, 2),
        "token": "one-form",
    }
    convene = partial(senate_actions.convene_episode, account_id=table.account("Josh").pk, **form)

    answers = at_once([convene] * CLIENTS)

    assert {each.pk for each in answers} == {Episode.objects.get().pk}
    assert whole(table)
