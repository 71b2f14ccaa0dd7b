"""Where no rule provides for something, the record of the law says whether one ever did; and there is a way on."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from nomic.core.decision import refusal
from nomic.words import sentence
from tests.balloting import MIDNIGHT, BallotTable
from tests.casting import Table
from tests.lawmaking import change
from tests.openings import opened
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db

ANY_MORE = "No rule of this game provides for that any more."
NEVER = "No rule of this game has ever provided for that."


@pytest.fixture
def nweeks(time_machine: Traveller) -> BallotTable:
    """A game without Dynasties, and whose Proposals stand on a ballot."""
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return opened("nothing of that", lambda: BallotTable("Josh", "Lulu"))


@pytest.fixture
def journal(time_machine: Traveller) -> Table:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return opened("all of that", lambda: Table("Josh", "Lulu"))


def get(table: Table, path: str, who: str | None = "Josh") -> Any:
    return browser(table, who).get(address(table, path))


def test_where_no_record_has_been_asked_nothing_is_said_of_what_was() -> None:
    (reason,) = refusal("not-in-the-law", "Dice", mechanism="dice.rolling").reasons

    assert sentence(reason) == "No rule of this game provides for that."


@pytest.mark.parametrize("who", ["Josh", None])
def test_pending_in_a_game_of_nweeks_says_that_its_law_never_had_such_proposals_and_leads_to_the_ballot(
    nweeks: BallotTable, who: str | None
) -> None:
    page = get(nweeks, "pending/", who)
    told = words(page)

    assert "No rule of this game has ever provided for a queue of Proposals." in told
    assert f'own: <a href="{address(nweeks, "ballot/")}">Ballot</a>' in page.content.decode()
    assert "The oldest first. Calls for Judgment are in no queue." in told
    assert "any more" not in told
    assert "Your slots" not in told
    assert "Declarations of Victory" not in told
    assert "Whatever is proposed next" not in told


def test_a_call_for_judgment_is_still_pending_there(nweeks: BallotTable) -> None:
    nweeks.call("Lulu", "Is it so?")

    assert "Is it so?" in words(get(nweeks, "pending/"))


def test_pending_in_a_game_that_has_repealed_its_proposals_says_that(journal: Table) -> None:
    before = words(get(journal, "pending/"))
    change(journal, journal.repeal("Proposals"))
    after = words(get(journal, "pending/"))

    assert "Proposals are decided in this order" in before
    assert "No rule of this game" not in before
    assert "No rule of this game provides for a queue of Proposals any more." in after
    assert "Those of this game" not in after


def test_what_was_repealed_and_enacted_again_is_provided_for(journal: Table) -> None:
    text = journal.rule("Dice").text
    change(journal, journal.repeal("Dice"))
    repealed = words(get(journal, "dice/"))
    change(journal, {"kind": "enact", "section": "dynastic", "title": "More Dice", "text": text})
    enacted = words(get(journal, "dice/"))
    change(journal, journal.repeal("More Dice"))
    again = words(get(journal, "dice/"))

    assert f"{ANY_MORE} Dice" in repealed
    assert "No rule of this game" not in enacted
    assert f"{ANY_MORE} More Dice" in again


def test_dynasties_of_a_game_of_nweeks_are_none_that_it_ever_had_and_the_roster_is_led_to(nweeks: BallotTable) -> None:
    page = get(nweeks, "dynasties/")
    told = words(page)

    assert "No rule of this game has ever provided for Dynasties." in told
    assert f'page: <a href="{address(nweeks, "roster/")}">Roster</a>' in page.content.decode()
    assert "Mastermind" not in told
    assert "No Dynasty yet" not in told


def test_dynasties_that_were_stay_where_no_rule_provides_for_another_any_more(journal: Table) -> None:
    before = words(get(journal, "dynasties/"))
    change(journal, journal.repeal("Victory and Ascension"))
    after = words(get(journal, "dynasties/"))

    assert "No rule of this game" not in before
    assert "No rule of this game provides for another Dynasty any more." in after
    assert "The First Dynasty of Kevan" in after


def sent_by_hand(table: Table) -> Any:
    """A Proposal of the journal's, where none is offered."""
    given = {"category": "proposal", "title": "Cats", "body": "Cats.", "token": table.token()}
    return browser(table, "Josh").post(address(table, "posts/new/"), given)


def test_a_refusal_cites_no_rule_that_this_game_has_never_had(nweeks: BallotTable) -> None:
    answer = sent_by_hand(nweeks)

    assert answer.status_code == 409
    assert NEVER in words(answer)
    assert f"{NEVER} Proposals" not in words(answer)


def test_a_refusal_cites_the_rule_that_was_the_last_to_provide_for_it(journal: Table) -> None:
    change(journal, journal.repeal("Proposals"))

    answer = sent_by_hand(journal)

    assert answer.status_code == 409
    assert f"{ANY_MORE} Proposals" in words(answer)


def test_the_senate_of_a_game_that_never_had_one_says_so(nweeks: BallotTable) -> None:
    told = words(get(nweeks, "quorum/senate/"))

    assert "No rule of this game has ever provided for Episodes." in told
    assert "What was played stays here" not in told


def test_keeping_duties_is_told_of_by_the_record(journal: Table) -> None:
    change(journal, journal.repeal("Shall and May"))

    told = words(get(journal, "duties/"))

    assert "No rule of this game provides for keeping duties any more. What had arisen stays listed." in told


def test_the_record_is_asked_once_a_page_however_often_a_reason_is_told(nweeks: BallotTable) -> None:
    with CaptureQueriesContext(connection) as asked:
        get(nweeks, "pending/")

    assert sum('"mechanisms"' in each["sql"] and "JSON" in each["sql"] for each in asked) == 1
