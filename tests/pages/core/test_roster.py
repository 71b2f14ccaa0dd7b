"""The roster, an Agent's page, and how the quorum is made up."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.core.games.models import AgentState
from nomic.core.language.rules import Keywords
from nomic.core.law.dials import CLERK
from nomic.core.law.rules import Law
from nomic.core.roster.views import idling_context
from tests.casting import Table
from tests.mechanics.proposals.matters import LAW, without
from tests.moments import stands_at
from tests.openings import laid
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WEEK, MOMENT = timedelta(days=7), timedelta(microseconds=1)


clock = stands_at(START)


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return laid("Josh", "Lulu", "Raven")


def test_offices_are_shown_and_who_admitted_whom(table: Table) -> None:
    told = words(browser(table).get(address(table, "roster/")))

    assert "Kevan Mastermind Admin playing just now just now founder" in told
    assert "Josh playing just now just now admitted by Kevan" in told


def test_an_idle_agent_is_told_since_when(table: Table, clock: time_machine.Traveller) -> None:
    table.idle("Josh")
    clock.shift(timedelta(hours=5))

    assert "Josh went idle 5 h ago" in words(browser(table).get(address(table, "roster/")))


def test_a_request_is_seen_by_all_and_granted_by_an_admin(table: Table) -> None:
    browser(table, "Josh").post(address(table, "roster/idle/"))
    kevan = browser(table, "Kevan")
    assert "Josh playing, asks to go idle" in words(kevan.get(address(table, "roster/")))

    kevan.post(address(table, f"roster/{table.agent('Josh').pk}/idle/"))

    assert table.agent("Josh").state == AgentState.IDLE


def test_coming_back_is_asked_for_and_granted(table: Table) -> None:
    table.idle("Josh")
    browser(table, "Josh").post(address(table, "roster/back/"))
    kevan = browser(table, "Kevan")
    assert "asks to come back" in words(kevan.get(address(table, "roster/")))

    kevan.post(address(table, f"roster/{table.agent('Josh').pk}/unidle/"))

    assert table.agent("Josh").state == AgentState.ACTIVE


@pytest.mark.parametrize(("silence", "is_on"), [(WEEK, False), (WEEK + MOMENT, True)])
def test_the_button_to_idle_the_silent_is_there_once_the_law_allows_it_and_until_then_it_says_when(
    table: Table, clock: time_machine.Traveller, silence: timedelta, is_on: bool
) -> None:
    clock.shift(silence)

    page = browser(table, "Kevan").get(address(table, "roster/"))

    assert ('aria-label="Idle Josh"' in page.content.decode()) == is_on
    assert ("may be idled" in words(page)) == (not is_on)


def test_what_the_law_says_of_idling_is_said_once_and_to_an_admin_alone(table: Table) -> None:
    rule = "After more than 7 d of silence, an Admin may idle unasked."

    told = {name: words(browser(table, name).get(address(table, "roster/"))) for name in ("Kevan", "Josh")}

    assert (told["Kevan"].count(rule), told["Josh"].count(rule)) == (1, 0)


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (replace(LAW, values={**LAW.values, "idle.after": None}), "Nobody is idled for eir silence."),
        (replace(LAW, values={**LAW.values, "idle.by": CLERK}), "the Clerk alone idles."),
        (without("agents.idling"), "No rule of this game provides for going idle."),
    ],
)
def test_a_law_that_leaves_the_silent_to_others_or_alone_says_so(law: Law, said: str) -> None:
    assert said in " ".join(idling_context(law, Keywords()))


def test_a_button_pressed_too_early_all_the_same_is_refused(table: Table, clock: time_machine.Traveller) -> None:
    clock.shift(WEEK)

    answer = browser(table, "Kevan").post(address(table, f"roster/{table.agent('Josh').pk}/idle/"))

    assert answer.status_code == 409
    assert table.agent("Josh").state == AgentState.ACTIVE


def test_nobody_is_brought_back_who_did_not_ask(table: Table) -> None:
    table.idle("Josh")

    page = browser(table, "Kevan").get(address(table, "roster/")).content.decode()

    assert "Bring Josh back" not in page
    assert "brings back whoever asks for that" in page


def test_an_admin_gives_the_office_up_and_stays(table: Table) -> None:
    kevan = browser(table, "Kevan")
    assert "Give up being Admin" in words(kevan.get(address(table, "roster/")))

    told = words(kevan.post(address(table, "roster/resign/"), follow=True))

    assert "You are no Admin any more." in told
    assert "Give up being Admin" not in told
    assert "Kevan Mastermind you playing" in told


def test_nobody_resigns_an_office_e_does_not_hold(table: Table) -> None:
    assert browser(table, "Josh").post(address(table, "roster/resign/")).status_code == 409


def test_leaving_asks_for_ones_name_first(table: Table) -> None:
    josh = browser(table, "Josh")
    assert "Type your name to confirm" in words(josh.get(address(table, "roster/leave/")))

    answer = josh.post(address(table, "roster/leave/"), {"name": "josh", "text": "Farewell!"})

    assert answer.status_code == 422
    assert "Type “Josh”, letter for letter." in words(answer)
    assert "Farewell!" in answer.content.decode()
    assert table.agent("Josh").state == AgentState.ACTIVE


def test_who_typed_eir_name_has_left_and_stands_among_the_former(table: Table) -> None:
    josh = browser(table, "Josh")

    josh.post(address(table, "roster/leave/"), {"name": "Josh", "text": "Farewell!"})

    told = words(josh.get(address(table, "roster/")))
    assert "You have left the game." in told
    assert "Formerly in the game Josh left" in told


@pytest.mark.parametrize("path", ["roster/idle/", "roster/back/", "roster/leave/", "roster/resign/"])
def test_strangers_are_asked_to_sign_in_and_others_told_that_they_are_no_agents(table: Table, path: str) -> None:
    table.account("Zack")

    assert browser(table).post(address(table, path))["Location"].startswith("/accounts/login/")
    assert browser(table, "Zack").post(address(table, path)).status_code == 409


def test_the_roster_asks_as_much_for_ten_as_for_three(table: Table) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            browser(table, "Kevan").get(address(table, "roster/"))
        return len(asked)

    queries()  # the first visit is remembered
    few = queries()
    for letter in "abcdefg":
        table.join(f"Player {letter}")
        table.announce(f"Somebody {letter}")

    assert queries() == few


# -- an Agent's page


def test_an_agents_page_tells_what_e_has_been(table: Table) -> None:
    table.make_admin("Josh")
    table.idle("Josh")

    told = words(browser(table).get(address(table, f"roster/{table.agent('Josh').pk}/")))

    ever = ("idle Josh Admin", "playing Josh Admin", "playing Josh none")
    assert re.search("History .*" + "".join(rf" just now {each} \d+" for each in ever), told)


def test_the_page_of_somebody_who_left_is_still_there(table: Table) -> None:
    table.leave("Josh")

    assert "left the game" in words(browser(table).get(address(table, f"roster/{table.agent('Josh').pk}/")))


def test_an_agent_of_another_game_is_not_found_here(table: Table) -> None:
    other = Table(slug="other", title="Other")

    assert browser(table).get(address(table, f"roster/{other.agent('Kevan').pk}/")).status_code == 404


# -- the quorum


@pytest.mark.parametrize(
    ("idle", "arithmetic"),
    [
        ((), "Who counts 4 .* The share of 4 2 And added to it 1 Quorum 3"),
        (("Josh",), "Who counts 3 .* The share of 3, rounded down 1 And added to it 1 Quorum 2"),
    ],
)
def test_the_quorum_is_reckoned_before_the_readers_eyes(table: Table, idle: tuple[str, ...], arithmetic: str) -> None:
    for name in idle:
        table.idle(name)

    told = words(browser(table).get(address(table, "quorum/")))

    assert re.search(arithmetic, told)


def test_who_counts_and_who_does_not(table: Table) -> None:
    table.idle("Josh")
    table.leave("Raven")

    told = words(browser(table).get(address(table, "quorum/")))

    assert re.search("Who counts Roster Kevan Lulu Who does not: idle Josh went idle", told)
    assert "Raven" not in told
