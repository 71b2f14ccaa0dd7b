"""Whom the lists of a Proposal mean, told while it is written: in the preview and beside the fields."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from proposals.posts.models import Post
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.forms import HTMX, REVISE, SUBMIT, paper, send, value
from tests.lawmaking import change
from tests.openings import kept
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import row, rows

PAGE_AND_HTMX = pytest.mark.parametrize("extra", [{}, HTMX], ids=["page", "htmx"])


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return kept(in_the_second_nweek, time_machine)


def in_the_second_nweek(time_machine: Traveller) -> BallotTable:
    """“Cats” is Lost and “Dogs” Won; “Birds” and “Fish” are Pending, and “Fish” Depends on #5, whoever that will be."""
    table = BallotTable("Lulu", "Raven")
    table.submits("Lulu", "Cats")
    table.submits("Raven", "Dogs")
    table.to_nday(time_machine, 9)
    table.votes(2, Lulu="FOR")
    table.to_nday(time_machine, 1)
    table.submits("Lulu", "Birds")
    table.submits("Raven", "Fish", depends="#5")
    return table


@PAGE_AND_HTMX
def test_a_preview_shows_what_voters_would_see_and_submits_nothing(table: BallotTable, extra: dict[str, str]) -> None:
    sent = paper("Mice", "Mice are *grey*.", "preview", depends="Birds", conflicts="4") | row(
        1, "replace", rule=table.rule("Opening").id, find="[9]", replace="[10]"
    )

    answer = send(table, sent, headers=extra)

    said, html = words(answer), answer.content.decode()
    assert "Proposal 5: Mice" in said
    assert "Mice are <em>grey</em>." in html
    assert "Depends on: Birds" in said
    assert "Depends on Proposal 3: Birds Pending Conflicts with Proposal 4: Fish Pending" in said
    assert "<del>9</del><ins>10</ins>" in html
    assert "goes from “9” to “10”" in said
    assert ("<html" in html) is not bool(extra)
    assert Post.objects.count() == 4


def test_a_preview_tells_what_would_not_work_now(table: BallotTable) -> None:
    sent = row(1, "replace", rule=table.rule("Opening").id, find="no such words", replace="x")

    assert "“no such words” does not stand in “Opening”." in words(send(table, paper(do="preview") | sent))


@pytest.mark.parametrize("do", ["preview", "lists"])
@pytest.mark.parametrize(
    ("sent", "warning"),
    [
        ({"depends": "#5"}, "It lists itself (“#5”), and that does nothing."),
        ({"conflicts": "mice"}, "It lists itself (“mice”), and that does nothing."),
        ({"depends": "9"}, "There is no Proposal 9 yet: it means the one that gets this Number."),
        ({"conflicts": "Rats"}, "Nobody bears the Name “Rats” yet: it means the first Proposal to take it."),
        ({"depends": "Bird"}, "it means the first Proposal to take it. Is Proposal 3: Birds meant?"),
        ({"depends": "Cats"}, "Proposal 1 is Lost: whatever Depends on it becomes Lost too."),
        ({"depends": "#2"}, "Proposal 2 is Won already: to Depend on it does nothing."),
        ({"conflicts": "#2"}, "Proposal 2 is Won already, and Conflicts with nothing any more."),
        ({"depends": "3", "conflicts": "Birds"}, "in one ballot with it, this one is Lost."),
        ({"depends": "Fish"}, "Proposals 5 and 4 Depend on each other in a circle"),
        ({"name": "Birds", "conflicts": "Birds"}, "“Birds” is the Name of Proposals 3 and 5; 5 is meant."),
        ({"body": "Depends on: Cats"}, "Proposal 1 is Lost: whatever Depends on it becomes Lost too."),
    ],
)
def test_all_that_is_odd_about_its_lists_is_told_before_it_is_submitted(
    table: BallotTable, do: str, sent: dict[str, str], warning: str
) -> None:
    answer = send(table, paper("Mice", do=do) | sent, headers=HTMX)

    assert warning in words(answer)


def test_a_circle_by_way_of_a_name_that_it_would_take_is_told(table: BallotTable) -> None:
    table.submits("Raven", "Snakes", depends="Mice")

    answer = send(table, paper("Mice", do="lists", depends="Snakes"), headers=HTMX)

    assert "Proposals 6 and 5 Depend on each other in a circle" in words(answer)


def test_nothing_is_told_of_lists_that_are_in_order(table: BallotTable) -> None:
    answer = send(table, paper("Mice", do="lists", depends="#3", conflicts="Fish"), headers=HTMX)

    assert "Depends on Proposal 3: Birds Pending" in words(answer)
    assert "notice" not in answer.content.decode()


def test_a_list_that_no_rule_gives_a_meaning_to_is_told(table: BallotTable) -> None:
    mechanism = "[with which it Conflicts](mechanism:nweek.conflicts)"
    change(table, table.amend("Dependencies and Conflicts", mechanism, "sigh"))

    answer = send(table, paper(do="lists", conflicts="#3"), headers=HTMX)

    assert "No rule of this game provides for that" in words(answer)


@pytest.mark.parametrize("do", ["preview", "lists"])
def test_a_list_that_is_too_long_is_told_while_it_is_typed(table: BallotTable, do: str) -> None:
    listed = ", ".join(f"#{n}" for n in range(51))

    answer = send(table, paper(do=do, depends=listed), headers=HTMX)

    assert "51 items; a list has 50 at most." in words(answer)
    assert "Proposal 3: Birds" not in words(answer)


# -- choosing ----------------------------------------------------------------------------------------


def test_the_proposals_that_a_ballot_may_hold_are_offered_the_newest_first(table: BallotTable) -> None:
    html = browser(table, "Lulu").get(address(table, SUBMIT)).content.decode()

    assert re.findall(r'value="pick-depends-(\d+)"', html) == ["4", "3"]


def test_a_proposal_is_not_offered_to_itself(table: BallotTable) -> None:
    html = browser(table, "Lulu").get(address(table, REVISE.replace("1", "3"))).content.decode()

    assert re.findall(r'value="pick-conflicts-(\d+)"', html) == ["4"]


@PAGE_AND_HTMX
@pytest.mark.parametrize(
    ("typed", "chosen"), [("", "#3"), ("Rats", "Rats, #3"), ("Birds, Rats", "Rats"), ("#3", ""), ("Birds, #3", "")]
)
def test_a_proposal_is_chosen_and_taken_out_again_and_everything_typed_stays(
    table: BallotTable, extra: dict[str, str], typed: str, chosen: str
) -> None:
    kept = rows(row(1, "rename", rule=table.rule("Opening").id, title="Of opening"))

    answer = send(table, paper("Mice", do="pick-depends-3", depends=typed, conflicts="Fish") | kept, headers=extra)

    html = answer.content.decode()
    assert (value(answer, "depends"), value(answer, "conflicts")) == (chosen, "Fish")
    pressed = re.search(r'value="pick-depends-3" aria-pressed="(\w+)"', html)
    assert pressed is not None
    assert pressed.group(1) == ("true" if "#3" in chosen else "false")
    assert ("<html" in html) is not bool(extra)
    assert ('name="r1-title" value="Of opening"' in html) is not bool(extra)
    assert Post.objects.count() == 4


@pytest.mark.parametrize(
    "do", ["pick-depends-²", "pick-depends-", "pick-body-3", "pick", "pick-depends-99", "nonsense"]
)
def test_a_button_that_is_none_does_no_harm(table: BallotTable, do: str) -> None:
    answer = send(table, paper("Mice", do=do))

    assert answer.status_code == 200
    assert value(answer, "name") == "Mice"
    assert Post.objects.count() == 4


def test_a_link_may_begin_a_proposal(table: BallotTable) -> None:
    answer = browser(table, "Raven").get(address(table, SUBMIT + "?conflicts=%233&name=No+Birds"))

    assert (value(answer, "conflicts"), value(answer, "name")) == ("#3", "No Birds")
    assert "Proposal 3: Birds" in words(answer)


def test_the_page_takes_as_many_queries_for_many_proposals_as_for_few(
    table: BallotTable, django_assert_num_queries: Any
) -> None:
    client = browser(table, "Lulu")
    client.get(address(table, SUBMIT))  # what is asked once alone
    with CaptureQueriesContext(connection) as few:
        client.get(address(table, SUBMIT + "?depends=%233"))
    for n in range(12):
        table.submits("Raven", f"Beast {n}", depends=f"#{n + 3}", conflicts="Birds, Fish")

    with django_assert_num_queries(len(few)):
        client.get(address(table, SUBMIT + "?depends=%233,+%237,+%238&conflicts=%239"))
