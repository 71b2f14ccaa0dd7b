"""Episodes for the tests of replays: one in which everything happens, and random ones."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from dynasties.quorum.episodes.rules import PROVISIONS, Config, Orders
from dynasties.quorum.programs.rules import BenchPlan, play_episode
from dynasties.quorum.replay.rules import ReplaySource, build_replay
from dynasties.quorum.rounds.rules_decisions import trim_decision
from dynasties.quorum.rounds.rules_scripts import POLICIES
from nomic.core.law.rules import Mechanism
from nomic.core.law.rules_wordings import Amount, Count, Share

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "data" / "quorum-replay.json"
SCHEMA: dict[str, Any] = json.loads((ROOT / "dynasties" / "quorum" / "replay.schema.json").read_text("utf-8"))
VECTORS: dict[str, Any] = json.loads((ROOT / "docs" / "quorum-vectors.json").read_text("utf-8"))
SALT = "c0ffee"
YEA = {"vote": "yea", "priorities": [2, 0.5, 0], "amendment": "A2"}
SEATS: list[dict[str, str | None]] = [
    {"name": "Ada", "kind": "person", "script": None},
    {"name": "Basil’s program", "kind": "program", "script": None},
    {"name": "Greedy", "kind": "script", "script": "greedy"},
]
ODD = (10**400, -(10**400), "yea", "nay", "A1", "none", "note", "x" * 1500, "x" * 199, "\ud800", "\x00")
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(ODD)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=9,
)
# Three seats, four rounds: an adopted amendment and notes; a filibuster that pays; a veto; everything that is illegal.
ROUNDS: list[list[object]] = [
    [
        {**YEA, "note": {"to": 1, "text": "Yea, and I owe you a goose."}},
        {**YEA, "priorities": [0, 0, 0], "note": {"to": 0, "text": "Ça marche 🪿"}},
        {**YEA, "priorities": [0.1, 0.2, 0.3], "note": {"to": 2, "text": "Dear diary"}},
    ],
    [{**YEA, "vote": "nay", "filibuster": True}, {**YEA, "vote": "abstain", "filibuster": True}, {**YEA, "veto": True}],
    [{**YEA, "veto": True, "filibuster": True}, YEA, {**YEA, "vote": "nay", "veto": True}],
    [{**YEA, "amendment": "A4"}, None, {**YEA, "priorities": [1, 2, float("nan")], "note": {"to": 0, "text": "?"}}],
]


def eventful() -> dict[str, Any]:
    """The replay of the Episode in which everything happens."""
    return build_replay(ReplaySource(Config(3, 4), "geese", SALT, SEATS, ROUNDS))


def of_scripts(config: Config, seed: str) -> dict[str, Any]:
    """The replay of an Episode among the bench."""
    played = play_episode(BenchPlan(config, seed, tuple(POLICIES)), 0)
    seats = [{"name": name, "kind": "script", "script": name} for name in played.bench]
    return build_replay(ReplaySource(config, f"{seed}/0", "", seats, played.decisions))


def at_random(number: int) -> dict[str, Any]:
    """An Episode under orders that no law has yet, with decisions that are often illegal, and perhaps adjourned."""
    chance = Random(number)
    config = _config(chance)
    rounds = chance.choice([config.rounds, config.rounds - 1])
    seats = [{"name": f"Seat {seat}", "kind": "program", "script": None} for seat in range(config.seats)]
    decisions = [[trim_decision(_raw(chance, config.seats)) for _ in seats] for _ in range(rounds)]
    return build_replay(
        ReplaySource(config, f"chance {number}", f"{number:x}", seats, decisions, rounds < config.rounds)
    )


def _config(chance: Random) -> Config:
    orders = Orders(
        influence=chance.choice([1000, 50]),
        influence_floor=chance.choice([0, 100, 333]),
        decay=chance.randrange(300),
        filibuster=chance.random() < 0.8,
        bar=chance.choice([None, Fraction(13, 20), Fraction(1, 3)]),
        filibuster_cost=chance.randrange(200),
        filibuster_reward=chance.randrange(90),
        veto=chance.random() < 0.8,
        veto_capital=chance.randrange(90),
        veto_influence=chance.randrange(200),
        amendments=chance.random() < 0.8,
        clause_value=chance.randrange(4),
        amended_value=chance.randrange(4),
        adopter_gain=chance.randrange(90),
        caucus=chance.random() < 0.8,
        note_length=chance.choice([3, 200]),
        repeals=chance.random() < 0.8,
        yea_gain=chance.randrange(90),
        repeal_gain=chance.randrange(90),
        nay_capital=chance.randrange(90),
        nay_influence=chance.randrange(90),
    )
    threshold = Fraction(chance.randrange(30, 91), 100)
    switches = chance.random() < 0.8, chance.random() < 0.8
    return Config(chance.randrange(2, 7), chance.randrange(2, 9), threshold, *switches, orders)


def under_an_odd_law(number: int) -> dict[str, Any]:
    """The replay of an Episode of scripts, under a law that says the least or the most that it may, or nothing."""
    chance = Random(number)
    orders = Orders(*(_odd(chance, name) for name in Orders._fields))
    threshold = chance.choice([Fraction(3, 10), Fraction(9, 10), Fraction(1, 3), Fraction(513, 1024)])
    config = Config(chance.randrange(2, 7), chance.randrange(2, 12), threshold, orders=orders)
    return of_scripts(config, f"odd {number}")


def _odd(chance: Random, name: str) -> Any:
    dial = PROVISIONS[name]
    if isinstance(dial, Mechanism):
        return chance.random() < 0.8
    assert isinstance(dial.kind, Amount | Count | Share)
    return chance.choice([dial.kind.least, dial.kind.most, dial.absent])


def _raw(chance: Random, seats: int) -> object:
    """A decision that is legal in most of its parts."""

    def sometimes(*bad: object) -> Any:
        return chance.choice(bad) if chance.random() < 0.05 else chance.choice(bad[:1])

    note = {"to": chance.randrange(seats), "text": chance.choice(["Psst", "geese", "\u202e", " ", "\U0001fabf"])}
    numbers = [0, 1, 2, 7, 0.1, 0.25, 1e300, 5e-324, 10**30]
    raw: dict[str, object] = {
        "vote": sometimes(chance.choice(["yea", "yea", "nay", "abstain"]), "aye", None, True, ["yea"]),
        "priorities": [sometimes(chance.choice(numbers), -1, True, "1", float("inf"), [1]) for _ in range(3)],
        "amendment": sometimes(chance.choice(["none", "A1", "A2", "A3"]), None, 1, "a1"),
        "filibuster": sometimes(chance.random() < 0.2, 1, None, "true"),
        "veto": sometimes(chance.random() < 0.2, 0, None, []),
        "note": sometimes(chance.choice([None, note]), "note", {}, {"to": True, "text": "x"}, float("nan")),
    }
    for name in ("priorities", "amendment", "filibuster", "veto", "note"):
        if chance.random() < 0.1:
            del raw[name]
    return sometimes(raw, None, [], "yea", float("nan"))
