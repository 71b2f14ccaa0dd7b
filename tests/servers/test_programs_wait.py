"""Many programs wait for the next round on the product as people run it, and people are served all the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.request import urlopen

import pytest

from dynasties.quorum.programs.client import Seat
from dynasties.quorum.programs.views_entry import LONGEST_WAIT
from tests import services
from tests.servers.test_servers_fail import serving
from tests.wiring.serving import ROOT, Serving

SEATS, ROUNDS = 4, 2
A_ROUND = 100  # seconds
PAGES = 20  # that are asked for meanwhile
PATIENCE = 120.0  # seconds


@pytest.fixture
def servers() -> Iterator[dict[str, str]]:
    """Where the product keeps its data."""
    with services.postgresql() as database:
        yield {"DATABASE_URL": database}


def seats(folder: Path, servers: dict[str, str]) -> list[str]:
    """The tokens of an Episode whose seats programs have taken."""
    argv = [sys.executable, "-m", "tests.servers.seated", str(SEATS), str(ROUNDS), str(A_ROUND)]
    ours = {"DJANGO_SETTINGS_MODULE": "nomic.settings.local", "NOMIC_DATA_DIR": str(folder)}
    clean = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run(argv, cwd=ROOT, env=clean | ours | servers, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    tokens: list[str] = json.loads(done.stdout.splitlines()[-1])
    return tokens


class Waiter:
    """One of many programs that wait at the same time: asks, comes again when it is told to, until the round closes."""

    def __init__(self, product: Serving, token: str, stop: threading.Event) -> None:
        self.product, self.token, self.stop = product, token, stop
        self.answers: list[int] = []
        self.round = 0

    def __call__(self) -> None:
        tag = ""
        while not self.stop.is_set() and self.round == 0:
            status, headers, body = self.ask(tag)
            self.answers.append(status)
            tag = headers.get("ETag", "")
            if status == 200:
                self.round = json.loads(body)["round"]
            else:
                self.stop.wait(float(headers["Retry-After"]))

    def ask(self, known: str) -> tuple[int, dict[str, str], bytes]:
        connection = HTTPConnection(self.product.address.removeprefix("http://"), timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.token}", "If-None-Match": known}
        try:
            connection.request("GET", "/g/table/quorum/api/episodes/1/?wait=10", headers=headers)
            answer = connection.getresponse()
            return answer.status, dict(answer.headers), answer.read()
        finally:
            connection.close()


@contextmanager
def waiting(product: Serving, tokens: list[str], many: int) -> Iterator[list[Waiter]]:
    """So many that wait, each of whom has been answered before anything else happens."""
    stop = threading.Event()
    waiters = [Waiter(product, tokens[number % len(tokens)], stop) for number in range(many)]
    threads = [threading.Thread(target=each) for each in waiters]
    for thread in threads:
        thread.start()
    try:
        _until(lambda: all(each.answers for each in waiters))
        yield waiters
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)


def _until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


# Five to each of the threads that serve; two hundred in `make soak`.
@pytest.mark.drill(acts=40)
def test_while_many_programs_wait_pages_are_served_and_the_next_round_reaches_all(
    tmp_path: Path, servers: dict[str, str], acts: int
) -> None:
    with serving(tmp_path, servers) as product:
        tokens = seats(tmp_path, servers)
        with waiting(product, tokens, acts) as waiters:
            took = [_seconds_for(f"{product.address}/g/table/quorum/1/") for _ in range(PAGES)]
            for token in tokens:
                seat = Seat(f"{product.address}/g/table/quorum/api/episodes/1/", token)
                seat.look()
                seat.decide(vote="yea")
            _until(lambda: all(each.round > 0 for each in waiters))
            after = [_seconds_for(f"{product.address}/g/table/quorum/1/") for _ in range(PAGES)]

    answers = Counter(status for each in waiters for status in each.answers)
    assert set(answers) == {200, 304}
    # If those who wait were in the way, every page would wait for many of them. They wait for none; one or another may
    # wait for what else the machine has to do.
    assert median(took) < LONGEST_WAIT
    assert median(after) < LONGEST_WAIT
    assert "Traceback" not in product.output


def _seconds_for(address: str) -> float:
    began = time.monotonic()
    with urlopen(address, timeout=PATIENCE) as answer:
        assert answer.read()
    return time.monotonic() - began
