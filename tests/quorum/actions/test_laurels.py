"""Who takes a laurel, in which Dynasty, and who has won by them. (Rule Laurels)"""

from __future__ import annotations

import pytest
from time_machine import Traveller

from dynasties.quorum.episodes import queries as episodes_queries
from tests.quorum.actions.conftest import DAY
from tests.sitting import NAY, YEA, SenateTable

MINE = {**YEA, "priorities": [1, 1, 1]}


def taken(table: SenateTable) -> list[tuple[str, int]]:
    return [(agent.name, count) for agent, count in episodes_queries.laurel_counts(table.game, table.law)]


def wins(table: SenateTable, name: str, other: str = "Lulu") -> None:
    """An Episode in which this senator votes for what passes, and the other against it."""
    table.senate(name, other, rounds=2)
    for _ in range(2):
        table.decides(name, YEA)
        table.decides(other, NAY)


def test_the_highest_score_takes_a_laurel(table: SenateTable) -> None:
    wins(table, "Josh")
    wins(table, "Raven", "Josh")
    wins(table, "Josh", "Raven")

    assert taken(table) == [("Josh", 2), ("Raven", 1)]


def test_who_ties_takes_none(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    for _ in range(2):
        table.all_decide()

    assert taken(table) == []


def test_who_plays_against_guests_and_scripts_takes_none(table: SenateTable) -> None:
    wins(table, "Josh", "Wanda")
    table.convenes("Josh", seats=2, rounds=2)
    table.sits("Josh", 0)
    table.opens("Josh", "random")
    for _ in range(2):
        table.decides("Josh")

    assert taken(table) == []


def test_who_answers_for_a_program_takes_its_laurel(table: SenateTable) -> None:
    table.convenes("Josh", seats=2, rounds=2)
    token = table.seats_program("Raven", 0)
    table.sits("Lulu", 1)
    for _ in range(2):
        table.decides_by(token)
        table.decides("Lulu", NAY)

    assert taken(table) == [("Raven", 1)]


def test_one_that_is_on_or_adjourned_gives_none(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=3)
    for _ in range(2):
        table.decides("Josh", YEA)
        table.decides("Lulu", NAY)
    on = taken(table)

    table.strike("Episodes")

    assert (on, taken(table)) == ([], [])


@pytest.mark.parametrize(("count", "won"), [(2, False), (3, True)], ids=["two", "three"])
def test_three_laurels_are_a_victory(table: SenateTable, count: int, won: bool) -> None:
    for _ in range(count):
        wins(table, "Josh")

    assert episodes_queries.has_won(table.game, table.agent("Josh"), table.law) is won
    assert not episodes_queries.has_won(table.game, table.agent("Lulu"), table.law)


def test_the_law_says_how_many(table: SenateTable) -> None:
    wins(table, "Josh")

    table.change(table.amend("Laurels", "[3](dial:senate.laurels)", "[1](dial:senate.laurels)"))

    assert episodes_queries.has_won(table.game, table.agent("Josh"), table.law)


def test_without_the_rule_there_are_none_and_nobody_has_won(table: SenateTable) -> None:
    for _ in range(3):
        wins(table, "Josh")

    table.strike("Laurels")

    assert taken(table) == []
    assert not episodes_queries.has_won(table.game, table.agent("Josh"), table.law)


def test_in_a_new_dynasty_they_are_counted_anew(table: SenateTable, clock: Traveller) -> None:
    wins(table, "Josh")
    clock.shift(DAY)

    table.win("Josh", clock)
    table.ascend("Josh")

    assert taken(table) == []
    clock.shift(DAY)
    wins(table, "Lulu", "Josh")
    assert taken(table) == [("Lulu", 1)]
