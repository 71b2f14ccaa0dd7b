"""Submitting a Proposal and revising it: what is told before, what is not taken, and what is never lost."""

from __future__ import annotations

import re
from html import unescape

import pytest
from time_machine import Traveller

from proposals.bnomic.nweeks.rules import NDAY
from proposals.bnomic.register.models import Listed
from proposals.posts.models import Post
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.forms import SUBMIT, paper, send, value
from tests.lawmaking import change
from tests.openings import opened
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import amendment, row

SUBMITTING = "[submit a Proposal](mechanism:nweek.submitting)"


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    """Monday morning, nday 1 of nweek 1; Kevan is Administrator."""
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return opened("ballot of two", lambda: BallotTable("Lulu", "Raven"))


@pytest.fixture
def cats(table: BallotTable) -> BallotTable:
    """Lulu has submitted “Cats”, which Conflicts with “Dogs”, whoever that will be."""
    table.submits("Lulu", "Cats", "Cats are green.", conflicts="Dogs", changes=table.new_rule("Cats"))
    return table


# -- submitting --------------------------------------------------------------------------------------


def test_what_is_written_in_the_fields_is_submitted_with_its_lists_in_its_body(table: BallotTable) -> None:
    sent = paper(depends="#7", conflicts="Dogs") | row(1, "repeal", rule=table.rule("Timespans").id)

    answer = send(table, sent)

    made = table.proposal(1)
    assert answer["Location"] == address(table, "ballot/1/")
    assert (made.name, made.state, made.post.changes[0]["kind"]) == ("Cats", "Pending", "repeal")
    assert made.post.body == "Cats are green.\n\nDepends on: #7\n\nConflicts with: Dogs"
    assert sorted(Listed.objects.values_list("relation", "said", "means")) == [
        ("conflicts", "Dogs", None),
        ("depends", "#7", 7),
    ]


def test_lines_in_the_text_count_beside_the_fields(table: BallotTable) -> None:
    send(table, paper(body="Depends on: #7\n\nCats are green.", depends="#8"))

    assert list(Listed.objects.values_list("said", flat=True)) == ["#7", "#8"]


def test_changes_are_offered_in_the_games_own_words_each_with_its_article(table: BallotTable) -> None:
    offered = words(browser(table, "Lulu").get(address(table, "ballot/submit/")))

    for label in ("Make somebody an Administrator", "Rename a Player", "Remove a Player from the game"):
        assert label in offered


def test_a_proposal_needs_no_name(table: BallotTable) -> None:
    answer = send(table, paper(name=""))

    assert answer.status_code == 302
    assert table.proposal(1).title == "Proposal 1"


def test_a_form_sent_twice_makes_one_proposal(table: BallotTable) -> None:
    answers = [send(table, paper()) for _ in range(3)]

    assert {answer["Location"] for answer in answers} == {address(table, "ballot/1/")}
    assert table.states() == {1: "Pending"}


def test_a_form_sent_again_with_other_words_is_told_so_and_can_be_sent_as_another(table: BallotTable) -> None:
    send(table, paper())

    answer = send(table, paper("Dogs", "Dogs are blue."))
    again = send(table, paper("Dogs", "Dogs are blue.", token=value(answer, "token")))

    assert answer.status_code == 422
    assert "sent before, with other words" in words(answer)
    assert "Dogs are blue.</textarea>" in answer.content.decode()
    assert value(answer, "name") == "Dogs"
    assert again["Location"] == address(table, "ballot/2/")


def test_the_page_says_which_number_it_would_get_and_until_when_it_is_pending(cats: BallotTable) -> None:
    said = words(browser(cats, "Raven").get(address(cats, SUBMIT)))

    assert "It gets the Number 2" in said
    assert "It will be Pending until nday 9 of nweek 1 begins, 20 Mar 2007, 00:00 UTC , and may be revised" in said


def test_from_the_opening_on_a_new_one_waits_for_the_next_nweek(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 9)

    assert "until nday 9 of nweek 2 begins" in words(browser(table, "Lulu").get(address(table, SUBMIT)))


def test_on_the_day_before_the_opening_it_is_this_nweeks(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 8)

    assert "until nday 9 of nweek 1 begins" in words(browser(table, "Lulu").get(address(table, SUBMIT)))


def test_also_where_nobody_has_turned_the_clock_since(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 8, clerk=False)

    assert "until nday 9 of nweek 2 begins" in words(browser(table, "Lulu").get(address(table, SUBMIT)))


def test_while_the_clock_is_off_no_moment_is_named(table: BallotTable) -> None:
    table.desk("turn_off")

    said = words(browser(table, "Lulu").get(address(table, SUBMIT)))

    assert "until nday 9, and may be revised until then. The Clock stands now" in said


def test_while_the_clock_pauses_the_page_says_until_when(table: BallotTable) -> None:
    table.desk("pause", until=MIDNIGHT + 4 * NDAY)

    said = words(browser(table, "Lulu").get(address(table, SUBMIT)))

    assert "No nday ends before the Clock goes on, 16 Mar 2007, 00:00 UTC" in said


def test_where_no_proposal_opens_the_page_says_so(table: BallotTable) -> None:
    change(table, table.amend("Opening", "[9](dial:nweek.opens)", "some"))

    said = words(browser(table, "Lulu").get(address(table, SUBMIT)))

    assert "It will be Pending until the law says when Proposals open" in said
    assert "By the law as it is, none does." in said


def test_where_nothing_may_be_revised_the_page_promises_no_such_thing(table: BallotTable) -> None:
    change(table, table.amend("Proposals", "[change its text, its Name or both](mechanism:nweek.revising)", "sigh"))

    said = words(browser(table, "Lulu").get(address(table, SUBMIT)))

    assert "until nday 9 of nweek 1 begins" in said
    assert "revised" not in said


# -- what is not taken -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("name", "x" * 101, "A Name has at most 100 characters; this has 101."),
        ("name", "#14", "A Name cannot read like a Number"),
        ("name", "a\u202eb", "control or invisible characters"),
        ("name", "\u3164", "needs a subject"),
        ("name", "a\0b", "Null characters are not allowed."),
        ("body", "x" * 50_001, "at most 50000 characters"),
        ("body", "a\x07b", "control or invisible characters"),
        ("depends", ", ".join(f"#{n}" for n in range(1, 52)), "51 items; a list has 50 at most."),
        ("conflicts", "x" * 121, "121 characters; a Name has 120 at most."),
    ],
)
def test_what_cannot_be_taken_is_told_at_its_field_and_all_that_was_typed_stays(
    table: BallotTable, field: str, typed: str, sentence: str
) -> None:
    sent = paper(depends="#7", conflicts="Dogs") | {field: typed} | row(1, "repeal", rule=table.rule("Timespans").id)

    answer = send(table, sent)

    html = answer.content.decode()
    assert answer.status_code == 422
    at = re.search(rf'id="id_{field}_error".*?</div>', html, re.DOTALL)
    assert at is not None, words(answer)
    assert sentence in unescape(at.group())
    assert 'name="r1-kind" value="repeal"' in html
    for name in {"name", "depends", "conflicts"} - {field}:
        assert value(answer, name) == sent[name]
    assert not Post.objects.exists()


@pytest.mark.parametrize(("field", "typed"), [("name", "x" * 100), ("depends", ", ".join(f"#{n}" for n in range(50)))])
def test_what_is_just_short_enough_is_taken(table: BallotTable, field: str, typed: str) -> None:
    assert send(table, paper() | {field: typed}).status_code == 302


def test_a_change_that_cannot_be_read_is_told_at_its_row(table: BallotTable) -> None:
    answer = send(table, paper() | amendment(table, "Opening", "[9](dial", "[soon](dial"))

    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="id_r1-text_error"' in html
    assert "[soon](dial:nweek.opens)" in html
    assert value(answer, "name") == "Cats"
    assert not Post.objects.exists()


@pytest.mark.parametrize("token", ["", "x" * 41, "no mark!"])
def test_a_form_without_its_mark_is_told_so_and_loses_nothing(table: BallotTable, token: str) -> None:
    answer = send(table, paper(token=token))

    assert answer.status_code == 422
    assert "This form has lost its" in words(answer)
    assert "Cats are green.</textarea>" in answer.content.decode()


def test_where_the_law_lets_nobody_submit_the_page_says_so_before_anything_is_typed(table: BallotTable) -> None:
    change(table, table.amend("Proposals", SUBMITTING, "submit a Proposal"))

    said = words(browser(table, "Lulu").get(address(table, SUBMIT)))

    assert "You may not submit a Proposal now." in said
    assert "No rule of this game provides for that" in said


def test_a_refusal_names_the_rule_and_loses_nothing(table: BallotTable) -> None:
    table.idle("Lulu")

    answer = send(table, paper(depends="#7") | row(1, "repeal", rule=table.rule("Timespans").id))

    assert answer.status_code == 409
    assert "nothing was changed" in words(answer)
    assert f'href="{address(table, "ruleset/")}#players"' in answer.content.decode()
    assert "Cats are green.</textarea>" in answer.content.decode()
    assert value(answer, "depends") == "#7"
    assert 'name="r1-kind" value="repeal"' in answer.content.decode()
    assert not Post.objects.exists()


def test_strangers_are_asked_to_sign_in(table: BallotTable) -> None:
    assert "login" in browser(table).get(address(table, SUBMIT))["Location"]
