"""How long the map of spies takes: all legal moves from every place, a route, and `adjudicate` beside them."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial

from dynasties.spy.map import rules as map_rules
from dynasties.spy.map.rules import Mover, attempt_move, cheapest_route, legal_moves
from dynasties.spy.theatre.rules_map import ATLAS, CURTAIN_PAGE, Side, read_curtain_page
from dynasties.spy.theatre.rules_tickets import Tickets
from nomic.catalogue import CATALOGUE
from tools.timed import report_times

QUESTIONS, ROUTES = 10_000, 200
LAW, CURTAIN, HAND = CATALOGUE.standard(), read_curtain_page(CURTAIN_PAGE), Tickets(4, 4, 4)
PLACES = sorted(ATLAS)
SPIES = [Mover(code, HAND, side) for code in PLACES for side in Side]


def measure() -> None:
    print("\nThe map of spies, with 4 Tickets of each kind in hand and the starting Iron Curtain")
    ways = random.Random(1)
    trips = [(ways.choice(SPIES), ways.choice(PLACES)) for _ in range(ROUTES)]
    one = _report_acts("one move judged", (partial(attempt_move, spy, to, CURTAIN, LAW) for spy, to in trips))
    every = _report_acts("all legal moves from a place", (partial(legal_moves, spy, CURTAIN, LAW) for spy in SPIES))
    first = _report_acts("the cheapest route, anew", (partial(_anew, spy, to) for spy, to in trips))
    again = _report_acts("the same once more", (partial(cheapest_route, spy, to, CURTAIN, LAW) for spy, to in trips))
    print(f"  all moves like {every / one:.0f} judged alone, a route like {first / every:.0f} lists of moves,")
    print(f"  and anew like {first / again:.0f} once more")
    _referee()


def _anew(spy: Mover, to: str) -> object:
    """A route by a planner that remembers nothing."""
    map_rules.forget_ways_onward()
    return cheapest_route(spy, to, CURTAIN, LAW)


def _report_acts(name: str, acts: Iterable[Callable[[], object]]) -> float:
    return report_times(name, acts, places=3)


def _referee() -> None:
    questions = "\n".join(json.dumps(_question(number)) for number in range(QUESTIONS)).encode()
    command = [sys.executable, "manage.py", "adjudicate"]
    started = time.perf_counter()
    answers = subprocess.run(command, input=questions, capture_output=True, check=True).stdout
    seconds = time.perf_counter() - started
    print(f"  adjudicate, its start included: {answers.count(b'legal') / seconds:,.0f} questions of spy.move a second")


def _question(number: int) -> dict[str, object]:
    """Every way from a place to another that is near by the alphabet, the same ones in every run."""
    return {
        "procedure": "spy.move",
        "from": PLACES[number % len(PLACES)],
        "to": PLACES[number * 7 % len(PLACES)],
        "tickets": {"air": 4, "sea": 4, "land": 4},
        "curtain": sorted(CURTAIN.behind),
        "smuggling": sorted(CURTAIN.smuggling),
        "side": "free",
    }
