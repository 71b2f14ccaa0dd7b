"""Spies, by several at once: each act is done once or not at all, and nobody is in two places. (DESIGN section 4)"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import time_machine

from dynasties.spy.desk import actions as desk_actions
from dynasties.spy.disclosure import actions as disclosure_actions
from dynasties.spy.map import actions as map_actions
from dynasties.spy.missions import actions_teams as missions_actions_teams
from dynasties.spy.missions.models import Completion
from dynasties.spy.prison import actions as prison_actions, queries as prison_queries
from dynasties.spy.prison.queries import UnsealedAttempt
from dynasties.spy.theatre.models import Attempt, Cover, Errand
from dynasties.spy.theatre.rules_map import LAND
from nomic.core.decision import Refused
from nomic.core.games.models import Game
from nomic.core.secrets import actions as secrets_actions
from proposals.posts.models import Post
from tests.concurrency.test_floor import at_once, by, clock, events, holds, whole
from tests.openings import kept
from tests.refusals import refusals_among as codes
from tests.spying import SpyTable

__all__ = ["clock"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
SPIES = ("Josh", "Lulu", "Raven", "Zack")


@pytest.fixture
def table(clock: time_machine.Traveller) -> SpyTable:
    return kept(a_day_later, clock)


def a_day_later(clock: time_machine.Traveller) -> SpyTable:
    table = SpyTable(*SPIES)
    clock.shift(timedelta(days=1))
    secrets_actions.look_again_at_day(game_id=table.made.pk)
    return table


def waiting(table: SpyTable) -> list[UnsealedAttempt]:
    """The attempts that wait for the Mastermind's die."""
    return [each for each in prison_queries.all_attempts(table.theatre) if each.open]


def both_serve(table: SpyTable, *names: str, place: str = "KRA") -> None:
    for name in names:
        table.put(name, place, affiliation="World")


# -- moving


def test_of_many_moves_at_once_one_is_made_and_one_ticket_spent(table: SpyTable) -> None:
    table.put("Lulu", "LON")
    table.give("Lulu", air=3)

    answers = at_once(
        [
            by(table, "Lulu", map_actions.move_agent, to=to, token=f"{to}-{again}")
            for to in ("FRA", "CAI")
            for again in range(2)
        ]
    )

    assert sum(not isinstance(each, Refused) for each in answers) == 1
    assert table.tickets("Lulu") == (2, 0, 0)
    assert Errand.objects.count() == 1
    assert whole(table)


def test_one_form_sent_many_times_at_once_moves_once(table: SpyTable) -> None:
    table.put("Lulu", "BER")

    answers = at_once([by(table, "Lulu", map_actions.move_agent, to="FRA", token="once")] * 4)

    assert len({each.pk for each in answers}) == 1
    assert (table.cover("Lulu").location, Errand.objects.count()) == ("FRA", 1)
    assert whole(table)


def test_a_move_and_an_exchange_at_once_are_one_of_them(table: SpyTable) -> None:
    table.put("Lulu", "LON")
    table.give("Lulu", air=3)

    answers = at_once(
        [
            by(table, "Lulu", map_actions.move_agent, to="FRA", token="m"),
            by(table, "Lulu", map_actions.exchange_tickets, give="air", take="sea", times=1, token="e"),
        ]
    )

    moved = table.cover("Lulu").location == "FRA"
    assert codes(answers) == ["often-enough"]
    assert table.tickets("Lulu") == ((2, 0, 0) if moved else (1, 1, 0))
    assert whole(table)


@pytest.mark.parametrize("repealed", ["Movement", "Iron Curtain"])
def test_a_move_while_its_rule_is_repealed_is_made_or_refused(table: SpyTable, repealed: str) -> None:
    table.put("Lulu", "LON")
    table.give("Lulu", air=1)

    answers = at_once([by(table, "Lulu", map_actions.move_agent, to="FRA", token="m"), lambda: table.strike(repealed)])

    refused = codes(answers) != []
    assert (table.cover("Lulu").location, table.tickets("Lulu")[0]) == (("LON", 1) if refused else ("FRA", 0))
    assert whole(table)


def test_a_move_while_its_price_changes_costs_one_of_the_two(table: SpyTable) -> None:
    table.put("Lulu", "LON")
    table.give("Lulu", air=3)
    dearer = table.amend("Movement", "[1](dial:spy.air_price)", "[3](dial:spy.air_price)")

    at_once([by(table, "Lulu", map_actions.move_agent, to="FRA", token="m"), lambda: table.change(dearer)])

    assert table.cover("Lulu").location == "FRA"
    assert table.tickets("Lulu")[0] in {0, 2}
    assert whole(table)


# -- capturing, prisons


def test_ruling_on_an_attempt_at_once_with_its_targets_move_leaves_both_in_one_place_each(table: SpyTable) -> None:
    both_serve(table, "Lulu", "Josh")
    made = table.attempt("Lulu", "Josh")

    answers = at_once(
        [
            by(table, "Kevan", prison_actions.rule_on_attempt, uid=made.uid),
            by(table, "Josh", map_actions.move_agent, to="SLO", token="away"),
            by(table, "Kevan", prison_actions.rule_on_attempt, uid=made.uid),
        ]
    )

    assert "attempt-decided" in codes(answers)
    assert waiting(table) == []
    cover = table.cover("Josh")
    assert cover.prison in {None, cover.location}
    assert whole(table)


def test_an_attempt_at_once_with_its_targets_move_waits_or_finds_nobody(table: SpyTable) -> None:
    both_serve(table, "Lulu", "Josh")

    at_once(
        [
            by(table, "Lulu", prison_actions.attempt_capture, target_id=table.agent("Josh").pk, token="a"),
            by(table, "Josh", map_actions.move_agent, to="SLO", token="m"),
        ]
    )

    assert Attempt.objects.count() == 1
    assert table.cover("Josh").location == "SLO"
    assert whole(table)


def test_one_attempt_sent_many_times_at_once_is_one_and_of_several_one_waits(table: SpyTable) -> None:
    both_serve(table, "Lulu", "Josh")
    target = table.agent("Josh").pk

    answers = at_once(
        [
            by(table, "Lulu", prison_actions.attempt_capture, target_id=target, token=token)
            for token in ("a", "a", "b", "c")
        ]
    )

    assert len(waiting(table)) == Attempt.objects.count() == 1
    assert set(codes(answers)) == {"attempt-waits"}
    assert whole(table)


def test_the_last_tickets_rescue_one_of_two(table: SpyTable) -> None:
    for name in ("Josh", "Raven"):
        table.put(name, "ICE", affiliation="Mastermind", prison="ICE")
    table.put("Lulu", "ICE", walked_in=True)
    table.give("Lulu", air=1, sea=1, land=1)

    answers = at_once(
        [
            by(table, "Lulu", prison_actions.rescue_prisoner, prisoner_id=table.agent(name).pk, token=name)
            for name in ("Josh", "Raven")
        ]
    )

    assert set(codes(answers)) == {"no-ticket"}
    assert table.tickets("Lulu") == (0, 0, 0)
    assert [table.cover(name).prison for name in ("Josh", "Raven")].count("ICE") == 1
    assert whole(table)


def test_two_who_rescue_one_pay_once(table: SpyTable) -> None:
    table.put("Josh", "ICE", affiliation="Mastermind", prison="ICE")
    for name in ("Lulu", "Raven"):
        table.put(name, "ICE", walked_in=True)
        table.give(name, air=1, sea=1, land=1)

    answers = at_once(
        [
            by(table, name, prison_actions.rescue_prisoner, prisoner_id=table.agent("Josh").pk, token=name)
            for name in ("Lulu", "Raven")
        ]
    )

    assert codes(answers) == ["no-prisoner-here"]
    assert sum(sum(table.tickets(name)) for name in ("Lulu", "Raven")) == 3
    assert whole(table)


# -- what the Mastermind does


def test_locations_dealt_many_times_at_once_are_dealt_once(table: SpyTable) -> None:
    answers = at_once([by(table, "Kevan", desk_actions.deal_locations)] * 3)

    assert sorted(answers) == [0, 0, len(SPIES)]
    assert Cover.objects.count() == len(SPIES)
    assert {table.cover(name).location for name in SPIES} <= set(LAND)
    assert whole(table)


def test_two_declarations_at_once_are_one(table: SpyTable) -> None:
    answers = at_once(
        [
            by(table, "Lulu", disclosure_actions.declare_affiliation, affiliation=side)
            for side in ("World", "Mastermind", "World")
        ]
    )

    assert "affiliation-stands" in codes(answers)
    assert Cover.objects.count() == 1
    assert whole(table)


def test_a_claim_accepted_and_refused_at_once_is_ruled_on_once(table: SpyTable) -> None:
    table.open_mission(gains=[{"column": "Air Tickets", "add": 1}])
    table.give("Lulu")
    made = table.claim("Lulu", 1)

    answers = at_once(
        [
            by(table, "Kevan", missions_actions_teams.accept_claim, uid=made.uid),
            by(table, "Kevan", missions_actions_teams.accept_claim, uid=made.uid),
            by(table, "Kevan", missions_actions_teams.refuse_claim, uid=made.uid, reason="No."),
        ]
    )

    assert codes(answers) == ["claim-ruled"] * 2
    assert table.tickets("Lulu")[0] == Completion.objects.count()
    assert whole(table)


def test_a_passage_is_told_of_once_by_the_mastermind_or_the_clerks(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    table.put("Lulu", "BER")
    table.move("Lulu", "FRA")
    errand = Errand.objects.get()
    clock.shift(timedelta(hours=48))

    answers = at_once(
        [
            by(table, "Kevan", map_actions.post_checkpoint, errand_uid=errand.uid),
            *[partial(map_actions.look_again_at_errand, game_id=table.made.pk, errand_id=errand.pk)] * 2,
        ]
    )

    assert codes(answers) == []
    assert Post.objects.filter(title="Checkpoint Charlie").count() == 1
    assert whole(table)


def test_everything_is_revealed_once_and_nobody_moves_after(table: SpyTable) -> None:
    table.put("Lulu", "BER")
    Game.objects.filter(pk=table.made.pk).update(awaits_address=True)
    reveal = by(table, "Kevan", disclosure_actions.reveal_all)

    answers = at_once([reveal, by(table, "Lulu", map_actions.move_agent, to="FRA", token="m"), reveal])

    moved = table.cover("Lulu").location == "FRA"
    assert len(codes(answers)) == (1 if moved else 2)
    assert events(table, "spy.revealed") == 1
    assert holds(table.game)


def test_a_mastermind_who_hands_on_the_role_rules_before_or_not_at_all(table: SpyTable) -> None:
    both_serve(table, "Lulu", "Josh")
    made = table.attempt("Lulu", "Josh")

    answers = at_once(
        [
            by(table, "Kevan", prison_actions.rule_on_attempt, uid=made.uid),
            lambda: table.crown("Raven"),
            by(table, "Raven", prison_actions.rule_on_attempt, uid=made.uid),
        ]
    )

    assert sum(isinstance(each, Attempt) for each in answers) == 1 - len(waiting(table))
    assert whole(table)
