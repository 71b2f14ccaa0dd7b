"""What a program is shown: its own seat's view by its token, a visitor's without; told apart by entity tags."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator

from tests.lawmaking import change
from tests.quorum.api.conftest import renewed, seated
from tests.quorum.api.programs import NOBODY, Program
from tests.quorum.replaying import SCHEMA
from tests.sitting import SenateTable

pytestmark = pytest.mark.django_db


def test_a_token_opens_the_view_of_its_own_seat(senate: list[Program]) -> None:
    seen = [each.seen() for each in senate]

    assert [each["seat"] for each in seen] == [0, 1, 2]
    assert [each["may"]["veto"] for each in seen] == [True, False, False]


def test_without_one_a_visitor_sees_what_is_public(senate: list[Program]) -> None:
    seen = Program().seen()

    assert seen["seat"] is None
    assert seen["may"] == {"filibuster": False, "veto": False, "note": False}
    assert seen["bill"] == senate[0].seen()["bill"]


@pytest.mark.parametrize("said", ["Bearer nonsense", "Bearer", "Bearer ", "Basic am9zaDpqb3No", "nonsense", ""])
def test_a_token_that_is_none_is_401_and_says_how_to_bring_one(said: str, senate: list[Program]) -> None:
    answer = Program().asks("get", "/episodes/1/", headers={"Authorization": said})

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith('Bearer realm="quorum"')


def test_the_token_of_another_episode_is_told_apart_from_nonsense_by_nothing(
    table: SenateTable, senate: list[Program]
) -> None:
    other = seated(table, 2)[0]

    with_it = Program(other.token, senate[0].episode).sees()
    nonsense = Program("nonsense", senate[0].episode).sees()

    assert with_it.status_code == 401
    assert with_it.content == nonsense.content
    assert with_it["WWW-Authenticate"] == nonsense["WWW-Authenticate"]


def test_a_token_that_was_renewed_opens_nothing_any_more(table: SenateTable, senate: list[Program]) -> None:
    fresh = renewed(table, 0)

    assert senate[0].sees().status_code == 401
    assert Program(fresh).seen()["seat"] == 0


def test_the_scheme_may_be_in_small_letters(senate: list[Program]) -> None:
    answer = Program().asks("get", "/episodes/1/", headers={"Authorization": f"bearer  {senate[1].token}"})

    assert answer.json()["seat"] == 1


def test_a_session_is_worth_nothing_here_and_none_is_begun(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")
    signed_in = Client()
    signed_in.force_login(table.account("Josh"))

    with CaptureQueriesContext(connection) as asked:
        seen = Program(client=signed_in).sees()

    assert seen.json()["seat"] is None
    assert seen.content == Program().sees().content
    assert "Cookie" not in seen["Vary"]
    assert not [each for each in asked.captured_queries if "session" in each["sql"]]


# -- entity tags


def test_who_knows_it_already_is_told_only_that(senate: list[Program]) -> None:
    tag = senate[0].tag()

    again = senate[0].sees(known=tag)

    assert again.status_code == 304
    assert again["ETag"] == tag
    assert not tag.startswith("W/")


@pytest.mark.parametrize("known", ["*", '"x", {}', "W/{}", '{}, "x"'])
def test_it_may_be_one_of_several_or_any(known: str, senate: list[Program]) -> None:
    assert senate[0].sees(known=known.format(senate[0].tag())).status_code == 304


@pytest.mark.parametrize("known", ['"x"', "x", '"', ""])
def test_another_tag_is_answered_whole(known: str, senate: list[Program]) -> None:
    assert senate[0].sees(known=known).status_code == 200


def test_a_tag_is_new_exactly_when_the_view_is(senate: list[Program]) -> None:
    moments = [(each.tag(), each.sees().content) for each in [*senate, Program()]]
    for decision in ({"vote": "yea"}, {"vote": "yea"}, {"vote": "nay"}):
        senate[0].decides(decision)
        moments += [(each.tag(), each.sees().content) for each in [*senate, Program()]]

    assert len(set(moments)) == len({tag for tag, _ in moments}) == len({content for _, content in moments})
    # What seat 0 decides shows to em alone; that e has decided, to everybody.
    assert len(set(moments[4::4])) == 2
    assert [len(set(moments[4 + place :: 4])) for place in (1, 2, 3)] == [1, 1, 1]


def test_nobody_may_keep_it_for_somebody_else(senate: list[Program]) -> None:
    for answer in (senate[0].sees(), senate[0].sees(known="*")):
        assert answer["Cache-Control"] == "private, no-cache"
        assert "Authorization" in answer["Vary"]


def test_a_head_is_a_view_without_its_body(senate: list[Program]) -> None:
    answer = NOBODY.head("/g/table/quorum/api/episodes/1/")

    assert answer.status_code == 200
    assert answer["ETag"] == Program().tag()


# -- when to come again


@pytest.mark.parametrize(
    ("left", "said"), [(60 * 60, 30), (301, 30), (300, 30), (291, 30), (290, 29), (60, 6), (11, 2), (10, 1), (1, 1)]
)
def test_come_again_in_a_tenth_of_the_time_that_is_left(
    left: int, said: int, table: SenateTable, clock: time_machine.Traveller
) -> None:
    program = seated(table, 2, decision_seconds=2 * 60 * 60)[0]
    clock.shift(timedelta(hours=2) - timedelta(seconds=left))

    assert program.sees()["Retry-After"] == str(said)
    assert program.sees(known=program.tag())["Retry-After"] == str(said)


def test_when_many_ask_they_are_told_to_come_at_different_times(senate: list[Program]) -> None:
    tag = senate[0].tag()

    told = [int(senate[0].sees(known=tag)["Retry-After"]) for _ in range(25)]

    # The first answer of the second was the one with the tag.
    assert told == [*[6] * 9, *[7] * 10, *[8] * 6]


def test_before_it_opens_come_again_soon(table: SenateTable) -> None:
    table.convenes("Josh")

    assert Program().sees()["Retry-After"] == "5"
    assert Program().seen()["state"] == "gathering"


def test_when_it_is_over_there_is_nothing_to_come_for(senate: list[Program]) -> None:
    for round in range(2):
        for each in senate:
            each.decides(round=round)

    assert "Retry-After" not in senate[0].sees()
    assert senate[0].seen()["state"] == "over"
    assert senate[0].seen()["seed"] == "goose"


def test_a_round_whose_time_is_over_is_closed_before_it_is_shown(
    senate: list[Program], clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(seconds=59))
    before = senate[0].seen()
    clock.shift(timedelta(seconds=1))
    after = senate[0].seen()

    assert (before["round"], after["round"]) == (0, 1)
    assert after["history"][0]["fallback"] == [True, True, True]


def test_an_episode_that_was_adjourned_stays_as_it_was(
    table: SenateTable, senate: list[Program], clock: time_machine.Traveller
) -> None:
    senate[0].decides()
    change(table, table.repeal("Episodes"))
    before = senate[0].seen()

    clock.shift(timedelta(hours=1))

    assert before["state"] == "adjourned"
    assert senate[0].seen() == before
    assert "Retry-After" not in senate[0].sees()


# -- where there is nothing


@pytest.mark.parametrize(
    "path", ["/episodes/2/", "/episodes/0/", f"/episodes/{10**30}/", "/episodes/x/", "/episodes/", "/", "/x.html"]
)
def test_what_is_not_there_is_404_in_json(path: str, senate: list[Program]) -> None:
    assert senate[0].asks("get", path).status_code == 404


def test_a_game_that_is_not_there_is_404_in_json(senate: list[Program]) -> None:
    assert Program(slug="nowhere").sees().status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_other_methods_are_405_and_told_which_there_are(method: str, senate: list[Program]) -> None:
    answer = senate[0].asks(method, "/episodes/1/")

    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD"


def test_a_view_takes_as_many_questions_in_the_last_round_as_in_the_first(table: SenateTable) -> None:
    senate, counts = seated(table, 3, rounds=12), []
    for round in range(12):
        senate[0].seen()
        with CaptureQueriesContext(connection) as asked:
            senate[0].sees()
        counts.append(len(asked))
        for each in senate:
            each.decides(round=round)

    assert len(set(counts[1:])) == 1


def test_to_be_told_that_nothing_is_new_takes_little(senate: list[Program]) -> None:
    tag = senate[0].tag()

    with CaptureQueriesContext(connection) as asked:
        senate[0].sees(known=tag)

    assert len(asked) <= 8


# -- the replay


def test_the_replay_is_refused_until_it_has_ended_and_open_to_everybody_then(senate: list[Program]) -> None:
    before = senate[0].asks("get", "/episodes/1/replay")
    for round in range(2):
        for each in senate:
            each.decides({"vote": "nay"}, round=round)
    after = Program().asks("get", "/episodes/1/replay")

    assert before.status_code == 409
    assert [each["code"] for each in before.json()["error"]["reasons"]] == ["not-ended"]
    assert after.status_code == 200
    assert after.json()["seed"] == "goose"
    Draft202012Validator(SCHEMA).validate(after.json())
    assert after.content == Client().get(senate[0].seen()["replay"]).content
