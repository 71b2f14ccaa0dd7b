"""`manage.py recount`: what became of each matter, told from the log, against what its row says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core.log.models import Event
from proposals.composer import actions as composer_actions
from proposals.posts.models import Matter, Post
from proposals.recount import recount_game
from tests.casting import Table
from tests.openings import kept, laid

pytestmark = pytest.mark.django_db
START = "2026-03-02T09:00:00Z"
FIRST, ILLEGAL, VICTOR, OVERTAKEN, PLAIN = 1, 2, 3, 4, 5


@pytest.fixture
def ended() -> Iterator[Table]:
    """A Proposal taken back, an illegal one, a plain post taken back, a Declaration that overtook another."""
    with time_machine.travel(START, tick=False) as clock:
        yield kept(endings, clock)


def endings(clock: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu", "Raven")
    table.propose("Josh", "First thoughts")
    table.propose("Lulu", "A breach")
    table.post("Josh", "dov", "I have won")
    table.post("Raven", "dov", "No, I have")
    table.post_plain("Lulu", "Never mind")
    clock.shift(60)
    withdraw(table, "Josh", FIRST)
    withdraw(table, "Lulu", PLAIN)
    table.mark_illegal("Kevan", ILLEGAL)
    for name in ("Josh", "Lulu", "Kevan"):
        table.vote(name, VICTOR)
    clock.shift(timedelta(hours=24))
    table.enact("Kevan", VICTOR)
    return table


def withdraw(table: Table, name: str, number: int) -> None:
    composer_actions.withdraw_post(actor_id=table.agent(name).pk, game_id=table.made.pk, number=number)


def codes(table: Table) -> set[str]:
    return {each.what for each in recount_game(table.game).differences}


def alter_matter(number: int, **values: Any) -> None:
    assert Matter.objects.filter(post__number=number).update(**values) == 1


def test_a_game_with_every_kind_of_ending_recounts_without_a_difference(ended: Table) -> None:
    result = recount_game(ended.game)

    assert result.differences == ()
    assert [ended.status(number) for number in (FIRST, ILLEGAL, VICTOR, OVERTAKEN)] == [
        "withdrawn",
        "illegal",
        "enacted",
        "failed",
    ]
    counted = {name: result.counts[name] for name in ("decisions", "ends of matters", "Declarations", "withdrawals")}
    assert counted == {"decisions": 1, "ends of matters": 4, "Declarations": 2, "withdrawals": 2}


@pytest.mark.parametrize("number", [FIRST, ILLEGAL, VICTOR, OVERTAKEN])
@pytest.mark.parametrize("status", ["enacted", "failed", "withdrawn", "illegal"])
def test_a_status_that_the_log_does_not_tell_is_found(ended: Table, number: int, status: str) -> None:
    before = ended.status(number)

    alter_matter(number, status=status)

    assert (f"status of post:{number}" in codes(ended)) == (status != before)


@pytest.mark.parametrize("number", [FIRST, ILLEGAL])
def test_a_matter_put_back_among_the_pending_is_found(ended: Table, number: int) -> None:
    alter_matter(number, status="pending", resolved_at=None, resolved_seq=None, resolved_by=None)

    assert {f"status of post:{number}", f"end of post:{number}"} <= codes(ended)


def test_a_pending_matter_that_nothing_ended_is_found(ended: Table) -> None:
    ended.post("Lulu", "cfj", "Still open")
    assert codes(ended) == set()

    alter_matter(6, status="withdrawn", resolved_at=ended.game.founded_at + timedelta(days=9), resolved_seq=999)

    assert codes(ended) == {"status of post:6", "end of post:6"}


def test_a_withdrawal_ascribed_to_another_is_found(ended: Table) -> None:
    alter_matter(FIRST, resolved_by=ended.agent("Kevan"))

    assert codes(ended) == {f"end of post:{FIRST}"}


@pytest.mark.parametrize("number", [FIRST, PLAIN])
def test_a_post_taken_back_and_put_in_again_by_hand_is_found(ended: Table, number: int) -> None:
    Post.objects.filter(number=number).update(withdrawn_at=None)

    assert codes(ended) == {f"withdrawal of post:{number}"}


def test_a_post_taken_out_by_hand_is_found(ended: Table) -> None:
    ended.post_plain("Lulu", "Here to stay")

    Post.objects.filter(number=6).update(withdrawn_at=ended.game.founded_at)

    assert codes(ended) == {"withdrawal of post:6"}


def test_another_victor_written_over_the_one_that_overtook_is_found(ended: Table) -> None:
    alter_matter(OVERTAKEN, closing={"superseded_by": f"post:{OVERTAKEN}"})

    assert codes(ended) == {f"what overtook post:{OVERTAKEN} in the matter"}


def test_a_declaration_said_to_be_overtaken_by_none_is_found(ended: Table) -> None:
    event = Event.objects.get(game=ended.made, kind="dov.failed")
    event.data = {}
    event.save()

    assert codes(ended) == {f"what overtook post:{OVERTAKEN} in the log"}


def test_a_declaration_judged_to_have_failed_is_no_overtaken_one(ended: Table) -> None:
    ended.post("Lulu", "dov", "And now I")
    with time_machine.travel("2026-03-05T09:00:00Z", tick=False):
        ended.fail("Kevan", 6)

    result = recount_game(ended.game)

    assert (result.differences, result.counts["decisions"]) == ((), 2)
