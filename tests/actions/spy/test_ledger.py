"""The spies' numbers in a tracker whose columns are no longer as their law made them."""

from __future__ import annotations

from typing import Any

import pytest

from dynasties.recount import CHECKS
from dynasties.spy.map import actions as map_actions
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.rules_tickets import Supply
from nomic.core.decision import Refused
from proposals.recount import recount_game
from tests.refusals import codes
from tests.spying import SpyTable


def made_anew(table: SpyTable, name: str, rule: str = "Tickets", **facts: Any) -> None:
    """A column is dropped, and one of the same name takes its place."""
    column = {"kind": "make-column", "name": name, "column_kind": "number", "rule": table.rule(rule).id}
    table.change({"kind": "drop-column", "column": name}, column | facts)


def whole(table: SpyTable) -> bool:
    return recount_game(table.game, CHECKS).differences == ()


def test_what_is_gained_beyond_the_most_that_a_column_holds_is_lost(table: SpyTable) -> None:
    made_anew(table, "Air Tickets", least=0, most=2)
    table.give("Lulu", sea=10)

    table.exchange("Lulu", "sea", "air", 5)

    assert table.tickets("Lulu") == (2, 0, 0)
    assert whole(table)


def test_supplies_bring_no_ticket_beyond_the_most(table: SpyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    made_anew(table, "Air Tickets", least=0, most=2)
    monkeypatch.setattr(map_actions, "supply", lambda *roll: frozenset({Supply.AIR}))
    table.give("Lulu", air=2)
    table.put("Lulu", "KRA")

    table.roll_supplies("Lulu")

    assert table.tickets("Lulu") == (2, 0, 0)


@pytest.mark.parametrize(("sea", "left"), [(5, 3), (4, None)])
def test_nobody_spends_what_has_to_be_left(table: SpyTable, sea: int, left: int | None) -> None:
    made_anew(table, "Sea Tickets", least=3, standard=3)
    table.give("Lulu", sea=sea)

    if left is None:
        with pytest.raises(Refused) as refused:
            table.exchange("Lulu", "sea", "air")
        assert codes(refused) == ["not-enough"]
    else:
        table.exchange("Lulu", "sea", "air")

    assert table.tickets("Lulu")[1] == (left or sea)


@pytest.mark.parametrize(
    "facts",
    [{"column_kind": "text"}, {"column_kind": "switch"}, {"scope": "game"}, {"secret": True}],
    ids=["of words", "of yes and no", "of the game", "secret"],
)
def test_a_column_of_another_kind_by_the_same_name_holds_no_tickets(table: SpyTable, facts: dict[str, Any]) -> None:
    table.give("Lulu", sea=4)
    table.put("Lulu", "LON")
    made_anew(table, "Air Tickets", **facts)
    seq = table.game.last_seq

    with pytest.raises(Refused) as refused:
        table.exchange("Lulu", "sea", "air")

    assert codes(refused) == ["no-ledger-column"]
    assert table.tickets("Lulu") == (0, 4, 0)
    assert table.game.last_seq == seq
    assert whole(table)


@pytest.mark.parametrize("facts", [{}, {"secret": True, "column_kind": "text"}], ids=["a number", "secret"])
def test_no_news_stand_in_a_column_that_cannot_hold_them(table: SpyTable, facts: dict[str, Any]) -> None:
    made_anew(table, "LKL", "Location", **facts)
    table.put("Lulu", "KRA")

    table.roll_supplies("Lulu")

    assert "LKL" not in theatre_queries.read_ledger(table.made.pk).columns
    assert whole(table)


def test_a_rank_that_the_column_lacks_is_not_shown(table: SpyTable) -> None:
    made_anew(table, "Rank", "Ranks", column_kind="choice", choices=["Low", "High"])

    table.complete("Lulu", 3)

    assert table.held("Rank", "Lulu") is None
    assert whole(table)
