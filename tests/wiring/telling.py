"""The demos, told once for all tests, and the fixtures by which tests visit them."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client, TestCase
from pytest_django.plugin import DjangoDbBlocker

from nomic.core.games import queries as games_queries
from nomic.core.games.models import Game
from tests.openings import Statements, all_rows, say, statements

# Not at midnight, and early in a week: what may be done only so often must have been lawful on any day.
NOW = datetime(2026, 3, 3, 0, 40, tzinfo=UTC)


@dataclass(frozen=True)
class Seeded:
    """What the command said, and what it left in the database."""

    said: str
    statements: Statements


SEEDED: list[Seeded] = []


def seed() -> str:
    """All demos, as the command leaves them in an empty database, and what it says; played by the first who asks."""
    if SEEDED:
        say(SEEDED[0].statements)
    else:
        out = StringIO()
        call_command("seed_demo", stdout=out)
        SEEDED.append(Seeded(out.getvalue(), list(statements(all_rows(), {}))))
    return SEEDED[0].said


@pytest.fixture(scope="module")
def seed_demos(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The demos as they are at `NOW`; what one test does to them is rolled back. Answers what the command said."""

    class Kept(TestCase):
        pass

    with time_machine.travel(NOW, tick=False), django_db_blocker.unblock():
        Kept.setUpClass()
        yield seed()
        Kept.tearDownClass()


@pytest.fixture
def visit(seed_demos: str, db: None) -> Iterator[time_machine.Traveller]:
    """A visit at `NOW`, to what has been told."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def game_at(slug: str) -> Callable[..., Game]:
    """A fixture called `game`: the one that has been told, at its address."""

    @pytest.fixture(name="game")
    def game(visit: Any) -> Game:
        return found(slug)

    return game


def found(slug: str) -> Game:
    """The game as it is now."""
    there = games_queries.game(slug)
    assert there is not None
    return there


def signed_in(name: str) -> Client:
    """Somebody of the casts, by the button of the demo."""
    client = Client()
    client.post("/demo/sign-in/", {"username": name.lower()})
    return client


def source(game: Game, name: str, page: str) -> str:
    """A page of the game, as somebody gets it."""
    answer = signed_in(name).get(f"/g/{game.slug}/{page}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def seen(game: Game, name: str, page: str) -> str:
    """The text of a page of the game, as somebody reads it."""
    return " ".join(re.sub(r"<[^>]+>", " ", source(game, name, page)).split())


def sent(game: Game, name: str, page: str, **fields: str) -> int:
    """The answer to a form that somebody sends."""
    return signed_in(name).post(f"/g/{game.slug}/{page}", fields).status_code
