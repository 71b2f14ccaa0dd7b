"""A seat decides in secret, and otherwise until its round closes; late, illegal, repeated decisions. (Rule Rounds)"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from dynasties.quorum.rounds import actions as rounds_actions, queries as rounds_queries
from dynasties.quorum.rounds.actions import MOST_CHANGES
from dynasties.quorum.rounds.models import Decision, Reply
from nomic.core.log.models import Event, PrivateEvent
from tests.refusals import unreadable, why as refused
from tests.sitting import NAY, YEA, SenateTable

DAY, INSTANT = timedelta(hours=24), timedelta(microseconds=1)


@pytest.fixture
def senate(table: SenateTable) -> SenateTable:
    """An Episode of Josh, Lulu and Raven, for four rounds."""
    table.senate("Josh", "Lulu", "Raven", rounds=4, seed="goose")
    return table


def own(table: SenateTable, seat: int) -> object:
    return rounds_queries.decisions_in(table.round()).get(seat)


# -- secretly


def test_a_decision_is_concealed_and_the_public_log_gains_nothing(senate: SenateTable) -> None:
    before = senate.game

    answer = senate.decides("Josh", {**NAY, "filibuster": True})

    after = senate.game
    assert answer == {
        "accepted": True,
        "round": 0,
        "rid": None,
        "fallback": False,
        "dropped": [],
        "problems": [],
        "closed": False,
    }
    assert (after.last_seq, after.last_hash) == (before.last_seq, before.last_hash)
    assert after.private_n == before.private_n + 1
    assert "filibuster" not in Decision.objects.get().sealed + PrivateEvent.objects.latest("n").sealed


def test_everybody_sees_that_it_was_decided_and_the_senator_alone_what(senate: SenateTable) -> None:
    senate.decides("Josh", NAY)

    seen = [
        rounds_queries.observation(senate.episode(), rounds_queries.viewing_seat(senate.episode(), account_id=each))
        for each in (senate.account("Josh").pk, senate.account("Lulu").pk, None)
    ]
    assert [each["decided"] for each in seen] == [[True, False, False]] * 3
    assert [each["own"] for each in seen] == [NAY, None, None]


# -- otherwise


def test_it_may_be_decided_otherwise_until_the_round_closes_and_the_last_one_counts(senate: SenateTable) -> None:
    for raw in (YEA, NAY, YEA, NAY):
        senate.decides("Josh", raw)
    senate.decides("Lulu")
    senate.decides("Raven")

    assert [each["vote"] for each in senate.records()[0]["decisions"]] == ["nay", "yea", "yea"]
    assert refused(lambda: senate.decides("Josh", round=0)) == ["round-closed"]


@pytest.mark.parametrize("again", [YEA, dict(reversed(YEA.items()))], ids=["the same", "in another order"])
def test_the_same_once_more_writes_nothing(senate: SenateTable, again: dict[str, Any]) -> None:
    senate.decides("Josh", YEA)
    before, row = senate.game.private_n, Decision.objects.values().get()

    answer = senate.decides("Josh", again)

    assert answer["accepted"]
    assert (senate.game.private_n, Decision.objects.values().get()) == (before, row)


def test_a_hundred_changes_are_taken_and_no_more_but_the_same_once_more_is(senate: SenateTable) -> None:
    for change in range(MOST_CHANGES + 1):
        senate.decides("Josh", NAY if change % 2 else YEA)

    assert refused(lambda: senate.decides("Josh", NAY)) == ["decided-too-often"]
    assert senate.decides("Josh", YEA)["accepted"]
    assert own(senate, 0) == YEA
    # Others, and the next round, have their own.
    senate.decides("Lulu")
    senate.decides("Raven")
    assert senate.decides("Josh", NAY)["round"] == 1


# -- what is no decision


@pytest.mark.parametrize(
    "raw",
    [
        None,
        7,
        "yea",
        [],
        {},
        {"vote": "aye"},
        {**YEA, "priorities": [1, float("nan"), 1]},
        {**YEA, "priorities": [10**400, 1, 1]},
        {**YEA, "amendment": "A4"},
        {**YEA, "priorities": [-1, 1, 1]},
    ],
    ids=["nothing", "number", "text", "list", "empty", "vote", "nan", "huge", "amendment", "negative"],
)
def test_an_illegal_decision_is_the_fallback_and_keeps_nobody_waiting(senate: SenateTable, raw: object) -> None:
    senate.decides("Josh")
    senate.decides("Lulu")

    answer = rounds_actions.take_decision(
        game_id=senate.made.pk,
        number=1,
        ask=rounds_actions.DecisionRequest(2, 0, raw, account_id=senate.account("Raven").pk),
    )

    assert (answer["fallback"], answer["closed"], bool(answer["problems"])) == (True, True, True)
    assert senate.records()[0]["decisions"][2] == {
        "vote": "abstain",
        "priorities": [1, 1, 1],
        "amendment": "none",
        "filibuster": False,
        "veto": False,
    }
    assert senate.records()[0]["fallback"] == [False, False, True]


def test_an_illegal_decision_can_be_made_good(senate: SenateTable) -> None:
    first = senate.decides("Josh", {**YEA, "vote": "aye"})

    second = senate.decides("Josh", YEA)

    assert (first["fallback"], second["fallback"]) == (True, False)
    assert first["problems"] == [{"path": "vote", "code": "no-vote", "text": "A vote is yea, nay or abstain."}]
    assert own(senate, 0) == YEA


def test_an_extra_that_cannot_be_had_is_passed_over_and_said(senate: SenateTable) -> None:
    answer = senate.decides("Lulu", {**YEA, "veto": True, "note": {"to": 1, "text": "To myself."}})

    assert (answer["fallback"], answer["dropped"]) == (False, ["veto", "note"])
    assert [each["code"] for each in answer["problems"]] == ["not-in-the-chair", "no-addressee"]


def test_a_decision_of_signs_that_no_table_keeps_is_kept(senate: SenateTable) -> None:
    senate.decides("Josh", {**YEA, "note": {"to": 1, "text": "\0 \ud800"}, "more": "\0"})

    assert own(senate, 0) == {**YEA, "note": {"to": 1, "text": "\0 \ud800"}}


# -- late


def test_just_before_its_time_is_over_a_decision_counts(senate: SenateTable, clock: Traveller) -> None:
    clock.shift(DAY - INSTANT)

    assert senate.decides("Josh", NAY)["accepted"]
    clock.shift(INSTANT)
    senate.closes()
    assert [each["vote"] for each in senate.records()[0]["decisions"]] == ["nay", "abstain", "abstain"]


def test_when_its_time_is_over_it_is_late_whoever_has_looked(senate: SenateTable, clock: Traveller) -> None:
    clock.shift(DAY)

    assert refused(lambda: senate.decides("Josh", NAY)) == ["round-closed"]
    senate.closes()
    assert refused(lambda: senate.decides("Josh", NAY, round=0)) == ["round-closed"]
    assert senate.records()[0]["fallback"] == [True, True, True]
    assert not Decision.objects.exists()


@pytest.mark.parametrize("round", [1, 3, 4, 10**9], ids=["next", "last", "none", "far off"])
def test_a_round_that_has_not_begun_takes_no_decision(senate: SenateTable, round: int) -> None:
    assert refused(lambda: senate.decides("Josh", round=round)) == ["round-closed"]


def test_before_it_opens_and_after_it_is_over_nothing_is_decided(table: SenateTable) -> None:
    table.convenes("Josh", seats=2, rounds=2)
    table.sits("Josh", 0)
    assert refused(lambda: table.decides("Josh", round=0)) == ["not-sitting"]

    table.sits("Lulu", 1)
    table.all_decide()
    table.all_decide()

    assert refused(lambda: table.decides("Josh", round=1)) == ["not-sitting"]


# -- a number of one's own


def test_a_request_with_a_number_is_answered_as_the_first_time(senate: SenateTable) -> None:
    first = senate.decides("Josh", NAY, rid="one")
    senate.decides("Josh", YEA, rid="two")

    again = senate.decides("Josh", {"vote": "aye"}, rid="one")

    assert again == first == {**first, "rid": "one"}
    assert own(senate, 0) == YEA
    assert Reply.objects.count() == 2


def test_even_when_the_round_is_closed_or_the_episode_is_over_or_in_a_hiatus(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    first = table.decides("Josh", rid="one")
    last = table.decides("Lulu", rid="one")
    table.halts()
    in_hiatus = table.decides("Josh", round=0, rid="one")
    table.resumes()
    table.all_decide()

    assert (first["closed"], last["closed"], table.episode().state) == (False, True, "over")
    assert in_hiatus == table.decides("Josh", round=0, rid="one") == first
    assert table.decides("Lulu", round=0, rid="one") == last


def test_what_was_refused_is_asked_anew(senate: SenateTable) -> None:
    assert refused(lambda: senate.decides("Josh", round=1, rid="one")) == ["round-closed"]

    assert senate.decides("Josh", rid="one")["round"] == 0


@pytest.mark.parametrize("rid", ["", "x" * 65, "a\nb", "ä"], ids=["none", "long", "line", "umlaut"])
def test_a_number_is_short_and_plain(senate: SenateTable, rid: str) -> None:
    assert unreadable(lambda: senate.decides("Josh", rid=rid)) == ("rid", "bad-rid")
    assert senate.decides("Josh", rid="x" * 64)["accepted"]


def test_a_seat_asks_for_so_many_things_and_no_more(senate: SenateTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds_actions, "MOST_REPLIES", 2)
    for rid in ("one", "two"):
        senate.decides("Josh", rid=rid)

    assert refused(lambda: senate.decides("Josh", NAY, rid="three")) == ["too-many-requests"]
    assert own(senate, 0) == YEA
    assert senate.decides("Josh", NAY)["accepted"]
    assert senate.decides("Lulu", rid="three")["accepted"]


def test_in_a_hiatus_nothing_is_decided(senate: SenateTable) -> None:
    senate.declare("Josh")

    assert refused(lambda: senate.decides("Lulu")) == ["hiatus"]


# -- what it takes


def test_a_decision_takes_as_many_queries_in_the_last_round_as_in_the_first(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=8)

    def counted() -> int:
        with CaptureQueriesContext(connection) as asked:
            table.decides("Josh")
        table.decides("Lulu")
        return len(asked)

    counts = {counted() for _ in range(8)}

    assert len(counts) == 1


def test_a_decision_leaves_no_event_behind_it(senate: SenateTable) -> None:
    before = Event.objects.count()

    senate.decides("Josh", NAY)
    senate.decides("Josh", YEA)
    senate.decides("Lulu")

    assert Event.objects.count() == before
