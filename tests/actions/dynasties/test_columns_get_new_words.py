"""A column is called in the new keywords, as the rule that carries it is worded; what it was called, the log tells."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from dynasties.recount import CHECKS
from dynasties.tracker import queries as tracker_queries
from dynasties.tracker.models import Column
from nomic.core.decision import Refused
from nomic.core.log.models import Event
from proposals.recount import recount_game
from tests.casting import Table
from tests.openings import kept, laid

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Iterator[Table]:
    with time_machine.travel(datetime(2026, 1, 1, tzinfo=UTC), tick=False) as clock:
        yield kept(_with_orbs, clock)


def _with_orbs(clock: time_machine.Traveller) -> Table:
    """Josh has won, and has yet to speak. Orbs and Gems are tracked."""
    table = laid("Josh", "Lulu")
    table.enact_rule("Orbs", "An Agent keeps Orbs. An Orb is round.")
    table.enact_rule("Gems", "An Agent keeps Gems. A Gem is not.")
    for name in ("Orbs", "Gems"):
        table.column(name, rule=name)
    table.update("Lulu", table.cell("Orbs", "Lulu", "gain", "2"))
    table.win("Josh", clock)
    return table


def names(table: Table, seq: int | None = None) -> list[str]:
    return [each.name for each in tracker_queries.live_columns(table.made.pk, seq)]


def differences(table: Table) -> list[str]:
    return [each.what for each in recount_game(table.game, CHECKS).differences]


def test_a_column_is_called_in_the_new_word_and_keeps_what_it_holds(table: Table) -> None:
    table.ascend("Josh", renames={"Orb": "Moon"})

    assert names(table) == ["Moons", "Gems"]
    assert table.held("Moons", "Lulu") == 2
    assert differences(table) == []


def test_before_that_it_is_called_as_it_was(table: Table) -> None:
    before = table.game.last_seq

    table.ascend("Josh", renames={"Orb": "Moon"})

    assert names(table, before) == ["Orbs", "Gems"]
    renamed = Event.objects.get(game=table.made, kind="column.renamed")
    assert (names(table, renamed.seq - 1), names(table, renamed.seq)) == (["Orbs", "Gems"], ["Moons", "Gems"])


def test_two_columns_may_change_places(table: Table) -> None:
    table.ascend("Josh", renames={"Orb": "Gem", "Gem": "Orb"})

    assert names(table) == ["Gems", "Orbs"]
    assert table.held("Gems", "Lulu") == 2
    assert differences(table) == []


def test_a_name_is_free_for_another_once_the_rule_of_its_column_is_repealed(table: Table) -> None:
    table.ascend("Josh", repeal=["Gems"], renames={"Orb": "Gem"})

    assert names(table) == ["Gems"]
    assert differences(table) == []


def test_a_name_that_another_column_has_is_refused(table: Table) -> None:
    table.column("Moons", rule="Gems")

    with pytest.raises(Refused) as refusal:
        table.ascend("Josh", renames={"Orb": "Moon"})

    assert [each.code for each in refusal.value.reasons] == ["column-badly-called"]
    assert names(table) == ["Orbs", "Gems", "Moons"]


def test_a_name_that_is_too_long_for_a_column_is_refused(table: Table) -> None:
    table.column("Orbs that were left on the shelf", rule="Gems")

    with pytest.raises(Refused) as refusal:
        table.ascend("Josh", renames={"Orb": "Heavenly Body Beyond"})

    assert [each.code for each in refusal.value.reasons] == ["column-badly-called"]


def test_a_theme_package_finds_the_new_names_taken(table: Table) -> None:
    table.column("Orb", rule="Gems")

    with pytest.raises(Refused) as refusal:
        table.ascend("Josh", renames={"Orb": "Gold"}, package="harbour")

    assert [each.code for each in refusal.value.reasons] == ["package-clash"]


def test_a_column_called_otherwise_behind_the_logs_back_is_found(table: Table) -> None:
    table.ascend("Josh", renames={"Orb": "Moon"})

    Column.objects.filter(game=table.made, name="Moons").update(name="Suns")

    assert differences(table) == ["column:1"]
