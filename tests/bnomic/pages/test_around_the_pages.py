"""What stands around every page of a game that runs by nweeks: its bar, its sidebar, the journal and its composer."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from nomic.core.decision import Invalid
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.three import html, read
from tests.pages.deciding.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return BallotTable("Josh", "Lulu")


@pytest.fixture
def josh(table: BallotTable, client: Client) -> Client:
    client.force_login(table.account("Josh"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_journal_leads_to_where_a_proposal_is_submitted(table: BallotTable, josh: Client) -> None:
    page = josh.get("/g/table/").content.decode()

    assert 'href="/g/table/ballot/submit/">Submit a Proposal</a>' in page
    assert 'href="/g/table/ballot/"' in page


def test_a_proposal_stands_in_the_journal_under_its_own_number_and_name(table: BallotTable, josh: Client) -> None:
    table.post_plain("Lulu", "Hello")
    table.submits("Josh", "Cats")
    table.submits("Josh")

    told = words(josh.get("/g/table/"))

    assert "Proposal 1 Pending Cats by Josh" in told
    assert "Proposal 2 Pending Proposal 2 by Josh" in told
    assert "Proposal 3" not in told


def test_what_a_proposal_lists_does_not_run_into_its_words_in_the_journal(table: BallotTable, josh: Client) -> None:
    table.submits("Josh", "Cats")
    table.submits("Lulu", "Dogs", "They bark.\n\nAt *night*.", depends="Cats", conflicts="Birds, Mice")
    table.post_plain("Lulu", "Advice", "Depends on: the weather")

    page = josh.get("/g/table/").content.decode()

    assert re.findall(r'<p class="card__excerpt">(.*?)</p>', page) == [
        "Depends on: the weather",
        "They bark. At night.",
        "It is time.",
    ]


def test_a_proposal_that_says_nothing_but_lists_has_no_words_in_the_journal(table: BallotTable, josh: Client) -> None:
    table.submits("Josh", "Cats", "Depends on: Mice", changes=table.new_rule("Cats"))

    assert "card__excerpt" not in josh.get("/g/table/").content.decode()


def test_the_journal_sifts_them_out_as_proposals(table: BallotTable, josh: Client) -> None:
    table.post_plain("Lulu", "Hello")
    table.submits("Josh", "Cats")

    told = words(josh.get("/g/table/?category=proposal"))

    assert "Cats" in told
    assert "Hello" not in told


def test_the_composer_offers_what_this_law_has_and_leads_to_the_ballot(table: BallotTable, josh: Client) -> None:
    page = josh.get("/g/table/posts/new/").content.decode()

    assert [each for each in ("proposal", "cfj", "dov", "plain") if f'value="{each}"' in page] == ["cfj", "plain"]
    assert 'href="/g/table/ballot/submit/">Submit a Proposal</a>' in page
    assert "any number" not in page


def test_nobody_is_shown_slots_or_dynasties_that_this_law_does_not_have(table: BallotTable, josh: Client) -> None:
    told = josh.get("/g/table/").content.decode()

    assert "Your slots" not in told
    assert "Dynasties" not in told
    assert "Mastermind" not in told


@pytest.mark.parametrize("path", ["", "ballot/", "roster/", "log/"])
def test_the_ballot_is_the_first_thing_beside_a_page(table: BallotTable, josh: Client, path: str) -> None:
    """The quorum is that of Calls for Judgment alone."""
    boxes = re.findall(r'<h2 class="kicker">(?:<a [^>]*>)?([^<]+)', _beside(josh, f"/g/table/{path}"))

    assert boxes == ["Now", "The ballot", "Quorum", "Roster"]


def test_beside_a_journal_that_has_its_own_proposals_the_ballot_comes_after_their_quorum(client: Client) -> None:
    other = BallotTable("Raven", slug="other", starter="blognomic")
    other.legislate(*other.new_rule("Nweeks", "Any may [submit](mechanism:nweek.submitting) a Proposal."))

    beside = _beside(client, "/g/other/")

    assert beside.index(">Quorum<") < beside.index(">The ballot<")


def _beside(client: Client, url: str) -> str:
    return client.get(url).content.decode().partition('<aside id="glance"')[2].partition("</aside>")[0]


def test_a_game_of_blognomic_shows_all_of_it_as_ever(client: Client, table: BallotTable) -> None:
    other = BallotTable("Raven", slug="other", starter="blognomic")
    client.force_login(other.account("Raven"), backend="django.contrib.auth.backends.ModelBackend")

    told = client.get("/g/other/").content.decode()

    assert "Your slots" in told
    assert "Dynasties" in told
    assert "Ballot" not in told
    assert "Submit a Proposal" not in told


def test_the_journals_own_acts_leave_a_proposal_of_the_ballot_alone(table: BallotTable, josh: Client) -> None:
    table.submits("Josh", "Cats")

    answers = [josh.post(f"/g/table/posts/1/{act}/").status_code for act in ("edit", "withdraw", "own")]

    assert answers == [404, 404, 404]
    assert table.states() == {1: "Pending"}


def test_pending_matters_are_led_to_while_there_are_any(table: BallotTable, josh: Client) -> None:
    """“Pending” would be taken for the Proposals that wait for their opening."""
    before = josh.get("/g/table/").content.decode()
    table.call("Lulu", "Is it so?")
    after = josh.get("/g/table/").content.decode()

    assert "/g/table/pending/" not in before
    assert after.count('href="/g/table/pending/"') >= 2


def test_the_bar_says_that_one_is_at_the_ballot_on_each_of_its_pages(table: BallotTable, josh: Client) -> None:
    table.submits("Josh", "Cats")

    pages = [josh.get(f"/g/table/ballot/{path}").content.decode() for path in ("", "1/", "graph/", "calendar/")]

    assert 'aria-current="page">Ballot' in pages[0].split("</nav>")[1]
    assert ['aria-current="true">Ballot' in page for page in pages[1:]] == [True] * 3


def test_the_front_page_says_what_such_a_game_is_about_and_what_waits_in_it(table: BallotTable, josh: Client) -> None:
    table.submits("Josh", "Cats")
    table.submits("Josh", "Dogs")

    page = josh.get("/").content.decode()

    assert "Open together, conflict, depend, pass" in page
    assert '<a href="/g/table/ballot/">2 undecided</a>' in page
    assert "at present" not in page


def test_a_dial_is_compared_with_the_law_that_the_game_began_with(table: BallotTable, josh: Client) -> None:
    told = words(josh.get("/g/table/dials/"))

    assert "In the starter law: 28 days. Where no rule says: silence idles nobody." in told
    assert "In the law that brings it: 48 hours. Where no rule says: nothing times out." in told


def test_the_journal_says_how_each_proposal_stands_in_as_many_queries(table: BallotTable, josh: Client) -> None:
    table.submits("Josh", "Cats")
    josh.get("/g/table/")
    with CaptureQueriesContext(connection) as few:
        page = josh.get("/g/table/").content.decode()
    for _ in range(12):
        table.submits("Josh")
    with CaptureQueriesContext(connection) as many:
        josh.get("/g/table/")

    assert '<span class="status status--pending">Pending</span>' in page
    assert 'name="status"' not in page
    assert len(many) == len(few)


def test_a_rule_shows_no_reading_of_what_this_law_does_not_have(table: BallotTable, josh: Client) -> None:
    page = josh.get("/g/table/ruleset/").content.decode()

    assert "What a Dependency needs" in page
    assert "What the limits count" not in page
    assert "An illegal post" not in page


def test_nothing_at_all_is_no_proposal(table: BallotTable) -> None:
    with pytest.raises(Invalid) as error:
        table.submits("Josh", "", "  ")

    assert (error.value.path, error.value.code) == ("body", "empty")
    assert table.submits("Josh", "", "", changes=table.new_rule("Cats")).number == 1


# -- what comes next


def test_what_is_due_sooner_is_told_first(opened: BallotTable) -> None:
    for page in ("ballot/", "ballot/calendar/"):
        told = read(opened, page)
        assert told.index("Next count 24 Mar 2007") < told.index("Next opening 1 Apr 2007")


def test_those_who_play_unfold_what_an_nweek_is(opened: BallotTable) -> None:
    folded = "<summary>What an nweek is</summary>"

    assert folded in html(opened)
    assert folded not in html(opened, who=None)
    assert "An nweek has 12 ndays" in read(opened, who=None)
