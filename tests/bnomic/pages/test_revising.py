"""A Proposal is submitted anew by its Author while it is Pending; a form that has grown stale says what has changed."""

from __future__ import annotations

from typing import Any

import pytest
from time_machine import Traveller

from proposals.bnomic.register import queries as register_queries
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.forms import HTMX, REVISE, paper, send, value
from tests.lawmaking import change
from tests.openings import kept
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import row


@pytest.fixture
def table(db: None, time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return kept(with_cats, time_machine)


def with_cats(time_machine: Traveller) -> BallotTable:
    """Lulu has submitted “Cats”, which Depends on #7 and Conflicts with “Dogs”; all before the opening."""
    table = BallotTable("Lulu", "Raven")
    body = "Cats are green.\n\nDepends on: #7\n\nConflicts with: Dogs"
    table.submits("Lulu", "Cats", body, changes=table.new_rule("Cats"))
    return table


def revise(table: BallotTable, body: str = "Cats are blue.", version: Any = 1, name: str = "Lulu", **more: Any) -> Any:
    return send(table, paper(body=body, base_version=version, **more), name, REVISE)


def listed(table: BallotTable) -> list[tuple[str, str]]:
    return [(each.relation, each.said) for each in register_queries.lists_of_rows([table.proposal(1)])]


def test_the_form_holds_what_it_says_with_its_lists_in_their_fields(table: BallotTable) -> None:
    answer = browser(table, "Lulu").get(address(table, REVISE))

    html = answer.content.decode()
    assert "Cats are green.</textarea>" in html
    assert [value(answer, name) for name in ("name", "depends", "conflicts", "base_version")] == [
        "Cats",
        "#7",
        "Dogs",
        "1",
    ]
    assert 'name="r1-title" value="Cats"' in html
    assert "It is Pending until nday 9 of nweek 1 begins" in words(answer)


def test_what_stands_in_the_form_is_the_new_version_and_its_number_stays(table: BallotTable) -> None:
    answer = revise(table, conflicts="Dogs, Birds")

    assert answer["Location"] == address(table, "ballot/1/")
    assert (table.proposal(1).post.version, table.proposal(1).post.changes) == (2, [])
    assert listed(table) == [("conflicts", "Dogs"), ("conflicts", "Birds")]


def test_sent_as_it_was_opened_it_is_no_new_version(table: BallotTable) -> None:
    sent = paper(body="Cats are green.", depends="#7", conflicts="Dogs", base_version=1)
    new = row(1, "enact", section="dynastic", after="", title="Cats", text="Cats are green.")

    answer = send(table, sent | new, to=REVISE)

    assert answer.status_code == 302
    assert table.proposal(1).post.version == 1


def test_a_stale_form_is_refused_with_what_changed_and_what_was_typed(table: BallotTable) -> None:
    revise(table)

    answer = revise(table, "Cats are red.", depends="#8")

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "stands at version 2 now" in words(answer)
    assert "<ins>blue" in html
    assert "Cats are red.</textarea>" in html
    assert (value(answer, "depends"), value(answer, "base_version")) == ("#8", "2")
    assert table.proposal(1).post.body == "Cats are blue."


def test_a_form_sent_twice_is_one_revision_and_no_conflict(table: BallotTable) -> None:
    answers = [revise(table) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert table.proposal(1).post.version == 2


def test_sent_once_more_it_stands_over_the_newest_version(table: BallotTable) -> None:
    revise(table)
    stale = revise(table, "Cats are red.")

    revise(table, "Cats are red.", value(stale, "base_version"))

    assert (table.proposal(1).post.version, table.proposal(1).post.body) == (3, "Cats are red.")


@pytest.mark.parametrize("version", ["", "0", "99", "x"])
def test_a_forged_version_is_no_licence(table: BallotTable, version: str) -> None:
    answer = revise(table, version=version)

    assert answer.status_code in {409, 422}
    assert "Cats are blue.</textarea>" in answer.content.decode()
    assert table.proposal(1).post.version == 1


@pytest.mark.parametrize(("field", "typed"), [("name", "#1"), ("depends", "x" * 121), ("body", "x" * 50_001)])
def test_what_cannot_be_taken_is_told_at_its_field(table: BallotTable, field: str, typed: str) -> None:
    answer = send(table, paper(base_version=1) | {field: typed}, to=REVISE)

    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert "Not saved yet" in words(answer)
    assert table.proposal(1).post.version == 1


def test_nobody_revises_what_another_wrote(table: BallotTable) -> None:
    shown, sent = browser(table, "Raven").get(address(table, REVISE)), revise(table, name="Raven")

    assert (shown.status_code, sent.status_code) == (409, 409)
    assert table.proposal(1).post.version == 1


@pytest.mark.parametrize("clerk", [True, False], ids=["opened on record", "opened by the clock alone"])
def test_from_its_opening_on_it_stands_and_what_was_typed_is_kept(
    table: BallotTable, time_machine: Traveller, clerk: bool
) -> None:
    table.ticks(time_machine, 8, clerk=clerk)

    shown, sent = browser(table, "Lulu").get(address(table, REVISE)), revise(table, depends="#8")

    assert (shown.status_code, sent.status_code) == (409, 409)
    assert "It is Open, and from its opening on a Proposal stands as it is." in words(sent)
    assert "It is Pending" not in words(sent)
    assert "Cats are blue.</textarea>" in sent.content.decode()
    assert value(sent, "depends") == "#8"
    assert table.proposal(1).post.version == 1


def test_on_the_nday_before_its_opening_it_may_still_be_revised(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 7)

    assert revise(table).status_code == 302


def test_where_the_law_has_no_revising_the_refusal_names_the_rule(table: BallotTable) -> None:
    change(table, table.amend("Proposals", "[change its text, its Name or both](mechanism:nweek.revising)", "sigh"))

    answer = revise(table)

    assert answer.status_code == 409
    assert "No rule of this game provides for that" in words(answer)
    assert "Cats are blue.</textarea>" in answer.content.decode()


def test_a_preview_of_a_new_version_is_under_its_own_number(table: BallotTable) -> None:
    answer = send(table, paper(do="preview", depends="#1", base_version=1), to=REVISE, headers=HTMX)

    assert "Proposal 1: Cats" in words(answer)
    assert "It lists itself (“#1”)" in words(answer)
    assert table.proposal(1).post.version == 1


def test_there_is_nothing_to_revise_under_a_number_that_was_not_given(table: BallotTable) -> None:
    assert browser(table, "Lulu").get(address(table, REVISE.replace("1", "2"))).status_code == 404
