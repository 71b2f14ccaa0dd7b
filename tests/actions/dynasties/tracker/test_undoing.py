"""An act on the tracker is taken back, and the taking back too. (Rule 1.7)"""

from __future__ import annotations

import pytest

from nomic.core.decision import Refused
from tests import lawmaking
from tests.actions.dynasties.tracker.looking import last_event
from tests.casting import Table
from tests.refusals import codes


def test_an_undoing_puts_back_what_was_and_points_at_the_old_act(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Lulu", "set", 9))

    table.undo("Sam", 1)

    event = last_event(table)
    assert (table.held("Gold", "Lulu"), event.kind, event.data["undoes"]) == (3, "tracker.undone", 1)
    assert (event.data["rule_title"], event.data["comment"]) == ("Coins", "It broke the rule.")


def test_of_a_number_changed_since_only_the_change_itself_is_taken_back(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Lulu", "gain", 5))
    table.update("Sam", table.cell("Gold", "Lulu", "gain", 1))

    table.undo("Sam", 1)

    assert table.held("Gold", "Lulu") == 4


def test_what_has_been_spent_since_is_in_the_way(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Lulu", "gain", 5))
    table.update("Lulu", table.cell("Gold", "Lulu", "spend", 6))

    with pytest.raises(Refused) as caught:
        table.undo("Sam", 1)

    assert (codes(caught), table.held("Gold", "Lulu")) == (["undo-in-the-way"], 2)


def test_an_undoing_may_be_undone_and_then_the_act_again(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Lulu", "set", 9))
    table.undo("Sam", 1)

    with pytest.raises(Refused) as twice:
        table.undo("Josh", 1)
    table.undo("Lulu", 2)
    back = table.held("Gold", "Lulu")
    table.undo("Sam", 1)

    assert (codes(twice), back, table.held("Gold", "Lulu")) == (["undone-already"], 9, 3)


def test_the_rule_that_was_broken_was_in_force_at_the_time(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Lulu", "set", 9))
    lawmaking.change(table, lawmaking.enact("Thrift", "Nobody hoards."))

    with pytest.raises(Refused) as caught:
        table.undo("Sam", 1, rule="Thrift")

    assert codes(caught) == ["rule-not-of-then"]
