"""The tracker: changed where a rule permits it, merged where two change it, and changed back. (Rule 1.7)"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dynasties.mechanics.merging import Moved
from dynasties.models import Column, Update, Value
from dynasties.queries import tracker, updates
from dynasties.recounting import CHECKS
from nomic.core import queries as core
from nomic.core import vault
from nomic.core.floor import floor
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.models import Event, PrivateEvent
from proposals.recounting import recount
from rulesets import queries as rules
from rulesets.actions import writing
from tests import lawmaking
from tests.casting import Table

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    """Kevan (Admin, Mastermind), Josh (Admin), Lulu and Sam; a column Gold, a number from 0, 3 to begin with."""
    table = Table("Lulu", "Sam")
    table.join("Josh", admin=True)
    table.column("Gold", standard=3)
    return table


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [reason.code for reason in caught.value.reasons]


def last_event(table: Table) -> Event:
    event = Event.objects.filter(game=table.game).order_by("-seq").first()
    assert event is not None
    return event


# -- what a change is --------------------------------------------------------------------------------


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


# -- what permits it ---------------------------------------------------------------------------------


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


# -- two at one cell ---------------------------------------------------------------------------------


def test_two_who_add_to_one_cell_add_both(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Sam", "gain", 2, base=0))

    table.update("Josh", table.cell("Gold", "Sam", "lose", 1, base=0))

    assert table.held("Gold", "Sam") == 4


def test_who_sets_a_cell_that_another_has_changed_sees_both_values(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Sam", "set", 8, base=0))

    with pytest.raises(Moved) as caught:
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


# -- secrets -----------------------------------------------------------------------------------------


def test_a_secret_value_is_its_own_agents_and_the_masterminds_alone(table: Table) -> None:
    table.column("Side", kind="text", secret=True)

    table.update("Lulu", table.cell("Side", "Lulu", "set", "World"))

    assert (table.held("Side", "Lulu", "Lulu"), table.held("Side", "Lulu", "Kevan")) == ("World", "World")
    for viewer in ("Josh", "Sam", None):
        with pytest.raises(PermissionError):
            table.held("Side", "Lulu", viewer)


def test_a_secret_change_leaves_no_trace_in_the_log_and_takes_no_number(table: Table) -> None:
    table.column("Side", kind="text", secret=True)
    before = table.game.last_seq, table.game.last_hash

    update = table.update("Lulu", table.cell("Side", "Lulu", "set", "World"), comment="Hush.")

    assert (table.game.last_seq, table.game.last_hash) == before
    assert (update.number, update.comment, PrivateEvent.objects.count()) == (None, "", 1)
    assert (Value.objects.get().value, "World" in Value.objects.get().sealed) == (None, False)
    [entry] = updates.cell_history(table.game, update_column(table), table.agent("Lulu").pk, table.agent("Kevan"))
    assert (entry.after, entry.comment) == ("World", "Hush.")
    assert updates.cell_history(table.game, update_column(table), table.agent("Lulu").pk, table.agent("Josh")) == ()


def update_column(table: Table) -> int:
    return table.column_number("Side")


def test_only_who_sees_a_secret_cell_changes_it(table: Table) -> None:
    table.column("Side", kind="text", secret=True)

    table.update("Kevan", table.cell("Side", "Lulu", "set", "World"))
    with pytest.raises(Refused) as caught:
        table.update("Josh", table.cell("Side", "Lulu", "set", "Mastermind"))

    assert (codes(caught), table.held("Side", "Lulu", "Lulu")) == (["column-secret"], "World")


def test_a_word_about_a_secret_cell_that_stays_as_it_is_is_told_to_nobody(table: Table) -> None:
    table.column("Side", kind="text", secret=True)
    table.update("Lulu", table.cell("Side", "Lulu", "set", "World"))
    before = last_event(table).seq

    with pytest.raises(Invalid) as caught:
        table.update("Lulu", table.cell("Side", "Lulu", "set", "World"), comment="I am with the World.")

    assert caught.value.code == "no-effect"
    assert last_event(table).seq == before
    assert not Update.objects.filter(number__isnull=False).exists()


@pytest.mark.parametrize("number", [10**30, -(10**30), 2**63, 0, -1, True])
@pytest.mark.parametrize("field", ["column", "agent"])
def test_what_can_be_no_number_of_a_column_or_an_agent_is_none(table: Table, field: str, number: int) -> None:
    cell = table.cell("Gold", "Lulu", "gain", 1) | {field: number}

    with pytest.raises(Invalid) as caught:
        table.update("Lulu", cell)

    assert caught.value.path == f"cells/0/{field}"


def test_two_secret_changes_after_one_event_meet_as_public_ones_do(table: Table) -> None:
    table.column("Side", kind="text", secret=True)
    table.update("Kevan", table.cell("Side", "Lulu", "set", "World", base=0))

    with pytest.raises(Moved):
        table.update("Lulu", table.cell("Side", "Lulu", "set", "Mastermind", base=0))

    assert table.held("Side", "Lulu", "Lulu") == "World"


def test_secret_and_public_cells_are_two_acts(table: Table) -> None:
    table.column("Side", kind="text", secret=True)

    with pytest.raises(Refused) as caught:
        table.update("Lulu", table.cell("Side", "Lulu", "set", "World"), table.cell("Gold", "Lulu", "gain", 1))

    assert codes(caught) == ["secret-and-public"]


# -- undoing -----------------------------------------------------------------------------------------


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


# -- as of any event ---------------------------------------------------------------------------------


def test_the_tracker_of_any_event_stays_as_it_was(table: Table) -> None:
    before = table.game.last_seq
    table.update("Lulu", table.cell("Gold", "Lulu", "set", 9))
    now = tracker.sheet(table.game, None)

    then = tracker.sheet(table.game, None, before)

    [changed] = tracker.difference(then, now)
    assert (changed.name, changed.before and changed.before.value, changed.after and changed.after.value) == (
        "Lulu", 3, 9,
    )  # fmt: skip


def test_the_sheet_asks_no_more_for_ten_columns_than_for_one(table: Table) -> None:
    table.update("Lulu", table.cell("Gold", "Sam", "set", 5))

    with CaptureQueriesContext(connection) as few:
        tracker.sheet(table.game, table.agent("Kevan"))
    for name in "ABCDEFGHIJ":
        table.column(f"Column {name}")
        table.update("Lulu", table.cell(f"Column {name}", "Sam", "set", 5))
    with CaptureQueriesContext(connection) as many:
        tracker.sheet(table.game, table.agent("Kevan"))

    assert len(many) == len(few)


# -- coming back -------------------------------------------------------------------------------------


def test_who_comes_back_finds_what_e_left_and_the_standard_of_what_is_new(table: Table) -> None:
    table.update("Sam", table.cell("Gold", "Sam", "set", 9))
    table.idle("Sam")
    table.column("Gems", standard=2)
    preview = {each.column.name: each.why for each in updates.on_return(table.game, table.agent("Sam"))}

    table.unidle("Sam")

    assert preview == {"Gold": "kept", "Gems": "new-column"}
    assert (table.held("Gold", "Sam"), table.held("Gems", "Sam")) == (9, 2)
    assert last_event(table).kind == "tracker.updated"


def test_dice_in_a_comment_fall_and_the_act_keeps_their_numbers(table: Table) -> None:
    update = table.update("Lulu", comment="2DICE6 for the supplies")

    rolls = core.rolls(table.made.pk)
    assert (update.rolls, rolls.count()) == ([1], 1)


# -- counted anew ------------------------------------------------------------------------------------


@pytest.fixture
def played(table: Table) -> Table:
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
    return table


def differences(table: Table) -> list[str]:
    return [each.what for each in recount(table.game, CHECKS).differences]


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

    [found] = recount(played.game, CHECKS).differences
    assert (found.what, found.recorded, found.recomputed) == ("a secret act", True, False)


def test_a_comment_on_secrets_of_several_is_read_by_none_of_them(table: Table) -> None:
    table.column("Side", kind="text", secret=True)
    cells = [table.cell("Side", name, "set", "World") for name in ("Lulu", "Sam")]
    table.update("Kevan", *cells, comment="Both of them.")

    for viewer, told in (("Lulu", ""), ("Kevan", "Both of them.")):
        [entry] = updates.cell_history(
            table.game, update_column(table), table.agent("Lulu").pk, table.agent(viewer)
        )
        assert entry.comment == told


def test_the_name_of_a_void_rules_column_stays_taken(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        ruleset = rules.ruleset(table.made.pk)
        void = replace(ruleset, void=frozenset({table.rule("Coins").id}))
        writing.arrange(the_floor, void)
        the_floor.record("rule.found-void", subject=f"rule:{table.rule('Coins').id}")

    made = {"kind": "make-column", "name": "gold", "column_kind": "number", "rule": table.rule("Agents").id}
    tried = rules.trial(rules.state(table.game), rules.read([made]))

    assert [each.code for each in tried.problems] == ["column-name-taken"]
    assert tracker.columns(table.made.pk) == ()
