"""What a change of the tracker is, what permits it, and how the tracker reads as of any event. (Rule 1.7)"""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dynasties.tracker import queries as tracker_queries, queries_updates as tracker_queries_updates
from dynasties.tracker.models import Update
from nomic.core.decision import Invalid, Refused
from nomic.core.dice import queries as dice_queries
from nomic.core.floor import floor
from rulesets.changes import queries as changes_queries
from rulesets.history import actions as history_actions, queries as history_queries
from tests import lawmaking
from tests.actions.dynasties.tracker.looking import last_event
from tests.casting import Table
from tests.refusals import codes


def test_any_agent_changes_anybodys_value_and_the_log_tells_before_after_rule_and_comment(table: Table) -> None:
    update = table.update("Lulu", table.cell("Gold", "Sam", "set", "5"), comment="He found some.")

    event = last_event(table)
    [cell] = event.data["cells"]
    assert (table.held("Gold", "Sam"), table.held("Gold", "Lulu")) == (5, 3)
    assert (event.kind, event.subject, update.number) == ("tracker.updated", "update:1", 1)
    assert (cell["before"], cell["after"], event.data["rule_title"]) == (3, 5, "Coins")
    assert (event.data["comment"], event.by) == ("He found some.", "Lulu")


def test_several_cells_change_in_one_act_with_one_event(table: Table) -> None:
    before = table.game.last_seq

    table.update("Lulu", table.cell("Gold", "Sam", "gain", 2), table.cell("Gold", "Lulu", "spend", 2))

    assert (table.held("Gold", "Sam"), table.held("Gold", "Lulu")) == (5, 1)
    assert table.game.last_seq == before + 1


def test_where_one_cell_cannot_change_none_does(table: Table) -> None:
    with pytest.raises(Refused) as caught:
        table.update("Lulu", table.cell("Gold", "Sam", "gain", 2), table.cell("Gold", "Lulu", "spend", 4))

    assert codes(caught) == ["not-enough"]
    assert (table.held("Gold", "Sam"), Update.objects.count()) == (3, 0)


def test_a_form_sent_twice_changes_once(table: Table) -> None:
    first = table.update("Lulu", table.cell("Gold", "Lulu", "gain", 1), token="once")

    again = table.update("Lulu", table.cell("Gold", "Lulu", "gain", 1), token="once")

    assert (again.pk, table.held("Gold", "Lulu")) == (first.pk, 4)


def test_an_old_form_with_other_words_is_no_second_sending(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Lulu", "gain", 1), token="once")

    with pytest.raises(Invalid) as caught:
        table.update("Lulu", table.cell("Gold", "Lulu", "gain", 1), comment="Another.", token="once")

    assert caught.value.code == "used-token"


def test_a_note_changes_nothing_and_is_kept(table: Table) -> None:
    table.update("Lulu", comment="LAND MOVE")

    assert (last_event(table).data["comment"], last_event(table).data["cells"]) == ("LAND MOVE", [])


def test_neither_a_change_nor_a_word_is_nothing(table: Table) -> None:
    with pytest.raises(Invalid) as caught:
        table.update("Lulu", table.cell("Gold", "Lulu", "set", 3))

    assert caught.value.code == "no-effect"


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"value": "many"}, "cells/0/value"),
        ({"value": -1}, "cells/0/value"),
        ({"column": 9}, "cells/0/column"),
        ({"column": "Gold"}, "cells/0/column"),
        ({"agent": None}, "cells/0/agent"),
        ({"agent": 10**9}, "cells/0/agent"),
        ({"op": "steal"}, "cells/0/op"),
    ],
)
def test_what_is_not_understood_is_told_at_its_field(table: Table, changed: dict[str, object], path: str) -> None:
    with pytest.raises(Invalid) as caught:
        table.update("Lulu", table.cell("Gold", "Lulu", "set", 5) | changed)

    assert caught.value.path == path


def test_one_cell_cannot_change_twice_in_one_act(table: Table) -> None:
    with pytest.raises(Invalid) as caught:
        table.update("Lulu", table.cell("Gold", "Sam", "gain", 1), table.cell("Gold", "Sam", "gain", 1))

    assert caught.value.code == "twice"


def test_the_idle_change_nothing_and_nobody_changes_what_is_theirs(table: Table) -> None:
    table.idle("Sam")

    with pytest.raises(Refused) as by_sam:
        table.update("Sam", table.cell("Gold", "Lulu", "gain", 1))
    with pytest.raises(Refused) as of_sam:
        table.update("Lulu", table.cell("Gold", "Sam", "gain", 1))

    assert (codes(by_sam), codes(of_sam)) == (["is-idle"], ["row-idle"])


def test_a_change_cites_a_rule_in_force(table: Table) -> None:
    gone = table.rule("Spelling").id
    table.update("Lulu", table.cell("Gold", "Lulu", "gain", 1), rule_id=gone)
    lawmaking.change(table, table.repeal("Spelling"))

    with pytest.raises(Refused) as caught:
        table.update("Lulu", table.cell("Gold", "Lulu", "gain", 1), rule_id=gone)

    assert codes(caught) == ["rule-not-in-force"]


def test_with_its_rule_a_column_goes_and_its_name_is_free_again(table: Table) -> None:
    cell = table.cell("Gold", "Lulu", "gain", 1)
    lawmaking.change(table, table.repeal("Coins"))

    with pytest.raises(Refused) as caught:
        table.update("Lulu", cell, rule_id=table.rule("Agents").id)
    again = table.column("Gold", standard=7)

    assert codes(caught) == ["column-out-of-use"]
    assert (again, table.held("Gold", "Lulu")) == (2, 7)


def test_the_tracker_of_any_event_stays_as_it_was(table: Table) -> None:
    before = table.game.last_seq
    table.update("Lulu", table.cell("Gold", "Lulu", "set", 9))
    now = tracker_queries.get_sheet(table.game, None)

    then = tracker_queries.get_sheet(table.game, None, before)

    [changed] = tracker_queries.sheet_difference(then, now)
    assert (changed.name, changed.before and changed.before.value, changed.after and changed.after.value) == (
        "Lulu",
        3,
        9,
    )


def test_the_sheet_asks_no_more_for_ten_columns_than_for_one(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Sam", "set", 5))

    with CaptureQueriesContext(connection) as few:
        tracker_queries.get_sheet(table.game, table.agent("Kevan"))
    for name in "ABCDEFGHIJ":
        table.column(f"Column {name}")
        table.update("Lulu", table.cell(f"Column {name}", "Sam", "set", 5))
    with CaptureQueriesContext(connection) as many:
        tracker_queries.get_sheet(table.game, table.agent("Kevan"))

    assert len(many) == len(few)


def test_who_comes_back_finds_what_e_left_and_the_standard_of_what_is_new(table: Table) -> None:
    table.update("Sam", table.cell("Gold", "Sam", "set", 9))
    table.idle("Sam")
    table.column("Gems", standard=2)
    preview = {
        each.column.name: each.why for each in tracker_queries_updates.values_for_return(table.game, table.agent("Sam"))
    }

    table.unidle("Sam")

    assert preview == {"Gold": "kept", "Gems": "new-column"}
    assert (table.held("Gold", "Sam"), table.held("Gems", "Sam")) == (9, 2)
    assert last_event(table).kind == "tracker.updated"


def test_dice_in_a_comment_fall_and_the_act_keeps_their_numbers(table: Table) -> None:
    update = table.update("Lulu", comment="2DICE6 for the supplies")

    rolls = dice_queries.rolls(table.made.pk)
    assert (update.rolls, rolls.count()) == ([1], 1)


def test_the_name_of_a_void_rules_column_stays_taken(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        ruleset = history_queries.ruleset(table.made.pk)
        void = replace(ruleset, void=frozenset({table.rule("Coins").id}))
        history_actions.write_arrangement(the_floor, void)
        the_floor.record("rule.found-void", subject=f"rule:{table.rule('Coins').id}")

    made = {"kind": "make-column", "name": "gold", "column_kind": "number", "rule": table.rule("Agents").id}
    tried = changes_queries.try_changes(changes_queries.current_state(table.game), changes_queries.read_changes([made]))

    assert [each.code for each in tried.problems] == ["column-name-taken"]
    assert tracker_queries.live_columns(table.made.pk) == ()
