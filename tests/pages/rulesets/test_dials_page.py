"""The page of dials: what the law sets, where, and what would do instead."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.core.games.models import Game
from nomic.core.law import queries as law_queries
from rulesets.history import queries as history_queries
from rulesets.models import RuleVersion
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.pages.rulesets.reading import article, get, ids, main, words


def entry(table: Table, name: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", article(get(table, "dials/"), name)))


def test_every_dial_and_mechanism_stands_there_once(table: Table) -> None:
    found = ids(get(table, "dials/"))

    catalogue = law_queries.catalogue()
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


def test_the_page_costs_as_many_queries_for_ten_rules_as_for_three(table: Table) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            get(table, "dials/")
        return len(captured)

    few = cost()
    change(table, *(enact(f"Law of {number}", "It is [2](dial:proposals.daily_limit).") for number in range(10)))

    assert cost() == few
    assert "Law of 9" in words(get(table, "dials/"))


# -- what no rule of this law carries


def folded(table: Table) -> tuple[str, list[str], list[str]]:
    """The page's one fold: what it says of itself, and the dials and mechanisms before it and in it."""
    before, _, fold = main(get(table, "dials/")).partition('<details class="panel">')
    fold, _, after = fold.partition("</details>")
    assert "<article" not in after
    heading = re.search(r"<summary>(.*?)</summary>", fold)
    return heading[1] if heading else "", entries(before), entries(fold)


def entries(html: str) -> list[str]:
    known = law_queries.catalogue()
    found = re.findall(r'<article class="entry" id="([^"]+)"', html)
    return [each for each in found if each in known.dials or each in known.mechanisms]


@pytest.mark.parametrize("starter", ["blognomic", "bnomic"])
def test_topics_that_no_rule_of_the_law_carries_are_folded_away_and_counted(table: Table, starter: str) -> None:
    heading, shown, rest = folded(Table(slug="other", starter=starter))

    law = history_queries.folded_law(Game.objects.get(slug="other").pk)
    carried = {*law.dials, *law.mechanisms}
    assert carried <= set(shown)
    assert {"spy.gadget_time", "spy.gadget_costs", "senate.seats"} <= set(rest)
    assert "nweek.length" in (shown if starter == "bnomic" else rest)
    assert ("proposals.posting" in shown) == (starter == "blognomic")
    assert heading == f"In no rule of this law: {len(rest)} more"


def test_a_topic_of_which_a_rule_speaks_is_shown_whole(table: Table) -> None:
    change(table, enact("Fares", "A supply is [3](dial:spy.supply_air)."))

    _, shown, rest = folded(table)

    assert {"spy.supply_air", "spy.supply_sea"} <= set(shown)
    assert {"spy.supplies", "spy.air_price"} <= set(rest)


def test_so_is_one_of_which_a_rule_says_what_cannot_be_read(table: Table) -> None:
    """No change makes such a rule; one that was made before the server knew the dial may stand there."""
    RuleVersion.objects.filter(title="Dynasties").update(text="A veto costs [a lot](dial:senate.veto_capital).")

    _, shown, _ = folded(table)

    assert {"senate.veto_capital", "senate.veto_influence"} <= set(shown)
    assert "Not read, in rule" in entry(table, "senate.veto_capital")


def test_whoever_repeals_a_topic_folds_it_away(table: Table) -> None:
    change(table, table.repeal("Calls for Judgment"))

    _, shown, rest = folded(table)

    assert [each for each in shown if each.startswith("cfj.")] == []
    assert "cfj.raising" in rest
