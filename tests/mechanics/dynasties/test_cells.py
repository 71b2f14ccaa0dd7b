"""What is done to a cell, on both sides of its bounds; edits that meet; and what an undoing puts back."""

from __future__ import annotations

import pytest

from dynasties.tracker.rules import (
    CellOp,
    ColumnFacts,
    ColumnKind,
    DoneChange,
    Held,
    Updater,
    cell_outcome,
    find_clashes,
    may_update,
    read_amount,
    sees_column,
    stands_undone,
    undo_outcome,
    values_on_return,
)
from nomic.catalogue import CATALOGUE
from nomic.core.decision import Invalid

LAW = CATALOGUE.standard()
GOLD = ColumnFacts(1, "Gold", least=0, most=10, standard=3)
NAME = ColumnFacts(2, "Name", ColumnKind.TEXT)
SPENDING = "Numbers and Spending"


@pytest.mark.parametrize(
    ("op", "before", "by", "after"),
    [
        (CellOp.SET, 3, 7, 7),
        (CellOp.GAIN, 3, 7, 10),
        (CellOp.GAIN, 3, 8, 10),
        (CellOp.LOSE, 3, 3, 0),
        (CellOp.LOSE, 3, 4, 0),
        (CellOp.SPEND, 3, 3, 0),
    ],
)
def test_what_a_cell_holds_afterwards(op: CellOp, before: Held, by: Held, after: Held) -> None:
    assert cell_outcome(GOLD, op, before, by, SPENDING).outcome == (after,)


def test_nobody_spends_what_is_not_there_where_a_rule_says_so() -> None:
    refused, done = cell_outcome(GOLD, CellOp.SPEND, 3, 4, SPENDING), cell_outcome(GOLD, CellOp.SPEND, 3, 4, None)

    assert ([each.code for each in refused.reasons], refused.reasons[0].rule) == (["not-enough"], SPENDING)
    assert done.outcome == (0,)


@pytest.mark.parametrize(("op", "typed"), [(CellOp.GAIN, -1), (CellOp.SPEND, "-1")])
def test_no_amount_is_negative(op: CellOp, typed: object) -> None:
    with pytest.raises(Invalid) as caught:
        read_amount(GOLD, op, typed)

    assert caught.value.code == "too-small"


@pytest.mark.parametrize(
    ("op", "wanted", "now", "base", "changes", "clash"),
    [
        (CellOp.SET, 5, 4, 1, 1, False),
        (CellOp.SET, 5, 4, 1, 2, True),
        (CellOp.SET, 4, 4, 1, 2, False),
        (CellOp.SET, 5, 4, None, 2, False),
        (CellOp.GAIN, 5, 4, 1, 2, False),
    ],
)
def test_only_a_value_given_over_another_clashes(
    op: CellOp, wanted: Held, now: Held, base: int | None, changes: int, clash: bool
) -> None:
    assert find_clashes(op, wanted, now, base, changes) is clash


@pytest.mark.parametrize(
    ("done", "back"),
    [
        (DoneChange(GOLD, 1, "Ada", 3, 9, 9, touched=False), 3),
        (DoneChange(GOLD, 1, "Ada", 3, 9, 8, touched=True), 2),
        (DoneChange(GOLD, 1, "Ada", 3, 9, 6, touched=True), 0),
        (DoneChange(GOLD, 1, "Ada", None, 3, 3, touched=False), 3),
        (DoneChange(NAME, 1, "Ada", "Ace", "Joker", "Joker", touched=False), "Ace"),
        (DoneChange(NAME, 1, "Ada", "Ace", "Joker", "Ace", touched=True), "Ace"),
    ],
)
def test_an_undoing_puts_back(done: DoneChange, back: Held) -> None:
    assert dict(undo_outcome([done], LAW).outcome) == {(done.column.number, 1): back}


@pytest.mark.parametrize(
    ("done", "code"),
    [
        (DoneChange(GOLD, 1, "Ada", 3, 9, 5, touched=True), "undo-in-the-way"),
        (DoneChange(NAME, 1, "Ada", "Ace", "Joker", "King", touched=True), "undo-in-the-way"),
        (DoneChange(ColumnFacts(3, "Old", live=False), 1, "Ada", 3, 9, 9, touched=False), "column-out-of-use"),
    ],
)
def test_what_is_in_the_way_of_an_undoing_is_named(done: DoneChange, code: str) -> None:
    decision = undo_outcome([done, DoneChange(GOLD, 2, "Bo", 3, 9, 9, touched=False)], LAW)

    assert ([each.code for each in decision.reasons], dict(decision.outcome)) == ([code], {})


@pytest.mark.parametrize(
    ("value", "given", "made_seq", "why", "becomes"),
    [(9, True, 5, "kept", 9), (11, True, 5, "no-meaning", 3), (3, False, 5, "kept", 3), (3, False, 6, "new-column", 3)],
)
def test_who_comes_back_keeps_what_has_a_meaning(
    value: Held, given: bool, made_seq: int, why: str, becomes: Held
) -> None:
    column = ColumnFacts(1, "Gold", least=0, most=10, standard=3, made_seq=made_seq)

    found = values_on_return(column, value, given=given, idle_from=5)

    assert (found.why, found.value) == (why, becomes)


def test_what_has_no_meaning_stays_where_newcomers_get_nothing() -> None:
    side = ColumnFacts(1, "Side", ColumnKind.CHOICE, choices=("World", "Mastermind"))

    assert values_on_return(side, "Moon", given=True, idle_from=5).is_kept


@pytest.mark.parametrize(
    ("column", "who", "code"),
    [
        (GOLD, Updater(), ""),
        (ColumnFacts(1, "Gold", live=False), Updater(), "column-out-of-use"),
        (GOLD, Updater(row_name="Sam", row_idle=True), "row-idle"),
        (ColumnFacts(1, "Side", secret=True), Updater(), "column-secret"),
        (ColumnFacts(1, "Side", secret=True), Updater(is_own=True), ""),
        (ColumnFacts(1, "Side", secret=True), Updater(is_mastermind=True), ""),
    ],
)
def test_who_may_change_a_cell(column: ColumnFacts, who: Updater, code: str) -> None:
    decision = may_update(column, who, LAW)

    assert [each.code for each in decision.reasons] == ([code] if code else [])


@pytest.mark.parametrize(
    ("own", "mastermind", "seen"), [(False, False, False), (True, False, True), (False, True, True)]
)
def test_a_secret_is_seen_by_its_own_agent_and_the_mastermind(own: bool, mastermind: bool, seen: bool) -> None:
    assert sees_column(ColumnFacts(1, "Side", secret=True), is_own=own, is_mastermind=mastermind) is seen
    assert sees_column(GOLD, is_own=own, is_mastermind=mastermind)


@pytest.mark.parametrize(
    ("undoings", "stands"),
    [
        ([], False),
        ([(2, 1)], True),
        ([(2, 1), (3, 2)], False),
        ([(2, 1), (3, 2), (4, 3)], True),
        ([(2, 1), (3, 2), (4, 1)], True),
        ([(3, 2)], False),
    ],
)
def test_an_act_stands_undone_while_what_undid_it_stands(undoings: list[tuple[int, int]], stands: bool) -> None:
    assert stands_undone(1, undoings) is stands


def test_an_act_that_went_to_and_fro_a_thousand_times_is_told_as_any_other() -> None:
    to_and_fro = [(number + 1, number) for number in range(1, 1_001)]

    assert not stands_undone(1, to_and_fro)
    assert stands_undone(1, to_and_fro[:-1])
