"""A database that version 0.1 has written is opened by today's code: see `tests/data/0.1/README.md`."""

from __future__ import annotations

import lzma
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import celery
import pytest
import time_machine
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from pytest_django import DjangoDbBlocker

DUMPS = Path(__file__).parent.parent / "data" / "0.1"
WRITTEN = datetime(2026, 3, 5, 12, tzinfo=UTC)
BOOKKEEPING = {"django_migrations", "django_content_type", "auth_permission"}  # of what is installed: Django's own
DATABASE = "nomic_of_0_1"
# Whoever is signed in by the demo's door, and eir game.
CAST = {
    "quillon": "the-commons", "ottoline": "the-cold-buffet", "umber": "the-cold-buffet", "isolde": "the-draughty-house",
    "whelk": "little-soaking-pier",
}  # fmt: skip
NEWCOMER, PASSWORD = "newcomer", "a long walk on a common"
BAR = re.compile(r'<nav class="gamenav".*?</nav>', re.DOTALL)

Rows = dict[str, dict[Any, dict[str, Any]]]


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(WRITTEN, tick=False) as traveller:
        yield traveller


def test_a_sqlite_file_of_0_1_opens_with_nothing_lost(
    tmp_path: Path, clock: time_machine.Traveller, django_db_blocker: DjangoDbBlocker
) -> None:
    path = tmp_path / "nomic.sqlite3"
    file = sqlite3.connect(path)
    file.executescript(dump("sqlite"))
    file.close()

    with django_db_blocker.unblock(), instead_of_the_tests_own(str(path)):
        opens_and_goes_on(clock)


@pytest.mark.servers
def test_a_postgresql_database_of_0_1_opens_with_nothing_lost(
    clock: time_machine.Traveller, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock():
        with instead_of_the_tests_own("postgres"), connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {DATABASE}")
            cursor.execute(f"CREATE DATABASE {DATABASE}")
        # What a dump sets for its own connection goes with it.
        with instead_of_the_tests_own(DATABASE), connection.cursor() as cursor:
            cursor.execute(dump("postgresql"))

        with instead_of_the_tests_own(DATABASE):
            opens_and_goes_on(clock)

        with instead_of_the_tests_own("postgres"), connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {DATABASE}")


def dump(engine: str) -> str:
    return lzma.decompress((DUMPS / f"{engine}.sql.xz").read_bytes()).decode()


@contextmanager
def instead_of_the_tests_own(name: str) -> Iterator[None]:
    """Whoever asks for the database meanwhile gets the one of that name."""
    own = connections["default"]
    other: BaseDatabaseWrapper = own.copy()
    other.settings_dict["NAME"] = name
    connections["default"] = other
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        other.close()
        connections["default"] = own
        ContentType.objects.clear_cache()


def opens_and_goes_on(clock: time_machine.Traveller) -> None:
    before = rows()
    call_command("migrate", verbosity=0, interactive=False)

    nothing_is_lost(before, rows())
    assert said("verify_log") == (DUMPS / "heads.txt").read_text()
    assert "no difference" in said("recount")
    assert said("rotate_keys", "--check") == "The first key opens everything.\n"
    every_page_of_the_bar_is_there()

    clock.shift(timedelta(days=1))
    what_fell_due_is_done()
    assert said("verify_log") != (DUMPS / "heads.txt").read_text()
    assert "no difference" in said("recount")


def rows() -> Rows:
    """All rows of all tables but Django's bookkeeping: by table and key, with their values by column."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - BOOKKEEPING:
            cursor.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            found[table] = {row[0]: dict(zip(names, row, strict=True)) for row in cursor.fetchall()}
    return found


def nothing_is_lost(before: Rows, after: Rows) -> None:
    assert len(before) > 50
    for table, old in before.items():
        new = after[table]
        assert new.keys() == old.keys(), table
        assert all(new[key] | values == new[key] for key, values in old.items()), table


def said(*command: str) -> str:
    """What a command says. Those that check end the process if anything is amiss."""
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def every_page_of_the_bar_is_there() -> None:
    for name, slug in CAST.items():
        client = Client()
        assert client.post("/demo/sign-in/", {"username": name}).status_code == 302
        every_page_is_there(client, slug)
    client = Client()
    assert client.post("/accounts/login/", {"login": NEWCOMER, "password": PASSWORD}).status_code == 302
    for slug in ("the-empty-chair", "the-commons"):
        every_page_is_there(client, slug)


def every_page_is_there(client: Client, slug: str) -> None:
    front = client.get(f"/g/{slug}/").content.decode()
    [bar] = BAR.findall(front)
    links = re.findall(r'href="(/[^"]+)"', bar)
    assert len(links) > 8
    assert {link: client.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def what_fell_due_is_done() -> None:
    celery.current_app.loader.import_default_modules()
    assert celery.current_app.tasks["proposals.tasks.sweep"]() > 0
    assert celery.current_app.tasks["proposals.tasks.sweep"]() == 0
