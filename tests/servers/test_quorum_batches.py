"""Batches of Episodes through a real Redis: a worker plays them, the Clerk does not, and nobody waits for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from tests import clerking, services

WORKER = (
    "-m",
    "celery",
    "-A",
    "dynasties.quorum.programs.brokered",
    "worker",
    "--pool",
    "threads",
    "--concurrency",
    "2",
    "--without-gossip",
    "--without-mingle",
)
CLERK = ("manage.py", "clerk", "--no-schedule")
PATIENCE = 30.0


@pytest.fixture
def broker() -> Iterator[str]:
    """A Redis of this test alone: who looks for its queue finds nobody else's."""
    with services.redis() as address:
        yield address


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "quorum", "run", "--json", "--jobs", "1", *arguments]
    given = {"DJANGO_SETTINGS_MODULE": "nomic.settings.local", "NOMIC_DATA_DIR": str(folder / "data"), **environment}
    ours = os.environ | given
    return subprocess.run(
        command, cwd=clerking.ROOT, env=ours, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def told(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_workers_play_what_one_core_plays_and_leave_nothing_behind(broker: str, tmp_path: Path) -> None:
    asked = ("--episodes", "450", "--seats", "3", "--policies", "greedy,random")

    with clerking.running(WORKER, tmp_path, REDIS_URL=broker):
        by_workers = told(run(tmp_path, *asked, "--patience", "20", REDIS_URL=broker))
        by_order = told(run(tmp_path, *asked, "--local", REDIS_URL=broker))
    with redis.from_url(broker) as server:
        left = [name for name in server.scan_iter() if not name.startswith(b"_kombu.")]

    assert by_workers["tally"] == by_order["tally"]
    assert by_workers["tally"]["episodes"] == 450
    assert (by_workers["by"], by_order["by"][:4]) == ("Celery’s workers", "1 of")
    assert left == []


def test_without_a_worker_one_is_told_and_the_clerk_is_none(broker: str, tmp_path: Path) -> None:
    with clerking.running(CLERK, tmp_path, REDIS_URL=broker):
        done = run(tmp_path, "--episodes", "20", "--patience", "2", REDIS_URL=broker)

    assert done.returncode == 1
    assert "No worker has played anything for 2 seconds." in done.stderr
    assert "celery -A dynasties.quorum.programs.brokered worker" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_its_broker_one_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, "--episodes", "20", REDIS_URL=f"redis://127.0.0.1:{services.free_port()}/0")

    assert done.returncode == 1
    assert "The broker does not answer" in done.stderr
    assert "Traceback" not in done.stderr
