"""The ruleset's page: how each rule stands on it now, and on paper."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.core.games.models import Game
from nomic.core.language.rules import Keywords
from rulesets.changes.actions import find_rule_void
from rulesets.founding import queries as founding_queries
from rulesets.history import queries as history_queries
from rulesets.reading import presenters as reading_presenters
from tests.casting import Table
from tests.lawmaking import amend, change, enact, rename
from tests.pages.rulesets.reading import article, get, ids, main

STUBBORN = "The stone weighs [7](dial:proposals.pending_limit) pounds. No Proposal may amend or repeal this rule."


def test_every_rule_stands_under_its_number(table: Table) -> None:
    page = get(table, "ruleset/")

    shown = re.findall(r'class="rule__number" href="#(r[\d.]+)"', main(page))
    assert shown == [f"r{number}" for number in history_queries.ruleset(table.made.pk).numbers().values()]
    assert len(shown) == len(re.findall(r"<li><a href=\"#rule-", main(page))) > 15


def test_a_rule_is_found_by_id_number_and_every_name_it_bore(table: Table) -> None:
    rid = table.rule("Enactment").id
    change(table, rename(table, "Enactment", "Making Law"))

    rule = article(get(table, "ruleset/"), f"rule-{rid}")

    assert all(f'id="{anchor}"' in rule for anchor in ("r1.5", "making-law", "enactment"))


def test_no_id_stands_twice_on_the_page(table: Table) -> None:
    change(table, enact("Main", "x"), enact("Glance", "y"), enact("Messages", "z"), enact("Rule 3", "w"))

    found = Counter(ids(get(table, "ruleset/")))

    assert [each for each, count in found.items() if count > 1] == []


def test_each_rule_says_how_the_server_stands_to_it(table: Table) -> None:
    page = get(table, "ruleset/")

    levels = {
        title: re.findall(r'<span class="level">([^<]*)<', article(page, f"rule-{table.rule(title).id}"))
        for title in ("Enactment", "Agents", "Spivak")
    }
    assert levels == {
        "Enactment": ["6 dials", "1 mechanism"],
        "Agents": ["2 dials", "3 mechanisms"],
        "Spivak": ["Note"],
    }


def test_a_rule_shows_the_readings_taken_of_it(table: Table) -> None:
    rule = article(get(table, "ruleset/"), f"rule-{table.rule('Enactment').id}")

    assert [int(each) for each in re.findall(r"Reading (\d+)\.", rule)] == [8, 9, 10, 42]


def test_a_reading_stays_with_its_rule_under_a_new_title(table: Table) -> None:
    change(table, rename(table, "Enactment", "Making Law"))

    page, alone = get(table, "ruleset/"), get(table, f"ruleset/{table.rule('Making Law').id}/")

    assert "Reading 42." in article(page, f"rule-{table.rule('Making Law').id}")
    assert "Reading 42." in main(alone)


def test_readings_call_people_what_the_game_calls_them(table: Table) -> None:
    at = f"rule-{table.rule('Voting').id}", f"rule-{table.rule('Enactment').id}"
    before = [article(get(table, "ruleset/"), each) for each in at]
    Game.objects.filter(pk=table.made.pk).update(keywords={"agent": "Orca", "mastermind": "Whale", "admin": "Ferry"})
    after = [article(get(table, "ruleset/"), each) for each in at]

    assert "DEFERENTIAL without a Mastermind" in before[0]
    assert "An Agent who is alone" in before[1]
    assert "votes AGAINST exceed the Agents" in before[1]
    assert "DEFERENTIAL without a Whale" in after[0]
    assert "An Orca who is alone" in after[1]
    assert "A Ferry may choose" in after[1]
    assert "votes AGAINST exceed the Orcas" in after[1]


@pytest.mark.parametrize("number", [each.number for some in founding_queries.readings().values() for each in some])
def test_no_reading_has_a_word_of_its_own_for_people(number: int) -> None:
    reading = next(each for some in founding_queries.readings().values() for each in some if each.number == number)
    called = reading_presenters.name_of_level(reading, Keywords(agent="Orca", mastermind="Whale", admin="Ferry"))

    told = f"{called.point} {called.text}"

    assert not re.search(r"\b(Agents?|Masterminds?|Admins?|Administrators?|Players?)\b", told)
    assert not re.search(r"[{}]", told)


def test_a_rule_says_by_which_matter_it_was_last_amended(table: Table) -> None:
    change(table, table.amend("Enactment", "[48 hours]", "[36 hours]"), post=12)

    rule = article(get(table, "ruleset/"), f"rule-{table.rule('Enactment').id}")

    assert f'<a href="/g/{table.game.slug}/posts/12/">#12</a>' in rule
    assert "Amended by" in rule


def test_the_founders_login_is_not_shown(table: Table) -> None:
    versions = history_queries.rule_versions(table.made.pk, table.rule("Enactment").id)

    assert [each.by for each in versions] == ["Kevan"]


def test_rules_that_disagree_are_named_at_both(table: Table) -> None:
    change(table, enact("Patience", "It times out after [40 hours](dial:enactment.timeout)."))

    page = get(table, "ruleset/")

    loser = article(page, f"rule-{table.rule('Patience').id}")
    winner = article(page, f"rule-{table.rule('Enactment').id}")
    assert "“40 hours” (dial enactment.timeout) is not obeyed: rule 1.5, “Enactment”, says “48 hours”" in loser
    assert "dial--inert" in loser
    assert "goes before “40 hours” in rule 2.1, “Patience”" in winner
    assert "dial--inert" not in winner


def test_a_value_in_italics_is_pointed_out(table: Table) -> None:
    change(table, enact("Aside", "*After [5 days](dial:enactment.timeout).*"))

    rule = article(get(table, "ruleset/"), f"rule-{table.rule('Aside').id}")

    assert "stands in italics, which are no law" in rule
    assert '<span class="level">Note<' in rule


def test_a_void_rule_says_so_and_obeys_nothing(table: Table) -> None:
    change(table, enact("The Stone", STUBBORN))
    find_rule_void(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, rid=table.rule("The Stone").id)

    rule = article(get(table, "ruleset/"), f"rule-{table.rule('The Stone').id}")

    assert "void and touches nothing" in rule
    assert "dial--inert" in rule
    assert '<span class="level">Note<' in rule


def test_a_repealed_rule_is_listed_below_with_its_page(table: Table) -> None:
    rid = table.rule("Spelling").id
    change(table, table.repeal("Spelling"))

    page = get(table, "ruleset/")

    assert f"rule-{rid}" not in ids(page)
    assert f'<a href="/g/{table.game.slug}/ruleset/{rid}/">Spelling</a>' in main(page)


def test_hostile_words_in_title_and_text_stay_words(table: Table) -> None:
    change(table, enact("<script>alert(1)</script>", "<script>alert(2)</script> [x](javascript:alert(3))"))

    rule = f"ruleset/{table.rule('<script>alert(1)</script>').id}/"
    compared = f"ruleset/diff/?from=0&to={table.game.last_seq}"
    for path in ("ruleset/", "ruleset/print/", rule, rule + "blame/", rule + "diff/", compared):
        response = get(table, path)
        assert "<script>alert" not in response.content.decode()
        assert 'href="javascript' not in response.content.decode()


def test_the_page_costs_as_many_queries_for_ten_rules_and_versions_as_for_three(table: Table) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            get(table, "ruleset/")
        return len(captured)

    change(table, *(enact(f"Rule of {number}", "Note.") for number in range(3)))
    few = cost()
    change(table, *(enact(f"Law of {number}", "Note.") for number in range(10)))
    for number in range(10):
        change(table, amend(table, "Law of 1", f"Note {number}."))

    assert cost() == few


def test_paper_has_the_law_and_nothing_else(table: Table) -> None:
    html = get(table, "ruleset/print/").content.decode()

    assert 'id="glance"' not in html
    assert "gamenav" not in html
    assert 'id="r1.5"' in html
    assert '<details class="readings" open>' in html
