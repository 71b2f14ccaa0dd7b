"""Killed in the middle of a count, the server leaves nothing half done: neither the ballot nor the law. (DESIGN 4)"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from proposals.bnomic.nweeks.models import NweekCount
from tests.balloting import BallotTable
from tests.concurrency.killing import killed_in
from tests.concurrency.test_ballots import rule_titles, whole

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def killed_while_counting(table: BallotTable, number: int) -> None:
    """Let another process count, hold the floor where this Proposal is about to pass, and kill it there."""
    killed_in("held_count", table.made.pk, number)


@pytest.mark.parametrize("number", [1, 3], ids=["before anything has passed", "after another has passed"])
def test_killed_in_the_middle_of_a_count_nothing_has_happened_and_the_next_look_does_all(number: int) -> None:
    # Told so that the close lies in the past of a process of its own, whose clock nobody moves.
    with time_machine.travel(datetime.now(UTC) - timedelta(days=14), tick=False) as clock:
        table = BallotTable("Josh", "Lulu")
        table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
        table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"))
        table.submits("Josh", "Fish", changes=table.new_rule("Fish"))
        table.ticks(clock, 11, clerk=False)
        table.all_vote(1, "FOR", "Josh", "Lulu")
        table.votes(3, Josh="FOR")
    head, titles = table.game.last_hash, rule_titles(table)

    killed_while_counting(table, number)

    assert (table.game.last_hash, rule_titles(table), table.nday()) == (head, titles, (1, 12))
    assert (set(table.states().values()), NweekCount.objects.count()) == ({"Open"}, 0)
    table.sweep()
    assert table.states() == {1: "Won", 2: "Lost", 3: "Won"}
    assert rule_titles(table) - titles == {"Cats", "Fish"}
    assert whole(table)
