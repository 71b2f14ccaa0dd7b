"""The canary at the ballot: everybody looks everywhere; two games that differ only in what is secret look the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction

from tests.canary import ballot, world as worlds
from tests.canary.ballot import ONE, OTHER, VIEWERS, Plot
from tests.canary.crawl import Crawl, routes
from tests.canary.test_no_secret_leaves import browser, crawl, without_chance
from tests.canary.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(worlds.START, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def quietly(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("ERROR")


def filled(clock: time_machine.Traveller) -> World:
    return worlds.filled(_fill, clock)


def _fill(clock: time_machine.Traveller) -> World:
    world = ballot.public(clock)
    ballot.secret(world)
    worlds.later(clock)
    ballot.addresses(world)
    return world


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_finds_eir_own_drafts_and_nobody_elses(viewer: str, clock: time_machine.Traveller) -> None:
    world = filled(clock)

    shown = crawl(world, viewer, errors=True).shown

    for canary in world.canaries:
        places = [address for address, answer in shown.items() if canary.words in answer]
        if viewer not in canary.owners:
            assert not places, f"{viewer or 'a visitor'} sees {canary.words} at {places[:5]}"
        elif canary.shown:
            assert places, f"{viewer} finds {canary.words} nowhere: the crawl is blind there"


@pytest.mark.postgresql
def test_the_crawl_reaches_every_page_of_the_ballot(clock: time_machine.Traveller) -> None:
    world = filled(clock)

    reached: set[str] = set()
    for viewer in ("Quill", "Kevan"):
        Crawl(browser(world, viewer), reached=reached, once=True, elsewhere=world.elsewhere).walk(world.values)

    unreached = {route.name for route in routes() if route.name.startswith("ballot")} - reached
    assert not unreached, f"fill these in, in tests/canary/ballot.py: {sorted(unreached)}"


@pytest.mark.parametrize("viewer", ["Ben", "Kevan"])
def test_two_games_that_differ_only_in_what_is_secret_look_the_same(viewer: str, clock: time_machine.Traveller) -> None:
    one, other = (_shown(plot, viewer, clock) for plot in (ONE, OTHER))

    assert [address for address, _ in one] == [address for address, _ in other]
    for (address, answer), (_, differs) in zip(one, other, strict=True):
        assert answer == differs, address
    looked = {address for address, _ in one}
    assert {"/g/table/ballot/", "/g/table/ballot/graph/", "/g/table/drafts/", "/g/table/posts/7/"} <= looked


def _shown(plot: Plot, viewer: str, clock: time_machine.Traveller) -> list[tuple[str, str]]:
    """What a viewer sees of a game in which that has happened."""
    with _played(plot, clock) as world:
        return without_chance(crawl(world, viewer).shown)


@contextmanager
def _played(plot: Plot, clock: time_machine.Traveller) -> Iterator[World]:
    """A game in which that has happened; it is taken back afterwards, numbers and all."""
    before = transaction.savepoint()
    cache.clear()
    world = ballot.public(clock)
    ballot.play(world, plot, clock)
    world.values["token"] = ["none"]
    yield world
    transaction.savepoint_rollback(before)
    clock.move_to(worlds.START)
