"""The live ballot: what would come of each Proposal now, and what stands around it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from nomic.core.log import queries as log_queries
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.three import cast, html, read, row
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, queries_of

pytestmark = pytest.mark.django_db


# -- what is Open


def test_each_open_proposal_tells_what_would_come_of_it_and_by_which_step(opened: BallotTable) -> None:
    opened.all_vote(1, "FOR", "Josh", "Raven")
    opened.all_vote(2, "FOR", "Josh", "Raven", "Lulu")
    opened.votes(3, Raven="FOR", Lulu="AGAINST", Josh="ABSTAIN")

    assert "this would pass: #2 ." in read(opened)
    told = html(opened)
    assert "If it closed now: Lost : it Conflicts with #2 Dogs , which is stronger" in row(told, 1)
    assert "If it closed now: Won" in row(told, 2)
    assert "If it closed now: Lost : its Strength is 0, and to win takes at least +1" in row(told, 3)
    assert "Strength 0" in row(told, 3)
    assert "FOR 1 AGAINST 1 ABSTAIN 1" in row(told, 3)

    opened.votes(3, Lulu="FOR")
    assert "If it closed now: Lost : it Depends on #1 Cats , which would be Lost" in row(html(opened), 3)


def test_between_equals_the_page_says_which_number_prevails(opened: BallotTable) -> None:
    opened.votes(1, Josh="FOR")
    opened.votes(2, Lulu="FOR")

    assert "which is as strong and has the higher Number" in row(html(opened), 1)


def test_both_sides_of_a_conflict_show_it_whichever_of_them_listed_it(opened: BallotTable) -> None:
    told = html(opened)

    assert "Conflicts with #2 Dogs" in row(told, 1)
    assert "Conflicts with #1 Cats" in row(told, 2)


def test_a_player_sees_eir_own_final_vote_pressed_in_and_what_still_waits_for_em(opened: BallotTable) -> None:
    opened.votes(1, Josh="AGAINST")
    opened.votes(1, Josh="FOR")

    page = html(opened)

    assert re.search(r'id="vote-1-FOR" aria-pressed="true"', page)
    assert re.search(r'id="vote-1-AGAINST" aria-pressed="false"', page)
    assert "Your Final Vote is FOR." in page
    assert '<a href="#proposal-2">2 wait for your vote</a>' in page


def test_a_stranger_sees_the_whole_ballot_and_no_button(opened: BallotTable) -> None:
    page = html(opened, who=None)

    assert "If it closed now:" in page
    assert 'name="vote"' not in page
    assert "Sign in</a> to vote" in page


def test_an_idle_player_is_told_why_e_has_no_button(opened: BallotTable) -> None:
    opened.votes(1, Lulu="FOR")
    opened.idle("Lulu")

    page = html(opened, who="Lulu")

    assert 'name="vote"' not in page
    assert "You are idle" in page
    assert "Your vote, FOR, does not count while you are idle. " in row(page, 1)
    assert "FOR 0" in row(page, 1)


def test_what_is_pending_on_record_is_open_from_the_instant_of_its_opening(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.submits("Josh", "Cats")
    table.to_nday(time_machine, 8)
    time_machine.move_to(MIDNIGHT + timedelta(days=8, microseconds=-1))
    assert "Nothing is Open." in read(table)

    time_machine.move_to(MIDNIGHT + timedelta(days=8))
    assert "Nothing is Pending." in read(table)
    assert "They opened by the Clock alone" in read(table)
    assert table.states() == {1: "Pending"}
    assert cast(table, 1, "FOR").status_code == 302
    assert table.states() == {1: "Open"}
    assert "by the Clock alone" not in read(table)


def test_a_ballot_that_is_over_and_not_counted_takes_no_vote_and_says_so(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.votes(2, Lulu="FOR")
    opened.to_nday(time_machine, 12)
    time_machine.move_to(MIDNIGHT + timedelta(days=12, microseconds=-1))
    assert 'name="vote"' in html(opened)

    time_machine.move_to(MIDNIGHT + timedelta(days=12))
    page = html(opened)
    assert 'name="vote"' not in page
    assert "This ballot is over" in page
    assert "By the count: Won" in row(page, 2)
    assert cast(opened, 2, "AGAINST").status_code == 409
    assert opened.states()[2] == "Open"


# -- what is Pending


def test_its_author_may_revise_what_is_pending_and_everybody_reads_its_warnings(table: BallotTable) -> None:
    table.submits("Josh", "Cats", depends="Fog, #1")

    assert "/g/table/ballot/1/revise/" in html(table, who="Josh")
    other = html(table, who="Lulu")
    assert "/g/table/ballot/1/revise/" not in other
    assert "Nobody bears the Name “Fog” yet" in other
    assert "It lists itself" in other


def test_an_empty_ballot_invites_to_submit_a_proposal(table: BallotTable) -> None:
    page = html(table)

    assert "Nothing is Open." in page
    assert "Nothing is Pending." in page
    assert page.count('href="/g/table/ballot/submit/"') >= 2


# -- around


def test_the_sidebar_and_the_bar_count_what_waits_for_the_readers_vote(opened: BallotTable) -> None:
    opened.votes(1, Josh="ABSTAIN")

    page = html(opened, "roster/")
    bar, sidebar = page.split("</nav>")[1], page.split('id="ballot-panel"')[1]

    assert re.search(r'Ballot <span class="count">2<', bar)
    assert "Nday 9" in sidebar
    assert "#2 Dogs" in sidebar
    assert "#1 Cats" not in sidebar.split("</section>")[0]
    assert 'class="count"' not in html(opened, "roster/", who=None).split("</nav>")[1].split("Pending")[0]


def test_only_an_administrator_is_led_to_the_desk(table: BallotTable) -> None:
    assert "/g/table/ballot/desk/" in html(table, who="Kevan")
    assert "/g/table/ballot/desk/" not in html(table, who="Josh")


def test_a_game_by_another_procedure_has_no_ballot(table: BallotTable) -> None:
    other = Table("Raven", slug="other")

    assert browser(other, "Raven").get("/g/other/ballot/").status_code == 404
    assert browser(other, "Raven").get("/g/other/ballot/historical/").status_code == 404


def test_reading_writes_nothing(opened: BallotTable, time_machine: Traveller) -> None:
    opened.ticks(time_machine, 5, clerk=False)
    before = log_queries.log(opened.made.pk).count()

    read(opened)
    read(opened, "ballot/historical/")

    assert log_queries.log(opened.made.pk).count() == before


def test_no_other_page_reads_the_texts_of_all_proposals(opened: BallotTable) -> None:
    reader = browser(opened, "Josh")

    with CaptureQueriesContext(connection) as asked:
        assert "#2 Dogs" in reader.get(address(opened, "roster/")).content.decode()

    of_proposals = [each["sql"] for each in asked if 'FROM "bnomic_proposal"' in each["sql"]]
    assert of_proposals
    assert not [sql for sql in of_proposals if '"body"' in sql]


def test_pages_ask_as_many_questions_for_many_proposals_as_for_a_few(
    table: BallotTable, time_machine: Traveller
) -> None:
    def grow(count: int) -> dict[str, int]:
        for _ in range(count):
            number = table.submits("Josh", depends="#1", conflicts="#2").number
        table.to_nday(time_machine, 9)
        for each in range(number - count + 1, number + 1):
            table.votes(each, Josh="FOR", Lulu="AGAINST")
        table.to_nday(time_machine, 1)
        for _ in range(count):
            table.submits("Josh", depends="#1, Fog")
        table.to_nday(time_machine, 9)
        for _ in range(count):
            table.submits("Josh", depends="#1, Fog")
        return {path: queries_of(table, path) for path in ("ballot/", "ballot/historical/", "roster/")}

    assert grow(2) == grow(6)


def test_where_nothing_is_pending_a_proposal_is_asked_for_only_of_who_may_submit_one(table: BallotTable) -> None:
    def offered(who: str | None) -> bool:
        page = browser(table, who).get(address(table, "ballot/")).content.decode()
        assert "Nothing is Pending." in page
        return "/ballot/submit/" in page.partition("Nothing is Pending.")[2].partition("</section>")[0]

    assert [offered(who) for who in ("Josh", None)] == [True, False]
    part = browser(table, "Josh").get(address(table, "ballot/"), headers={"HX-Request": "true"}).content.decode()
    assert "/ballot/submit/" in part

    table.legislate(table.repeal("Proposals"))

    assert not offered("Josh")
