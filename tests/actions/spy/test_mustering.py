"""The law of spies comes into force and goes; whoever takes part is fitted out once. (Rules Location and Tickets)"""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.models import Spy, Theatre
from dynasties.spy.theatre.rules_tickets import (
    AIR_TICKETS,
    COLUMN_NAMES,
    GADGETS_COLUMN,
    LAND_TICKETS,
    RANK_COLUMN,
    SEA_TICKETS,
)
from dynasties.tracker.models import Update
from nomic.core.dice.models import Roll
from rulesets.text.rules import Section
from tests.casting import Table
from tests.lawmaking import amend, change
from tests.spying import SpyTable

FORTNIGHT = timedelta(days=14)


def kept(table: SpyTable, name: str) -> dict[str, object]:
    held, key = theatre_queries.read_ledger(table.made.pk), table.agent(name).pk
    return {column: held.of(key, column) for column in COLUMN_NAMES}


def test_everybody_but_the_mastermind_begins_with_dice_and_two_and_three_gadgets(table: SpyTable) -> None:
    found = kept(table, "Josh")

    rolls = Roll.objects.filter(game=table.made, agent=table.agent("Josh")).order_by("number")
    assert [roll.sides for roll in rolls] == [3, 3, 3]
    assert [found[each] for each in (AIR_TICKETS, SEA_TICKETS, LAND_TICKETS)] == [roll.total + 2 for roll in rolls]
    assert (found[GADGETS_COLUMN], found[RANK_COLUMN]) == (3, "Beginner Spy")
    assert not Spy.objects.filter(agent=table.agent("Kevan")).exists()


def test_whoever_joins_later_is_fitted_out_at_once_with_two_weeks_to_declare(table: SpyTable) -> None:
    newcomer = table.join("Zack")

    spy = Spy.objects.get(agent=newcomer)
    assert spy.outfitted_seq is not None
    assert spy.declare_by == spy.since_at + FORTNIGHT
    assert Roll.objects.filter(agent=newcomer).count() == 3


def test_nobody_is_fitted_out_twice(table: SpyTable) -> None:
    before = kept(table, "Josh")
    table.idle("Josh")

    table.unidle("Josh")

    assert kept(table, "Josh") == before
    assert Roll.objects.filter(agent=table.agent("Josh")).count() == 3


def test_the_amended_sentence_fits_out_the_next_newcomer(table: SpyTable) -> None:
    text = table.rule("Tickets").text
    change(table, amend(table, "Tickets", text.replace("[2](dial:spy.outfit_added)", "[40](dial:spy.outfit_added)")))

    table.join("Zack")

    assert all(41 <= number <= 43 for number in table.tickets("Zack"))
    assert all(number <= 5 for number in table.tickets("Josh"))


def test_without_the_rule_on_tickets_a_newcomer_may_own_eir_gadgets_all_the_same(table: SpyTable) -> None:
    table.strike("Tickets")

    newcomer = table.join("Zack")

    assert (kept(table, "Zack")[GADGETS_COLUMN], kept(table, "Josh")[GADGETS_COLUMN]) == (3, 3)
    assert not Roll.objects.filter(agent=newcomer).exists()
    table.idle("Zack")
    table.unidle("Zack")
    assert Update.objects.filter(by=newcomer).count() == 1


def test_a_mastermind_who_takes_part_by_law_is_fitted_out(table: SpyTable) -> None:
    text = table.rule("Location").text
    change(table, amend(table, "Location", text.replace("[takes no part]", "[takes part]")))

    assert Spy.objects.filter(agent=table.agent("Kevan"), outfitted_seq__isnull=False).exists()


def test_the_theatre_ends_with_the_last_rule_that_speaks_of_it_and_a_new_one_begins_anew(table: SpyTable) -> None:
    titles = [rule.title for rule in table.rules() if "](mechanism:spy." in rule.text]

    change(table, *(table.repeal(title) for title in titles))

    first = Theatre.objects.get(game=table.made)
    assert first.ended_at is not None
    assert theatre_queries.present_theatre(table.made.pk) is None
    with time_machine.travel(first.ended_at + timedelta(hours=1), tick=False):
        table.enact_rule("Location", "The Mastermind [assigns](mechanism:spy.location) Locations.")
    assert [each.number for each in Theatre.objects.filter(game=table.made)] == [1, 2]


def test_another_theme_may_follow_and_the_spies_again_after_it(table: SpyTable, clock: time_machine.Traveller) -> None:
    rules = [rule.title for rule in table.rules() if rule.section is Section.DYNASTIC]
    table.win("Josh", clock)
    table.ascend("Josh", "The Sea", repeal=rules, package="harbour")
    harbour = [rule.title for rule in table.rules() if rule.section is Section.DYNASTIC]

    assert theatre_queries.present_theatre(table.made.pk) is None
    table.win("Lulu", clock)
    table.ascend("Lulu", "Spies again", repeal=harbour, package="spy")

    assert [each.number for each in Theatre.objects.filter(game=table.made)] == [1, 2]
    assert {spy.agent.name for spy in theatre_queries.spies(table.theatre)} == {"Kevan", "Josh", "Raven"}
    assert all(number >= 3 for name in ("Kevan", "Josh", "Raven") for number in table.tickets(name))


@pytest.mark.django_db
def test_a_game_without_spies_is_hardly_asked_for_them_when_its_law_changes() -> None:
    table = Table("Lulu")

    with CaptureQueriesContext(connection) as asked:
        table.enact_rule("Stones", "An Agent may hold a Stone.")

    # Whether a theatre is to be ended now, and what may be left of its requests.
    assert sum("spy_theatre" in each["sql"] for each in asked) == 2
