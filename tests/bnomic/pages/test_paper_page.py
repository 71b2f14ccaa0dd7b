"""A Proposal's own page while it is Pending or Open."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from time_machine import Traveller

from proposals.bnomic.nweeks.rules import ProposalState
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.three import HTMX, html, read
from tests.pages.deciding.pages import address, asked_twice, browser, queries_of, words

pytestmark = pytest.mark.django_db


# -- Pending


def test_the_page_shows_number_name_author_text_and_changes(pending: BallotTable) -> None:
    told = read(pending, "ballot/1/", who=None)

    assert "Proposal 1 Pending Cats by Josh" in told
    assert "Cats are green ." in told
    assert "Enact a new rule, “Cats”" in told
    assert "It opens 20 Mar 2007, 00:00 UTC" in told


def test_one_without_a_name_goes_by_its_number(pending: BallotTable) -> None:
    pending.submits("Josh")

    assert "Proposal 4 by Josh" in read(pending, "ballot/4/")


def test_whom_it_lists_and_who_lists_it_are_told_apart_and_linked(pending: BallotTable) -> None:
    assert "Listed as a Conflict by #2 Dogs" in read(pending, "ballot/1/")
    assert "Depended on by #3 Kittens" in read(pending, "ballot/1/")
    assert "It Conflicts with #1 Cats" in read(pending, "ballot/2/")
    page = html(pending, "ballot/3/")
    assert 'It Depends on</dt><dd><a href="/g/table/ballot/1/">#1 Cats</a>' in re.sub(r">\s+<", "><", page)
    assert "Depends on: Cats" not in page


def test_of_an_older_version_nothing_is_listed_any_more(pending: BallotTable) -> None:
    pending.revises("Lulu", 2, "Dogs", changes=pending.new_rule("Dogs"))

    assert "#2 Dogs" not in read(pending, "ballot/1/")


def test_its_author_revises_it_there_as_long_as_it_is_pending(pending: BallotTable, time_machine: Traveller) -> None:
    assert "/g/table/ballot/1/revise/" in html(pending, "ballot/1/")
    assert "/g/table/ballot/1/revise/" not in html(pending, "ballot/1/", who="Lulu")

    pending.to_nday(time_machine, 8)
    time_machine.move_to(MIDNIGHT + timedelta(days=8))
    assert pending.states()[1] == "Pending"
    assert "/g/table/ballot/1/revise/" not in html(pending, "ballot/1/")


def test_a_revised_one_leads_to_its_versions_and_to_what_changed(pending: BallotTable) -> None:
    assert "/versions/" not in html(pending, "ballot/1/")

    pending.revises("Josh", 1, "Cats", "Cats are blue.")

    page = html(pending, "ballot/1/")
    assert "version 2, revised" in page
    assert "/g/table/posts/1/versions/?from=1&amp;to=2" in page


def test_everybody_reads_what_is_odd_about_its_lists(pending: BallotTable) -> None:
    pending.submits("Raven", depends="Cats", conflicts="#1")

    assert "in one ballot with it, this one is Lost" in read(pending, "ballot/4/", who="Lulu")


# -- Open


def test_the_verdict_of_now_tells_by_which_step_it_would_fall(opened: BallotTable) -> None:
    opened.votes(1, Josh="FOR")
    assert "If the ballot closed now Won Its Strength is +1" in read(opened, "ballot/1/")

    opened.votes(2, Lulu="FOR")
    assert "If the ballot closed now Lost It Conflicts with #2 Dogs , which is as strong" in read(opened, "ballot/1/")
    opened.votes(3, Raven="FOR")
    assert "If the ballot closed now Lost It Depends on #1 Cats , which would be Lost" in read(opened, "ballot/3/")


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

    told = read(opened, "ballot/1/")

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

    assert re.search(r"Josh FOR \d.* Lola FOR \d.* Raven FOR dropped out", read(opened, "ballot/4/"))


def test_what_could_not_be_made_now_stands_at_its_change(opened: BallotTable) -> None:
    opened.enact_rule("Cats", "Cats are grey.")

    assert "Now: Change 1: there is already a rule called “Cats”" in read(opened, "ballot/1/")
    assert "there is already a rule" not in read(opened, "ballot/2/")


def test_a_rehearsal_tells_what_would_stand_in_its_way_when_its_turn_comes(opened: BallotTable) -> None:
    opened.votes(1, Josh="FOR")
    opened.votes(3, Josh="FOR")
    assert "After that" not in read(opened, "ballot/3/")

    told = read(opened, "ballot/3/?rehearsal=1")
    assert "If it Passed now, this would be done and nothing else." in told
    assert "Before it would pass #1 Cats" in told
    assert "After that it could not be done whole" in told
    part = browser(opened, "Josh").get(address(opened, "ballot/3/?rehearsal=1"), headers=HTMX).content.decode()
    assert "<html" not in part
    assert "Before it would pass" in part

    opened.votes(2, Lulu="FOR", Josh="FOR")
    assert "After that it could be done whole" in read(opened, "ballot/3/?rehearsal=1")


def test_nothing_passes_before_the_one_of_the_lowest_number(opened: BallotTable) -> None:
    opened.votes(1, Josh="FOR")
    opened.votes(3, Josh="FOR")

    told = read(opened, "ballot/1/?rehearsal=1")

    assert "If it Passed now, this would be done and nothing else." in told
    assert "Before it would pass" not in told
    assert "After that" not in told


def test_a_ballot_that_is_over_and_not_counted_offers_no_button(opened: BallotTable, time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT + timedelta(days=12, microseconds=-1))
    assert 'name="vote"' in html(opened, "ballot/1/")

    time_machine.move_to(MIDNIGHT + timedelta(days=12))
    assert "The ballot is over, and its count is due" in read(opened, "ballot/1/")
    assert 'name="vote"' not in html(opened, "ballot/1/")


def test_it_is_talked_about_there_and_a_comment_leads_back(opened: BallotTable) -> None:
    opened.comment("Lulu", 1, "Green is a *fine* colour.")
    assert "Green is a fine colour." in read(opened, "ballot/1/")

    answer = browser(opened, "Josh").post(
        address(opened, "posts/1/comments/"), {"body": "So it is.", "token": "form-x"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == "/g/table/ballot/1/#comment-2"
    assert "So it is." in words(answer)


def test_there_is_no_page_for_a_number_that_nobody_has_got(pending: BallotTable) -> None:
    assert browser(pending, "Josh").get(address(pending, "ballot/4/")).status_code == 404


def test_the_page_of_one_that_passed_asks_once_for_its_lists_and_for_what_it_made(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.all_vote(1, "FOR", "Josh", "Lulu")
    opened.to_nday(time_machine, 1)
    opened.submits("Josh", depends="#1", conflicts="#2")

    assert opened.proposal(1).state == ProposalState.WON
    again = asked_twice(opened, "ballot/1/")
    assert [sql for sql in again if "bnomic_listed" in sql or "rulesets_ruleversion" in sql] == []


def test_the_page_asks_as_many_questions_in_a_large_ballot_as_in_a_small_one(
    opened: BallotTable, time_machine: Traveller
) -> None:
    def queries(number: int) -> int:
        return queries_of(opened, f"ballot/{number}/")

    for each in (1, 2, 3):
        opened.all_vote(each, "FOR", "Josh", "Lulu")
    small = queries(1)
    opened.to_nday(time_machine, 1)
    opened.submits("Josh", depends="#1", conflicts="#2", changes=opened.new_rule("Cats"))
    opened.to_nday(time_machine, 9)
    counted = queries(1)
    opened.to_nday(time_machine, 1)
    for _ in range(7):
        opened.submits("Josh", depends="#1", conflicts="#2", changes=opened.new_rule("Cats"))
    opened.to_nday(time_machine, 9)
    for each in range(5, 12):
        opened.all_vote(each, "FOR", "Josh", "Lulu")

    assert queries(5) == small
    assert queries(1) == counted


def test_it_is_drawn_with_those_that_it_lists_and_that_list_it(opened: BallotTable) -> None:
    alone = opened.submits("Raven", "Fish").number

    assert "This Proposal and its neighbours" in html(opened, "ballot/2/")
    assert "This Proposal and its neighbours" not in html(opened, f"ballot/{alone}/")
