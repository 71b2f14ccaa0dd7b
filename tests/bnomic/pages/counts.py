"""A count of five Proposals, and how its page is read."""

from __future__ import annotations

import re
from typing import Any

from time_machine import Traveller

from tests.balloting import BallotTable
from tests.pages.deciding.pages import address, browser, words

COUNT = "ballot/nweeks/1/"


def with_five_voted_on(time_machine: Traveller) -> BallotTable:
    """Dogs Conflict with Cats, and Kittens Depend on Cats; nobody is FOR Fish; Ants have to do with nothing."""
    table = BallotTable("Josh", "Lulu", "Raven")
    table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"), conflicts="Cats")
    table.submits("Raven", "Kittens", changes=table.new_rule("Kittens"), depends="#1")
    table.submits("Raven", "Fish")
    table.submits("Raven", "Ants")
    table.to_nday(time_machine, 9)
    table.votes(1, Josh="FOR")
    table.votes(2, Lulu="FOR", Josh="FOR")
    table.votes(3, Raven="FOR", Lulu="FOR", Josh="FOR")
    table.votes(5, Raven="FOR", Lulu="ABSTAIN")
    return table


def count(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 1)


def got(table: BallotTable, path: str = COUNT, **headers: str) -> Any:
    answer = browser(table).get(address(table, path), headers=headers)
    assert answer.status_code == 200
    return answer


def page(table: BallotTable, path: str = COUNT) -> str:
    shown: str = got(table, path).content.decode()
    return shown


def read(table: BallotTable, path: str = COUNT) -> str:
    return words(got(table, path))


def boxes(shown: str) -> dict[int, str]:
    mark = r'<svg class="web__box web__box--(\w+)[^"]*".*?<text class="web__number"[^>]*>(\d+)<'
    return {int(number): fate for fate, number in re.findall(mark, shown)}
