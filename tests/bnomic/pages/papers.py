"""Three Proposals, and how their own pages are read."""

from __future__ import annotations

from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words


def with_three_pending(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Josh", "Lulu", "Raven")
    table.submits("Josh", "Cats", "Cats are *green*.", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", conflicts="Cats", changes=table.new_rule("Dogs"))
    table.submits("Raven", "Kittens", depends="Cats", changes=table.new_rule("Cats"))
    return table


def with_three_open(time_machine: Traveller) -> BallotTable:
    table = with_three_pending(time_machine)
    table.to_nday(time_machine, 9)
    return table


def html(table: Table, path: str, who: str | None = "Josh") -> str:
    response = browser(table, who).get(address(table, f"ballot/{path}"))
    assert response.status_code == 200
    text: str = response.content.decode()
    return text


def read(table: Table, path: str, who: str | None = "Josh") -> str:
    return words(browser(table, who).get(address(table, f"ballot/{path}")))
