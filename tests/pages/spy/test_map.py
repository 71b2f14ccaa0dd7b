"""The Map in a browser: the board for everybody, and an Agent's own part of it for em alone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from time_machine import Traveller

from dynasties.spy.actions import ledger
from dynasties.spy.mechanics.atlas import ATLAS
from nomic.core.floor import floor
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words
from tests.spying import SpyTable

MOVE = re.compile(r'<input type="radio" name="to" value="([A-Z]{3})"')


def html(table: SpyTable, who: str | None = None, path: str = "") -> str:
    response = browser(table, who).get(address(table, f"spy/map/{path}"))
    assert response.status_code == 200
    found: str = response.content.decode()
    return found


def read(table: SpyTable, who: str | None = None, path: str = "") -> str:
    return words(browser(table, who).get(address(table, f"spy/map/{path}")))


def sent(table: SpyTable, path: str, who: str | None, **typed: object) -> tuple[int, str]:
    response = browser(table, who).post(address(table, f"spy/map/{path}/"), {"token": "form-x"} | typed, follow=True)
    return response.status_code, words(response)


def seen(table: SpyTable, name: str, place: str) -> None:
    """Somebody's last known location becomes this."""
    agent = table.agent(name)
    with floor(table.made.pk) as the_floor:
        ledger.note(
            the_floor, agent, "seen", {(agent.pk, "LKL"): place}, carried_by="spy.location",
            named={agent.pk: agent.name},
        )  # fmt: skip


def bare(page: str) -> str:
    """A page without what differs each time: nonces and marks of forms."""
    return re.sub(r'nonce="[^"]*"|csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|req-[\w-]+', "", page)


# -- for everybody


def test_a_stranger_sees_the_board_and_the_list_and_no_form(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    page = html(table)

    assert page.count('class="territory"') == len(ATLAS) == page.count('<tr role="row" id="t-')
    assert MOVE.findall(page) == []
    assert "you are here" not in page.casefold()
    assert "<form method=\"post\" action=\"/g/table/spy" not in page


def test_the_page_of_a_stranger_is_the_same_wherever_somebody_is(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    before = bare(html(table))

    table.put("Lulu", "SLO")

    assert bare(html(table)) == before


@pytest.mark.parametrize("who", ["Raven", "Kevan"])
def test_another_does_not_see_where_somebody_is(table: SpyTable, who: str) -> None:
    table.put("Lulu", "KRA")
    before = bare(html(table, who))

    table.put("Lulu", "SLO")

    normal = re.compile(r'name="token" value="[^"]*"')
    assert normal.sub("", bare(html(table, who))) == normal.sub("", before)


def test_a_last_known_location_is_on_the_board_and_in_the_list(table: SpyTable) -> None:
    seen(table, "Lulu", "PAR")
    seen(table, "Raven", "ICE-PRI")

    page = html(table)

    assert page.count('class="seen-count"') == 2
    rows = {code: re.sub(r"<[^>]+>", " ", found) for code, found in re.findall(r'id="t-(\w+)">(.*?)</tr>', page, re.S)}
    assert "Lulu" in rows["PAR"]
    assert "in prison" not in rows["PAR"]
    assert re.search(r"Raven\s+in prison", rows["ICE"])


def test_a_last_known_location_that_is_no_territory_is_left_out(table: SpyTable) -> None:
    seen(table, "Lulu", "somewhere")

    assert 'class="seen-count"' not in html(table)


def test_the_iron_curtain_is_drawn_along_its_borders_and_is_open_at_the_checkpoint(table: SpyTable) -> None:
    page = html(table)

    drawn = dict.fromkeys(("curtain", "curtain-porous", "curtain-checkpoint"))
    found = {name: re.findall(rf'class="{name}" href="[^"]*#b-([A-Z-]+)"', page) for name in drawn}
    assert "BER-HAM" in found["curtain"]
    assert found["curtain-checkpoint"] == ["BER-FRA"]
    assert {"AUS-MUN", "AUS-CZE"} <= set(found["curtain-porous"])
    assert "KRA-SLO" not in found["curtain"]


def test_without_its_rule_no_curtain_is_drawn(table: SpyTable) -> None:
    table.strike("Iron Curtain")

    assert re.findall(r'class="curtain[^"]*" href', html(table)) == []


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("q=krak", {"KRA"}),
        ("q=yor", {"YOR"}),
        ("kind=airport", {"LON", "FRA", "MOS", "CAI"}),
        ("kind=centre&beside=ENG", {"LON", "BEL"}),
        ("beside=RED&kind=sea", {"ARA", "EME"}),
        ("side=both", {"AUS", "CRO", "FIN", "IRN", "IST", "SER"}),
    ],
)
def test_the_list_is_sifted(table: SpyTable, query: str, codes: set[str]) -> None:
    page = html(table, path=f"?{query}")

    assert codes >= set(re.findall(r'id="t-(\w+)"', page)) != set()
    assert page.count('class="territory"') == len(ATLAS)


def test_a_list_of_nothing_says_so(table: SpyTable) -> None:
    assert "No territory is like that" in read(table, path="?q=atlantis")


def test_in_a_game_without_spies_there_is_no_map(table: SpyTable) -> None:
    other = Table("Sam", slug="other")

    assert browser(other, "Sam").get(address(other, "spy/map/")).status_code == 404


def test_once_the_law_is_gone_the_board_is_shown_without_anybodys_own(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    for rule in [each for each in table.rules() if each.section == "dynastic"]:
        table.strike(rule.title)

    page = html(table, "Lulu")

    assert "not in force" in page
    assert MOVE.findall(page) == []


def test_nothing_of_it_is_kept_by_a_browser(table: SpyTable) -> None:
    for who in (None, "Lulu"):
        kept = browser(table, who).get(address(table, "spy/map/"))["Cache-Control"]
        assert {"no-store", "private"} <= set(kept.replace(" ", "").split(","))


# -- for an Agent alone


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
