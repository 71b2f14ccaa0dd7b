"""What fixtures play further at a table is there again for the next test, and whoever has acted since plays it anew."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from time_machine import Traveller

from nomic.core.log.models import Event
from proposals.posts.models import Post
from tests import openings
from tests.bnomic.actions.conftest import NINE
from tests.casting import Table
from tests.openings import further, laid

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch, time_machine: Traveller) -> None:
    monkeypatch.setattr(openings, "KEPT", {})
    time_machine.move_to(NINE, tick=False)


PLAYED: list[int] = []


def proposed(table: Table, traveller: Traveller) -> None:
    """Two Proposals, an hour apart, and somebody has joined."""
    PLAYED.append(table.game.last_seq)
    table.propose("Josh", "Sooner")
    traveller.shift(timedelta(hours=1))
    table.propose("Josh", "Later")
    table.join("Lulu")


def log(table: Table) -> list[tuple[int, str, str]]:
    return list(Event.objects.filter(game=table.made).order_by("seq").values_list("seq", "kind", "hash"))


def test_it_is_played_once_and_is_the_same_from_then_on(time_machine: Traveller) -> None:
    PLAYED.clear()
    seen = []
    for _ in range(3):
        begun = transaction.savepoint()
        time_machine.move_to(NINE)
        table = laid("Josh")
        same = further(proposed, table, time_machine)
        assert same is table
        table.vote("Lulu", 2)
        table.propose("Kevan", "A third")
        seen.append((log(table), table.game.next_day_at, sorted(table.accounts)))
        transaction.savepoint_rollback(begun)

    assert len(PLAYED) == 1
    assert seen[0] == seen[1] == seen[2]
    assert "Lulu" in seen[0][2]


def test_the_clock_goes_where_it_was_left(time_machine: Traveller) -> None:
    for _ in range(2):
        begun = transaction.savepoint()
        time_machine.move_to(NINE)
        table = further(proposed, laid("Josh"), time_machine)
        table.propose("Lulu", "By the clock")
        assert table.post_row(3).posted_at == NINE + timedelta(hours=1)
        transaction.savepoint_rollback(begun)


def test_where_somebody_has_acted_since_it_is_played_anew(time_machine: Traveller) -> None:
    PLAYED.clear()
    posts = []
    for authors in ([], ["Kevan"]):
        begun = transaction.savepoint()
        time_machine.move_to(NINE)
        table = laid("Josh")
        for author in authors:
            table.propose(author, "Before them")
        further(proposed, table, time_machine)
        posts.append(Post.objects.count())
        transaction.savepoint_rollback(begun)

    assert len(PLAYED) == 2
    assert posts == [2, 3]
