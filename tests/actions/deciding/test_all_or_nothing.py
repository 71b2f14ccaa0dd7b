"""An enactment is one transaction: where any part of it fails, nothing of it has happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from nomic.core.decision import Refused
from nomic.core.log.models import Event
from nomic.core.registry import registry
from proposals.kinds.proposal.dials import ENACTMENT_TIMEOUT
from rulesets.models import RuleVersion
from tests.casting import Table
from tests.openings import laid
from tests.registering import using

HOUR = 3600


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 1, 5, 12, tzinfo=UTC), tick=False) as moved:
        yield moved


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    """#1 amends one rule and repeals another; it may be enacted."""
    table = laid("Lulu", "Raven", "Sam")
    changes = [table.amend("Enactment", "[48 hours]", "[36 hours]"), table.repeal("Dice")]
    table.propose("Lulu", "Both", changes)
    table.vote("Raven", 1)
    table.vote("Sam", 1)
    clock.shift(12 * HOUR)
    return table


def whole(table: Table) -> tuple[object, ...]:
    """Everything that an enactment would touch."""
    game, matter = table.game, table.post_row(1).matter
    events = Event.objects.filter(game=game).count()
    rules = RuleVersion.objects.filter(game=game).count()
    timeout = table.law[ENACTMENT_TIMEOUT]
    return game.last_seq, game.last_hash, events, rules, matter.status, matter.next_check, timeout


@contextmanager
def breaking_at_the_repeal() -> Iterator[None]:
    def breaks(*_: Any) -> None:
        raise RuntimeError("the second change breaks")

    changes = registry().changes
    broken = {**changes, "repeal": replace(changes["repeal"], write=breaks)}
    with using(replace(registry(), changes=broken)):
        yield


def test_where_a_change_breaks_midway_nothing_has_happened(table: Table) -> None:
    before = whole(table)

    with breaking_at_the_repeal(), pytest.raises(RuntimeError):
        table.enact("Kevan", 1)

    assert whole(table) == before


def test_where_the_clerk_breaks_the_log_says_so_once_and_no_sweep_spins(
    table: Table, clock: time_machine.Traveller
) -> None:
    with breaking_at_the_repeal():
        for _ in range(3):
            clock.shift(HOUR)
            table.sweep()

    kinds = list(Event.objects.filter(game=table.game).order_by("seq").values_list("kind", flat=True))
    assert kinds[-1] == "clerk.stumbled"
    assert kinds.count("clerk.stumbled") == 1
    assert table.status(1) == "pending"

    clock.shift(HOUR)
    table.sweep()

    assert table.status(1) == "enacted"


def test_unbroken_the_same_enactment_changes_all_of_it(table: Table) -> None:
    before = whole(table)

    table.enact("Kevan", 1)

    assert all(was != now for was, now in zip(before, whole(table), strict=True))


def test_a_second_enactment_is_refused_with_who_was_first(table: Table) -> None:
    table.enact("Kevan", 1)
    before = whole(table)

    with pytest.raises(Refused) as refusal:
        table.enact("Kevan", 1)

    assert refusal.value.reasons[0].facts["by"] == "Kevan"
    assert refusal.value.reasons[0].facts["status"] == "enacted"
    assert whole(table) == before


def test_an_admin_may_not_declare_that_a_possible_change_does_nothing(table: Table) -> None:
    table.enact("Kevan", 1, skipped=frozenset({0, 1}))

    assert "[36 hours]" in table.rule("Enactment").text
