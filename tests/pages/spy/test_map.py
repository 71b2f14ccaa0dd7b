"""The Map in a browser: the board for everybody."""

from __future__ import annotations

import re

import pytest

from dynasties.spy.theatre import actions as theatre_actions
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.tracker.actions import TrackerAct
from nomic.core.floor import floor
from tests.casting import Table
from tests.pages.deciding.pages import address, browser
from tests.pages.spy.mapping import MOVE, html, read
from tests.spying import SpyTable


def seen(table: SpyTable, name: str, place: str) -> None:
    """Somebody's last known location becomes this."""
    agent = table.agent(name)
    with floor(table.made.pk) as the_floor:
        theatre_actions.write_cells(the_floor, TrackerAct(agent, "seen"), {(agent.pk, "LKL"): place})


def bare(page: str) -> str:
    """A page without what differs each time: nonces and marks of forms."""
    return re.sub(r'nonce="[^"]*"|csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|req-[\w-]+', "", page)


def test_a_stranger_sees_the_board_and_the_list_and_no_form(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    page = html(table)

    assert page.count('class="territory"') == len(ATLAS) == page.count('<tr role="row" id="t-')
    assert MOVE.findall(page) == []
    assert "you are here" not in page.casefold()
    assert '<form method="post" action="/g/table/spy' not in page


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
