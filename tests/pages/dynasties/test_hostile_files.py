"""The tracker's files with hostile names and values: no cell is a formula, no line breaks a row, nothing is lost."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from typing import Any

import pytest

from nomic.core.decision import Invalid
from tests.casting import Table
from tests.pages.deciding.pages import address, browser

FORMULAS = [
    "=1+1",
    '=HYPERLINK("http://x.example","y")',
    "+1",
    "-1",
    "@SUM(A1)",
    "  =1",
    "\u00a0=1",
    "\u3000=1",
    "\uff1d1+1",
    "\uff0b1",
    "\uff0d1",
    "\uff20x",
]
PLAIN = ['say "hi"', "a,b;c", "<b>bold</b>", "'quoted", "\U0001f980", "x" * 200]
BEGINS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def lines(table: Table, who: str | None = None) -> list[list[str]]:
    content = browser(table, who).get(address(table, "tracker.csv")).content.decode()
    return list(csv.reader(io.StringIO(content, newline="")))


def program(table: Table) -> Any:
    return json.loads(browser(table).get(address(table, "tracker.json")).content)


@pytest.fixture
def places(table: Table) -> Table:
    table.column("Place", kind="text")
    return table


@pytest.mark.parametrize("value", FORMULAS)
def test_no_value_is_a_formula(places: Table, value: str) -> None:
    try:
        places.update("Josh", places.cell("Place", "Josh", "set", value))
    except Invalid:
        return

    held = lines(places)[1][2]
    assert not held.strip().startswith(BEGINS)
    assert held.endswith(value.strip())
    assert program(places)["agents"][0]["values"]["Place"] == value.strip()


@pytest.mark.parametrize("value", PLAIN)
def test_every_other_value_is_what_it_is(places: Table, value: str) -> None:
    places.update("Josh", places.cell("Place", "Josh", "set", value))

    assert lines(places)[1][2] == value
    assert program(places)["agents"][0]["values"]["Place"] == value


@pytest.mark.parametrize("value", ["\t=1", "a\n=1", "a\r\n=1,2", "a\x00b", "a\u2028b", "x" * 201, "\u202eevil"])
def test_nothing_breaks_a_row(places: Table, value: str) -> None:
    with contextlib.suppress(Invalid):
        places.update("Josh", places.cell("Place", "Josh", "set", value))

    told = lines(places)
    assert [len(each) for each in told] == [3, 3, 3]
    assert not told[1][2].startswith(BEGINS)


@pytest.mark.parametrize("name", ["=cmd", "+Gold", "-Gold", "@Gold", 'A "quoted", one', "<script>"])
def test_no_name_of_a_column_is_a_formula(table: Table, name: str) -> None:
    try:
        table.column(name)
    except (Invalid, AssertionError):
        return

    assert not lines(table)[0][2].startswith(BEGINS)


@pytest.mark.parametrize("word", ["=Agent", "@Agent", "+Agent", "-Agent"])
def test_no_keyword_is_a_formula(table: Table, word: str) -> None:
    game = table.game
    game.keywords = {"agent": word}
    game.save(update_fields=["keywords"])

    assert not lines(table)[0][0].startswith(BEGINS)


def test_the_file_for_a_program_is_read_as_nothing_else(places: Table) -> None:
    places.update("Josh", places.cell("Place", "Josh", "set", "</script><script>alert(1)</script>"))

    for path, kind in (("tracker.json", "application/json"), ("tracker.csv", "text/csv; charset=utf-8")):
        answer = browser(places).get(address(places, path))
        assert answer["Content-Type"] == kind
        assert answer["X-Content-Type-Options"] == "nosniff"
