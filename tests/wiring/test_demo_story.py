"""What a first visitor finds of the core law in the demo game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command

from dynasties.models import Dynasty, Page, PageVersion, Update
from dynasties.queries import tracker
from nomic.core import clock
from nomic.core import queries as core
from nomic.core.models import Agent, Duty, Game, Message
from nomic.demo.commons import THE_COMMONS
from nomic.demo.history.arrivals import ADDRESS
from nomic.demo.history.committee import FIRST_CLAIM, SECOND_CLAIM
from nomic.demo.history.disputes import SWAN, TWO_VOTES
from nomic.demo.pending import RINGS, WET
from nomic.demo.playing import play
from nomic.demo.script import Send
from proposals import queries
from proposals.models import Post

# Not at midnight, and early in a week: what may be done only so often must have been lawful on any day.
NOW = datetime(2026, 3, 3, 0, 40, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def moved() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(moved: time_machine.Traveller) -> Game:
    play(THE_COMMONS)
    found = core.game("the-commons")
    assert found is not None
    return found


def status(title: str) -> str:
    return Post.objects.select_related("matter").get(title=title).matter.status


def test_a_dynasty_was_won_and_another_is_played(game: Game) -> None:
    first, second = Dynasty.objects.filter(game=game).order_by("number")

    claims = status(FIRST_CLAIM), status(SECOND_CLAIM)

    assert claims == ("failed", "enacted")
    assert first.head_name == "Odalys"
    assert first.ended_at is not None
    assert second.head_name == "Quillon"
    assert second.address is not None
    assert second.address.title == ADDRESS
    assert second.accent is not None
    assert not game.awaits_address
    assert core.open_hiatus(game.pk) is None


def test_judgments_were_called_for_one_of_them_by_nobody_in_particular(game: Game) -> None:
    nameless = Post.objects.select_related("matter").get(title=RINGS)

    quorum = nameless.matter.latch

    assert (status(SWAN), status(TWO_VOTES)) == ("failed", "failed")
    assert status(WET) == "pending"
    assert nameless.author is None
    assert nameless.matter.status == "pending"
    assert quorum["outcome"] == "FOR"


def test_the_tracker_is_full_and_keeps_its_secrets(game: Game) -> None:
    stranger = tracker.sheet(game, None)

    whole = tracker.sheet(game, game.mastermind)

    favourite = next(each for each in whole.columns if each.secret)
    seen = {row.name: row.cells[favourite.number].value for row in whole.rows}
    hidden = [row.cells[favourite.number].hidden for row in stranger.rows]
    assert seen["Odalys"] == "Any Other Business"
    assert all(hidden)
    assert {"Acres", "Crumbs", "Corner"} <= {each.name for each in whole.columns}
    assert {"Flock", "Rope", "Gate shut"} == {each.name for each in whole.globals}
    assert Update.objects.filter(undoes__isnull=False).count() == 2
    assert [PageVersion.objects.filter(page=page).count() for page in Page.objects.order_by("number")] == [3, 4]


def test_somebody_owes_something_and_has_not_done_it(game: Game) -> None:
    duties = Duty.objects.select_related("owed_by").order_by("number")

    now = clock.now()

    assert [each.owed_by.name for each in duties] == ["Fenwick", "Mudlark", "Pipistrelle", "Tarragon"]
    assert [each.done_at is not None for each in duties] == [True, False, False, False]
    assert [bool(each.due_at and each.due_at < now) for each in duties] == [True, True, False, False]


def test_letters_wait_to_be_opened_and_notices_to_be_read(game: Game) -> None:
    waiting = {agent.name for agent in Agent.objects.filter(game=game) if core.unopened(agent)}

    unread = {agent.name for agent in Agent.objects.filter(game=game) if core.unread(agent.account_id)}

    assert waiting == {"Odalys", "Quillon", "Pipistrelle"}
    assert {"Odalys", "Bramble", "Mudlark"} <= unread
    assert {"Pipistrelle", "Wexford"}.isdisjoint(unread)


def test_the_books_of_the_demo_agree(game: Game) -> None:
    told = StringIO()

    call_command("verify_log", stdout=told)
    call_command("recount", stdout=told)

    assert f"{game.slug}: OK" in told.getvalue()
    assert f"{game.slug}: no difference" in told.getvalue()


def test_a_seeding_that_broke_off_after_a_letter_sends_it_once(moved: time_machine.Traveller) -> None:
    sent = [place for place, act in enumerate(THE_COMMONS.acts) if isinstance(act, Send)]
    play(replace(THE_COMMONS, acts=THE_COMMONS.acts[: sent[2] + 1]))

    play(THE_COMMONS)

    assert Message.objects.count() == len(sent)
    assert len(queries.pending(queries.scene(core.game("the-commons"), clock.now()))) == 11
