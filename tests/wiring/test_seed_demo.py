from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db.models import QuerySet
from pytest_django.fixtures import Settings

from nomic.core import clock
from nomic.core import queries as core
from nomic.core.mechanics import chain
from nomic.core.models import Event, Game
from nomic.demo import CAST
from nomic.demo.commons import THE_COMMONS
from nomic.demo.script import LENGTH, at
from nomic.demo.playing import play
from proposals import queries, tasks
from proposals.mechanics.votes import Kind
from proposals.models import Comment, Post
from proposals.queries import Judged
from rulesets import queries as rules

NOW = datetime(2026, 3, 5, 12, 0, tzinfo=UTC)
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


def waiting(game: Game, kind: Kind = Kind.PROPOSAL) -> dict[str, Judged]:
    """The pending matters of a kind by their titles, the oldest first."""
    scene = queries.scene(game, clock.now())
    return {judged.post.title: judged for judged in queries.pending(scene) if judged.facts.kind is kind}


def codes(judged: Judged) -> set[str]:
    return {reason.code for reason in judged.verdict.reasons}


def test_acts_are_scripted_in_their_order_and_each_at_a_moment_of_its_own() -> None:
    agos = [act.ago for act in THE_COMMONS.acts]

    earliest_first = sorted(set(agos), reverse=True)

    assert agos == earliest_first
    assert agos[0] < at(0)
    assert agos[-1] > timedelta(0)


def test_a_pending_proposal_stands_in_every_interesting_state(game: Game) -> None:
    pending = waiting(game)

    head, hats, toll, winter, pond, crown, gate, manners, haste = pending.values()

    assert head.verdict.may_enact
    assert head.place == 1
    assert codes(hats) == {"blocked", "cannot-pass"}
    assert codes(toll) == {"blocked", "self-killed"}
    assert winter.post.changes[0]["find"] == head.post.changes[0]["find"]
    assert pond.verdict.tally.deferential == 2
    assert codes(crown) == {"blocked", "vetoed"}
    assert gate.verdict.quorum - gate.verdict.tally.for_ == 1
    assert manners.prose_only
    assert "dial:enactment.timeout" in haste.post.changes[0]["find"]


def test_the_cast_are_eight_with_a_mastermind_two_admins_an_idle_one_and_a_stranger_at_the_door(game: Game) -> None:
    roster = core.roster(game.pk)

    usernames = {agent.account.username for agent in roster}

    assert len(roster) == 8
    assert game.mastermind is not None
    assert game.mastermind.name == "Quillon"
    assert [agent.name for agent in roster if agent.is_admin] == ["Pipistrelle", "Quillon"]
    assert [agent.name for agent in roster if not agent.playing] == ["Wexford"]
    assert [agent.name for agent in roster if agent.asked_idle_at] == ["Tarragon"]
    assert [each.name for each in core.waiting_applications(game.pk)] == ["Saltmarsh"]
    assert usernames | {"saltmarsh"} == {username for username, _ in CAST}


def test_nobody_signs_in_to_a_demo_account_with_a_password(game: Game) -> None:
    accounts = get_user_model().objects.all()

    usable = [account.username for account in accounts if account.has_usable_password()]

    assert accounts.count() == len(CAST)
    assert usable == []


def test_history_has_changed_the_law(game: Game) -> None:
    titles = {rule.title for rule in rules.ruleset(game.pk).rules}

    snapshot = core.law(game.pk)

    assert {"The Green", "The Parliament of Geese", "The Bell"} <= titles
    assert not {"Geese", "Hedges", "Bare Heads", "The Urn", "Adjournment"} & titles
    assert snapshot.count("enactment.valid_votes") == 3


def test_the_log_of_the_demo_holds_and_ends_in_the_past(game: Game) -> None:
    links = core.links(game.pk)

    breaks = chain.breaks(links, last_seq=game.last_seq, last_hash=game.last_hash)

    assert not breaks
    assert NOW - timedelta(hours=1) < core.last_moment(game) < NOW
    assert game.founded_at == NOW - LENGTH


def test_the_clerk_leaves_the_queue_to_the_admins_for_most_of_an_hour(
    game: Game, moved: time_machine.Traveller
) -> None:
    before = list(waiting(game))

    tasks.sweep()
    moved.move_to(NOW + timedelta(minutes=53))
    tasks.sweep()
    left_alone = list(waiting(game))
    moved.move_to(NOW + timedelta(minutes=54))
    tasks.sweep()

    assert left_alone == before
    assert list(waiting(game)) == before[1:]


def test_seeding_again_changes_nothing(game: Game) -> None:
    counted = counts()

    acts = play(THE_COMMONS)

    assert acts == 0
    assert counts() == counted


def counts() -> list[int]:
    rows: list[QuerySet[Event] | QuerySet[Post] | QuerySet[Comment]] = [
        Event.objects.all(),
        Post.objects.all(),
        Comment.objects.all(),
    ]
    return [each.count() for each in rows]


def test_a_seeding_that_broke_off_goes_on_where_it_stopped(moved: time_machine.Traveller) -> None:
    broken_off = replace(THE_COMMONS, acts=THE_COMMONS.acts[:61])
    play(broken_off)
    moved.shift(600)

    acts = play(THE_COMMONS)

    assert acts == len(THE_COMMONS.acts) - 61
    found = core.game("the-commons")
    assert found is not None
    assert len(waiting(found)) == 9


def test_the_command_says_what_it_did(moved: time_machine.Traveller) -> None:
    first, second = StringIO(), StringIO()

    call_command("seed_demo", stdout=first)
    call_command("seed_demo", stdout=second)

    assert first.getvalue() == f"“The Commons” is seeded: {len(THE_COMMONS.acts)} acts.\n"
    assert second.getvalue() == "“The Commons” is there already.\n"


def test_the_command_refuses_where_the_demo_is_off(settings: Settings) -> None:
    settings.NOMIC_DEMO = False

    with pytest.raises(CommandError, match="The demo is off"):
        call_command("seed_demo")

    assert core.game("the-commons") is None


def test_the_clock_is_set_within_the_block_only(moved: time_machine.Traveller) -> None:
    past = NOW - timedelta(days=1)

    with clock.set_to(past):
        within = clock.now()

    assert within == past
    assert clock.now() == NOW


def test_the_clock_cannot_be_set_ahead(moved: time_machine.Traveller) -> None:
    ahead = NOW + timedelta(microseconds=1)

    with clock.set_to(NOW):
        pass
    with pytest.raises(ValueError, match="past only"), clock.set_to(ahead):
        pass

    assert clock.now() == NOW
