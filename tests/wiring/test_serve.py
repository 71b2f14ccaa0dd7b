"""The one foreground command: what it starts, it ends."""

from __future__ import annotations

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.error import URLError

import pytest

from tests.wiring.migrating import migrate
from tests.wiring.serving import PATIENCE, Serving, command

Start = Callable[..., Serving]
PASSWORD = "quorum-of-one"
SIGN_UP = {"username": "morven", "email": "morven@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database whose tables are there already: to make them takes longer than all the rest of a start."""
    file = tmp_path_factory.mktemp("migrated") / "nomic.sqlite3"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def start(tmp_path: Path, migrated: Path) -> Iterator[Start]:
    """Starts the product, on the database that an earlier start has left, or on an empty one with its tables."""
    started: list[Serving] = []

    def begin(env: Mapping[str, str] | None = None) -> Serving:
        if not (tmp_path / migrated.name).exists():
            shutil.copy(migrated, tmp_path)
        started.append(Serving(tmp_path, env))
        return started[-1]

    yield begin
    for each in started:
        each.close()


def test_ctrl_c_ends_all_of_it_and_the_next_start_keeps_what_it_was_told(start: Start) -> None:
    first = start()
    first.post("/accounts/signup/", **SIGN_UP)
    first.hold_a_connection()

    first.interrupt()

    assert first.exit_code() == 0
    assert len(first.watched) >= 4, "the command, the web server, a worker of it, the Clerk"
    assert not first.alive()
    assert "Traceback" not in first.output

    second = start()
    assert "morven" in second.post("/accounts/login/", login="morven", password=PASSWORD)

    second.process.terminate()  # to end it politely is no failure either

    assert second.exit_code() == 0
    assert not second.alive()


def test_ctrl_c_need_not_wait_for_the_demo_to_be_told(tmp_path: Path) -> None:
    serving = command(tmp_path, env={"NOMIC_DEMO": "1"})
    assert serving.stdout is not None
    while "demo" not in serving.stdout.readline():
        assert serving.poll() is None

    os.killpg(serving.pid, signal.SIGINT)
    said, _ = serving.communicate(timeout=PATIENCE)

    assert serving.returncode == 0
    assert said.strip() == "Stopped before it began."


def test_killed_outright_it_leaves_no_orphan(start: Start) -> None:
    serving = start()

    serving.process.kill()

    assert not serving.alive()
    with pytest.raises(URLError):
        serving.get("/healthz")


@pytest.mark.parametrize("child", ["gunicorn", "clerk"])
def test_when_one_half_dies_so_does_the_other(start: Start, child: str) -> None:
    serving = start()

    os.kill(serving.child(child), signal.SIGKILL)

    assert serving.exit_code() == 1
    assert "stopped by itself" in serving.output
    assert not serving.alive()


def test_a_taken_port_is_one_line_and_nothing_is_started(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        refused = command(tmp_path, port)
        said, _ = refused.communicate(timeout=PATIENCE)

    assert refused.returncode == 1
    assert said.strip().splitlines() == [
        f"CommandError: Port {port} on 127.0.0.1 is not free (Address already in use). PORT chooses another."
    ]
    assert not (tmp_path / "nomic.sqlite3").exists()


@pytest.mark.servers
def test_the_same_command_serves_from_postgresql_and_redis(start: Start) -> None:
    serving = start({name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")})

    answered = serving.post("/accounts/signup/", **SIGN_UP)
    serving.interrupt()

    assert "morven" in answered
    assert serving.exit_code() == 0
    assert not serving.alive()
