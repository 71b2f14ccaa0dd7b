"""Ranks follow what was completed and the law; a Standard Spy raises eir Gadgets once. (Rule Ranks; row 82)"""

from __future__ import annotations

import pytest

from dynasties.spy.missions import actions as missions_actions, queries as missions_queries
from dynasties.spy.missions.queries import AgentRecord
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.rules_tickets import GADGETS_COLUMN, RANK_COLUMN
from nomic.core.decision import Refused
from nomic.core.log.models import Event
from tests.lawmaking import amend, change
from tests.spying import SpyTable


def rank(table: SpyTable, name: str) -> object:
    return theatre_queries.read_ledger(table.made.pk).of(table.agent(name).pk, RANK_COLUMN)


def gadgets(table: SpyTable, name: str) -> object:
    return theatre_queries.read_ledger(table.made.pk).of(table.agent(name).pk, GADGETS_COLUMN)


def record(table: SpyTable, name: str) -> AgentRecord:
    return missions_queries.record_of(table.theatre, table.agent(name))


def raise_gadgets(table: SpyTable, name: str) -> None:
    missions_actions.raise_gadget_limit(actor_id=table.agent(name).pk, game_id=table.made.pk)


def code(caught: pytest.ExceptionInfo[Refused]) -> str:
    return caught.value.reasons[0].code


def say(table: SpyTable, dial: str, before: str, after: str) -> None:
    """Amend rule Ranks: the dial in other words."""
    text = table.rule("Ranks").text
    assert f"[{before}](dial:{dial})" in text
    change(table, amend(table, "Ranks", text.replace(f"[{before}](dial:{dial})", f"[{after}](dial:{dial})")))


def test_the_tracker_shows_the_rank_that_missions_give(table: SpyTable) -> None:
    expected = {
        **dict.fromkeys((1, 2), "Beginner Spy"),
        **dict.fromkeys((3, 4, 5, 6), "Standard Spy"),
        **dict.fromkeys((7, 8, 9), "Experienced Spy"),
        10: "Master Spy",
    }
    shown, records = {}, []
    for completed in expected:
        table.complete("Lulu", 1)
        shown[completed] = rank(table, "Lulu")
        records.append(record(table, "Lulu"))

    assert shown == expected
    assert rank(table, "Raven") == "Beginner Spy"
    assert {each.completed: each.rank for each in records} == expected
    assert [each.completed for each in records if each.has_won] == [10]
    assert [each.completed for each in records if each.may_raise.outcome] == [*range(3, 11)]


def test_the_rank_comes_in_the_same_update_as_the_reward(table: SpyTable) -> None:
    table.complete("Lulu", 2)
    table.open_mission("Third", gains=[{"column": "Air Tickets", "add": 1}])
    before = table.game.last_seq

    table.accept(table.claim("Lulu", 3))

    update = Event.objects.get(game=table.made, seq__gt=before, kind="tracker.updated")
    assert [each["name"] for each in update.data["cells"]] == ["Air Tickets", "Rank"]


def test_the_tracker_follows_the_law_up_and_down(table: SpyTable) -> None:
    table.complete("Lulu", 3)
    say(table, "spy.rank_experienced", "7", "3")
    assert rank(table, "Lulu") == "Experienced Spy"

    say(table, "spy.rank_experienced", "3", "8")
    say(table, "spy.rank_standard", "3", "4")

    assert rank(table, "Lulu") == "Beginner Spy"
    update = Event.objects.filter(game=table.made, kind="tracker.updated").latest("seq")
    assert (update.actor, update.data["rule_title"]) == (None, "Ranks")
    # What does not move a Rank makes no update.
    before = table.game.last_seq
    say(table, "spy.rank_gadgets", "1", "2")
    assert "tracker.updated" not in table.public_kinds(before)


def test_whoever_was_idle_meanwhile_has_eir_rank_when_e_is_back(table: SpyTable) -> None:
    table.complete("Lulu", 3)
    table.idle("Lulu")
    say(table, "spy.rank_standard", "3", "4")
    assert rank(table, "Lulu") == "Standard Spy"

    table.unidle("Lulu")

    assert rank(table, "Lulu") == "Beginner Spy"


def test_a_standard_spy_raises_eir_gadgets_once(table: SpyTable) -> None:
    table.complete("Lulu", 2)
    with pytest.raises(Refused) as caught:
        raise_gadgets(table, "Lulu")
    assert code(caught) == "not-standard-yet"

    table.complete("Lulu", 1)
    raise_gadgets(table, "Lulu")

    assert gadgets(table, "Lulu") == 4
    with pytest.raises(Refused) as caught:
        raise_gadgets(table, "Lulu")
    assert (code(caught), gadgets(table, "Lulu")) == ("gadgets-raised", 4)


def test_by_how_much_is_the_laws_and_nothing_uses_up_nothing(table: SpyTable) -> None:
    table.complete("Lulu", 3)
    say(table, "spy.rank_gadgets", "1", "0")
    with pytest.raises(Refused) as caught:
        raise_gadgets(table, "Lulu")
    assert code(caught) == "no-gadgets-more"

    say(table, "spy.rank_gadgets", "0", "2")
    raise_gadgets(table, "Lulu")
    assert gadgets(table, "Lulu") == 5


def test_without_ranks_in_the_law_nobody_has_one(table: SpyTable) -> None:
    text = table.rule("Ranks").text
    change(table, amend(table, "Ranks", text.replace("[tracked](mechanism:spy.ranks)", "tracked")))

    table.complete("Lulu", 3)

    assert record(table, "Lulu").rank is None
    assert rank(table, "Lulu") == "Beginner Spy"
    with pytest.raises(Refused) as caught:
        raise_gadgets(table, "Lulu")
    assert code(caught) == "not-in-the-law"
