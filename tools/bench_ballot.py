"""How long the count of a ballot of B Nomic takes: alone, asked of the referee, and made in a game."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import time_machine

from nomic.core.games.models import Account, Agent, Game
from proposals.bnomic.ballot import actions as ballot_actions
from proposals.bnomic.ballot.rules import BallotProposal, ballot_count
from proposals.bnomic.clock import actions as clock_actions
from proposals.bnomic.graph.rules import draw_graph
from proposals.bnomic.papers import actions as papers_actions
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.rules import FinalVote
from rulesets.founding.actions import found_game
from tools.timed import report_times

BALLOT, EDGES, VOTERS, ROUNDS = 1_000, 10_000, 20, 9
STORED = 100  # Proposals in a game, each of which amends a rule
BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)


def measure() -> None:
    print(f"\nThe count of a ballot: {BALLOT:,} Proposals, {EDGES:,} Dependencies and Conflicts, {VOTERS} voters")
    whole, tenth = (
        _report_act(f"{size:,} Proposals", partial(ballot_count, _ballot(size))) for size in (BALLOT, BALLOT // 10)
    )
    chain = _report_act(f"a chain of {BALLOT:,} against the order of numbers", partial(ballot_count, _chain(BALLOT)))
    print(f"  ten times as many take {whole / tenth:.1f} times as long, the chain {chain / whole:.2f} times")
    _referee()
    for size in (12, 40, BALLOT):
        ballot = _ballot(size, size * 3 // 2)
        _report_act(f"the graph of {size:,} drawn, three lines for two of them", partial(_draw_ballot, ballot))
    _bench_stored_ballot()


def _ballot(size: int, edges: int = 0) -> list[BallotProposal]:
    """The same ballot in every run: a tenth of it has no Strength, so that each step sinks some."""
    chance = random.Random(size)
    listed: dict[int, tuple[set[int], set[int]]] = {number: (set(), set()) for number in range(1, size + 1)}
    for _ in range(edges or EDGES * size // BALLOT):
        one, other = chance.sample(range(1, size + 1), 2)
        listed[one][chance.random() < 0.2].add(other)
    return [
        BallotProposal(number, _votes(chance), frozenset(depends), frozenset(conflicts))
        for number, (depends, conflicts) in listed.items()
    ]


def _votes(chance: random.Random) -> dict[str, FinalVote]:
    return {f"P{seat}": chance.choices(list(FinalVote), (6, 3, 1))[0] for seat in range(VOTERS)}


def _chain(size: int) -> list[BallotProposal]:
    """Each depends on the next, and the last has no Strength: the law asks all of them a thousand times over."""
    votes = {"P0": FinalVote.FOR}
    return [BallotProposal(n, votes, frozenset({n + 1})) for n in range(1, size)] + [BallotProposal(size)]


def _draw_ballot(ballot: list[BallotProposal]) -> None:
    depends = {(each.number, other) for each in ballot for other in each.depends}
    conflicts = {(each.number, other) for each in ballot for other in each.conflicts}
    draw_graph([each.number for each in ballot], depends, conflicts)


def _report_act(name: str, act: Callable[[], object]) -> float:
    return report_times(name, [act] * ROUNDS)


def _referee() -> None:
    ballot = _ballot(BALLOT)
    question = {
        "procedure": "bnomic",
        "players": [f"P{seat}" for seat in range(VOTERS)],
        "proposals": [
            {
                "number": each.number,
                "votes": each.votes,
                "depends": sorted(each.depends),
                "conflicts": sorted(each.conflicts),
            }
            for each in ballot
        ],
    }
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "manage.py", "adjudicate"],
        input=json.dumps(question).encode(),
        check=True,
        capture_output=True,
    )
    print(f"  the same asked of adjudicate, its start included: {time.perf_counter() - started:.2f} s")


def _bench_stored_ballot() -> None:
    """A game whose ballot is counted by the Clerk: every Proposal has a vote, and all that are Won change the law."""
    with time_machine.travel(BEGIN, tick=False) as clock:
        founder = Account.objects.create_user("bench-ballot")
        game = found_game(founder=founder, title="Bench", slug="bench-ballot", name="Kevan", starter="bnomic")
        kevan = Agent.objects.get(game=game)
        for number in range(1, STORED + 1):
            _submit(game, kevan, number)
        clock.move_to(BEGIN + timedelta(days=9))
        clock_actions.run_clock(game_id=game.pk)
        for number in range(1, STORED + 1):
            ballot_actions.cast_vote(actor_id=kevan.pk, game_id=game.pk, number=number, vote="FOR")
        clock.move_to(BEGIN + timedelta(days=12))
        started = time.perf_counter()
        clock_actions.run_clock(game_id=game.pk)
        seconds = time.perf_counter() - started
    won = register_queries.all_proposals(game.pk).filter(passed=True).count()
    each = seconds / won * 1000
    print(f"  counted in a game, where {won} pass one after another: {seconds:.2f} s, {each:.0f} ms each")


def _submit(game: Game, author: Agent, number: int) -> None:
    change = {"kind": "enact", "section": "dynastic", "title": f"Rule {number} of the bench", "text": "Cats are green."}
    papers_actions.submit_proposal(
        actor_id=author.pk,
        game_id=game.pk,
        words=papers_actions.PaperWords(f"The {number} cats", changes=[change]),
        token=f"bench-{number}",
    )
