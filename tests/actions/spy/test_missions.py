"""A mission is put on the board by the Mastermind, announced, closed and cancelled. (Rule Missions; rows 77, 78)"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from time_machine import Traveller

from dynasties.spy.missions import actions as missions_actions, queries as missions_queries
from dynasties.spy.missions.models import Mission
from nomic.core.decision import Invalid, Refused
from nomic.core.floor import floor
from nomic.core.language.rules import Keywords
from nomic.core.log.models import Event
from nomic.core.log.words import event_text as said
from nomic.core.roster import actions as roster_actions
from nomic.words import LOG_WORDS
from proposals.posts.models import Post
from tests.lawmaking import amend, change
from tests.refusals import codes
from tests.spying import SpyTable
from tests.tidings.inboxes import told

HOUR, TICK = timedelta(hours=1), timedelta(microseconds=1)


def close(table: SpyTable, number: int, why: str = "It is stale.", by: str = "Kevan") -> Mission:
    return missions_actions.close_mission(actor_id=table.agent(by).pk, game_id=table.made.pk, number=number, why=why)


def cancel(table: SpyTable, number: int, why: str = "", by: str = "Kevan") -> Mission:
    return missions_actions.cancel_mission(actor_id=table.agent(by).pk, game_id=table.made.pk, number=number, why=why)


def test_a_mission_is_on_the_board_and_announced_under_its_own_title(table: SpyTable) -> None:
    before = table.game.last_seq

    mission = table.open_mission("The [Red] Door", checks=[{"kind": "be-in", "places": "LON"}])

    assert table.public_kinds(before) == ["post.made", "spy.mission-opened"]
    assert (mission.post.title, mission.post.author) == ("New Mission Available", table.agent("Kevan"))
    assert mission.post.body == r"[The \[Red\] Door](/g/table/spy/missions/1/)"
    assert [each.row for each in missions_queries.mission_board(table.theatre)] == [mission]


def test_everybody_else_is_told_of_it(table: SpyTable) -> None:
    table.open_mission("Basic Training")

    assert told(table, "Lulu", "mission") == ["A new mission is on the board: “Basic Training”."]
    assert told(table, "Kevan", "mission") == []


def test_only_the_mastermind_opens_one_and_only_outside_a_hiatus(table: SpyTable) -> None:
    with pytest.raises(Refused) as caught:
        table.open_mission(by="Lulu")
    assert codes(caught) == ["for-the-mastermind"]

    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")
    with pytest.raises(Refused) as caught:
        table.open_mission()
    assert codes(caught) == ["hiatus"]


def test_a_fourth_waits_until_one_is_completed_or_closed(table: SpyTable) -> None:
    for title in ("One", "Two", "Three"):
        table.open_mission(title)
    with pytest.raises(Refused) as caught:
        table.open_mission("Four")
    assert codes(caught) == ["missions-enough"]

    # Each completion makes room, so that more than three may be open.
    table.accept(table.claim("Lulu", 1))
    table.open_mission("Four")
    assert missions_queries.unfinished_count(table.theatre) == 3
    close(table, 2)
    table.open_mission("Five")
    assert [each.standing.is_open for each in missions_queries.mission_board(table.theatre)].count(True) == 4


def test_a_form_sent_twice_opens_one_mission(table: SpyTable) -> None:
    gains = [{"column": "Air Tickets", "add": 2}]
    first = table.open_mission("Once", token="same", gains=gains)

    assert table.open_mission("Once", token="same", gains=gains) == first
    with pytest.raises(Invalid) as caught:
        table.open_mission("Other", token="same")
    assert (caught.value.path, Mission.objects.count(), Post.objects.filter(game=table.made).count()) == ("token", 1, 1)


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 81}, "title"),
        ({"title": "Basic\u2800Training"}, "title"),
        ({"goals": ""}, "goals"),
        ({"penalty": "x" * 5001}, "penalty"),
        ({"closes_after": 0}, "closes_after"),
        ({"checks": [{"kind": "be-in", "places": "XXX"}]}, "checks/0/places"),
        ({"gains": [{"column": "LKL", "add": 1}]}, "gains/0/column"),
        ({"token": "no token!"}, "token"),
    ],
)
def test_what_is_no_mission_is_told_at_its_field_and_nothing_is_posted(
    table: SpyTable, wrong: dict[str, Any], path: str
) -> None:
    with pytest.raises(Invalid) as caught:
        table.open_mission(**{"title": "Basic Training"} | wrong)

    assert (caught.value.path, Post.objects.filter(game=table.made).count()) == (path, 0)


def test_a_secret_column_is_in_no_reward(table: SpyTable) -> None:
    table.column("Cipher", kind="number", secret=True)

    with pytest.raises(Invalid) as caught:
        table.open_mission(gains=[{"column": "Cipher", "add": 1}])
    assert caught.value.path == "gains/0/column"


def test_two_missions_have_titles_that_nobody_mistakes_for_each_other(table: SpyTable) -> None:
    table.open_mission("Basic Training")

    with pytest.raises(Invalid) as caught:
        table.open_mission("basic  tralning")
    assert (caught.value.path, caught.value.code) == ("title", "title-taken")


def test_the_mastermind_closes_one_and_says_what_has_come_about(table: SpyTable) -> None:
    table.open_mission()
    before = table.game.last_seq

    mission = close(table, 1, "Nobody cares.")

    assert (mission.ending, mission.why, table.public_kinds(before)) == (
        "done",
        "Nobody cares.",
        ["spy.mission-closed"],
    )
    for act in (close, cancel):
        with pytest.raises(Refused) as caught:
            act(table, 1)
        assert codes(caught) == ["mission-closed"]
    with pytest.raises(Invalid):
        close(table, 1, " ")
    with pytest.raises(Invalid) as missing:
        close(table, 2)
    assert missing.value.path == "mission"


@pytest.mark.parametrize(("age", "may"), [(6 * HOUR, True), (6 * HOUR + TICK, False)])
def test_one_that_is_six_hours_old_may_be_cancelled_and_an_older_one_not(
    table: SpyTable, clock: Traveller, age: timedelta, may: bool
) -> None:
    table.open_mission()
    clock.shift(age)

    if may:
        assert cancel(table, 1).ending == "young"
        return
    with pytest.raises(Refused) as caught:
        cancel(table, 1)
    assert codes(caught) == ["mission-not-young", "mission-few-aborts"]


def test_three_different_agents_who_were_not_idle_may_have_it_aborted(table: SpyTable, clock: Traveller) -> None:
    mission = table.open_mission()
    clock.shift(7 * HOUR)
    table.comment("Lulu", mission.post.number, "Abort the Mission!")
    table.comment("Lulu", mission.post.number, "I say: abort the mission!")
    table.comment("Raven", mission.post.number, "ABORT THE MISSION!")
    table.idle("Josh")
    table.comment("Josh", mission.post.number, "Abort the Mission!")
    with pytest.raises(Refused):
        cancel(table, 1)

    table.unidle("Josh")
    table.comment("Josh", mission.post.number, "Abort the Mission!")
    # Whoever has said so has said so, whatever becomes of em.
    table.idle("Raven")

    assert cancel(table, 1).ending == "aborted"


def test_only_the_mastermind_cancels(table: SpyTable) -> None:
    table.open_mission()

    with pytest.raises(Refused) as caught:
        cancel(table, 1, by="Lulu")
    assert codes(caught) == ["for-the-mastermind"]


def test_with_its_mechanism_repealed_nobody_opens_one_and_the_rule_is_cited(table: SpyTable) -> None:
    text = table.rule("Missions").text
    change(table, amend(table, "Missions", text.replace("[open a mission](mechanism:spy.missions)", "open a mission")))

    with pytest.raises(Refused) as caught:
        table.open_mission()
    assert [(each.code, each.rule) for each in caught.value.reasons] == [("not-in-the-law", "Missions")]


def test_the_log_says_what_became_of_it(table: SpyTable) -> None:
    table.open_mission("The Door", closes_after=1)
    table.accept(table.claim("Lulu", 1))
    table.open_mission("The Window")
    cancel(table, 2, "It {is} broken.")

    events = Event.objects.filter(game=table.made, kind__startswith="spy.mission").order_by("seq")
    assert [said(each.kind, each.by, each.subject, each.data, Keywords(), LOG_WORDS) for each in events] == [
        "Kevan opens the mission “The Door”.",
        "Lulu has completed the mission “The Door”; Kevan rules so.",
        "the Clerk closes the mission “The Door”: completed by 1",
        "Kevan opens the mission “The Window”.",
        "Kevan cancels the mission “The Window”, which is young still: It {is} broken.",
    ]
