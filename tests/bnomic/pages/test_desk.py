"""The Administrator's desk as a page: who sees it, what it says before an act and after, and what is typed in vain."""

from __future__ import annotations

import re
from typing import Any

import pytest
from time_machine import Traveller

from nomic.core.log import queries as log_queries
from proposals.bnomic.nweeks.models import NweekClock
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.desks import DESK, WHY, page, send
from tests.casting import Table
from tests.lawmaking import change
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db


def part(answer: Any, act: str) -> str:
    """The words of one act's part of the page."""
    found = re.search(rf'<details class="panel" id="{act}".*?</details>', answer.content.decode(), re.DOTALL)
    assert found is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found.group())).strip()


# -- who sees it


def test_administrators_see_the_desk_and_its_tab_and_nobody_else_does(table: BallotTable) -> None:
    assert page(table).status_code == 200
    assert (
        f'href="{address(table, DESK)}"'
        in browser(table, "Kevan").get(address(table, "ballot/calendar/")).content.decode()
    )
    answer = page(table, "Josh")
    assert answer.status_code == 409
    assert "Only an Administrator may do that." in answer.content.decode()
    assert address(table, DESK) not in browser(table, "Josh").get(address(table, "ballot/calendar/")).content.decode()
    assert page(table, None).status_code == 302


def test_what_anybody_else_sends_is_refused(table: BallotTable) -> None:
    before = table.game.last_seq
    answer = send(table, "off", "Josh")
    assert answer.status_code == 409
    assert "Only an Administrator may do that. The Administrator" in words(answer)
    assert send(table, "off", None).status_code == 302
    assert table.game.last_seq == before


def test_a_game_that_never_had_a_clock_has_no_desk(db: None, time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT, tick=False)
    assert page(Table()).status_code == 404


# -- what is said before


def test_what_each_act_will_be_followed_by_is_said_before_it(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 7)
    table.desk("turn_off")
    answer = page(table)
    assert "The next midnight, 20 Mar 2007, 00:00 UTC, ends nday 8 of nweek 1." in part(answer, "on")
    assert "Nday 9 of nweek 1 begins then, and Pending Proposals open." in part(answer, "on")
    assert "Proposals open at the beginning of nday 9: set to that nday or a later one" in part(answer, "set")
    assert "The next Proposal gets Number 1 as things are." in part(answer, "number")

    table.desk("turn_on")
    answer = page(table)
    lost = "the opening of 20 Mar 2007, 00:00 UTC and the count of 24 Mar 2007, 00:00 UTC have no date"
    assert lost in part(answer, "off")
    assert "the Clock goes on by itself, at nday 8 of nweek 1" in part(answer, "pause")


def test_a_count_at_the_next_midnight_is_said_before_the_clock_is_turned_on(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.desk("set_clock", nweek=1, nday=12)
    table.desk("turn_off")
    assert "ends nday 12 of nweek 1. The ballot is counted then." in part(page(table), "on")


def test_what_may_not_be_done_now_is_shown_with_its_ground_and_no_button(table: BallotTable) -> None:
    answer = page(table)
    assert part(answer, "on") == "Turn the Clock On not now The Clock is On already. Nweeks and Ndays Turn it On"
    assert 'name="act" value="on"' not in answer.content.decode()
    table.desk("turn_off")
    answer = page(table)
    assert "The Clock is Off already." in part(answer, "off")
    assert "The Clock is Off already." in part(answer, "pause")
    assert 'name="act" value="on"' in answer.content.decode()


def test_an_idle_administrator_is_told_that_nothing_is_eirs_to_do(table: BallotTable) -> None:
    table.make_admin("Josh")
    table.idle("Kevan", by="Josh")
    answer = page(table)
    assert answer.status_code == 200
    assert "until you come back that is not yours to do" in part(answer, "set")
    assert 'name="act"' not in answer.content.decode()


def test_where_no_rule_speaks_of_the_desk_nothing_is_offered(table: BallotTable) -> None:
    change(table, table.amend("The Administrator", "(mechanism:nweek.administering)", "(https://example.org)"))
    answer = page(table)
    assert "No rule of this game provides for that" in part(answer, "number")
    assert 'name="act"' not in answer.content.decode()


# -- what is done


ACTS: list[tuple[str, dict[str, Any], str]] = [
    ("off", {}, "The Clock is Off."),
    ("pause", {"until": "2007-03-15"}, "The Clock pauses until 15 Mar 2007, 00:00 UTC."),
    ("set", {"nweek": "2", "nday": "3"}, "The Clock stands at nday 3 of nweek 2."),
    ("number", {"number": "20"}, "The next Proposal gets Number 20."),
]


@pytest.mark.parametrize(("act", "typed", "said"), ACTS)
def test_an_act_is_done_told_and_listed_with_its_reason(
    table: BallotTable, act: str, typed: dict[str, Any], said: str
) -> None:
    reader = browser(table, "Kevan")
    answer = reader.post(address(table, DESK), {"act": act, "why": WHY, **typed}, follow=True)
    assert answer.redirect_chain == [(address(table, DESK), 302)]
    assert said in words(answer)
    past = words(answer).partition("Done at this desk")[2]
    assert "12 Mar 2007, 09:00 UTC Kevan Kevan" in past
    assert f"“{WHY}”" in past


@pytest.mark.parametrize(("act", "typed", "said"), ACTS)
def test_a_form_that_is_sent_twice_is_carried_out_once_and_answered_alike(
    table: BallotTable, act: str, typed: dict[str, Any], said: str
) -> None:
    assert send(table, act, **typed).status_code == 302
    after = table.game.last_seq
    assert send(table, act, **typed).status_code == 302
    assert table.game.last_seq == after


def test_the_clock_is_turned_on_out_of_a_pause(table: BallotTable) -> None:
    send(table, "pause", until="2007-03-20")
    assert send(table, "on", why="We are back.").status_code == 302
    assert NweekClock.objects.get(game=table.made).running
    assert "Kevan turns the Clock On: “We are back.”" in words(page(table))


def test_what_the_clock_does_by_itself_is_none_of_the_desks_acts(table: BallotTable, time_machine: Traveller) -> None:
    assert "Nothing yet." in words(page(table))
    send(table, "pause", until="2007-03-14")
    table.ticks(time_machine, 3)
    past = words(page(table)).partition("Done at this desk")[2]
    assert past.count("the Clock") == 1


# -- what is not understood, and what is refused


def test_no_act_is_done_without_a_reason_and_what_was_typed_is_kept(table: BallotTable) -> None:
    answer = send(table, "set", why=" ", nweek="7", nday="3")
    assert answer.status_code == 422
    assert "Say why: the log shows it." in part(answer, "set")
    assert 'value="7"' in answer.content.decode()
    assert '<details class="panel" id="set" open>' in answer.content.decode()
    assert log_queries.log(table.made.pk, kinds=("bnomic.clock-set",)).count() == 0


@pytest.mark.parametrize(
    ("act", "typed", "said"),
    [
        ("pause", {"until": "soon"}, "Name a day, such as 2007-03-14."),
        ("pause", {}, "Name a day."),
        ("set", {"nweek": "two", "nday": "3"}, "This must be a whole number."),
        ("set", {"nweek": "9999999999", "nday": "3"}, "That is too far: 1000000 at most."),
        ("number", {"number": ""}, "Say which."),
        ("off", {"why": "x" * 501}, "at most 500"),
        ("off", {"why": "a\x00b"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_taken_is_said_at_its_field(
    table: BallotTable, act: str, typed: dict[str, Any], said: str
) -> None:
    answer = send(table, act, **typed)
    assert answer.status_code == 422
    assert said in part(answer, act)
    assert table.nday() == (1, 1)


def test_an_act_that_there_is_not_is_not_understood(table: BallotTable) -> None:
    assert send(table, "strike").status_code == 422


@pytest.mark.parametrize(
    ("act", "typed", "said"),
    [
        ("pause", {"until": "2007-03-12"}, "No midnight would fall into that pause. It lasts until 13 Mar 2007"),
        ("pause", {"until": "2008-03-13"}, "A pause lasts until 12 Mar 2008, 09:00 UTC at most."),
        ("set", {"nweek": "1", "nday": "13"}, "an nweek has 12 ndays"),
        ("number", {"number": "0"}, "A new Number is greater than all before it"),
        ("on", {}, "The Clock is On already."),
    ],
)
def test_a_refusal_is_told_on_the_desk_and_what_was_typed_is_kept(
    table: BallotTable, act: str, typed: dict[str, Any], said: str
) -> None:
    answer = send(table, act, **typed)
    assert answer.status_code == 409
    assert said in part(answer, act)
    assert WHY in part(answer, act)
    assert words(answer).count("The rules do not allow that") == 1
