"""`manage.py recount`: theatres and spies told anew from the log and the law of each moment."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from dynasties.spy.gadgets.models import GadgetRequest
from dynasties.spy.gadgets.rules_requests import Stance
from dynasties.spy.plugin import CHECKS
from dynasties.spy.theatre.models import Spy, Theatre
from nomic.core.dice import actions as dice_actions
from tests.actions.spy.conftest import mustered
from tests.openings import kept
from tests.spying import SpyTable


def differences(table: SpyTable) -> list[str]:
    found = [check(table.game, {event.seq: event for event in table.game.events.all()}) for check in CHECKS.values()]
    return [each.what for check in found for item in check for each in item]


@pytest.fixture
def played(db: None, clock: time_machine.Traveller) -> SpyTable:
    return kept(story, clock)


def story(clock: time_machine.Traveller) -> SpyTable:
    """Skis were approved, priced, bought and thrown away; Wings were denied, and a Boat withdrawn."""
    table = mustered(clock)
    table.open_mission("Basic Training")
    for name in ("Lulu", "Raven"):
        table.give(name, air=3, sea=3, land=3, gadgets=3)
    table.ask("Lulu", "Skis")
    table.ask("Raven", "Wings")
    table.ask("Josh", "Boat")
    for voter in ("Raven", "Josh"):
        table.say(voter, 1)
    table.say("Josh", 2, Stance.DISAPPROVE, "No.")
    table.deny_own("Josh", 3)
    clock.shift(timedelta(hours=48))
    table.sweep()
    table.add("Lulu", 1)
    table.price(1, air=1)
    table.put("Raven", "LON")
    table.throw_away("Raven", table.buy("Raven", 1))
    return table


@pytest.mark.postgresql
def test_what_was_played_holds(played: SpyTable) -> None:
    statuses = list(GadgetRequest.objects.order_by("number").values_list("status", flat=True))

    assert statuses == ["approved", "denied", "denied"]
    assert differences(played) == []


def test_what_was_revealed_and_begun_anew_holds(played: SpyTable, clock: time_machine.Traveller) -> None:
    played.win("Raven", clock)
    played.reveal("Raven")
    played.ascend("Raven")
    played.open_mission("Basic Training", by="Raven")

    assert Theatre.objects.count() == 2
    assert differences(played) == []


def test_dice_that_bring_what_was_there_before_hold_too(
    played: SpyTable, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.give("Lulu", air=4, sea=4, land=4, gadgets=3)
    played.win("Raven", clock)
    played.reveal("Raven")
    monkeypatch.setattr(dice_actions, "dice_faces", lambda seed, seq, nonce, dice, sides: (2,) * dice)
    played.ascend("Raven")

    assert played.tickets("Lulu") == (4, 4, 4)
    assert differences(played) == []


def test_a_law_that_is_gone_and_revealed_later_holds(played: SpyTable, clock: time_machine.Traveller) -> None:
    played.change(*(played.repeal(rule.title) for rule in played.rules() if rule.section.value == "dynastic"))
    played.reveal("Kevan")

    assert differences(played) == []


@pytest.mark.parametrize(
    ("field", "what"), [("began_seq", "beginning of theatre 1"), ("ended_seq", "end of theatre 1")]
)
def test_a_theatre_that_was_moved_is_found(
    played: SpyTable, clock: time_machine.Traveller, field: str, what: str
) -> None:
    played.win("Raven", clock)
    played.reveal("Raven")
    Theatre.objects.update(**{field: getattr(played.theatre, field) - 1})

    assert what in differences(played)


def test_a_theatre_that_is_gone_is_found(table: SpyTable) -> None:
    Spy.objects.all().delete()
    Theatre.objects.all().delete()

    assert differences(table) == ["theatre 1"]


def test_somebody_fitted_out_by_the_update_of_another_is_found(played: SpyTable) -> None:
    lulu, raven = (Spy.objects.get(agent=played.agent(name)) for name in ("Lulu", "Raven"))
    Spy.objects.filter(pk=lulu.pk).update(outfitted_seq=raven.outfitted_seq)

    assert [each.split(" of ")[0] for each in differences(played)] == ["fitting out"]
