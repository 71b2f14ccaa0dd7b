"""The page of dials: what the law sets, where, and what would do instead."""

from __future__ import annotations

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.core import queries as core
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.pages.rulesets.reading import article, get, ids, words


def entry(table: Table, name: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", article(get(table, "dials/"), name)))


def test_every_dial_and_mechanism_stands_there_once(table: Table) -> None:
    found = ids(get(table, "dials/"))

    catalogue = core.catalogue()
    assert all(found.count(name) == 1 for name in [*catalogue.dials, *catalogue.mechanisms])
    assert len(found) == len(set(found))


def test_a_dial_says_its_value_its_rule_and_what_else_it_may_be(table: Table) -> None:
    change(table, table.amend("Enactment", "[48 hours]", "[a day and 12 hours]"))

    found = entry(table, "enactment.timeout")

    assert "36 hours" in found
    assert "written “a day and 12 hours”" in found
    assert "Rule 1.5 Enactment" in found
    assert "In the starter law: 48 hours. Where no rule says: nothing times out. Accepted: “48 hours”" in found
    assert "from 0 hours to 366 days" in found


def test_a_dial_that_no_rule_carries_says_what_holds_instead(table: Table) -> None:
    change(table, table.repeal("Proposals"))

    assert "any number a day no rule says" in entry(table, "proposals.daily_limit")
    assert "Off: nobody may post a Proposal" in entry(table, "proposals.posting")
    assert "On" in entry(table, "voting.votes")


def test_a_doubled_dial_names_what_is_not_obeyed(table: Table) -> None:
    change(table, enact("Patience", "After [40 hours](dial:enactment.timeout)."))

    assert "Not obeyed: “40 hours” in rule 2.1, “Patience”." in entry(table, "enactment.timeout")


def test_the_page_costs_as_many_queries_for_thirty_rules_as_for_three(table: Table) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            get(table, "dials/")
        return len(captured)

    few = cost()
    change(table, *(enact(f"Law of {number}", "It is [2](dial:proposals.daily_limit).") for number in range(30)))

    assert cost() == few
    assert "Law of 29" in words(get(table, "dials/"))
