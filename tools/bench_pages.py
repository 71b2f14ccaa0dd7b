"""How many requests a second the busiest pages stand, beside a view that does nothing, under the same server.

Rounds of the pages alternate, so that whatever else the machine does falls upon all alike.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.conf import settings
from django.db import connections
from django.test import Client

from nomic.core import clock
from nomic.core.games.models import Agent, Game
from nomic.core.lobby import actions as lobby_actions
from nomic.core.roster import actions as roster_actions
from proposals.comments import actions as comments_actions
from proposals.composer import actions as composer_actions
from proposals.voting.rules import Vote
from rulesets.founding.actions import found_game
from rulesets.history import queries as history_queries
from tools.bench_tracker import AGENTS as AGENTS_TRACKED, COLUMNS, tracker_game

WORKERS, CLIENTS = 2, 4
ROUNDS, REQUESTS = 5, 60  # requests in each round, for each page
AGENTS, COMMENTS = 12, 30
VOTES = (Vote.FOR, None, Vote.AGAINST, Vote.FOR, None, Vote.DEFERENTIAL)


@dataclass(frozen=True, slots=True)
class Page:
    """What is asked for, and as whom: `cookie` is a session, or empty for a visitor."""

    name: str
    path: str
    cookie: str = ""


def measure() -> None:
    game, number = _game()
    pages = _pages(game, number)
    connections.close_all()
    with server() as port:
        for page in pages:
            _warm(port, page)
        rates: dict[Page, list[float]] = {page: [] for page in pages}
        for _ in range(ROUNDS):
            for page in pages:
                rates[page].append(_rate(port, page))
    _show(pages, {page: median(found) for page, found in rates.items()})


def _show(pages: list[Page], rates: dict[Page, float]) -> None:
    bare = rates[pages[0]]
    print(f"\nPages: gunicorn with {WORKERS} workers, {CLIENTS} clients, {ROUNDS} rounds of {REQUESTS}, median")
    print(f"  {'page':<42}  {'requests/s':>10}  {'of the bare view':>16}")
    for page in pages:
        print(f"  {page.name:<42}  {rates[page]:>10.0f}  {rates[page] / bare:>16.1%}")


def _pages(game: Game, number: int) -> list[Page]:
    session = _session("agent3")
    post, ruleset = f"/g/{game.slug}/posts/{number}/", f"/g/{game.slug}/ruleset/"
    tracker = f"/g/{tracker_game().slug}/tracker/"
    return [
        Page("a bare view", "/healthz"),
        Page(f"a Proposal with {COMMENTS} comments, a visitor", post),
        Page(f"a Proposal with {COMMENTS} comments, an Agent", post, session),
        Page("the ruleset, a visitor", ruleset),
        Page("the ruleset, an Agent", ruleset, session),
        Page(f"a tracker of {AGENTS_TRACKED} by {COLUMNS}, a visitor", tracker),
        Page(f"a tracker of {AGENTS_TRACKED} by {COLUMNS}, an Agent", tracker, _session("tracked3")),
    ]


def _session(username: str) -> str:
    """The cookie of a browser in which that account is signed in."""
    client = Client()
    client.force_login(lobby_actions.ensure_account(username))
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def _game() -> tuple[Game, int]:
    """A game of twelve, and the number of a Proposal of its own with thirty comments, most of them votes."""
    people = [lobby_actions.ensure_account(f"agent{number}") for number in range(AGENTS)]
    start = clock.now() - timedelta(hours=3)
    with clock.set_to(start):
        game = found_game(founder=people[0], title="The Bench", slug="bench", name="Zero")
        founder = Agent.objects.get(game=game)
        agents = [founder]
        for number, account in enumerate(people[1:], start=1):
            applied = roster_actions.announce_arrival(account=account, game_id=game.pk, name=f"Player {number}")
            agents.append(
                roster_actions.admit_applicant(actor_id=founder.pk, game_id=game.pk, application_id=applied.pk)
            )
        entry = _proposal(game, agents[1])
    for number in range(COMMENTS):
        vote = VOTES[number % len(VOTES)]
        author = agents[2 + number % (AGENTS - 2)]
        with clock.set_to(start + timedelta(minutes=1 + number)):
            comments_actions.post_comment(
                actor_id=author.pk,
                game_id=game.pk,
                number=entry,
                vote=vote,
                token=f"bench-{number}",
                body=f"Remark {number}: I am *of two minds*, and both of them have read rule 1.5 [twice](/healthz).",
            )
    return game, entry


def _proposal(game: Game, author: Agent) -> int:
    enactment = next(rule for rule in history_queries.ruleset(game.pk).rules if rule.title == "Enactment")
    return composer_actions.publish_post(
        actor_id=author.pk,
        game_id=game.pk,
        words=composer_actions.PostWords(
            "proposal",
            "Time: A day and a half",
            "Forty-eight hours are **long**.\n\n- One\n- Two\n- Three\n\nLet the rule say so.",
            [
                {
                    "kind": "replace",
                    "rule": enactment.id,
                    "find": "[48 hours](dial:enactment.timeout)",
                    "replace": "[36 hours](dial:enactment.timeout)",
                }
            ],
        ),
        token="bench",
    ).number


@contextmanager
def server() -> Iterator[int]:
    """The product's own web server on a free port of this machine, for as long as the block lasts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "nomic.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--workers", str(WORKERS), "--log-level", "error"]
    server = subprocess.Popen(command, env=os.environ)
    try:
        _await(port)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=20)


def _await(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the web server does not answer")


def _warm(port: int, page: Page) -> None:
    for _ in range(4 * WORKERS):
        _ask(port, page)


def _rate(port: int, page: Page) -> float:
    """Requests a second, answered to all clients together."""
    started = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        for answer in [clients.submit(_ask, port, page) for _ in range(REQUESTS)]:
            answer.result()
    return REQUESTS / (time.perf_counter() - started)


def _ask(port: int, page: Page) -> None:
    """One request on a connection of its own; raises `RuntimeError` for anything but a whole page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", page.path, headers={"Cookie": page.cookie} if page.cookie else {})
        answer = connection.getresponse()
        if not answer.read() or answer.status != 200:
            raise RuntimeError(f"{page.path} answered {answer.status}")
    finally:
        connection.close()
