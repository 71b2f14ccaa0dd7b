"""A quorum on a Call for Judgment is kept in the floor that reaches it, and never let go."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from proposals.posts.models import Matter
from proposals.recount import recount_game
from proposals.voting.rules import Vote
from tests.casting import Table


def latch(table: Table, number: int = 1) -> Any:
    return table.post_row(number).matter.latch


def test_the_vote_that_makes_the_quorum_latches_it(table: Table) -> None:
    table.call("Lulu", "Is It So?")
    table.vote("Lulu", 1)
    table.vote("Raven", 1, Vote.AGAINST)
    table.vote("Sam", 1)
    before = latch(table)

    table.vote("Josh", 1)

    kept = latch(table)
    assert before is None
    assert (kept["outcome"], kept["quorum"], kept["ballots"], kept["seq"]) == ("FOR", 3, 4, table.game.last_seq)
    assert (kept["tally"]["for"], kept["tally"]["against"]) == (3, 1)
    assert len(kept["agents"]) == 5


def test_whoever_idles_may_bring_it_about_and_coming_back_takes_nothing_away(table: Table) -> None:
    table.join("Zack")
    table.call("Lulu", "Is It So?")
    for name in ("Lulu", "Raven", "Sam"):
        table.vote(name, 1)
    before = latch(table)

    table.idle("Zack")
    kept = latch(table)
    table.unidle("Zack")
    table.leave("Raven")

    assert before is None
    assert latch(table) == kept
    found = table.verdict(1)
    assert (found.verdict.may_enact, found.verdict.quorum, found.verdict.tally.for_) == (True, 3, 3)
    assert len(found.roster.agents) == 5


def test_a_renamed_agents_vote_still_counts_in_it(table: Table) -> None:
    table.call("Lulu", "Is It So?")
    for name in ("Lulu", "Raven", "Sam"):
        table.vote(name, 1)
    renaming = {"kind": "rename-agent", "agent": table.agent("Raven").pk, "name": "Ravenna"}
    table.propose("Josh", "A New Name", [renaming])
    for name in ("Lulu", "Sam", "Josh"):
        table.vote(name, 2)

    with time_machine.travel(table.post_row(2).posted_at + timedelta(hours=12), tick=False):
        table.enact("Kevan", 2)

    assert {line.voter for line in table.verdict(1).verdict.tally.counted} == {"Lulu", "Ravenna", "Sam"}
    assert table.verdict(1).verdict.tally.for_ == 3


@pytest.mark.parametrize("changed", [{"outcome": "AGAINST"}, {"quorum": 2}, {"seq": 1}])
def test_recount_finds_a_latch_that_was_tampered_with(table: Table, changed: dict[str, Any]) -> None:
    table.call("Lulu", "Is It So?")
    for name in ("Lulu", "Raven", "Sam"):
        table.vote(name, 1)
    right = recount_game(table.game).differences

    Matter.objects.update(latch={**latch(table), **changed})

    assert right == ()
    assert any("quorum on post:1" in each.what for each in recount_game(table.game).differences)


def test_recount_finds_a_latch_that_is_gone(table: Table) -> None:
    table.call("Lulu", "Is It So?")
    for name in ("Lulu", "Raven", "Sam"):
        table.vote(name, 1)

    Matter.objects.update(latch=None)

    assert [each.what for each in recount_game(table.game).differences] == ["quorum on post:1 by then"]
