"""Dice and days at once: each roll has an event of its own, and a day turns once. (DESIGN ideas 4 and 5)"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core.dice import actions as dice_actions
from nomic.core.dice.models import Roll
from nomic.core.log.models import PrivateEvent
from nomic.core.secrets import actions as secrets_actions
from nomic.core.secrets.models import Day, SecretSeed
from proposals import tasks as proposals_tasks
from tests.casting import Table
from tests.concurrency.test_floor import CLIENTS, NAMES, START, at_once, events, whole
from tests.moments import stands_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


clock = stands_at(START)


def rolling(table: Table, name: str, token: str) -> Callable[[], Any]:
    given: dict[str, Any] = {"actor_id": table.agent(name).pk, "game_id": table.made.pk, "token": token}
    return lambda: dice_actions.roll_dice(said=dice_actions.ThrowWords("3DICE6", "a hat", "mine"), **given).pk


def test_eight_who_roll_at_once_roll_eight_times_each_with_an_event_of_its_own(clock: time_machine.Traveller) -> None:
    table = Table(*NAMES)

    answers = at_once([rolling(table, name, "one-form") for name in ("Kevan", *NAMES)])

    rolls = Roll.objects.select_related("event").order_by("number")
    assert len(set(answers)) == CLIENTS
    assert [roll.number for roll in rolls] == list(range(1, CLIENTS + 1))
    assert len({roll.event.seq for roll in rolls}) == CLIENTS
    assert (events(table, "day.turned"), events(table, "seed.committed")) == (1, 1)
    assert whole(table)


def test_a_form_sent_eight_times_at_once_is_one_roll(clock: time_machine.Traveller) -> None:
    table = Table("Josh")

    answers = at_once([rolling(table, "Josh", "one-form")] * CLIENTS)

    assert len(set(answers)) == 1
    assert (Roll.objects.count(), events(table, "dice.rolled")) == (1, 1)


def test_a_day_that_many_turn_at_once_turns_once(clock: time_machine.Traveller) -> None:
    table = Table("Josh", "Lulu")
    secrets_actions.look_again_at_day(game_id=table.made.pk)
    clock.shift(timedelta(days=1))

    look = [lambda: secrets_actions.look_again_at_day(game_id=table.made.pk)] * 3
    at_once(
        [*look, proposals_tasks.sweep, proposals_tasks.sweep, rolling(table, "Josh", "a"), rolling(table, "Lulu", "b")]
    )

    assert (Day.objects.count(), events(table, "day.turned"), SecretSeed.objects.count()) == (2, 2, 1)
    assert PrivateEvent.objects.filter(game=table.made).count() == 2
    assert Day.objects.exclude(seed="").count() == 1
    assert whole(table)
