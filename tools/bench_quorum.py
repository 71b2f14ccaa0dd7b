"""The Senate beside other games that programs learn on, decision by decision, in turns: whatever else this machine does
falls upon all alike. And how many rounds a second it stores, with a real PostgreSQL.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import count, cycle, islice
from statistics import median
from typing import Any, NamedTuple

from dynasties.quorum.bills.rules import Draws, drawn_bill
from dynasties.quorum.episodes.rules import Config
from dynasties.quorum.programs.rules import BenchPlan, play_episode
from dynasties.quorum.rounds.rules import EpisodeEngine, RoundRecord, SenateState, play_round, read_decisions
from dynasties.quorum.rounds.rules_scripts import POLICIES
from tests import services

SEATS, ROUNDS = 6, 40
TURNS, SECONDS = 7, 0.4  # of each contender, and how long each turn is
GOOFSPIEL = "goofspiel(players=6,num_cards=13,points_order=descending)"
PART = "  of which "
WIN_LATE = (0, 1, 2, 4, 3, 5, 7, 6, 8)  # a game of noughts and crosses that nobody wins before the board is full

Work = Callable[[], int]


class Contender(NamedTuple):
    """A game: what it is called, what plays some of it and answers with the number of decisions, decisions a round."""

    name: str
    play: Work
    per_round: int


def measure() -> None:
    contenders, missing = [_engine(), *_parts(), _scripts()], list[str]()
    for needs, made in ((("pettingzoo",), _arena), (("pettingzoo", "pygame"), _classics), (("pyspiel",), _goofspiel)):
        if all(map(find_spec, needs)):
            contenders += made()
        else:
            missing += [name for name in needs if find_spec(name) is None]
    rates: dict[str, list[float]] = {each.name: [] for each in contenders}
    for _ in range(TURNS):
        for each in contenders:
            rates[each.name].append(_rate(each.play))
    _show(contenders, {name: median(found) for name, found in rates.items()})
    for name in dict.fromkeys(missing):
        print(f"!!! SKIPPED: what needs {name}, which is not installed here (requirements-bench.txt)")
    _bench_stored_rounds()


def _show(contenders: Sequence[Contender], rates: dict[str, float]) -> None:
    ours = rates[contenders[0].name]
    print(f"\nThe Senate of {SEATS} seats, on one core: {TURNS} turns of {SECONDS} s of the processor each, median")
    print(f"  {'':<52}  {'rounds/s':>10}  {'decisions/s':>12}  {'the engine is':>13}")
    for each in contenders:
        rate = rates[each.name]
        print(f"  {each.name:<52}  {rate / each.per_round:>10,.0f}  {rate:>12,.0f}  {ours / rate:>11.2f} ×")
    shares = ", ".join(f"{name.removeprefix(PART)} {ours / rate:.0%}" for name, rate in rates.items() if PART in name)
    print(f"  The engine is one core of Python without waiting; what limits it: {shares} of its time.")


def _rate(work: Work) -> float:
    """Decisions a second of the processor's time."""
    work()
    decisions, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        decisions += work()
    return decisions / spent


def _raws() -> list[list[Any]]:
    """Decisions of six for hundreds of rounds, of every kind: what the scripts would do, and what chance does."""
    config = Config(SEATS, ROUNDS)
    episodes = [play_episode(BenchPlan(config, f"bench {number}", tuple(POLICIES)), number) for number in range(5)]
    chance = play_episode(BenchPlan(config, "bench", ("random",)), 0)
    return [raws for played in (*episodes, chance) for raws in played.decisions]


def _engine() -> Contender:
    rounds, seeds = cycle(_raws()), map(str, count())

    def whole() -> int:
        episode = EpisodeEngine(Config(SEATS, ROUNDS), next(seeds))
        for raws in islice(rounds, ROUNDS):
            episode.play_round(raws)
        return SEATS * ROUNDS

    return Contender("the engine: bill, raw decisions, record", whole, SEATS)


def _parts() -> list[Contender]:
    """What the engine's time goes into: the three things that it does in a round."""
    config, episode = Config(SEATS, ROUNDS), EpisodeEngine(Config(SEATS, ROUNDS), "parts")
    seeds = map("part {}".format, count())
    played = list[tuple[SenateState, list[Any], RoundRecord]]()
    for raws in islice(cycle(_raws()), ROUNDS):
        played.append((episode.state, raws, episode.play_round(raws)))

    def bills() -> int:
        seed = next(seeds)  # what was drawn before may be remembered
        for state, _, _ in played:
            drawn_bill(seed, state.round, state.statutes, True)
        return SEATS * ROUNDS

    def readings() -> int:
        for state, raws, _ in played:
            read_decisions(config, state, raws)
        return SEATS * ROUNDS

    def rounds() -> int:
        for state, _, record in played:
            play_round(config, state, record.bill, record.decisions)
        return SEATS * ROUNDS

    named = {"drawing the bill": bills, "reading what all decide": readings, "the round": rounds}
    return [Contender(PART + name, work, SEATS) for name, work in named.items()]


def _scripts() -> Contender:
    plan, numbers = BenchPlan(Config(SEATS, ROUNDS), "bench", tuple(POLICIES)), count()

    def bench() -> int:
        play_episode(plan, next(numbers))
        return SEATS * ROUNDS

    return Contender("the engine with scripts that decide", bench, SEATS)


def _arena() -> list[Contender]:
    import numpy as np

    from dynasties.quorum.programs.arena import choices, parallel_env

    arena = parallel_env(seats=SEATS, rounds=ROUNDS)
    arena.reset(seed=1)
    draws = Draws("bench")
    actions = [
        {agent: np.array([draws.below(size) for size in choices(SEATS)]) for agent in arena.possible_agents}
        for _ in range(ROUNDS)
    ]

    def whole() -> int:
        arena.reset()
        for each in actions:
            arena.step(each)
        return SEATS * ROUNDS

    return [Contender("the engine as a PettingZoo environment", whole, SEATS)]


def _classics() -> list[Contender]:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from pettingzoo.classic import rps_v2, tictactoe_v3

    rps, board = rps_v2.parallel_env(max_cycles=100), tictactoe_v3.env()

    def hands() -> int:
        rps.reset(seed=1)
        for number in range(100):
            rps.step({"player_0": number % 3, "player_1": number // 3 % 3})
        return 200

    def noughts() -> int:
        board.reset(seed=1)
        for place in WIN_LATE:
            board.step(place)
        return len(WIN_LATE)

    return [Contender("PettingZoo rps_v2, in parallel", hands, 2), Contender("PettingZoo tictactoe_v3", noughts, 1)]


def _goofspiel() -> list[Contender]:
    import pyspiel

    game = pyspiel.load_game(GOOFSPIEL)

    def whole() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_actions([state.legal_actions(player)[0] for player in range(SEATS)])
            decisions += SEATS
        return decisions

    return [Contender("OpenSpiel goofspiel (in C++), six players", whole, SEATS)]


def _bench_stored_rounds() -> None:
    """The same Senate through the server: another process, because this one has its database already."""
    if services.postgresql_binaries() is None:
        print("!!! SKIPPED: stored rounds, because PostgreSQL is not installed here")
        return
    with services.postgresql() as database:
        sys.stdout.flush()
        ours = os.environ | {"DATABASE_URL": database}
        subprocess.run([sys.executable, "-m", "tools.bench_senate"], env=ours, check=True)
