"""Two people at one cell: both are added, or the second sees the first. (Rule 1.7)"""

from __future__ import annotations

import pytest

from dynasties.tracker.rules import CellMoved
from tests.casting import Table


def test_two_who_add_to_one_cell_add_both(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Sam", "gain", 2, base=0))

    table.update("Josh", table.cell("Gold", "Sam", "lose", 1, base=0))

    assert table.held("Gold", "Sam") == 4


def test_who_sets_a_cell_that_another_has_changed_sees_both_values(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Sam", "set", 8, base=0))

    with pytest.raises(CellMoved) as caught:
        table.update("Josh", table.cell("Gold", "Sam", "set", 9, base=0))

    [conflict] = caught.value.conflicts
    assert (conflict.yours, conflict.now, conflict.base) == (9, 8, 1)
    assert table.held("Gold", "Sam") == 8


def test_who_has_seen_the_other_value_may_insist(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Sam", "set", 8, base=0))

    table.update("Josh", table.cell("Gold", "Sam", "set", 9, base=1))

    assert table.held("Gold", "Sam") == 9


def test_two_who_set_a_cell_alike_agree(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Sam", "set", 8, base=0))

    table.update("Josh", table.cell("Gold", "Sam", "set", 8, base=0), comment="As Lulu says.")

    assert table.held("Gold", "Sam") == 8
