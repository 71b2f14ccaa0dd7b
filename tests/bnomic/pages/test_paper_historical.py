"""A Proposal's own page once it is Historical, and what was carried out."""

from __future__ import annotations

import re

import pytest
from time_machine import Traveller

from nomic.core.floor import Floor
from proposals.bnomic.ballot import actions as ballot_actions
from tests.balloting import BallotTable
from tests.bnomic.pages.three import html, read

pytestmark = pytest.mark.django_db


def test_one_that_passed_tells_so_and_leads_to_the_rule_and_the_count(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.all_vote(1, "FOR", "Josh", "Raven")
    opened.to_nday(time_machine, 1)

    told, page = read(opened, "ballot/1/"), html(opened, "ballot/1/")

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

    told = read(opened, "ballot/3/")

    assert "Won, without effect" in told
    assert "What it would have changed" in told
    assert "Change 1: there is already a rule called “Cats”" in told
    assert "changes were made" not in told


def test_one_over_which_the_server_stumbled_says_that(
    opened: BallotTable, time_machine: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(the_floor: Floor, *more: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ballot_actions, "enact_changes", stumble)
    opened.votes(1, Josh="FOR")
    opened.to_nday(time_machine, 1)

    told = read(opened, "ballot/1/")

    assert "the server failed over it, and made none of its changes" in told
    assert "Not all of its changes" not in told


def test_a_lost_one_tells_by_which_step_it_fell_whatever_came_later(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.votes(2, Lulu="FOR")
    opened.votes(1, Josh="FOR")
    opened.to_nday(time_machine, 1)
    opened.leave("Lulu")

    told = read(opened, "ballot/1/")

    assert "Lost" in told
    assert "It Conflicts with #2 Dogs , which was as strong and has the higher Number" in told
    assert "dropped out" not in read(opened, "ballot/2/")


def test_a_vote_that_had_dropped_out_at_the_count_has_dropped_out_though_its_voter_is_back(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.votes(1, Josh="FOR", Lulu="FOR")
    opened.idle("Lulu")
    opened.to_nday(time_machine, 1)
    opened.unidle("Lulu")

    told = read(opened, "ballot/1/")

    assert "Its Strength was +1" in told
    assert re.search(r"Josh FOR \d.* Lulu FOR dropped out", told)


def test_what_an_administrator_has_carried_out_is_put_on_record_there(
    opened: BallotTable, time_machine: Traveller
) -> None:
    opened.submits("Lulu", "Thanks", "Let us thank Kevan.")
    opened.to_nday(time_machine, 1)
    opened.to_nday(time_machine, 9)
    opened.votes(4, Lulu="FOR")
    opened.to_nday(time_machine, 1)
    assert "put on record" not in read(opened, "ballot/4/")

    opened.desk("carried_out", number=4)
    assert "was put on record just now" in read(opened, "ballot/4/")
