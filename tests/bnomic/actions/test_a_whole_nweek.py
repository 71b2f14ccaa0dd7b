"""A whole nweek through the real actions: submitted, revised, opened, voted on, counted, and law."""

from __future__ import annotations

import pytest
from django.test import Client
from time_machine import Traveller

from nomic.core.log import queries as log_queries
from tests.balloting import MIDNIGHT, BallotTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return BallotTable("Josh", "Lulu", "Raven")


def test_what_is_submitted_opens_is_voted_on_and_becomes_law(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"), conflicts="Cats")
    table.submits("Raven", "Kittens", changes=table.new_rule("Kittens"), depends="#1")
    table.revises("Raven", 3, "Kittens", changes=table.new_rule("Kittens"), depends="Dogs")
    table.to_nday(time_machine, 9)
    assert table.states() == {1: "Open", 2: "Open", 3: "Open"}
    table.votes(1, Josh="FOR", Lulu="FOR")
    table.votes(2, Lulu="FOR", Josh="FOR", Raven="FOR")
    table.votes(3, Raven="FOR")

    table.to_nday(time_machine, 1)

    assert table.nday() == (2, 1)
    assert table.states() == {1: "Lost", 2: "Won", 3: "Won"}
    titles = [rule.title for rule in table.rules()]
    assert "Dogs" in titles
    assert "Kittens" in titles
    assert "Cats" not in titles
    kinds = [event.kind for event in log_queries.log(table.made.pk)]
    assert kinds.count("bnomic.counted") == 1


def test_each_has_its_end_in_its_own_log_and_in_the_feed_of_decisions(
    table: BallotTable, time_machine: Traveller, client: Client
) -> None:
    table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"), conflicts="Cats")
    table.submits("Raven", "Cats again", changes=table.new_rule("Cats"))
    table.to_nday(time_machine, 9)
    table.all_vote(1, "FOR", "Josh", "Lulu")
    table.all_vote(2, "FOR", "Lulu")
    table.all_vote(3, "FOR", "Raven")

    table.to_nday(time_machine, 1)

    logs = {number: log_queries.log(table.made.pk, subject=f"post:{number}") for number in (1, 2, 3)}
    assert [log.order_by("seq").values_list("kind", flat=True)[len(log) - 1] for log in logs.values()] == [
        "bnomic.passed",
        "bnomic.lost",
        "bnomic.passed-without-effect",
    ]
    feed = client.get("/g/table/decisions.atom").content.decode()
    assert "Proposal 1 “Cats” passes." in feed
    assert "Proposal 2 “Dogs” is Lost by its Conflict with Proposal 1." in feed
    assert "Proposal 3 “Cats again” passes without effect: not all of its changes could be made." in feed
