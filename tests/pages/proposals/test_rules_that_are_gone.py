"""A change whose rule is not in force names it as players do: by number and title, as they stood last."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from nomic.core.log.models import Event
from proposals.reasons.queries import rule_names
from rulesets.history import queries as history_queries
from tests.balloting import MIDNIGHT, BallotTable
from tests.casting import Table
from tests.lawmaking import amend, change, enact, rename
from tests.openings import kept
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db


def laid_out(time_machine: Traveller) -> BallotTable:
    """Two Proposals amend or repeal Cats; the first has it repealed."""
    table = BallotTable("Josh", "Lulu", "Raven")
    change(table, enact("Birds", "Birds sing."))
    change(table, enact("Cats", "Cats are green."))
    table.submits("Josh", "No cats", changes=[table.repeal("Cats")])
    table.submits("Lulu", "Blue cats", changes=[amend(table, "Cats", "Cats are blue.")])
    table.to_nday(time_machine, 9)
    table.votes(1, Josh="FOR")
    table.votes(2, Josh="FOR")
    return table


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return kept(laid_out, time_machine)


def read(table: Table, path: str, who: str | None = "Josh") -> str:
    return words(browser(table, who).get(address(table, path)))


def problems(told: str) -> list[str]:
    return re.findall(r"Change \d+: the rule that (?:it would change|would carry[^(]*) \((.*?)\) is not in force", told)


GONE = "“Cats”, which was rule 2.2 last"


def test_the_result_and_the_paper_name_a_rule_that_another_has_repealed(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.to_nday(time_machine, 1)

    result, paper = read(table, "ballot/nweeks/1/"), read(table, "ballot/2/")

    assert problems(result) == [GONE]
    assert problems(paper) == [GONE]


def test_the_record_keeps_the_id(table: BallotTable, time_machine: Traveller) -> None:
    rid = table.rule("Cats").id
    table.to_nday(time_machine, 1)

    event = Event.objects.get(game=table.made, kind="bnomic.passed-without-effect")

    assert [each["facts"]["rule"] for each in event.data["problems"]] == [str(rid)]


def test_what_the_result_says_stays_as_it_was_then(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 1)
    change(table, table.repeal("Birds"))
    change(table, enact("Cats", "Cats are back."))

    assert problems(read(table, "ballot/nweeks/1/")) == [GONE]


def test_a_rule_that_went_by_another_title_is_named_by_its_last(table: BallotTable, time_machine: Traveller) -> None:
    change(table, rename(table, "Cats", "Felines"))
    table.to_nday(time_machine, 1)

    assert problems(read(table, "ballot/nweeks/1/")) == ["“Felines”, which was rule 2.2 last"]


def test_what_an_earlier_change_of_the_same_list_repeals_is_gone_by_then(table: BallotTable) -> None:
    table.submits("Raven", "No birds", changes=[table.repeal("Birds"), table.repeal("Birds")])

    assert problems(read(table, "ballot/3/")) == ["“Birds”, rule 2.1, which is gone by then"]


def test_what_is_pending_says_what_would_not_work_now(table: BallotTable) -> None:
    change(table, table.repeal("Cats"))

    told = read(table, "ballot/2/")

    assert set(problems(told)) == {GONE}
    assert "#" + str(history_queries.former_titles(table.made.pk)["Cats"]) not in told


def test_a_page_of_many_such_asks_as_much_as_one_of_few(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 1)
    read(table, "ballot/nweeks/1/")
    with CaptureQueriesContext(connection) as few:
        read(table, "ballot/nweeks/1/")
    table.submits("Josh", "No birds", changes=[table.repeal("Birds")])
    for _ in range(4):
        table.submits("Josh", changes=[table.repeal("Birds")])
    table.to_nday(time_machine, 9)
    for number in range(3, 8):
        table.votes(number, Josh="FOR")
    table.to_nday(time_machine, 1)
    read(table, "ballot/nweeks/2/")
    with CaptureQueriesContext(connection) as many:
        told = read(table, "ballot/nweeks/2/")

    assert problems(told) == ["“Birds”, which was rule 2.1 last"] * 4
    assert len(many) == len(few)


def test_number_and_title_are_those_of_the_moment(table: BallotTable) -> None:
    rid, seq = table.rule("Cats").id, table.game.last_seq
    change(table, table.repeal("Birds"))
    moved = table.game.last_seq
    change(table, rename(table, "Cats", "Felines"))
    change(table, table.repeal("Felines"))
    found = rule_names(table.made.pk)

    assert found.citation_of(rid, seq) == ("2.2", "Cats", False)
    assert found.citation_of(rid, moved) == ("2.1", "Cats", False)
    assert found.citation_of(rid) == ("2.1", "Felines", True)
    assert found.citation_of(rid, 1) is None
    assert found.citation_of(9999) is None
