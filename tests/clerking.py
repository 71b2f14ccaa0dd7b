"""The Clerk as processes of its own, on the database of the test, and games whose matters have long been due."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine
from django.db import connection

from nomic.core.games.models import Game
from nomic.core.log import queries as log_queries
from nomic.management import tether
from proposals.voting.rules import Vote
from tests.casting import Table

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 30.0  # seconds; a busy machine starts a worker in four


def database_url() -> str:
    """Where a process of its own finds the database of this test."""
    chosen = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{chosen['NAME']}"
    login = f"{chosen['USER']}:{chosen['PASSWORD']}" if chosen["PASSWORD"] else chosen["USER"]
    return f"postgres://{login}@{chosen['HOST']}:{chosen['PORT']}/{chosen['NAME']}"


@contextmanager
def running(command: Sequence[str], folder: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process on the test's database, with the settings that people run. Ended by TERM; must end well."""
    given = {"DJANGO_SETTINGS_MODULE": "nomic.settings.local", "DATABASE_URL": database_url()}
    given |= {"NOMIC_DATA_DIR": str(folder / "data")} | environment
    kept = {name: value for name, value in os.environ.items() if name not in {"REDIS_URL", "NOMIC_DEMO"}}
    with (folder / "clerk.log").open("ab") as log:
        # Tethered: a test run that is killed leaves nothing behind.
        process = subprocess.Popen(
            tether.command(sys.executable, *command),
            cwd=ROOT,
            env=kept | given,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0, (folder / "clerk.log").read_text()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def until(true: Callable[[], bool], folder: Path) -> None:
    """Look until something is true. Fails with the Clerk's log when the patience is over."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, (folder / "clerk.log").read_text()
        time.sleep(0.05)


@contextmanager
def ago(**span: float) -> Iterator[None]:
    """A moment in the past."""
    with time_machine.travel(datetime.now(UTC) - timedelta(**span), tick=False):
        yield


def enactable(slug: str) -> Table:
    """A game whose matter 1 may long have been enacted, and whose Zack has been silent for nine days."""
    with ago(days=9):
        table = Table("Josh", "Lulu", "Raven", "Zack", slug=slug)
    with ago(hours=50):
        table.propose("Josh", "Swifter", [table.amend("Enactment", "[48 hours]", "[36 hours]")])
        for name in ("Kevan", "Lulu", "Raven"):
            table.vote(name, 1)
    return table


def failable(slug: str) -> Table:
    """A game whose matter 1 may long have been failed."""
    table = undecided(slug)
    veto(table)
    return table


def undecided(slug: str) -> Table:
    """A game whose matter 1 nothing decides yet."""
    with ago(hours=40):
        table = Table("Josh", "Lulu", "Raven", slug=slug)
        table.propose("Lulu", "Slower", [table.amend("Enactment", "[48 hours]", "[96 hours]")])
    # Its calendar stands, so that nothing in its log is of today while `veto` still has to be told of the past.
    Game.objects.filter(pk=table.made.pk).update(next_day_at=None)
    return table


def veto(table: Table) -> None:
    """The Mastermind vetoes matter 1, so long ago that the Clerk may fail it now."""
    with ago(hours=39):
        table.vote("Kevan", 1, Vote.VETO)


def graced(slug: str) -> Table:
    """A game whose matter 1 an Admin may enact since half an hour ago, and the Clerk in half an hour's time."""
    with ago(hours=12.5):
        table = Table("Josh", "Lulu", "Raven", slug=slug)
        table.propose("Josh", "Swifter", [table.amend("Enactment", "[48 hours]", "[36 hours]")])
        for name in ("Kevan", "Lulu", "Raven"):
            table.vote(name, 1)
    return table


def resolver(table: Table) -> str | None:
    """Who resolved matter 1: an Agent's name, or None for the Clerk."""
    by = table.post_row(1).matter.resolved_by
    return by.name if by else None


def kinds(table: Table) -> list[str]:
    """What the game's log tells of, in no order that matters."""
    return [event.kind for event in log_queries.log(table.made.pk)]
