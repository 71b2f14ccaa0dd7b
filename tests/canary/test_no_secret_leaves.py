"""The canary: every secret holds words that stand nowhere else; everybody looks everywhere; only its own find each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from tests.canary import world as worlds
from tests.canary.crawl import Crawl, routes
from tests.canary.world import VIEWERS, World

pytestmark = pytest.mark.django_db

# Addresses of libraries that lead nowhere here: nobody can reach more of them than a way back.
OFF = {"account_confirm_email", "account_reset_password_from_key"}
# Letters and digits that nobody chose: forms' tokens, hashes, commitments. Two games never have the same.
CHANCE = re.compile(r"[0-9a-f]{64}|\b[0-9a-f]{12}\b|\b[0-9a-f]{16}\b|[A-Za-z0-9_-]{22,}")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(worlds.START, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def quietly(caplog: pytest.LogCaptureFixture) -> None:
    """Thousands of addresses lead nowhere, and each would say so."""
    caplog.set_level("ERROR")


def filled(clock: time_machine.Traveller) -> World:
    return worlds.filled(_fill, clock)


def _fill(clock: time_machine.Traveller) -> World:
    world = worlds.public(clock)
    worlds.report(world)
    worlds.later(clock)
    worlds.judgment(world, "Quill")
    worlds.secret(world)
    worlds.later(clock)
    worlds.addresses(world)
    return world


def browser(world: World, viewer: str) -> Client:
    client = Client(raise_request_exception=False)
    if viewer:
        client.force_login(world.table.account(viewer), backend="django.contrib.auth.backends.ModelBackend")
    return client


def crawl(world: World, viewer: str, *, errors: bool = False) -> Crawl:
    walk = Crawl(browser(world, viewer), elsewhere=world.elsewhere)
    walk.walk(world.values, world.starts)
    if errors:
        walk.send_nothing(world.forms)
    return walk


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_finds_eir_own_secrets_and_nobody_elses(viewer: str, clock: time_machine.Traveller) -> None:
    world = filled(clock)

    shown = crawl(world, viewer, errors=True).shown

    for canary in world.canaries:
        places = [address for address, answer in shown.items() if canary.words in answer]
        if viewer not in canary.owners:
            assert not places, f"{viewer or 'a visitor'} sees {canary.words} at {places[:5]}"
        elif canary.shown:
            assert places, f"{viewer} finds {canary.words} nowhere: the crawl is blind there"


@pytest.mark.postgresql
def test_the_crawl_reaches_every_address_that_there_is(clock: time_machine.Traveller) -> None:
    world = filled(clock)

    reached: set[str] = set()
    for viewer in ("", "Quill", "Kevan"):
        Crawl(browser(world, viewer), reached=reached, once=True).walk(world.values)

    # Spies, senators and ballots have canaries of their own: `test_no_spy_is_given_away`,
    # `test_no_senator_is_overheard`, `test_no_draft_of_a_proposal_leaves`.
    ours = {route.name for route in routes() if not route.name.startswith(("spy_", "quorum_", "ballot"))}
    unreached = ours - reached - OFF
    assert not unreached, f"fill these in, in tests/canary/world.py: {sorted(unreached)}"


@pytest.mark.parametrize("viewer", ["", "Ben", "Ada"])
def test_whoever_has_no_part_in_them_cannot_tell_a_game_with_secrets_from_one_without(
    viewer: str, clock: time_machine.Traveller
) -> None:
    shown = []
    world = worlds.public(clock)
    common = dict(world.values)
    for author, secrets in (("Quill", True), ("Cleo", False)):
        before = transaction.savepoint()
        worlds.report(world)
        worlds.later(clock)
        worlds.judgment(world, author)
        if secrets:
            worlds.secret(world)
        worlds.later(clock)
        world.table.sweep()
        worlds.addresses(world)
        world.values = common | world.values | {"uid": ["none"], "token": ["none"]}
        shown.append(crawl(world, viewer).shown)
        transaction.savepoint_rollback(before)
        clock.move_to(worlds.START)

    with_secrets, without = (without_chance(each) for each in shown)
    assert [address for address, _ in with_secrets] == [address for address, _ in without]
    for (address, answer), (_, other) in zip(with_secrets, without, strict=True):
        assert answer == other, address


def without_chance(shown: Mapping[str, str]) -> list[tuple[str, str]]:
    """Addresses and answers in an order that chance has no part in."""
    return sorted((CHANCE.sub("…", address), CHANCE.sub("…", answer)) for address, answer in shown.items())
