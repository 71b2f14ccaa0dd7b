"""What Gadgets cost, and how they change hands. (Rows 74, 75)"""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from dynasties.recount import CHECKS
from dynasties.spy.gadgets import queries as gadgets_queries
from dynasties.spy.gadgets.models import Gadget, Holding
from dynasties.spy.theatre import queries as theatre_queries
from nomic.core.decision import Invalid
from nomic.core.duties.models import Duty
from nomic.core.floor import floor
from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.roster import actions as roster_actions
from proposals.recount import recount_game
from tests.refusals import why
from tests.spying import SpyTable

HOUR = timedelta(hours=1)


def approved(table: SpyTable, clock: time_machine.Traveller, name: str = "Lulu", gadget: str = "Skis") -> Gadget:
    """A Gadget that was asked for, waited for and added."""
    row = table.ask(name, gadget)
    for voter in ("Lulu", "Raven", "Josh"):
        if voter != name:
            table.say(voter, row.number)
    clock.shift(48 * HOUR)
    return table.add(name, row.number)


def held(table: SpyTable, name: str) -> list[Holding]:
    return [each for each in gadgets_queries.holdings_in_play(table.theatre) if each.owner.name == name]


@pytest.fixture
def skis(table: SpyTable, clock: time_machine.Traveller) -> Gadget:
    """Lulu's Skis, just added."""
    return approved(table, clock)


# -- the cost


def test_the_mastermind_sets_the_cost_and_with_that_owes_it_no_longer(table: SpyTable, skis: Gadget) -> None:
    table.price(skis.number, 1, 0, 2)
    event, duty = Event.objects.get(kind="spy.gadget-priced"), Duty.objects.get(key__startswith="spy.price")

    assert (event.data["air"], event.data["sea"], event.data["land"], event.data["anew"]) == (1, 0, 2, False)
    assert (duty.done_by, duty.next_check) == (table.agent("Kevan"), None)
    assert not gadgets_queries.unpriced_gadgets(table.theatre)


def test_nobody_else_sets_it_and_nothing_else_is_a_cost(table: SpyTable, skis: Gadget) -> None:
    assert why(table.price, skis.number, by="Josh") == ["for-the-mastermind"]
    assert why(table.price, 9) == ["no-such-gadget"]
    for count in (-1, 1001):
        for kind, (air, sea, land) in {"air": (count, 0, 0), "sea": (0, count, 0), "land": (0, 0, count)}.items():
            with pytest.raises(Invalid) as told:
                table.price(skis.number, air, sea, land)
            assert told.value.path == kind


def test_it_may_be_set_anew_for_48_hours_and_not_a_second_longer(
    table: SpyTable, clock: time_machine.Traveller, skis: Gadget
) -> None:
    table.price(skis.number, 1)
    clock.shift(48 * HOUR)
    assert table.price(skis.number, 2).air == 2
    assert Event.objects.latest("seq").data["anew"]
    clock.shift(1)

    assert why(table.price, skis.number, 3) == ["price-stands"]


def test_late_is_overdue_and_still_allowed(table: SpyTable, clock: time_machine.Traveller, skis: Gadget) -> None:
    clock.shift(48 * HOUR + timedelta(seconds=1))
    table.sweep()

    assert Event.objects.filter(kind="duty.overdue").count() == 1
    assert table.price(skis.number, 3).air == 3


def test_where_there_is_no_mastermind_nobody_owes_it_until_there_is_one(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    table.leave("Kevan")
    gadget = approved(table, clock)
    assert not Duty.objects.filter(key__startswith="spy.price").exists()
    table.crown("Josh")

    duty = Duty.objects.get(key__startswith="spy.price")

    assert duty.owed_by == table.agent("Josh")
    assert table.price(gadget.number, 1, by="Josh").air == 1


def owing(table: SpyTable) -> list[str]:
    """Who owes a cost, in the order in which it arose."""
    duties = Duty.objects.filter(key__startswith="spy.price", done_at=None).select_related("owed_by").order_by("number")
    return [each.owed_by.name for each in duties if each.owed_by]


def test_who_is_mastermind_again_owes_it_again(table: SpyTable, clock: time_machine.Traveller, skis: Gadget) -> None:
    table.crown("Josh")
    table.crown("Kevan")

    assert owing(table) == ["Kevan"]
    table.price(skis.number, 1)
    assert owing(table) == []


def test_what_the_mastermind_says_e_has_done_does_not_come_again_with_the_next_law(
    table: SpyTable, clock: time_machine.Traveller, skis: Gadget
) -> None:
    table.report_done("Kevan", Duty.objects.get(key__startswith="spy.price").number)

    table.strike("Spy Shop")

    assert owing(table) == []


def test_nobody_owes_a_cost_that_nobody_can_set_until_the_law_has_it_set_again(
    table: SpyTable, clock: time_machine.Traveller, skis: Gadget
) -> None:
    asks = "[for the Mastermind to set](mechanism:spy.gadget_costs)"
    table.change(table.amend("Gadgets", asks, "for the Mastermind to set"))
    assert owing(table) == []

    table.change(table.amend("Gadgets", "is for the Mastermind to set", f"is {asks}"))

    assert owing(table) == ["Kevan"]


def test_nobody_owes_a_cost_when_the_play_is_over(table: SpyTable, clock: time_machine.Traveller, skis: Gadget) -> None:
    for title in [each.title for each in table.rules() if "spy." in each.text]:
        table.strike(title)

    assert owing(table) == []
    assert recount_game(table.game, CHECKS).differences == ()


def test_nobody_owes_a_cost_when_everything_is_revealed(
    table: SpyTable, clock: time_machine.Traveller, skis: Gadget
) -> None:
    Game.objects.filter(pk=table.made.pk).update(awaits_address=True)

    table.reveal("Kevan")

    assert owing(table) == []


def test_whoever_is_mastermind_next_owes_what_has_no_cost(
    table: SpyTable, clock: time_machine.Traveller, skis: Gadget
) -> None:
    clock.shift(10 * HOUR)
    table.crown("Josh")
    before, after = Duty.objects.filter(key__startswith="spy.price").order_by("number")

    assert (before.owed_by, before.done_by) == (table.agent("Kevan"), None)
    assert before.done_at is not None
    assert (after.owed_by, after.due_at) == (table.agent("Josh"), skis.approved_at + 58 * HOUR)
    assert why(table.price, skis.number, by="Kevan") == ["for-the-mastermind"]
    table.price(skis.number, 1, by="Josh")
    assert Duty.objects.get(pk=after.pk).done_by == table.agent("Josh")


# -- claims


def test_who_owns_too_many_loses_one_to_who_has_room(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=0)
    mine = held(table, "Lulu")[0]

    taken = table.claim_gadget("Raven", mine)

    event = Event.objects.get(kind="spy.gadget-claimed")
    assert (table.owns("Lulu"), table.owns("Raven"), taken.how) == ([], ["Skis"], "claimed")
    assert (event.subject, event.data["owner_name"], event.data["owned"], event.data["limit"]) == (
        "gadget:1",
        "Lulu",
        1,
        0,
    )
    assert Holding.objects.get(pk=mine.pk).until_seq == taken.since_seq == event.seq


def test_the_limit_is_a_most_and_exactly_so_many_are_safe(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=1)

    assert why(table.claim_gadget, "Raven", held(table, "Lulu")[0]) == ["not-over-the-limit"]


def test_who_has_no_room_claims_nothing(table: SpyTable, clock: time_machine.Traveller, skis: Gadget) -> None:
    table.give("Lulu", gadgets=0)
    table.give("Raven", gadgets=0)
    assert why(table.claim_gadget, "Raven", held(table, "Lulu")[0]) == ["claim-too-many"]
    table.give("Raven", gadgets=1)

    assert table.claim_gadget("Raven", held(table, "Lulu")[0]).owner.name == "Raven"


def test_a_second_claim_of_the_same_finds_it_gone(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=0)
    mine = held(table, "Lulu")[0]
    table.claim_gadget("Raven", mine)

    assert why(table.claim_gadget, "Josh", mine) == ["gone-already"]
    assert why(table.throw_away, "Lulu", mine) == ["gone-already"]


def test_nobody_claims_eir_own_and_the_mastermind_takes_no_part(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=0)
    mine = held(table, "Lulu")[0]

    assert why(table.claim_gadget, "Lulu", mine) == ["claim-of-ones-own"]
    assert why(table.claim_gadget, "Kevan", mine) == ["takes-no-part"]


def test_what_belongs_to_the_idle_and_to_who_has_left_is_left_alone(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=0)
    mine = held(table, "Lulu")[0]
    table.idle("Lulu")
    assert why(table.claim_gadget, "Raven", mine) == ["row-idle"]
    table.leave("Lulu")

    assert why(table.claim_gadget, "Raven", mine) == ["gone"]
    assert table.owns("Lulu") == ["Skis"]


def test_what_is_only_requested_counts_against_no_limit(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=1)
    table.ask("Lulu", "Boots")

    assert (
        gadgets_queries.belongings_of(
            table.theatre, table.agent("Lulu").pk, theatre_queries.read_ledger(table.made.pk)
        ).owned
        == 1
    )
    assert why(table.claim_gadget, "Raven", held(table, "Lulu")[0]) == ["not-over-the-limit"]


def test_where_the_law_keeps_no_number_nobody_has_too_many(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=0)
    table.change({"kind": "drop-column", "column": table.column_number("Gadgets")})

    assert why(table.claim_gadget, "Raven", held(table, "Lulu")[0]) == ["not-over-the-limit"]


# -- throwing away


def test_the_owner_throws_away_what_e_likes(table: SpyTable, skis: Gadget) -> None:
    mine = held(table, "Lulu")[0]
    assert why(table.throw_away, "Raven", mine) == ["not-your-gadget"]

    table.throw_away("Lulu", mine)

    assert table.owns("Lulu") == []
    assert Event.objects.latest("seq").kind == "spy.gadget-discarded"
    assert gadgets_queries.gadget(table.made.pk, skis.number) is not None  # its kind stays on the list


def test_a_licence_is_there_while_the_gadget_is(table: SpyTable) -> None:
    table.equip("Lulu", "leave-prison", "discount-sea")
    lulu = table.agent("Lulu").pk
    assert gadgets_queries.licences_of(table.theatre, lulu) == {"leave-prison", "discount-sea"}

    table.throw_away("Lulu", held(table, "Lulu")[0])

    assert gadgets_queries.licences_of(table.theatre, lulu) == frozenset()


def test_in_a_hiatus_nothing_changes_hands(table: SpyTable, skis: Gadget) -> None:
    table.give("Lulu", gadgets=0)
    mine = held(table, "Lulu")[0]
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")

    assert why(table.claim_gadget, "Raven", mine) == ["hiatus"]
    assert why(table.throw_away, "Lulu", mine) == ["hiatus"]
    assert why(table.price, skis.number) == ["hiatus"]


@pytest.mark.parametrize(("mechanism", "act"), [("spy.gadget_claims", "claim"), ("spy.discarding", "throw")])
def test_without_the_words_in_the_rule_nobody_does_it(table: SpyTable, skis: Gadget, mechanism: str, act: str) -> None:
    table.give("Lulu", gadgets=0)
    mine = held(table, "Lulu")[0]
    words = {
        "spy.gadget_claims": "[claim one](mechanism:spy.gadget_claims)",
        "spy.discarding": "[throw away](mechanism:spy.discarding)",
    }[mechanism]
    table.change(table.amend("Gadgets", words, "do so"))

    acts = {"claim": lambda: table.claim_gadget("Raven", mine), "throw": lambda: table.throw_away("Lulu", mine)}
    assert why(acts[act]) == ["not-in-the-law"]
