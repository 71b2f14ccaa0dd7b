"""PostgreSQL and Redis of one's own: on free ports, in a temporary folder, gone when the block ends."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

PATIENCE = 30.0  # seconds a server has to start or to stop
# Where Linux keeps files in memory, and how many bytes must be free there for a cluster. Nothing of one outlives its
# tests, and to empty all tables, as is done after each test that commits, takes a tenth of the time there.
MEMORY, ROOM = Path("/dev/shm"), 2 << 30


def postgresql_binaries() -> Path | None:
    """The folder with `initdb` and `postgres`, the newest version's; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def redis_binary() -> str | None:
    return shutil.which("redis-server")


def chromium_binary() -> str | None:
    """A Chromium: rather the one that has no windows to draw, which takes half the time of a whole browser."""
    known = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next((found for name in known if (found := shutil.which(name))), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


class Cluster:
    """A PostgreSQL cluster in `folder`, which can be stopped and started again. Started by `cluster`."""

    def __init__(self, folder: str, binaries: Path) -> None:
        # PostgreSQL refuses to run as root.
        self.user = "postgres" if os.geteuid() == 0 else None
        self.folder, self.binaries, self.port = folder, binaries, free_port()
        self.running = ExitStack()
        if self.user:
            shutil.chown(folder, self.user)
        made = ["-D", f"{folder}/data", "-U", "nomic", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]
        initdb = [str(binaries / "initdb"), *made]
        subprocess.run(initdb, check=True, user=self.user, cwd=folder, stdout=subprocess.DEVNULL)

    @property
    def url(self) -> str:
        """Its `DATABASE_URL`."""
        return f"postgres://nomic@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        where = ["-D", f"{self.folder}/data", "-p", str(self.port), "-h", "127.0.0.1", "-k", self.folder]
        settings = ("-F", "-c", "max_connections=200", "-c", "max_wal_size=256MB")
        command = [str(self.binaries / "postgres"), *where, *settings]
        with (Path(self.folder) / "log").open("a") as log:
            server = subprocess.Popen(
                command, user=self.user, cwd=self.folder, stdout=log, stderr=log, start_new_session=True
            )
        probe = [str(self.binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        self.running.enter_context(_until_ready(server, probe))

    def stop(self) -> None:
        self.running.close()


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A new cluster, running. Raises `RuntimeError` where PostgreSQL is not installed."""
    binaries = postgresql_binaries()
    if binaries is None:
        raise RuntimeError("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(prefix="nomic-pg-", dir=_in_memory()) as folder:
        made = Cluster(folder, binaries)
        made.start()
        try:
            yield made
        finally:
            made.stop()


def _in_memory() -> Path | None:
    """Where files are kept in memory, if there is room; None for where temporary files are kept as a rule."""
    usable = MEMORY.is_dir() and os.access(MEMORY, os.W_OK | os.X_OK)
    return MEMORY if usable and shutil.disk_usage(MEMORY).free >= ROOM else None


@contextmanager
def postgresql() -> Iterator[str]:
    """A new cluster; yields its `DATABASE_URL`. Raises `RuntimeError` where PostgreSQL is not installed."""
    with cluster() as made:
        yield made.url


@contextmanager
def redis(port: int = 0) -> Iterator[str]:
    """A Redis that writes nothing to disk, on a free port unless one is given; yields its `REDIS_URL`."""
    binary, port = redis_binary(), port or free_port()
    if binary is None:
        raise RuntimeError("redis-server is not installed")
    with tempfile.TemporaryDirectory(prefix="nomic-redis-") as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
        server = subprocess.Popen([binary, *options], stdout=subprocess.DEVNULL, start_new_session=True)
        with _until_ready(server, ["redis-cli", "-p", str(port), "ping"]):
            yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def _until_ready(server: subprocess.Popen[bytes], probe: list[str]) -> Iterator[None]:
    """Yield once the probe succeeds; stop the server afterwards, by its own process id."""
    try:
        deadline = time.monotonic() + PATIENCE
        while subprocess.run(probe, capture_output=True, check=False).returncode != 0:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{server.args!r} did not start")
            time.sleep(0.05)
        yield
    finally:
        server.send_signal(signal.SIGINT)  # for PostgreSQL: do not wait for clients
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
