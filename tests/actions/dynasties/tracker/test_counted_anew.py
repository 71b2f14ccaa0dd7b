"""A recount tells the tracker anew, and finds what somebody altered."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from dynasties.recount import CHECKS
from dynasties.tracker.models import Column, Value
from nomic.core import vault
from proposals.recount import recount_game
from tests import lawmaking
from tests.casting import Table
from tests.openings import further

pytestmark = pytest.mark.postgresql


@pytest.fixture
def played(table: Table, clock: Traveller) -> Table:
    return further(_play, table, clock)


def _play(table: Table, clock: Traveller) -> None:
    """A public change and its undoing, a secret one, a column whose rule is repealed, somebody back from idleness."""
    table.column("Side", kind="text", secret=True)
    table.column("Gems", rule="Gems")
    table.update("Lulu", table.cell("Gold", "Lulu", "set", 9), table.cell("Gems", "Sam", "gain", 2))
    table.update("Lulu", table.cell("Side", "Lulu", "set", "World"))
    table.undo("Sam", 1)
    table.idle("Sam")
    table.column("Rings", standard=1)
    table.unidle("Sam")
    lawmaking.change(table, table.repeal("Gems"))


def differences(table: Table) -> list[str]:
    return [each.what for each in recount_game(table.game, CHECKS).differences]


def test_what_was_played_is_counted_anew_without_a_difference(played: Table) -> None:
    assert differences(played) == []


def test_a_value_that_somebody_alters_is_found(played: Table) -> None:
    Value.objects.filter(update__number=1, column__name="Gold").update(value=8)

    assert differences(played) == ["values of update:1", "column:1, what it held before"]


def test_a_column_that_somebody_alters_is_found(played: Table) -> None:
    Column.objects.filter(name="Gold").update(most=5)

    assert differences(played) == ["column:1"]


def test_a_secret_that_somebody_alters_is_found_and_not_told(played: Table) -> None:
    Value.objects.exclude(sealed="").update(sealed=vault.seal({"before": None, "value": "Mastermind"}))

    [found] = recount_game(played.game, CHECKS).differences
    assert (found.what, found.recorded, found.recomputed) == ("a secret act", True, False)
