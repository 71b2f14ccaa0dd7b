"""What became of what a count decided, and where its page leads."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.counts import COUNT, boxes, count, page, read, with_five_voted_on
from tests.lawmaking import amend
from tests.openings import further, kept
from tests.pages.deciding.pages import address, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return kept(with_five_voted_on, time_machine)


@pytest.fixture
def counted(table: BallotTable, time_machine: Traveller) -> BallotTable:
    return further(count, table, time_machine)


def test_what_passed_leads_to_the_rules_that_it_changed(counted: BallotTable) -> None:
    shown, told = page(counted), read(counted)
    rid = counted.rule("Dogs").id

    assert "What Passed 2 of 5" in told
    assert "Proposal 2: Dogs event" in told
    assert "“Dogs” enacted version 1 the rule now" in told
    assert address(counted, f"ruleset/{rid}/versions/1/") in shown
    assert "It changed no rule." in told


def test_an_amendment_leads_to_what_it_changed(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 1)
    table.submits("Josh", "Louder", changes=[amend(table, "Dogs", "Dogs bark.")])
    table.to_nday(time_machine, 9)
    table.votes(6, Josh="FOR")
    table.to_nday(time_machine, 1)

    diff = address(table, f"ruleset/{table.rule('Dogs').id}/diff/?from=1&amp;to=2")

    assert diff in page(table, "ballot/nweeks/2/")


def test_what_passed_without_effect_says_which_change_stood_in_the_way(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.to_nday(time_machine, 1)
    table.submits("Josh", "No dice", changes=[table.repeal("Dice")])
    table.submits("Josh", "Still no dice", changes=[*table.new_rule("Cards"), table.repeal("Dice")])
    table.to_nday(time_machine, 9)
    for number in (6, 7):
        table.votes(number, Josh="FOR")
    table.to_nday(time_machine, 1)

    told = read(table, "ballot/nweeks/2/")

    assert "“Dice” repealed" in told
    assert "Without effect. Not all of its changes could be made, and so none was. Change 2:" in told
    assert told.count("Change 2:") == 1
    assert "Proposal 7 “Still no dice” Passes without effect" in told
    assert boxes(page(table, "ballot/nweeks/2/")) == {6: "passed", 7: "void"}


def test_what_is_in_prose_is_told_once_it_is_carried_out(counted: BallotTable) -> None:
    done = "What it says in prose has been carried out."
    assert done not in read(counted)

    counted.desk("carried_out", number=5)

    assert done in read(counted)


def test_when_it_was_due_and_which_event_made_it_stand_at_its_head(counted: BallotTable) -> None:
    told = read(counted)

    assert "due 24 Mar 2007, 00:00 UTC" in told
    assert f"event {counted.count().seq}" in told
    assert "the rule “The Count”" in told
    assert "Of 5 Proposals, 2 Won and 3 were Lost." in told


def test_counts_lead_to_those_before_and_after(counted: BallotTable, time_machine: Traveller) -> None:
    assert "The first Nweek 1 The newest" in read(counted)

    counted.to_nday(time_machine, 9)
    counted.to_nday(time_machine, 1)

    assert address(counted, "ballot/nweeks/2/") in page(counted)
    assert "Nweek 1 Nweek 2 The newest" in read(counted, "ballot/nweeks/2/")


@pytest.mark.parametrize("nweek", ["0", "2", "9" * 30])
def test_there_is_no_page_of_an_nweek_that_was_not_counted(counted: BallotTable, nweek: str) -> None:
    assert browser(counted).get(address(counted, f"ballot/nweeks/{nweek}/")).status_code == 404


def test_before_the_count_there_is_no_page_of_it(table: BallotTable) -> None:
    assert browser(table).get(address(table, COUNT)).status_code == 404
