"""How many rounds of a Senate of six are stored in a second, on the database that DATABASE_URL names.

`tools.bench_quorum` starts this as a process of its own. Every decision is an act of its own: the game is locked, and
what was decided is sealed, chained and durable when it is answered.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

SEATS, ROUNDS = 6, 20
YEA: dict[str, Any] = {"vote": "yea", "priorities": [2, 1, 1], "amendment": "A1", "filibuster": False}


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="nomic-bench-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "nomic.settings.local",
            "NOMIC_DATA_DIR": folder,
            "LOG_LEVEL": "WARNING",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        _measure()
    return 0


def _measure() -> None:
    print(f"\nStored rounds of a Senate of {SEATS}, with a real PostgreSQL: {ROUNDS} rounds, on the clock")
    ways = {
        "six scripts, all rounds in one act": _by_scripts,
        "six programs, one after the other, in this process": _by_acts,
        "six programs at once, by HTTP, two web workers": _by_http,
    }
    for name, way in ways.items():
        seconds = way()
        print(f"  {name:<52}  {ROUNDS / seconds:>8,.1f} rounds/s  {SEATS * ROUNDS / seconds:>8,.0f} decisions/s")


def _by_scripts() -> float:
    from dynasties.quorum.rounds.rules_scripts import POLICIES
    from dynasties.quorum.senate import actions as senate_actions

    where, _ = _convene_episode("scripts", 0)
    scripts = [*POLICIES, "greedy"]
    return _seconds(lambda: senate_actions.open_episode(**where, scripts=scripts))


def _by_acts() -> float:
    from dynasties.quorum.rounds import actions as rounds_actions

    where, tokens = _convene_episode("acts", SEATS)

    def rounds() -> None:
        for number in range(ROUNDS):
            for seat, token in enumerate(tokens):
                rounds_actions.take_decision(
                    game_id=where["game_id"],
                    number=where["number"],
                    ask=rounds_actions.DecisionRequest(seat, number, YEA, token=token),
                )

    return _seconds(rounds)


def _by_http() -> float:
    from django.db import connections

    from dynasties.quorum.programs.client import Seat
    from tools.bench_pages import server

    where, tokens = _convene_episode("http", SEATS)
    connections.close_all()
    with server() as port, ThreadPoolExecutor(SEATS) as programs:
        address = f"http://127.0.0.1:{port}/g/bench-http/quorum/api/episodes/{where['number']}/"
        seats = [Seat(address, token) for token in tokens]

        def rounds() -> None:
            for number in range(ROUNDS):
                for answer in [programs.submit(seat.decide, number, **YEA) for seat in seats]:
                    if not answer.result()["accepted"]:
                        raise RuntimeError("a decision came too late")

        return _seconds(rounds)


def _convene_episode(slug: str, programs: int) -> tuple[dict[str, int], list[str]]:
    """An Episode in a game of its own, with so many programs seated: where it is, and their tokens."""
    from dynasties.quorum.senate import actions as senate_actions
    from nomic.core.lobby import actions as lobby_actions
    from rulesets.founding.actions import found_game

    founder = lobby_actions.ensure_account(slug)
    game = found_game(founder=founder, title=slug.title(), slug=f"bench-{slug}", name="Zero", starter="quorum")
    episode = senate_actions.convene_episode(
        account_id=founder.pk,
        game_id=game.pk,
        wishes=senate_actions.ConvenerWishes(SEATS, ROUNDS, seed="bench"),
        token=f"bench-{slug}",
    )
    where = {"account_id": founder.pk, "game_id": game.pk, "number": episode.number}
    tokens = [senate_actions.seat_program(**where, seat=seat, name=f"Program {seat}")[1] for seat in range(programs)]
    return where, tokens


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
