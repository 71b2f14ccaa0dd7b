"""A ballot of three, Cats, Dogs and Kittens, and how its pages are read."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words

HTMX = {"HX-Request": "true"}


def at_the_beginning(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return BallotTable("Josh", "Lulu", "Raven")


def with_three_pending(time_machine: Traveller) -> BallotTable:
    table = at_the_beginning(time_machine)
    table.submits("Josh", "Cats", "Cats are *green*.", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"), conflicts="Cats")
    table.submits("Raven", "Kittens", changes=table.new_rule("Cats"), depends="Cats")
    return table


def with_three_open(time_machine: Traveller) -> BallotTable:
    table = with_three_pending(time_machine)
    table.to_nday(time_machine, 9)
    return table


def read(table: Table, path: str = "ballot/", who: str | None = "Josh") -> str:
    response = browser(table, who).get(address(table, path))
    assert response.status_code == 200
    return words(response)


def html(table: Table, path: str = "ballot/", who: str | None = "Josh") -> str:
    response = browser(table, who).get(address(table, path))
    assert response.status_code == 200
    text: str = response.content.decode()
    return text


def cast(table: Table, number: int, vote: str, who: str = "Josh", **more: Any) -> Any:
    return browser(table, who).post(address(table, f"ballot/{number}/vote/"), {"vote": vote}, **more)


def row(page: str, number: int) -> str:
    """What a page says of one Proposal, in words."""
    found = re.search(rf'id="proposal-{number}">.*?(?=id="proposal-|</ol>\s*</section>)', page, re.DOTALL)
    assert found, f"Proposal {number} is not there"
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", found.group())))
