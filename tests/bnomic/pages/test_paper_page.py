"""A Proposal's own page, from Pending to Historical."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from nomic.core.floor import Floor
from proposals.bnomic.actions import counting
from tests.balloting import MIDNIGHT, BallotTable
from tests.casting import Table
from tests.openings import kept
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def with_three_pending(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Josh", "Lulu", "Raven")
    table.submits("Josh", "Cats", "Cats are *green*.", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", conflicts="Cats", changes=table.new_rule("Dogs"))
    table.submits("Raven", "Kittens", depends="Cats", changes=table.new_rule("Cats"))
    return table


def with_three_open(time_machine: Traveller) -> BallotTable:
    table = with_three_pending(time_machine)
    table.to_nday(time_machine, 9)
    return table


@pytest.fixture
def pending(time_machine: Traveller) -> BallotTable:
    """Cats; Dogs, which Conflict with Cats; and Kittens, which Depend on them and enact a rule of the same name."""
    time_machine.move_to(MIDNIGHT, tick=False)
    return kept(with_three_pending, time_machine)


@pytest.fixture
def opened(time_machine: Traveller) -> BallotTable:
    """The same on nday 9."""
    time_machine.move_to(MIDNIGHT, tick=False)
    return kept(with_three_open, time_machine)


def html(table: Table, path: str, who: str | None = "Josh") -> str:
    response = browser(table, who).get(address(table, f"ballot/{path}"))
    assert response.status_code == 200
    text: str = response.content.decode()
    return text


def read(table: Table, path: str, who: str | None = "Josh") -> str:
    return words(browser(table, who).get(address(table, f"ballot/{path}")))


# -- Pending


def test_the_page_shows_number_name_author_text_and_changes(pending: BallotTable) -> None:
    told = read(pending, "1/", who=None)

    assert "Proposal 1 Pending Cats by Josh" in told
    assert "Cats are green ." in told
    assert "Enact a new rule, “Cats”" in told
    assert "It opens 20 Mar 2007, 00:00 UTC" in told


def test_one_without_a_name_goes_by_its_number(pending: BallotTable) -> None:
    pending.submits("Josh")

    assert "Proposal 4 by Josh" in read(pending, "4/")


def test_whom_it_lists_and_who_lists_it_are_told_apart_and_linked(pending: BallotTable) -> None:
    assert "Listed as a Conflict by #2 Dogs" in read(pending, "1/")
    assert "Depended on by #3 Kittens" in read(pending, "1/")
    assert "It Conflicts with #1 Cats" in read(pending, "2/")
    page = html(pending, "3/")
    assert 'It Depends on</dt><dd><a href="/g/table/ballot/1/">#1 Cats</a>' in re.sub(r">\s+<", "><", page)
    assert "Depends on: Cats" not in page


def test_of_an_older_version_nothing_is_listed_any_more(pending: BallotTable) -> None:
    pending.revises("Lulu", 2, "Dogs", changes=pending.new_rule("Dogs"))

    assert "#2 Dogs" not in read(pending, "1/")


def test_its_author_revises_it_there_as_long_as_it_is_pending(pending: BallotTable, time_machine: Traveller) -> None:
    assert "/g/table/ballot/1/revise/" in html(pending, "1/")
    assert "/g/table/ballot/1/revise/" not in html(pending, "1/", who="Lulu")

    pending.to_nday(time_machine, 8)
    time_machine.move_to(MIDNIGHT + timedelta(days=8))
    assert pending.states()[1] == "Pending"
    assert "/g/table/ballot/1/revise/" not in html(pending, "1/")


def test_a_revised_one_leads_to_its_versions_and_to_what_changed(pending: BallotTable) -> None:
    assert "/versions/" not in html(pending, "1/")

    pending.revises("Josh", 1, "Cats", "Cats are blue.")

    page = html(pending, "1/")
    assert "version 2, revised" in page
    assert "/g/table/posts/1/versions/?from=1&amp;to=2" in page


def test_everybody_reads_what_is_odd_about_its_lists(pending: BallotTable) -> None:
    pending.submits("Raven", depends="Cats", conflicts="#1")

    assert "in one ballot with it, this one is Lost" in read(pending, "4/", who="Lulu")


# -- Open


def test_the_verdict_of_now_tells_by_which_step_it_would_fall(opened: BallotTable) -> None:
    opened.votes(1, Josh="FOR")
    assert "If the ballot closed now Won Its Strength is +1" in read(opened, "1/")

    opened.votes(2, Lulu="FOR")
    assert "If the ballot closed now Lost It Conflicts with #2 Dogs , which is as strong" in read(opened, "1/")
    opened.votes(3, Raven="FOR")
    assert "If the ballot closed now Lost It Depends on #1 Cats , which would be Lost" in read(opened, "3/")


def test_a_vote_cast_there_stays_there(opened: BallotTable) -> None:
    path = address(opened, "ballot/1/vote/")

    plain = browser(opened, "Josh").post(path, {"vote": "FOR", "at": "paper"})
    part = browser(opened, "Lulu").post(path, {"vote": "AGAINST", "at": "paper"}, headers=HTMX).content.decode()

    assert plain["Location"] == "/g/table/ballot/1/#proposal-1"
    assert "<html" not in part
    assert "Its Strength is 0" in part
    assert 'id="vote-1-AGAINST" aria-pressed="true"' in part


def test_every_vote_stands_there_and_what_no_longer_counts_is_marked(opened: BallotTable) -> None:
    opened.votes(1, Josh="AGAINST", Lulu="FOR", Raven="FOR")
    opened.votes(1, Josh="FOR")
    opened.idle("Lulu")

    told = read(opened, "1/")

    assert "Votes 4 cast" in told
    assert re.search(r"Josh AGAINST superseded .* Lulu FOR dropped out .* Raven FOR just now Josh FOR just now", told)
    assert "Strength +2" in told


def test_a_vote_that_was_counted_under_another_name_has_not_dropped_out(
    opened: BallotTable, time_machine: Traveller
) -> None:
    change = {"kind": "rename-agent", "agent": opened.agent("Lulu").pk, "name": "Lola"}
    opened.submits("Josh", "Lola", changes=[change])
    opened.ticks(time_machine, 12)
    opened.votes(4, Josh="FOR", Lulu="FOR", Raven="FOR")
    opened.leave("Raven")

    opened.to_nday(time_machine, 1)

    assert re.search(r"Josh FOR \d.* Lola FOR \d.* Raven FOR dropped out", read(opened, "4/"))



def test_what_could_not_be_made_now_stands_at_its_change(opened: BallotTable) -> None:
    opened.enact_rule("Cats", "Cats are grey.")

    assert "Now: Change 1: there is already a rule called “Cats”" in read(opened, "1/")
    assert "there is already a rule" not in read(opened, "2/")


def test_a_rehearsal_tells_what_would_stand_in_its_way_when_its_turn_comes(opened: BallotTable) -> None:
    opened.votes(1, Josh="FOR")
    opened.votes(3, Josh="FOR")
    assert "After that" not in read(opened, "3/")

    told = read(opened, "3/?rehearsal=1")
    assert "If it Passed now, this would be done and nothing else." in told
    assert "Before it would pass #1 Cats" in told
    assert "After that it could not be done whole" in told
    part = browser(opened, "Josh").get(address(opened, "ballot/3/?rehearsal=1"), headers=HTMX).content.decode()
    assert "<html" not in part
    assert "Before it would pass" in part

    opened.votes(2, Lulu="FOR", Josh="FOR")
    assert "After that it could be done whole" in read(opened, "3/?rehearsal=1")


def test_a_ballot_that_is_over_and_not_counted_offers_no_button(opened: BallotTable, time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT + timedelta(days=12, microseconds=-1))
    assert 'name="vote"' in html(opened, "1/")

    time_machine.move_to(MIDNIGHT + timedelta(days=12))
    assert "The ballot is over, and its count is due" in read(opened, "1/")
    assert 'name="vote"' not in html(opened, "1/")


def test_it_is_talked_about_there_and_a_comment_leads_back(opened: BallotTable) -> None:
    opened.comment("Lulu", 1, "Green is a *fine* colour.")
    assert "Green is a fine colour." in read(opened, "1/")

    answer = browser(opened, "Josh").post(
        address(opened, "posts/1/comments/"), {"body": "So it is.", "token": "form-x"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == "/g/table/ballot/1/#comment-2"
    assert "So it is." in words(answer)


# -- Historical


def test_one_that_passed_tells_so_and_leads_to_the_rule_and_the_count(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.all_vote(1, "FOR", "Josh", "Raven")
    opened.to_nday(time_machine, 1)

    told, page = read(opened, "1/"), html(opened, "1/")

    assert "Historical, nweek 1 Won" in told
    assert "Its Strength was +2" in told
    assert "It Passed, and its changes were made." in told
    assert "“Cats” as it reads now" in told
    assert "What it changed" in told
    assert "/g/table/ballot/nweeks/1/" in page
    assert 'name="vote"' not in page


def test_one_that_passed_without_effect_tells_what_stood_in_the_way(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.votes(1, Josh="FOR")
    opened.votes(3, Raven="FOR")
    opened.to_nday(time_machine, 1)

    told = read(opened, "3/")

    assert "Won, without effect" in told
    assert "What it would have changed" in told
    assert "Change 1: there is already a rule called “Cats”" in told
    assert "changes were made" not in told


def test_one_over_which_the_server_stumbled_says_that(
    opened: BallotTable, time_machine: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(the_floor: Floor, *more: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(counting, "make", stumble)
    opened.votes(1, Josh="FOR")
    opened.to_nday(time_machine, 1)

    told = read(opened, "1/")

    assert "the server failed over it, and made none of its changes" in told
    assert "Not all of its changes" not in told


def test_a_lost_one_tells_by_which_step_it_fell_whatever_came_later(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.votes(2, Lulu="FOR")
    opened.votes(1, Josh="FOR")
    opened.to_nday(time_machine, 1)
    opened.leave("Lulu")

    told = read(opened, "1/")

    assert "Lost" in told
    assert "It Conflicts with #2 Dogs , which was as strong and has the higher Number" in told
    assert "dropped out" not in read(opened, "2/")


def test_what_an_administrator_has_carried_out_is_put_on_record_there(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.submits("Lulu", "Thanks", "Let us thank Kevan.")
    opened.to_nday(time_machine, 1)
    opened.to_nday(time_machine, 9)
    opened.votes(4, Lulu="FOR")
    opened.to_nday(time_machine, 1)
    assert "put on record" not in read(opened, "4/")

    opened.desk("carried_out", number=4)
    assert "was put on record just now" in read(opened, "4/")


def test_there_is_no_page_for_a_number_that_nobody_has_got(pending: BallotTable) -> None:
    assert browser(pending, "Josh").get(address(pending, "ballot/4/")).status_code == 404


def test_the_page_asks_as_many_questions_in_a_large_ballot_as_in_a_small_one(
    opened: BallotTable, time_machine: Traveller
) -> None:
    def queries(number: int) -> int:
        reader = browser(opened, "Josh")
        reader.get(address(opened, f"ballot/{number}/"))
        with CaptureQueriesContext(connection) as asked:
            reader.get(address(opened, f"ballot/{number}/"))
        return len(asked)

    for each in (1, 2, 3):
        opened.all_vote(each, "FOR", "Josh", "Lulu")
    small = queries(1)
    opened.to_nday(time_machine, 1)
    opened.submits("Josh", depends="#1", conflicts="#2", changes=opened.new_rule("Cats"))
    opened.to_nday(time_machine, 9)
    counted = queries(1)
    opened.to_nday(time_machine, 1)
    for _ in range(20):
        opened.submits("Josh", depends="#1", conflicts="#2", changes=opened.new_rule("Cats"))
    opened.to_nday(time_machine, 9)
    for each in range(5, 25):
        opened.all_vote(each, "FOR", "Josh", "Lulu")

    assert queries(5) == small
    assert queries(1) == counted


def test_it_is_drawn_with_those_that_it_lists_and_that_list_it(opened: BallotTable) -> None:
    alone = opened.submits("Raven", "Fish").number

    assert "This Proposal and its neighbours" in html(opened, "2/")
    assert "This Proposal and its neighbours" not in html(opened, f"{alone}/")
