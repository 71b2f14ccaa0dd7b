"""What an Agent alone sees on the Map, and does there: moves, the planner, Tickets."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from time_machine import Traveller

from tests.pages.deciding.pages import address, browser, words
from tests.pages.spy.mapping import MOVE, html, read
from tests.spying import SpyTable


def sent(table: SpyTable, path: str, who: str | None, **typed: object) -> tuple[int, str]:
    response = browser(table, who).post(address(table, f"spy/map/{path}/"), {"token": "form-x"} | typed, follow=True)
    return response.status_code, words(response)


def test_an_agent_sees_where_e_is_and_eir_moves_with_their_cost(table: SpyTable) -> None:
    table.put("Lulu", "LON")
    table.give("Lulu", air=1)

    page = html(table, "Lulu")

    assert MOVE.findall(page) == ["WAL", "YOR", "CAI", "FRA"]
    assert set(re.findall(r'<a class="territory" href="\?to=(\w+)#move"', page)) == {"WAL", "YOR", "CAI", "FRA"}
    said = read(table, "Lulu")
    assert re.search(r"You are in London.*1 Air Ticket, 0 Sea Tickets.*WAL Wales by land free of charge", said)


def test_a_lit_territory_chooses_itself_without_a_script(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    page = html(table, "Lulu", "?to=slo")

    assert re.search(r'value="SLO" required checked', page)
    assert page.count(" checked") == 1


def test_of_an_illegal_target_the_page_says_exactly_why_not(table: SpyTable) -> None:
    table.put("Lulu", "LON")
    table.give("Lulu")

    page = read(table, "Lulu", "?to=FRA")

    assert "There is no move to Frankfurt (FRA): That takes 1 Air Ticket, and 0 are there. Movement" in page


@pytest.mark.parametrize("to", ["ATLANTIS", "<b>", ""])
def test_an_address_that_names_no_territory_chooses_none(table: SpyTable, to: str) -> None:
    table.put("Lulu", "LON")

    assert "There is no move to" not in read(table, "Lulu", f"?to={to}")


def test_one_moves_in_the_browser(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    status, page = sent(table, "move", "Lulu", to="SLO")

    assert (status, table.cover("Lulu").location) == (200, "SLO")
    assert "You are in Slovakia now. Everybody reads: “LAND MOVE”." in page


def test_until_the_next_day_the_button_is_off_and_says_when(table: SpyTable, clock: Traveller) -> None:
    table.put("Lulu", "KRA")
    table.move("Lulu", "SLO")

    page = html(table, "Lulu")
    assert re.search(r'type="submit" disabled aria-describedby="move-not">Move', page)
    assert 'id="move-not"' in page

    clock.shift(timedelta(days=1))
    assert 'id="move-not"' not in html(table, "Lulu")


def test_in_a_hiatus_every_button_is_off_with_the_reason(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    table.give("Lulu", sea=2)
    table.declare("Raven")

    page = html(table, "Lulu")

    for name in ("move", "exchange", "supply"):
        assert f'disabled aria-describedby="{name}-not"' in page


def test_a_move_that_is_barred_is_told_with_its_ground(table: SpyTable) -> None:
    table.put("Lulu", "BER")

    status, page = sent(table, "move", "Lulu", to="HAM")

    assert (status, table.cover("Lulu").location) == (409, "BER")
    assert "The rules do not allow that; nothing was changed." in page
    assert "takes a Gadget" in page


@pytest.mark.parametrize("typed", [{}, {"to": ""}, {"to": "XYZ"}])
def test_a_form_that_names_no_territory_comes_back(table: SpyTable, typed: dict[str, str]) -> None:
    table.put("Lulu", "KRA")

    status, page = sent(table, "move", "Lulu", **typed)

    assert status == 422
    assert "Choose a territory." in page or "There is no such territory" in page


def test_the_planner_tells_the_steps_or_that_there_are_none(table: SpyTable) -> None:
    table.put("Lulu", "YOR")
    table.give("Lulu", air=1)

    assert "To Cairo (CAI) in 2 moves, for 1 Air Ticket: LON London, by land, free of charge" in read(
        table, "Lulu", "?plan=CAI"
    )
    assert "With the Tickets in hand there is no way to Iceland (ICE)." in read(table, "Lulu", "?plan=ICE")
    assert "You are there." in read(table, "Lulu", "?plan=YOR")


def test_who_has_no_location_yet_is_told_so(table: SpyTable) -> None:
    assert "You have no Location yet" in read(table, "Lulu")


def test_a_prisoner_and_a_smuggler_are_told_what_they_are(table: SpyTable) -> None:
    table.put("Lulu", "ICE", prison="ICE", affiliation="Mastermind")
    table.put("Raven", "AUS", side="behind")

    assert "As a prisoner." in read(table, "Lulu")
    assert "For you it is behind the Iron Curtain." in read(table, "Raven")


# -- Tickets


def test_tickets_are_exchanged_in_the_browser(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    table.give("Lulu", sea=4)

    status, page = sent(table, "exchange", "Lulu", give="sea", take="air", times="2", back="map")

    assert (status, table.tickets("Lulu")) == (200, (2, 0, 0))
    assert "EXCHANGE: 4 Sea Tickets for 2 Air Tickets" in page


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ({"give": "sea", "take": "air", "times": "9"}, 409, "That takes 18 Sea Tickets, and 4 are there."),
        ({"give": "sea", "take": "sea", "times": "1"}, 409, "for Tickets of another kind"),
        ({"give": "sea", "take": "air", "times": "some"}, 422, "This must be a whole number."),
        ({"give": "gold", "take": "air", "times": "1"}, 422, "Select a valid choice"),
    ],
)
def test_an_exchange_that_may_not_be_comes_back_as_it_was_typed(
    table: SpyTable, typed: dict[str, str], status: int, said: str
) -> None:
    table.put("Lulu", "KRA")
    table.give("Lulu", sea=4)

    answered, page = sent(table, "exchange", "Lulu", **typed)

    assert (answered, table.tickets("Lulu")) == (status, (0, 4, 0))
    assert said in page


def test_one_rolls_for_supplies_in_the_browser(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    status, page = sent(table, "supplies", "Lulu")

    assert status == 200
    assert "The tracker has it: “SUPPLIES:" in page


def test_outside_a_supply_centre_the_button_is_off_with_the_reason(table: SpyTable) -> None:
    table.put("Lulu", "YOR")

    assert re.search(r'disabled aria-describedby="supply-not">Roll', html(table, "Lulu"))
    assert "Yorkshire (YOR) is none" in read(table, "Lulu")
    assert sent(table, "supplies", "Lulu")[0] == 409


@pytest.mark.parametrize("act", ["move", "exchange", "supplies"])
def test_the_mastermind_and_a_stranger_do_none_of_it(table: SpyTable, act: str) -> None:
    typed = {"to": "KRA", "give": "sea", "take": "air", "times": "1"}

    assert sent(table, act, "Kevan", **typed)[0] == 409
    assert "Sign in" in sent(table, act, None, **typed)[1]
