"""Secret columns: shown to whose they are, and no trace in the log. (Reading 53)"""

from __future__ import annotations

import pytest

from dynasties.tracker import queries_updates as tracker_queries_updates
from dynasties.tracker.models import Update, Value
from dynasties.tracker.rules import CellMoved
from nomic.core.decision import Invalid, Refused
from nomic.core.log.models import PrivateEvent
from tests.actions.dynasties.tracker.looking import last_event, update_column
from tests.casting import Table
from tests.refusals import codes


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
    [entry] = tracker_queries_updates.cell_history(
        table.game, update_column(table), table.agent("Lulu").pk, table.agent("Kevan")
    )
    assert (entry.after, entry.comment) == ("World", "Hush.")
    assert (
        tracker_queries_updates.cell_history(
            table.game, update_column(table), table.agent("Lulu").pk, table.agent("Josh")
        )
        == ()
    )


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

    with pytest.raises(CellMoved):
        table.update("Lulu", table.cell("Side", "Lulu", "set", "Mastermind", base=0))

    assert table.held("Side", "Lulu", "Lulu") == "World"


def test_secret_and_public_cells_are_two_acts(table: Table) -> None:
    table.column("Side", kind="text", secret=True)

    with pytest.raises(Refused) as caught:
        table.update("Lulu", table.cell("Side", "Lulu", "set", "World"), table.cell("Gold", "Lulu", "gain", 1))

    assert codes(caught) == ["secret-and-public"]


def test_a_comment_on_secrets_of_several_is_read_by_none_of_them(table: Table) -> None:
    table.column("Side", kind="text", secret=True)
    cells = [table.cell("Side", name, "set", "World") for name in ("Lulu", "Sam")]
    table.update("Kevan", *cells, comment="Both of them.")

    for viewer, told in (("Lulu", ""), ("Kevan", "Both of them.")):
        [entry] = tracker_queries_updates.cell_history(
            table.game, update_column(table), table.agent("Lulu").pk, table.agent(viewer)
        )
        assert entry.comment == told
