"""The day turns once a GMT day; its seed is published the day after, and never on its own day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from nomic.core import chain
from nomic.core.chain import seed_commitment
from nomic.core.floor import floor
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets import actions as secrets_actions, queries as secrets_queries
from nomic.core.secrets.models import Day, SecretSeed
from tests.casting import Table
from tests.core.rostering import START

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
INSTANT = timedelta(microseconds=1)
TODAY = START.date()
MIDNIGHT = datetime(START.year, START.month, START.day, tzinfo=UTC) + DAY


def told(table: Table, kind: str = "day.turned") -> list[Event]:
    return list(Event.objects.filter(game=table.made, kind=kind).order_by("seq"))


def look(table: Table) -> bool:
    return secrets_actions.look_again_at_day(game_id=table.made.pk)


def day_of(table: Table, day: date) -> Day:
    return Day.objects.get(game=table.made, day=day)


def test_the_first_round_of_the_clerk_turns_the_first_day(table: Table) -> None:
    table.sweep()

    (event,) = told(table)
    day = day_of(table, TODAY)
    assert event.data == {
        "day": TODAY.isoformat(),
        "private_head": day.private_hash,
        "commitment": day.commitment,
        "opens": [],
        "private_root": secrets_queries.private_root(table.made.pk, day.private_n),
    }
    assert (day.event, day.at, day.seed, day.opened) == (event, START, "", None)
    assert table.game.next_day_at == MIDNIGHT


def test_a_day_turns_once_however_often_the_clerk_looks(table: Table, clock: time_machine.Traveller) -> None:
    assert (look(table), look(table)) == (True, False)
    before = table.game.last_seq

    clock.move_to(MIDNIGHT - INSTANT)
    table.sweep()

    assert not look(table)
    assert (len(told(table)), table.game.last_seq, table.game.private_n) == (1, before, 1)


def test_it_turns_at_midnight_by_gmt_and_not_a_moment_sooner(table: Table, clock: time_machine.Traveller) -> None:
    table.sweep()

    clock.move_to(MIDNIGHT - INSTANT)
    table.sweep()
    at_the_last_moment = len(told(table))
    clock.move_to(MIDNIGHT)
    table.sweep()

    assert (at_the_last_moment, len(told(table))) == (1, 2)
    assert day_of(table, TODAY + DAY).at == MIDNIGHT


def test_a_seed_is_published_the_day_after_and_is_what_was_committed(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.sweep()
    committed = day_of(table, TODAY).commitment
    clock.move_to(MIDNIGHT - INSTANT)
    look(table)
    on_its_own_day = day_of(table, TODAY).seed

    clock.move_to(MIDNIGHT)
    look(table)

    day, event = day_of(table, TODAY), told(table)[-1]
    assert on_its_own_day == ""
    assert (day.opened, seed_commitment(day.seed)) == (event, committed)
    assert event.data["opens"] == [{"day": TODAY.isoformat(), "seed": day.seed}]
    assert day_of(table, TODAY + DAY).seed == ""


def test_no_seed_is_twice_the_same(table: Table, clock: time_machine.Traveller) -> None:
    other = Table(slug="other")
    for _ in range(3):
        look(table)
        look(other)
        clock.shift(DAY)

    seeds = [secrets_queries.unseal_seed(day.sealed) for day in Day.objects.all()]
    assert len(set(seeds)) == len(seeds) == 6
    assert {len(seed) for seed in seeds} == {64}


def test_the_head_of_the_private_chain_moves_with_nothing_to_move_it(
    table: Table, clock: time_machine.Traveller
) -> None:
    for _ in range(3):
        look(table)
        clock.shift(DAY)

    heads = [event.data["private_head"] for event in told(table)]
    assert len(set(heads)) == 3
    assert heads[-1] == table.game.private_hash
    assert {secrets_queries.unseal_event(link).kind for link in PrivateEvent.objects.all()} == {"day.salt"}


def test_a_day_of_secret_acts_looks_like_a_day_of_none(table: Table, clock: time_machine.Traveller) -> None:
    quiet = Table(slug="quiet")
    look(table)
    look(quiet)
    for n in range(5):
        with floor(table.made.pk) as the_floor:
            the_floor.append_private_event("test.secret", actor=None, n=n)

    clock.shift(DAY)
    look(table)
    look(quiet)

    loud, still = told(table)[-1], told(quiet)[-1]
    assert loud.at == still.at
    assert loud.data.keys() == still.data.keys()
    assert {key for key, value in loud.data.items() if isinstance(value, int)} == set()
    assert day_of(table, TODAY + DAY).private_n - day_of(quiet, TODAY + DAY).private_n == 5


def test_after_an_outage_one_event_for_the_present_day_opens_what_is_past(
    table: Table, clock: time_machine.Traveller
) -> None:
    look(table)
    clock.move_to(START + 9 * DAY)

    table.sweep()

    event = told(table)[-1]
    assert len(told(table)) == 2
    assert (event.at, event.data["day"]) == (START + 9 * DAY, (TODAY + 9 * DAY).isoformat())
    assert [each["day"] for each in event.data["opens"]] == [TODAY.isoformat()]
    assert table.game.next_day_at == MIDNIGHT + 9 * DAY


def test_one_event_opens_every_day_that_none_has_opened(table: Table, clock: time_machine.Traveller) -> None:
    look(table)
    clock.shift(DAY)
    look(table)
    Day.objects.filter(day=TODAY).update(seed="", opened=None)
    clock.shift(DAY)

    look(table)

    opened = told(table)[-1].data["opens"]
    assert [each["day"] for each in opened] == [TODAY.isoformat(), (TODAY + DAY).isoformat()]


def test_a_clock_that_leaps_ahead_and_back_opens_no_seed_that_is_still_rolled_with(
    table: Table, clock: time_machine.Traveller
) -> None:
    look(table)
    clock.move_to(START + 5 * DAY)
    look(table)
    clock.move_to(START)

    roll = table.roll("Josh")
    look(table)
    clock.move_to(MIDNIGHT)
    table.sweep()

    assert roll.day == day_of(table, TODAY + 5 * DAY)
    assert day_of(table, TODAY + 5 * DAY).seed == ""
    assert len(told(table)) == 2
    clock.move_to(MIDNIGHT + 5 * DAY - INSTANT)
    table.sweep()
    assert day_of(table, TODAY + 5 * DAY).seed == ""
    clock.move_to(MIDNIGHT + 5 * DAY)
    table.sweep()
    assert day_of(table, TODAY + 5 * DAY).seed != ""


def test_games_turn_their_days_in_due_order_and_each_for_itself(clock: time_machine.Traveller) -> None:
    first = Table(slug="first")
    clock.shift(timedelta(minutes=1))
    second = Table(slug="second")

    due = secrets_queries.days_due(START + timedelta(minutes=1))
    second.sweep()

    assert due == [first.made.pk, second.made.pk]
    assert (len(told(first)), len(told(second))) == (1, 1)
    assert secrets_queries.days_due(MIDNIGHT - INSTANT) == []


def test_the_private_chain_and_the_log_hold(table: Table, clock: time_machine.Traveller) -> None:
    for _ in range(3):
        look(table)
        clock.shift(DAY)
    game = table.game

    assert secrets_queries.private_breaks(game.pk, last_n=game.private_n, last_hash=game.private_hash) == []
    assert chain.chain_breaks(log_queries.links(game.pk), last_seq=game.last_seq, last_hash=game.last_hash) == []


# -- the secret seed (Reading 51)


def test_the_first_day_commits_the_first_secret_seed_and_no_later_one_does(
    table: Table, clock: time_machine.Traveller
) -> None:
    look(table)
    clock.shift(DAY)
    look(table)

    (event,) = told(table, "seed.committed")
    seed = SecretSeed.objects.get(game=table.made)
    assert event.data == {"n": 1, "commitment": seed.commitment}
    assert (seed.n, seed.seed, seed.opened) == (1, "", None)
    assert seed_commitment(secrets_queries.unseal_seed(seed.sealed)) == seed.commitment


def test_opening_it_publishes_it_and_commits_the_next(table: Table) -> None:
    look(table)

    with floor(table.made.pk) as the_floor:
        following = secrets_actions.open_secret_seed(the_floor)

    first, second = SecretSeed.objects.order_by("n")
    (opened,) = told(table, "seed.opened")
    assert (first.opened, seed_commitment(first.seed)) == (opened, first.commitment)
    assert opened.data == {"n": 1, "seed": first.seed}
    assert (second, second.n, second.seed) == (following, 2, "")
    assert first.commitment != second.commitment
