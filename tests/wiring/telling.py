"""Demos that are told once for all tests of a module, and the fixtures by which tests visit them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import TestCase
from pytest_django.plugin import DjangoDbBlocker

from nomic.core.games import queries as games_queries
from nomic.core.games.models import Game
from nomic.demo.play import play
from nomic.demo.script import Script

# Not at midnight, and early in a week: what may be done only so often must have been lawful on any day.
NOW = datetime(2026, 3, 3, 0, 40, tzinfo=UTC)


def told_once(script: Script) -> Callable[..., Iterator[None]]:
    """A fixture called `told`: the demo as it is at `NOW`; what one test does to it is rolled back."""

    @pytest.fixture(scope="module", name="told")
    def told(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
        class Kept(TestCase):
            pass

        with time_machine.travel(NOW, tick=False), django_db_blocker.unblock():
            Kept.setUpClass()
            play(script)
            yield
            Kept.tearDownClass()

    return told


def visited() -> Callable[..., Iterator[time_machine.Traveller]]:
    """A fixture called `moved`: a visit at `NOW`, to what has been `told`."""

    @pytest.fixture(name="moved")
    def moved(told: None, db: None) -> Iterator[time_machine.Traveller]:
        with time_machine.travel(NOW, tick=False) as traveller:
            yield traveller

    return moved


def game_at(slug: str) -> Callable[..., Game]:
    """A fixture called `game`: the one that has been told, at its address."""

    @pytest.fixture(name="game")
    def game(moved: Any) -> Game:
        return found(slug)

    return game


def found(slug: str) -> Game:
    """The game as it is now."""
    there = games_queries.game(slug)
    assert there is not None
    return there
