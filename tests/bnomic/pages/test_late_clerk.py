"""The Clerk is late: the record says one thing, law and clock another. Every page tells what is so, and of a count that
is still to be made that its result is only worked out."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.forms import HTMX, SUBMIT, paper, send
from tests.bnomic.pages.three import html, read, row
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db
GRAPH = "ballot/graph/"


@pytest.fixture
def due(opened: BallotTable, time_machine: Traveller) -> BallotTable:
    """The ballot of nweek 1 is over and nobody has counted it: Dogs win, Cats lose to them, and Kittens with Cats.
    Mice were submitted after the opening, and need Cats."""
    opened.votes(1, Josh="FOR")
    opened.votes(2, Josh="FOR", Lulu="FOR")
    opened.votes(3, Raven="FOR")
    opened.submits("Raven", "Mice", depends="Cats")
    opened.to_nday(time_machine, 12)
    time_machine.move_to(MIDNIGHT + timedelta(days=12, seconds=1))
    assert opened.states() == {1: "Open", 2: "Open", 3: "Open", 4: "Pending"}
    return opened


def fates(table: BallotTable) -> dict[str, tuple[str, str]]:
    """What the table beside the graph says of each Proposal: how its box is marked, and why."""
    rows = re.findall(r'<tr role="row".*?</tr>', html(table, GRAPH), re.DOTALL)[1:]
    found = {}
    for each in rows:
        cells = re.findall(r"<t[hd].*?</t[hd]>", each, re.DOTALL)
        title, fate = (re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", cells[n])).strip() for n in (0, 2))
        marked = re.search(r"web__box--(\w+)", cells[2])
        assert marked is not None
        found[title] = (marked.group(1), fate)
    return found


# -- the journal


def test_the_journal_says_open_from_the_instant_of_the_opening(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats")
    table.to_nday(time_machine, 8)
    time_machine.move_to(MIDNIGHT + timedelta(days=8, microseconds=-1))
    assert "Proposal 1 Pending Cats" in read(table, "")

    time_machine.move_to(MIDNIGHT + timedelta(days=8))
    assert table.states() == {1: "Pending"}
    assert "Proposal 1 Open Cats" in read(table, "")


def test_the_journal_says_what_a_count_that_is_due_will_come_to(due: BallotTable) -> None:
    told = read(due, "")
    assert "Proposal 1 By the count: Lost Cats" in told
    assert "Proposal 2 By the count: Won Dogs" in told
    assert "Proposal 4 Pending Mice" in told

    due.sweep()
    told = read(due, "")
    assert "Proposal 1 Lost Cats" in told
    assert "Proposal 2 Won Dogs" in told


# -- its own page


def test_a_proposal_of_a_ballot_that_is_over_is_open_nowhere_on_its_page(due: BallotTable) -> None:
    assert "Proposal 1 By the count: Lost Cats" in read(due, "ballot/1/")
    assert "Proposal 2 By the count: Won Dogs" in read(due, "ballot/2/")
    assert "It Depends on #1 Cats , which is Lost." in read(due, "ballot/3/")
    assert not re.search(r"\bOpen\b", read(due, "ballot/3/"))


def test_what_is_pending_is_warned_of_one_that_has_lost_by_law_and_clock(due: BallotTable) -> None:
    warning = "Proposal 1 is Lost: whatever Depends on it becomes Lost too."
    assert warning in read(due, "ballot/4/")
    assert warning in row(html(due), 4)


def test_whoever_would_revise_what_is_historical_by_law_and_clock_is_told_so(due: BallotTable) -> None:
    answer = browser(due, "Josh").get(address(due, "ballot/1/revise/"))

    assert answer.status_code == 409
    assert "It is Historical (Lost), and stands as it was voted on." in words(answer)
    assert due.states()[1] == "Open"


def test_a_rehearsal_goes_by_what_passes_in_a_count_that_is_due(opened: BallotTable, time_machine: Traveller) -> None:
    opened.votes(2, Josh="FOR")
    opened.submits("Raven", "Dogs again", changes=opened.new_rule("Dogs"))
    time_machine.move_to(MIDNIGHT + timedelta(days=20, seconds=1))
    assert opened.states()[2] == "Open"

    told = read(opened, "ballot/4/?rehearsal=1")

    assert "Before it would pass #2 Dogs" in told
    assert "After that it could not be done whole" in told


# -- the graph


def test_the_graph_says_won_and_lost_of_a_ballot_that_is_over(due: BallotTable) -> None:
    told = read(due, GRAPH)
    assert "Won by the count, which is due" in told
    assert "Lost by the count, which is due" in told
    assert "would be Lost" not in told
    assert fates(due) == {
        "Proposal 1: Cats": (
            "loses",
            "By the count it is Lost: it Conflicts with Proposal 2 “Dogs”, which is stronger.",
        ),
        "Proposal 2: Dogs": ("wins", "By the count it is Won."),
        "Proposal 3: Kittens": ("loses", "By the count it is Lost: it Depends on Proposal 1 “Cats”, which is Lost."),
        "Proposal 4: Mice": ("pending", "Pending: votes are cast from its opening on."),
    }


# -- the composer


def test_a_preview_warns_of_what_will_be_lost_once_the_proposal_is_submitted(due: BallotTable) -> None:
    warning = "Proposal 1 is Lost: whatever Depends on it becomes Lost too."

    answer = send(due, paper("Moths", do="preview", depends="1", conflicts="2"), headers=HTMX)

    told = words(answer)
    assert f"Depends on Proposal 1: Cats By the count: Lost {warning}" in told
    assert "Proposal 2 is Won already, and Conflicts with nothing any more." in told
    assert due.states()[1] == "Open"

    due.submits("Lulu", "Moths", depends="1", conflicts="2")
    assert warning in read(due, "ballot/5/")


def test_nothing_is_offered_that_is_in_no_ballot_to_come(due: BallotTable) -> None:
    page = browser(due, "Lulu").get(address(due, SUBMIT)).content.decode()

    assert re.findall(r'value="pick-depends-(\d+)"', page) == ["4"]


def test_what_has_opened_by_the_clock_alone_is_offered_as_open(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats")
    table.ticks(time_machine, 8, clerk=False)

    page = browser(table, "Lulu").get(address(table, SUBMIT))

    assert table.states() == {1: "Pending"}
    assert re.search(r"1 Cats Open", words(page))


# -- two ballots


@pytest.fixture
def easy(opened: BallotTable) -> BallotTable:
    """To win takes no vote: Dogs knock out Cats, which Kittens need, and so do Mice, which were submitted too late for
    this ballot."""
    opened.legislate(opened.amend("The Count", "[1](dial:nweek.winning)", "[0](dial:nweek.winning)"))
    opened.submits("Raven", "Mice", depends="Cats")
    opened.submits("Raven", "Moths", depends="Dogs")
    return opened


def test_an_open_one_falls_by_one_that_is_lost_in_a_count_that_is_due(
    easy: BallotTable, time_machine: Traveller
) -> None:
    time_machine.move_to(MIDNIGHT + timedelta(days=20, seconds=1))
    assert easy.states() == {1: "Open", 2: "Open", 3: "Open", 4: "Pending", 5: "Pending"}
    mice, moths = "Proposal 4: Mice", "Proposal 5: Moths"

    page, told = html(easy), fates(easy)

    assert "If it closed now: Lost : it Depends on #1 Cats , which is Lost." in row(page, 4)
    assert "If it closed now: Won" in row(page, 5)
    assert "If the ballot closed now Lost It Depends on #1 Cats , which is Lost." in read(easy, "ballot/4/")
    assert told[mice] == ("loses", "It would be Lost: it Depends on Proposal 1 “Cats”, which is Lost.")
    assert told[moths] == ("wins", "It would be Won.")
    easy.sweep()
    assert fates(easy)[mice] == told[mice]
    assert fates(easy)[moths] == told[moths]


def test_of_two_ballots_that_are_due_the_second_goes_by_the_outcome_of_the_first(
    easy: BallotTable, time_machine: Traveller
) -> None:
    time_machine.move_to(MIDNIGHT + timedelta(days=24, seconds=1))
    page, told, journal = html(easy), fates(easy), read(easy, "")

    assert "By the count: Lost : it Depends on #1 Cats , which is Lost." in row(page, 4)
    assert "By the count: Won" in row(page, 5)
    assert "Proposal 4 By the count: Lost Mice" in read(easy, "ballot/4/")
    assert told["Proposal 4: Mice"] == (
        "loses",
        "By the count it is Lost: it Depends on Proposal 1 “Cats”, which is Lost.",
    )
    assert told["Proposal 5: Moths"] == ("wins", "By the count it is Won.")
    assert "Proposal 4 By the count: Lost Mice" in journal
    assert "Proposal 5 By the count: Won Moths" in journal
    easy.sweep()
    assert easy.states() == {1: "Lost", 2: "Won", 3: "Lost", 4: "Lost", 5: "Won"}
