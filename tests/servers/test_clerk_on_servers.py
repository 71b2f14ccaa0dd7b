"""The Clerk on a real PostgreSQL and a real Redis: worker and beat apart, or together in one process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from nomic.core.games.models import AgentState
from tests import clerking, services

WORKER = ("-m", "celery", "-A", "nomic", "worker", "--pool", "threads", "--concurrency", "2")
BEAT = ("-m", "celery", "-A", "nomic", "beat", "--schedule", "{folder}/schedule", "--pidfile", "")
TOGETHER = (("manage.py", "clerk"),)
APART = (WORKER, BEAT)
TWICE = (*TOGETHER, *TOGETHER)


@pytest.fixture
def broker() -> Iterator[str]:
    """A database of the Redis server that the product does not use, empty."""
    address = f"{os.environ['REDIS_URL'].rpartition('/')[0]}/1"
    server = redis.from_url(address)
    server.flushdb()
    yield address
    server.flushdb()
    server.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("processes", [TOGETHER, APART, TWICE], ids=["one process", "worker and beat", "two Clerks"])
def test_what_is_due_happens_once_with_nobody_signed_in(
    processes: tuple[tuple[str, ...], ...], broker: str, tmp_path: Path
) -> None:
    first, later, waiting = clerking.enactable("first"), clerking.undecided("later"), clerking.graced("waiting")

    with ExitStack() as started:
        for command in processes:
            argv = [part.format(folder=tmp_path) for part in command]
            started.enter_context(clerking.running(argv, tmp_path, REDIS_URL=broker, NOMIC_SWEEP_SECONDS="0.5"))
        clerking.until(lambda: first.status(1) == "enacted", tmp_path)
        clerking.until(lambda: first.agent("Zack").state == AgentState.IDLE, tmp_path)
        clerking.veto(later)
        clerking.until(lambda: later.status(1) == "failed", tmp_path)
        seen = waiting.status(1)
        waiting.enact("Kevan", 1)

    assert seen == "pending"
    assert clerking.resolver(waiting) == "Kevan"
    assert clerking.resolver(first) is None
    assert clerking.kinds(first).count("proposal.enacted") == 1
    assert clerking.kinds(first).count("agent.idled") == 1
    assert clerking.kinds(later).count("proposal.failed") == 1


@pytest.mark.django_db(transaction=True)
def test_a_clerk_that_starts_before_its_broker_waits_for_it(tmp_path: Path) -> None:
    game, port = clerking.enactable("patient"), services.free_port()
    late = {"REDIS_URL": f"redis://127.0.0.1:{port}/0", "NOMIC_SWEEP_SECONDS": "0.5"}

    with clerking.running(("manage.py", "clerk"), tmp_path, **late):
        clerking.until(lambda: "Cannot connect" in (tmp_path / "clerk.log").read_text(), tmp_path)
        before = game.status(1)
        with services.redis(port):
            clerking.until(lambda: game.status(1) == "enacted", tmp_path)

    assert before == "pending"
