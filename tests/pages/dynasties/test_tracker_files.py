"""The tracker as a file: for a spreadsheet, and for a program."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from tests.casting import Table
from tests.pages.deciding.pages import address, browser


def test_a_spreadsheet_gets_numbers_and_no_formula(spies: Table) -> None:
    spies.update("Josh", spies.cell("Place", "Josh", "set", "=HYPERLINK(1)"), spies.cell("Round", None, "set", "2"))

    response = browser(spies).get(address(spies, "tracker.csv"))

    assert response["Content-Type"].startswith("text/csv")
    assert list(csv.reader(io.StringIO(response.content.decode()))) == [
        ["Agent", "Idle", "Gold", "Place", "Round"],
        ["", "", "", "", "2"],
        ["Josh", "no", "12", "'=HYPERLINK(1)", ""],
        ["Kevan", "no", "0", "", ""],
        ["Rodney", "no", "0", "", ""],
    ]


def test_a_program_gets_values_by_name_as_of_any_moment(spies: Table) -> None:
    before = spies.game.last_seq
    spies.update("Josh", spies.cell("Gold", "Josh", "set", "40"))

    def gold(query: str) -> Any:
        content = json.loads(browser(spies).get(address(spies, f"tracker.json{query}")).content)
        return {each["name"]: each["values"] for each in content["agents"]}["Josh"]

    assert gold("") == {"Gold": 40, "Place": "Rome"}
    assert gold(f"?after={before}") == {"Gold": 12, "Place": "Rome"}
