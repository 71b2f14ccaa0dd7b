"""The canary among spies: everybody looks everywhere; two games that differ only in what is secret look the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction

from tests.canary import spies
from tests.canary import world as worlds
from tests.canary.crawl import Crawl, routes
from tests.canary.spies import ONE, OTHER, VIEWERS, Plot
from tests.canary.test_no_secret_leaves import browser, crawl
from tests.canary.world import World

pytestmark = pytest.mark.django_db

NOT_YET = {"spy_revealed", "spy_revealed_link", "spy_revealed_json"}  # there is nothing until all is open to everybody
# A digest whole, the head of one, and a place in a tree that is drawn from one.
HASH = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{16}|[0-9a-f]{12})\b")
UID = re.compile(r"uid-\d{28}")  # drawn by chance, each by itself: how many there are of others does not show


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(worlds.START, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def quietly(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("ERROR")


def filled(clock: time_machine.Traveller) -> World:
    world = spies.public(clock)
    spies.secret(world, clock)
    spies.addresses(world)
    return world


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_finds_eir_own_secrets_and_nobody_elses(viewer: str, clock: time_machine.Traveller) -> None:
    world = filled(clock)

    shown = crawl(world, viewer, errors=True).shown

    for canary in world.canaries:
        places = [address for address, answer in shown.items() if canary.words in answer]
        # An address that the crawl asked for is in the answer that there is no such page.
        places = [address for address in places if canary.words not in address]
        if viewer not in canary.owners:
            assert not places, f"{viewer or 'a visitor'} sees {canary.words} at {places[:5]}"
        elif canary.shown:
            assert places, f"{viewer} finds {canary.words} nowhere: the crawl is blind there"


@pytest.mark.database
def test_the_crawl_reaches_every_page_of_spies(clock: time_machine.Traveller) -> None:
    world = filled(clock)

    reached: set[str] = set()
    for viewer in ("Quill", "Ada", "Ben"):
        Crawl(browser(world, viewer), reached=reached, once=True).walk(world.values)

    unreached = {route.name for route in routes() if route.name.startswith("spy_")} - reached - NOT_YET
    assert not unreached, f"fill these in, in tests/canary/spies.py: {sorted(unreached)}"


@pytest.mark.parametrize("viewer", ["", "Ben"])
def test_two_games_that_differ_only_in_what_is_secret_look_the_same(
    viewer: str, clock: time_machine.Traveller
) -> None:
    one, other = (_shown(plot, viewer, clock) for plot in (ONE, OTHER))

    assert list(one) == list(other)
    for address, answer in one.items():
        assert HASH.sub("#", answer) == HASH.sub("#", other[address]), address
    assert "/g/table/spy/map/" in one
    assert any("Checkpoint Charlie" in answer for answer in one.values()), "nobody was seen: the story is too short"


def _shown(plot: Plot, viewer: str, clock: time_machine.Traveller) -> dict[str, str]:
    """What a viewer sees of a game in which that has happened; it is taken back afterwards, numbers and all."""
    before = transaction.savepoint()
    cache.clear()
    with spies.pinned():
        world = spies.public(clock)
        spies.play(spies.table_of(world), plot, clock)
        spies.addresses(world)
        world.values |= {"uid": ["none"], "commitment": ["0" * 64]}
        shown = crawl(world, viewer).shown
    transaction.savepoint_rollback(before)
    clock.move_to(worlds.START)
    return {UID.sub("uid", address): UID.sub("uid", answer) for address, answer in shown.items()}
