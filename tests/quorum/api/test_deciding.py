"""A program decides: once, however often it is sent; in its own seat, in the open round; whatever it says."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from dynasties.quorum.rounds.models import Decision
from nomic.core.log.models import PrivateEvent
from tests.lawmaking import change
from tests.quorum.api.conftest import seated
from tests.quorum.api.programs import Program
from tests.sitting import SenateTable

pytestmark = pytest.mark.django_db
NAY = {"vote": "nay"}


def test_a_decision_is_taken_and_shows_as_its_own(senate: list[Program]) -> None:
    answer = senate[1].decides({"vote": "yea", "priorities": [2, 1, 0], "amendment": "A2"})

    assert answer.json() == {
        "accepted": True,
        "round": 0,
        "rid": None,
        "fallback": False,
        "dropped": [],
        "problems": [],
        "closed": False,
    }
    assert answer["Cache-Control"] == "no-store"
    assert senate[1].seen()["own"] == {"vote": "yea", "priorities": [2, 1, 0], "amendment": "A2"}
    assert senate[0].seen()["own"] is None
    assert senate[0].seen()["decided"] == [False, True, False]


def test_the_last_to_decide_closes_the_round(senate: list[Program]) -> None:
    answers = [each.decides().json()["closed"] for each in senate]

    assert answers == [False, False, True]
    assert senate[0].seen()["round"] == 1


def test_until_then_a_seat_may_decide_otherwise(senate: list[Program]) -> None:
    for vote in ("yea", "nay", "abstain"):
        senate[0].decides({"vote": vote})
    senate[1].decides(NAY)
    senate[2].decides(NAY)

    assert [each["vote"] for each in senate[0].seen()["history"][0]["decisions"]] == ["abstain", "nay", "nay"]


def test_what_is_illegal_is_taken_for_the_fallback_and_says_why(senate: list[Program]) -> None:
    answer = senate[0].decides({"vote": "perhaps"}).json()

    assert (answer["accepted"], answer["fallback"]) == (True, True)
    assert [(each["path"], each["code"]) for each in answer["problems"]] == [("vote", "no-vote")]
    assert senate[0].seen()["own_problems"] == answer["problems"]
    assert senate[1].seen()["own_problems"] == []


def test_an_extra_that_is_none_is_passed_over_by_itself(senate: list[Program]) -> None:
    answer = senate[1].decides({"vote": "yea", "veto": True, "note": {"to": 1, "text": "To myself."}}).json()

    assert (answer["fallback"], answer["dropped"]) == (False, ["veto", "note"])


# -- the same request again


def test_a_request_that_is_sent_again_is_answered_as_the_first_time(senate: list[Program]) -> None:
    first = senate[0].decides(rid="once")

    again = senate[0].decides(rid="once")

    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert first.json()["rid"] == "once"


def test_so_it_is_after_the_round_whatever_it_says_then(senate: list[Program]) -> None:
    first = senate[0].decides(rid="once")
    senate[1].decides()
    closing = senate[2].decides(rid="closing")

    otherwise = senate[0].decides(NAY, round=1, rid="once")
    again = senate[2].decides(rid="closing")

    assert otherwise.content == first.content
    assert again.content == closing.content
    assert closing.json()["closed"] is True
    assert senate[0].seen()["own"] is None


def test_so_it_is_when_all_is_over(senate: list[Program]) -> None:
    first = senate[0].decides(rid="once")
    for round in range(2):
        for each in senate:
            each.decides(round=round)

    again = senate[0].decides(rid="once")

    assert (again.status_code, again.content) == (200, first.content)


def test_every_seat_numbers_its_own_requests(senate: list[Program]) -> None:
    senate[0].decides(rid="1")
    senate[1].decides(NAY, rid="1")

    assert senate[1].seen()["own"] == NAY


def test_without_a_number_the_same_decision_again_changes_nothing(senate: list[Program]) -> None:
    senate[0].decides()
    links = PrivateEvent.objects.count()

    senate[0].decides()

    assert PrivateEvent.objects.count() == links


@pytest.mark.parametrize("rid", ["a", "a" * 64, "A-z_0.9:"])
def test_a_number_is_up_to_64_plain_signs(rid: str, senate: list[Program]) -> None:
    assert senate[0].decides(rid=rid).json()["rid"] == rid


@pytest.mark.parametrize("rid", ["", "a" * 65, "a b", "ä", "a\n", "\0", 1, [], {}, True])
def test_another_number_is_422_and_decides_nothing(rid: object, senate: list[Program]) -> None:
    answer = senate[0].decides(rid=rid)

    assert (answer.status_code, answer.json()["error"]["path"]) == (422, "rid")
    assert not Decision.objects.exists()


# -- who, and when


def test_without_a_token_nobody_decides(senate: list[Program]) -> None:
    answer = Program().decides()

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == 'Bearer realm="quorum"'
    assert not Decision.objects.exists()


def test_a_session_decides_nothing_and_so_nobody_can_be_made_to(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(table.account("Josh"))

    answer = Program(client=browser).decides()

    assert answer.status_code == 401
    assert not Decision.objects.exists()


def test_a_token_decides_without_any_form_having_been_loaded(senate: list[Program]) -> None:
    stranger = Program(senate[0].token, client=Client(enforce_csrf_checks=True))

    assert stranger.decides().status_code == 200


def test_a_token_decides_for_its_own_seat_in_its_own_episode_alone(table: SenateTable, senate: list[Program]) -> None:
    seated(table, 2)

    answer = Program(senate[0].token, 2).decides()

    assert answer.status_code == 401
    assert not Decision.objects.exists()


@pytest.mark.parametrize("round", [1, 10**18])
def test_a_round_that_is_not_open_is_409_and_says_which_is(round: int, senate: list[Program]) -> None:
    answer = senate[0].decides(round=round)

    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (409, "refused")
    assert [(each["code"], each["rule"], each["facts"]) for each in error["reasons"]] == [
        ("round-closed", "Episodes", {"round": round, "now": 0})
    ]
    assert error["text"] == error["reasons"][0]["text"]


def test_the_last_moment_of_a_round_is_early_enough_and_the_next_is_late(
    senate: list[Program], clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(seconds=60) - timedelta(microseconds=1))
    in_time = senate[0].decides()
    clock.shift(timedelta(microseconds=1))
    late = senate[1].decides()

    assert (in_time.status_code, late.status_code) == (200, 409)
    assert late.json()["error"]["reasons"][0]["facts"] == {"round": 0, "now": 1}
    assert senate[0].seen()["history"][0]["fallback"] == [False, True, True]


def test_a_decision_for_the_next_round_closes_the_one_whose_time_is_over(
    senate: list[Program], clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(seconds=60))

    answer = senate[1].decides(NAY, round=1)

    assert (answer.status_code, answer.json()["closed"]) == (200, False)
    assert senate[1].seen()["decided"] == [False, True, False]


def test_before_it_opens_and_when_it_is_over_nobody_decides(table: SenateTable) -> None:
    table.convenes("Josh", seats=2, rounds=2)
    first = Program(table.seats_program("Josh", 0, "One"))
    before = first.decides()
    second = Program(table.seats_program("Josh", 1, "Two"))
    for round in range(2):
        first.decides(round=round)
        second.decides(round=round)

    after = first.decides(round=1)

    for answer in (before, after):
        assert [each["code"] for each in answer.json()["error"]["reasons"]] == ["not-sitting"]


def test_without_a_law_of_episodes_nobody_decides(table: SenateTable, senate: list[Program]) -> None:
    change(table, table.repeal("Episodes"))

    assert senate[0].decides().status_code == 409


def test_a_seat_that_never_stops_changing_its_mind_is_told_to(senate: list[Program]) -> None:
    answers = [senate[0].decides({"vote": "yea", "priorities": [n, 1, 1]}).status_code for n in range(103)]

    assert answers == [*[200] * 101, 409, 409]
    assert senate[0].seen()["own"]["priorities"] == [100, 1, 1]
    assert senate[1].decides().status_code == 200


@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete", "options"])
def test_a_decision_is_posted(method: str, senate: list[Program]) -> None:
    answer = senate[0].asks(method, "/episodes/1/decision") if method != "head" else None

    assert answer is None or (answer.status_code, answer["Allow"]) == (405, "POST")


# -- what is asked


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "decision"),
        ({"round": 0}, "decision"),
        ({"decision": {}}, "round"),
        ({"decision": {}, "round": None}, "round"),
        ({"decision": {}, "round": "0"}, "round"),
        ({"decision": {}, "round": True}, "round"),
        ({"decision": {}, "round": 0.0}, "round"),
        ({"decision": {}, "round": -1}, "round"),
        ({"decision": {}, "round": 10**18 + 1}, "round"),
        ([], ""),
        (None, ""),
        ("decision", ""),
        (3, ""),
    ],
)
def test_what_names_no_round_or_no_decision_is_422(body: object, path: str, senate: list[Program]) -> None:
    answer = senate[0].sends(json.dumps(body))

    assert (answer.status_code, answer.json()["error"]["path"]) == (422, path)


@pytest.mark.parametrize("decision", [None, True, 0, -1.5, "yea", [], [{}], {}, {"vote": {"vote": "yea"}}])
def test_any_json_is_taken_for_a_decision(decision: object, senate: list[Program]) -> None:
    answer = senate[0].decides(decision)

    assert answer.status_code == 200
    assert answer.json()["fallback"] is True
    assert senate[0].seen()["decided"] == [True, False, False]


def test_what_else_stands_beside_it_is_passed_over(senate: list[Program]) -> None:
    assert senate[0].decides(NAY, seat=2, token="x", note="later").json()["fallback"] is False
    assert senate[0].seen()["decided"] == [True, False, False]
