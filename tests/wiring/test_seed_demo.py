from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from dynasties.spy.missions.models import Mission
from dynasties.spy.theatre.models import Attempt, Disclosure
from nomic.core import clock
from nomic.core.games import queries as games_queries
from nomic.core.messages.models import Message
from nomic.demo.commons import THE_COMMONS
from nomic.demo.play import SCRIPTS, play
from nomic.demo.script import DemoAct, Script, Send
from nomic.demo.spies import Capture, Declare, Gather
from nomic.demo.spies_story import THE_COLD_BUFFET
from proposals.posts.models import Matter

NOW = datetime(2026, 3, 5, 12, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def visit() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def pending() -> int:
    game = games_queries.game("the-commons")
    return Matter.objects.filter(game=game, status="pending").count()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda each: each.slug)
def test_acts_are_scripted_in_their_order_and_each_at_a_moment_of_its_own(script: Script) -> None:
    agos = [act.ago for act in script.acts]

    earliest_first = sorted(set(agos), reverse=True)

    assert agos == earliest_first
    assert agos[0] < script.length
    assert agos[-1] > timedelta(0)


@pytest.mark.postgresql
def test_a_seeding_that_broke_off_goes_on_where_it_stopped_and_sends_no_letter_twice(
    visit: time_machine.Traveller,
) -> None:
    sent = [place for place, act in enumerate(THE_COMMONS.acts) if isinstance(act, Send)]
    early, after_a_letter = 61, sent[2] + 1
    play(replace(THE_COMMONS, acts=THE_COMMONS.acts[:early]))
    visit.shift(600)

    acts = play(replace(THE_COMMONS, acts=THE_COMMONS.acts[:after_a_letter]))
    play(THE_COMMONS)

    assert acts == after_a_letter - early
    assert Message.objects.count() == len(sent)
    assert pending() == 11


def test_the_command_refuses_where_the_demo_is_off(settings: Settings) -> None:
    settings.NOMIC_DEMO = False

    with pytest.raises(CommandError, match="The demo is off"):
        call_command("seed_demo")

    assert games_queries.game("the-commons") is None


def test_the_clock_is_set_within_the_block_only(visit: time_machine.Traveller) -> None:
    past = NOW - timedelta(days=1)

    with clock.set_to(past):
        within = clock.now()

    assert within == past
    assert clock.now() == NOW


def test_the_clock_cannot_be_set_ahead(visit: time_machine.Traveller) -> None:
    ahead = NOW + timedelta(microseconds=1)

    with clock.set_to(NOW):
        pass
    with pytest.raises(ValueError, match="past only"), clock.set_to(ahead):
        pass

    assert clock.now() == NOW


def test_a_seeding_that_broke_off_after_a_secret_act_goes_on(visit: time_machine.Traveller) -> None:
    script, begun = THE_COLD_BUFFET, 0
    for stop in sorted(_last(script, kind) + 1 for kind in (Declare, Gather, Capture)):
        acts = play(replace(script, acts=script.acts[:stop]))
        assert acts >= stop - begun
        begun = stop
        visit.shift(600)

    acts = play(script)

    # What left no public event is done once more, which changes nothing.
    assert acts > len(script.acts) - begun
    assert Mission.objects.count() == 14
    assert Attempt.objects.count() == 3
    assert Disclosure.objects.count() == 1


def _last(script: Script, kind: type[DemoAct]) -> int:
    return max(place for place, act in enumerate(script.acts) if isinstance(act, kind))
