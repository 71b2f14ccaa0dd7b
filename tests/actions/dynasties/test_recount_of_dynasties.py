"""What `recount` finds out about Dynasties: rows that are not what the log tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from dynasties.recount import CHECKS
from dynasties.succession.models import Dynasty
from nomic.core.games.models import Game
from proposals.recount import recount_game
from tests.casting import Table
from tests.openings import kept

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 1, 1, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return kept(inherited, clock)


def inherited(clock: time_machine.Traveller) -> Table:
    """Josh has won, and Lulu, to whom e handed the role on, has begun the second Dynasty."""
    table = Table("Josh", "Lulu")
    table.win("Josh", clock)
    table.pass_role("Josh", "Lulu")
    table.ascend("Lulu", renames={"Agent": "Wizard"}, accent=200, emblem="☂")
    return table


def differences(table: Table) -> list[str]:
    return [each.what for each in recount_game(table.game, CHECKS).differences]


def test_a_game_that_went_from_one_dynasty_to_the_next_agrees(table: Table) -> None:
    assert differences(table) == []


@pytest.mark.parametrize(
    ("tamper", "what"),
    [
        (lambda rows: rows.filter(number=2).update(head_name="Josh"), "head of dynasty 2"),
        (lambda rows: rows.filter(number=2).update(theme="Land"), "theme of dynasty 2"),
        (lambda rows: rows.filter(number=2).update(keywords={}), "keywords of dynasty 2"),
        (lambda rows: rows.filter(number=2).update(opened_seq=3), "when it opened of dynasty 2"),
        (lambda rows: rows.filter(number=1).update(ended_seq=99), "when it ended of dynasty 1"),
        (lambda rows: rows.filter(number=2).update(address=None), "address of dynasty 2"),
        (lambda rows: rows.filter(number=2).update(number=3), "dynasty 3"),
        (lambda rows: Game.objects.update(keywords={"agent": "Witch"}), "keywords"),
    ],
)
def test_a_row_that_was_tampered_with_is_found(table: Table, tamper: Callable[..., object], what: str) -> None:
    tamper(Dynasty.objects.filter(game=table.made))

    assert what in differences(table)


def test_a_winner_who_has_left_heads_nothing_and_the_rows_agree(clock: time_machine.Traveller) -> None:
    table = Table("Josh", "Lulu")
    declaration = table.declare("Josh")
    for name in ("Kevan", "Lulu"):
        table.vote(name, declaration.number)
    table.leave("Josh")
    clock.shift(timedelta(hours=12))

    table.enact("Kevan", declaration.number)

    assert Dynasty.objects.get(game=table.made, ended_at=None).head is None
    assert (table.game.mastermind, table.game.awaits_address) == (None, True)
    assert differences(table) == []
