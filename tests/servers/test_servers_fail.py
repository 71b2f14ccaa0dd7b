"""The servers beside the product fail and come back while people play: clear answers, nothing half done, all as before.

The product runs as people run it, with web server and Clerk, on a database and a Redis of its own that may fail.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests import services
from tests.wiring.serving import ROOT, Serving

PASSWORD = "quorum-of-one"
PATIENCE = 30.0  # seconds
AT_ONCE = "1"  # seconds that a page waits for a database that is away
PLAYERS, WELL_UNDER_WAY = 3, 5  # people who talk, and what each has had answered before the database goes away


class Browser:
    """One person's browser. `answers` holds what every form that e sent was answered with."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.name = address, name
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.answers: list[int] = []

    def get(self, path: str) -> str:
        text: str = self.opener.open(self.address + path, timeout=PATIENCE).read().decode()
        return text

    def send(self, path: str, **fields: str) -> str:
        """Fill in the form at `path`; answers the page it led to."""
        page = self.get(path)
        found = {name: _value(page, name) for name in ("csrfmiddlewaretoken", "token") if f'name="{name}"' in page}
        answer: str = (
            self.opener.open(self.address + path, urlencode(found | fields).encode(), timeout=PATIENCE).read().decode()
        )
        return answer

    def sign_up(self) -> None:
        self.send(
            "/accounts/signup/",
            username=self.name,
            email=f"{self.name}@example.org",
            password1=PASSWORD,
            password2=PASSWORD,
        )

    def found(self) -> None:
        self.send("/games/new/", title="The Game", slug="game", name=self.name.title(), starter="blognomic")

    def say(self, words: str) -> int:
        """Put a plain post in the journal; the status that it was answered with."""
        try:
            self.send("/g/game/posts/new/", category="plain", title=words, body="So.", do="post")
            status = 200
        except HTTPError as error:
            status = error.code
        self.answers.append(status)
        return status


def _value(page: str, name: str) -> str:
    return page.split(f'name="{name}" value="')[1].split('"')[0]


@contextmanager
def serving(folder: Path, servers: Mapping[str, str]) -> Iterator[Serving]:
    """The product on those servers. What it says is read as it goes, or it would wait for its reader."""
    product = Serving(folder, {"NOMIC_SWEEP_SECONDS": "0.5", "NOMIC_DATABASE_WAIT": AT_ONCE, **servers})
    assert product.process.stdout is not None
    stream = product.process.stdout

    def listen() -> None:
        for line in stream:
            product.output += line

    ear = threading.Thread(target=listen, daemon=True)
    ear.start()
    try:
        yield product
        assert product.process.poll() is None, product.output
    finally:
        product.process.terminate()
        product.process.wait(PATIENCE)
        ear.join(PATIENCE)
        product.close()


def manage(command: str, folder: Path, servers: Mapping[str, str]) -> str:
    """What a command of the product says of the game; fails where it is not content."""
    ours = {"DJANGO_SETTINGS_MODULE": "nomic.settings.local", "NOMIC_DATA_DIR": str(folder), **servers}
    argv = [sys.executable, "manage.py", command, "--game", "game"]
    done = subprocess.run(argv, cwd=ROOT, env=os.environ | ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def until(true: Callable[[], bool], talkers: Iterable[Browser]) -> None:
    """Look until something is true. Fails with what the talkers were answered when the patience is over."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, [each.answers for each in talkers]
        time.sleep(0.1)


def test_a_database_that_is_restarted_under_load_leaves_nothing_half_done(tmp_path: Path) -> None:
    stop = threading.Event()

    def talk(browser: Browser) -> None:
        while not stop.is_set():
            browser.say(f"Word {len(browser.answers)} of {browser.name}")

    with services.cluster() as database, services.redis() as broker:
        servers = {"DATABASE_URL": database.url, "REDIS_URL": broker}
        with serving(tmp_path, servers) as product:
            founder = Browser(product.address, "morven")
            founder.sign_up()
            founder.found()
            talkers = [Browser(product.address, "morven") for _ in range(PLAYERS)]
            for each in talkers:
                each.send("/accounts/login/", login="morven", password=PASSWORD)
            threads = [threading.Thread(target=talk, args=[each]) for each in talkers]
            for thread in threads:
                thread.start()
            until(lambda: all(len(each.answers) >= WELL_UNDER_WAY for each in talkers), talkers)
            database.stop()
            while_away = founder.say("Is anybody there?")
            database.start()
            until(lambda: founder.say("Are we back?") == 200, [founder])
            stop.set()
            for thread in threads:
                thread.join(PATIENCE)
            made = founder.get("/g/game/log.json").count('"post.made"')
        verified, counted = manage("verify_log", tmp_path, servers), manage("recount", tmp_path, servers)

    answers = [status for each in (*talkers, founder) for status in each.answers]
    assert while_away == 503
    assert set(answers) == {200, 503}
    assert founder.answers[-1] == 200
    # What was answered was done; of what was not, nobody knows more than that it was not done by half.
    assert answers.count(200) <= made <= len(answers)
    assert verified
    assert counted


def test_without_redis_people_play_on_and_the_clerk_is_late(tmp_path: Path) -> None:
    port = services.free_port()
    with services.postgresql() as database:
        servers = {"DATABASE_URL": database, "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
        with serving(tmp_path, servers) as product:
            player = Browser(product.address, "morven")
            with services.redis(port):
                player.sign_up()
                player.found()

            began = time.monotonic()
            said = player.say("While Redis is away")
            other = Browser(product.address, "morven")
            other.send("/accounts/login/", login="morven", password=PASSWORD)
            blame = other.get("/g/game/ruleset/1/blame/")
            took = time.monotonic() - began
            with services.redis(port):
                back = other.say("When it is back")
        manage("verify_log", tmp_path, servers)

    assert (said, back) == (200, 200)
    assert "<h1" in blame
    assert took < PATIENCE / 2
