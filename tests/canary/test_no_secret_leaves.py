"""The canary: every secret holds words that stand nowhere else; everybody looks everywhere; only its own find each."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
import time_machine

from tests.canary import world as worlds
from tests.canary.crawl import Crawl, routes
from tests.canary.world import VIEWERS, World, unplanted

pytestmark = pytest.mark.django_db

# Whoever has no part in any secret of the game with secrets.
OUTSIDERS = ("", "Ben", "Ada")
# Addresses of libraries that lead nowhere here: nobody can reach more of them than a way back.
OFF = {"account_confirm_email", "account_reset_password_from_key"}
# Letters and digits that nobody chose: forms' tokens, hashes, commitments. Two games never have the same.
CHANCE = re.compile(r"[0-9a-f]{64}|\b[0-9a-f]{12}\b|\b[0-9a-f]{16}\b|[A-Za-z0-9_-]{22,}")


def game_with_secrets(clock: time_machine.Traveller) -> World:
    return worlds.play_once("with secrets", lambda traveller: _play(traveller, "Quill", secrets=True), clock)


def game_without_secrets(clock: time_machine.Traveller) -> World:
    return worlds.play_once("without secrets", lambda traveller: _play(traveller, "Cleo", secrets=False), clock)


def _play(clock: time_machine.Traveller, author: str, *, secrets: bool) -> World:
    """From one and the same beginning on; `author`: of the anonymous Call for Judgment."""
    world = worlds.play_once("before any secrets", worlds.public, clock)
    worlds.report(world)
    worlds.later(clock)
    worlds.judgment(world, author)
    if secrets:
        worlds.secret(world)
    worlds.later(clock)
    world.table.sweep()
    worlds.addresses(world)
    return world


@pytest.mark.parametrize("viewer", [each for each in VIEWERS if each not in OUTSIDERS])
def test_everybody_finds_eir_own_secrets_and_nobody_elses(viewer: str, clock: time_machine.Traveller) -> None:
    world = game_with_secrets(clock)

    shown = world.crawl(viewer, errors=True)

    world.check(viewer, shown)


@pytest.mark.postgresql
def test_the_crawl_reaches_every_address_that_there_is(clock: time_machine.Traveller) -> None:
    world = game_with_secrets(clock)

    reached: set[str] = set()
    for viewer in ("", "Quill", "Kevan"):
        Crawl(world.browser(viewer), reached=reached, once=True).walk(world.values)

    # Spies, senators and ballots have canaries of their own: `test_no_spy_is_given_away`,
    # `test_no_senator_is_overheard`, `test_no_draft_of_a_proposal_leaves`.
    ours = {route.name for route in routes() if not route.name.startswith(("spy_", "quorum_", "ballot"))}
    unreached = ours - reached - OFF
    assert not unreached, f"fill these in, in tests/canary/world.py: {sorted(unreached)}"
    unhappened = unplanted(lambda kind: not kind.startswith(("spy.", "quorum.")))
    assert not unhappened, f"let these happen, in tests/canary/world.py: {sorted(unhappened)}"


@pytest.mark.parametrize("viewer", OUTSIDERS)
def test_outsiders_find_no_secret_and_cannot_tell_the_game_from_one_without(
    viewer: str, clock: time_machine.Traveller
) -> None:
    with worlds.rolled_back(clock):
        world = game_with_secrets(clock)
        shown = world.crawl(viewer, errors=True)
    with worlds.rolled_back(clock):
        twin = game_without_secrets(clock)
        twin.values |= {name: world.values[name] for name in ("uid", "token")}
        other = without_chance(twin.crawl(viewer))

    world.check(viewer, shown)
    one = without_chance({address: answer for address, answer in shown.items() if not address.startswith("POST ")})
    assert [address for address, _ in one] == [address for address, _ in other]
    for (address, answer), (_, differs) in zip(one, other, strict=True):
        assert answer == differs, address


def without_chance(shown: Mapping[str, str]) -> list[tuple[str, str]]:
    """Addresses and answers in an order that chance has no part in."""
    return sorted((CHANCE.sub("…", address), CHANCE.sub("…", answer)) for address, answer in shown.items())
