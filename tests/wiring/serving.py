"""Start the product as a player would, and keep an eye on every process it makes."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from nomic.management import tether

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 30.0  # seconds; only a failing test waits that long
FROM_OUTSIDE = ("DATABASE_URL", "REDIS_URL", "NOMIC_DEMO", "PORT")


def command(folder: Path, port: int = 0, env: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """`manage.py serve` in a process group of its own, as a shell would start it, with its data under `folder`."""
    clean = {name: value for name, value in os.environ.items() if name not in FROM_OUTSIDE}
    ours = {"DJANGO_SETTINGS_MODULE": "nomic.settings.local", "NOMIC_DATA_DIR": str(folder), "NOMIC_DEMO": "0"}
    return subprocess.Popen(
        tether.command(sys.executable, "manage.py", "serve", "--port", str(port)),  # ends when the tests do
        cwd=ROOT,
        env=clean | ours | dict(env or {}),
        text=True,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


class Serving:
    """A running product. `output` is what it has said so far, `watched` holds each of its processes."""

    def __init__(self, folder: Path, env: Mapping[str, str] | None = None) -> None:
        self.process = command(folder, env=env)
        self.output = ""
        self.held: list[socket.socket] = []
        self.address = self._address()
        self.player: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        assert self.get("/healthz") == "ok"
        self.watched = {pid: os.pidfd_open(pid) for pid in [self.process.pid, *descendants(self.process.pid)]}

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line
            if "http://" in line:
                return "http://" + line.split("http://")[1].split("/")[0]
        raise AssertionError(f"it did not start: {self.output}")

    def get(self, path: str) -> str:
        text: str = self.player.open(self.address + path, timeout=PATIENCE).read().decode()
        return text

    def post(self, path: str, **fields: str) -> str:
        """Fill in the form at `path`; answers the page it led to."""
        token = self.get(path).split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        form = urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        text: str = self.player.open(self.address + path, form, timeout=PATIENCE).read().decode()
        return text

    def hold_a_connection(self) -> None:
        """As a browser does that may ask something soon."""
        host, port = self.address.removeprefix("http://").split(":")
        self.held.append(socket.create_connection((host, int(port))))

    def interrupt(self) -> None:
        """Ctrl-C: the terminal sends INT to the whole foreground group."""
        os.killpg(self.process.pid, signal.SIGINT)

    def child(self, word: str) -> int:
        """The process id of the first child whose command line holds `word`."""
        return next(pid for pid in self.watched if pid != self.process.pid and word in cmdline(pid))

    def exit_code(self) -> int:
        rest, _ = self.process.communicate(timeout=PATIENCE)
        self.output += rest
        return self.process.returncode

    def alive(self) -> list[int]:
        """The watched processes that do not end within the patience."""
        return [pid for pid, handle in self.watched.items() if not ended(handle)]

    def close(self) -> None:
        """Whatever a failed test left."""
        for each in self.held:
            each.close()
        for handle in self.watched.values():
            if not ended(handle, seconds=0):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
            os.close(handle)
        self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()


def ended(handle: int, seconds: float = PATIENCE) -> bool:
    """Wait for a process, of which we need not be the parent, to end."""
    return bool(select.select([handle], [], [], seconds)[0])


def descendants(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [each for pid in children for each in (int(pid), *descendants(int(pid)))]


def cmdline(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
