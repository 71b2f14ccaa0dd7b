"""The canary at the ballot: everybody looks everywhere; two games that differ only in what is secret look the same."""

from __future__ import annotations

import pytest
import time_machine

from tests.canary import ballot, world as worlds
from tests.canary.ballot import ONE, OTHER, VIEWERS, Plot
from tests.canary.crawl import Crawl, routes
from tests.canary.test_no_secret_leaves import without_chance
from tests.canary.world import World

pytestmark = pytest.mark.django_db


def game_with_drafts(clock: time_machine.Traveller) -> World:
    return worlds.play_once("a ballot", _play, clock)


def _play(clock: time_machine.Traveller) -> World:
    world = worlds.play_once("before any drafts", ballot.public, clock)
    ballot.secret(world)
    worlds.later(clock)
    ballot.addresses(world)
    return world


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_finds_eir_own_drafts_and_nobody_elses(viewer: str, clock: time_machine.Traveller) -> None:
    world = game_with_drafts(clock)

    shown = world.crawl(viewer, errors=True)

    world.check(viewer, shown)


@pytest.mark.postgresql
def test_the_crawl_reaches_every_page_of_the_ballot(clock: time_machine.Traveller) -> None:
    world = game_with_drafts(clock)

    reached: set[str] = set()
    for viewer in ("Quill", "Kevan"):
        Crawl(world.browser(viewer), reached=reached, once=True, elsewhere=world.elsewhere).walk(world.values)

    unreached = {route.name for route in routes() if route.name.startswith("ballot")} - reached
    assert not unreached, f"fill these in, in tests/canary/ballot.py: {sorted(unreached)}"


@pytest.mark.parametrize("viewer", ["Ben", "Kevan"])
def test_two_games_that_differ_only_in_what_is_secret_look_the_same(viewer: str, clock: time_machine.Traveller) -> None:
    one, other = (_crawl(plot, viewer, clock) for plot in (ONE, OTHER))

    assert [address for address, _ in one] == [address for address, _ in other]
    for (address, answer), (_, differs) in zip(one, other, strict=True):
        assert answer == differs, address
    looked = {address for address, _ in one}
    assert {"/g/table/ballot/", "/g/table/ballot/graph/", "/g/table/drafts/", "/g/table/posts/7/"} <= looked


def _crawl(plot: Plot, viewer: str, clock: time_machine.Traveller) -> list[tuple[str, str]]:
    """What a viewer sees of a game in which that has happened."""
    with worlds.rolled_back(clock):
        world = worlds.play_once("before any drafts", ballot.public, clock)
        ballot.play(world, plot, clock)
        world.values["token"] = ["none"]
        return without_chance(world.crawl(viewer))
