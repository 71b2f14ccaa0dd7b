"""The canary among spies: everybody looks everywhere; two games that differ only in what is secret look the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial

import pytest
import time_machine

from nomic.core.notifications.models import Mail, Notice
from tests.canary import spies, world as worlds
from tests.canary.crawl import Crawl, routes, whole, without_frame
from tests.canary.spies import ONE, OTHER, VIEWERS, Plot
from tests.canary.world import World, unplanted

pytestmark = pytest.mark.django_db

NOT_YET = {"spy_revealed", "spy_revealed_link", "spy_revealed_json"}  # there is nothing until all is open to everybody
# A digest whole, the head of one, and a place in a tree that is drawn from one.
HASH = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{16}|[0-9a-f]{12}|[0-9a-f]{8})\b")
UID = re.compile(r"uid-\d{28}")  # drawn by chance, each by itself: how many there are of others does not show


def game_with_secrets(clock: time_machine.Traveller) -> World:
    return worlds.play_once("spies", _play, clock)


def _play(clock: time_machine.Traveller) -> World:
    world = spies.public(clock)
    spies.secret(world, clock)
    spies.addresses(world)
    return world


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_finds_eir_own_secrets_and_nobody_elses(viewer: str, clock: time_machine.Traveller) -> None:
    world = game_with_secrets(clock)

    shown = world.crawl(viewer, errors=True)

    world.check(viewer, shown)


@pytest.mark.postgresql
def test_the_crawl_reaches_every_page_of_spies(clock: time_machine.Traveller) -> None:
    world = game_with_secrets(clock)

    reached: set[str] = set()
    for viewer in ("Quill", "Ada", "Ben"):
        Crawl(world.browser(viewer), reached=reached, once=True).walk(world.values)

    unreached = {route.name for route in routes() if route.name.startswith("spy_")} - reached - NOT_YET
    assert not unreached, f"fill these in, in tests/canary/spies.py: {sorted(unreached)}"
    unhappened = unplanted(lambda kind: kind.startswith("spy."))
    assert not unhappened, f"let these happen, in tests/canary/spies.py: {sorted(unhappened)}"


@pytest.mark.parametrize("viewer", ["", "Ben", "Nell"])
def test_two_games_that_differ_only_in_what_is_secret_look_the_same(viewer: str, clock: time_machine.Traveller) -> None:
    one, other = (_shown(plot, viewer, clock) for plot in (ONE, OTHER))

    assert [address for address, _ in one] == [address for address, _ in other]
    for (address, answer), (_, differs) in zip(one, other, strict=True):
        assert answer == differs, address
    assert "/g/table/spy/map/" in [address for address, _ in one]
    assert any("Checkpoint Charlie" in answer for _, answer in one), "nobody was seen: the story is too short"


@pytest.mark.parametrize("viewer", ["", "Idris", "Ben", "Nell"])
def test_nobody_finds_anything_out_by_trying(viewer: str, clock: time_machine.Traveller) -> None:
    one, other = (_answers(plot, viewer, clock) for plot in (ONE, OTHER))

    assert len(one) == len(other)
    for (form, answer), (_, differs) in zip(one, other, strict=True):
        assert answer == differs, form


def _answers(plot: Plot, viewer: str, clock: time_machine.Traveller) -> list[tuple[str, str]]:
    """What becomes of every form that a viewer could ask by, and of the page that e is led to then."""
    with _played(plot, clock) as world:
        client, table, found = world.browser(viewer), spies.table_of(world), dict[str, str]()
        home, places = f"/g/{table.made.slug}/", set[str]()
        for place, form in spies.tried(table, viewer):
            # What stands around a page is looked at once for each place, and at the end, when all has been tried.
            with without_frame() if place in places else nullcontext():
                answer = client.post(home + place, form, follow=True)
            places.add(place)
            found[f"{len(found)} {place} {form}"] = whole(answer)
        found[home] = whole(client.get(home))
        return _without_chance(found | _letters(world, viewer))


def _letters(world: World, viewer: str) -> dict[str, str]:
    """What somebody was told, and what was sent to em."""
    if not viewer:
        return {}
    who = world.table.account(viewer)
    told = [(each.kind, each.at, each.facts, each.url, each.reach) for each in Notice.objects.filter(account=who)]
    sent = [(each.subject, each.body, each.made_at) for each in Mail.objects.filter(account=who)]
    return {"told": str(told), "sent": str(sent)}


@contextmanager
def _played(plot: Plot, clock: time_machine.Traveller) -> Iterator[World]:
    """A game in which that has happened; it is taken back afterwards, numbers and all."""
    with worlds.rolled_back(clock):
        with spies.pinned():
            world = worlds.play_once(f"spies {plot}", partial(_play_plot, plot), clock)
        with spies.pinned(after=100_000):
            yield world


def _play_plot(plot: Plot, clock: time_machine.Traveller) -> World:
    world = spies.public(clock)
    spies.play(spies.table_of(world), plot, clock)
    return world


def _shown(plot: Plot, viewer: str, clock: time_machine.Traveller) -> list[tuple[str, str]]:
    """What a viewer sees of a game in which that has happened."""
    with _played(plot, clock) as world:
        spies.addresses(world)
        world.values |= {"uid": ["none"], "commitment": ["0" * 64]}
        shown = {**world.crawl(viewer), **_letters(world, viewer)}
    return _without_chance(shown)


def _without_chance(shown: dict[str, str]) -> list[tuple[str, str]]:
    return [(_plain(address), _plain(answer)) for address, answer in shown.items()]


def _plain(words: str) -> str:
    return HASH.sub("#", UID.sub("uid", words))
