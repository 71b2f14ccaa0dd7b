"""An Agent moves across the Iron Curtain, and out of a prison or into one."""

from __future__ import annotations

import pytest

from dynasties.recount import CHECKS
from dynasties.spy.theatre import queries_covers as theatre_queries_covers
from nomic.core.decision import Refused
from proposals.recount import recount_game
from tests.refusals import codes
from tests.spying import SpyTable

# -- the Iron Curtain


def test_a_gadget_crosses_and_the_mastermind_reads_by_which_licence(table: SpyTable) -> None:
    table.put("Lulu", "BER")
    table.equip("Lulu", "cross-curtain")

    table.move("Lulu", "HAM")

    told = theatre_queries_covers.visible_trail(table.theatre, table.agent("Kevan"), table.game)[-1]
    assert (told.facts["crosses"], told.facts["licence"], told.cover.side) == (True, "cross-curtain", "free")


def test_who_passes_checkpoint_charlie_crosses_nothing_and_has_the_other_side(table: SpyTable) -> None:
    table.put("Lulu", "BER")

    table.move("Lulu", "FRA")

    told = theatre_queries_covers.visible_trail(table.theatre, table.agent("Kevan"), table.game)[-1]
    assert (told.facts["crosses"], told.cover.side) == (False, "free")


@pytest.mark.parametrize(("origin", "side"), [("CZE", "behind"), ("MUN", "free")])
def test_in_a_smuggling_territory_one_keeps_the_side_from_which_one_came(
    table: SpyTable, origin: str, side: str
) -> None:
    table.put("Lulu", origin)

    table.move("Lulu", "AUS")

    assert (table.cover("Lulu").location, table.cover("Lulu").side) == ("AUS", side)


def test_smuggling_by_sea_costs_two_tickets_and_changes_the_side(table: SpyTable) -> None:
    table.put("Lulu", "CRO", side="behind")
    table.give("Lulu", sea=2)

    update = table.move("Lulu", "ADR")

    assert (update.comment, table.tickets("Lulu"), table.cover("Lulu").side) == ("2 SEA TICKETS", (0, 0, 0), "free")


def test_one_sea_ticket_is_not_enough_to_smuggle(table: SpyTable) -> None:
    table.put("Lulu", "CRO", side="behind")
    table.give("Lulu", sea=1)

    with pytest.raises(Refused) as refused:
        table.move("Lulu", "ADR")

    assert codes(refused) == ["no-ticket"]


# -- prison


def test_a_prisoner_does_not_leave(table: SpyTable) -> None:
    table.put("Lulu", "ICE", affiliation="Mastermind", prison="ICE")
    table.give("Lulu", sea=1)

    with pytest.raises(Refused) as refused:
        table.move("Lulu", "NWG")

    assert codes(refused) == ["in-prison"]


def test_who_leaves_eir_own_prison_is_no_prisoner_any_more(table: SpyTable) -> None:
    table.put("Lulu", "ICE", affiliation="World", prison="ICE")
    table.give("Lulu", sea=1)

    table.move("Lulu", "NWG")

    assert (table.cover("Lulu").prison, table.cover("Lulu").affiliation) == (None, "World")


def test_who_walks_into_a_prison_is_no_prisoner(table: SpyTable) -> None:
    table.put("Lulu", "NWG", affiliation="Mastermind")
    table.give("Lulu", sea=1)

    table.move("Lulu", "ICE")

    assert (table.cover("Lulu").prison, table.cover("Lulu").walked_in) == (None, True)


def test_the_rows_are_what_the_log_tells(table: SpyTable) -> None:
    table.put("Lulu", "LON")
    table.give("Lulu", air=1)
    table.put("Raven", "KRA")

    table.move("Lulu", "FRA")
    table.move("Raven", "SLO")

    assert not recount_game(table.game, CHECKS).differences
