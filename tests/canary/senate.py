"""A senate in which everything that is secret has been done, and its twin that differs only in that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import Any, cast
from unittest.mock import patch

from django.test import Client
from time_machine import Traveller

from dynasties.quorum.rounds import actions as rounds_actions
from nomic.core.log.models import PrivateEvent
from nomic.core.secrets.queries import unseal_event
from tests.canary import spies, world as worlds
from tests.canary.world import STRANGER, World
from tests.sitting import YEA, SenateTable

# Cleo and Quill sit in it, and so do Josh's two programs; Josh convened it. Ben is an Agent like any other.
# Kevan is the Mastermind, and an Admin.
PEOPLE = {"Cleo": 0, "Quill": 1}
PROGRAMS = {"Decima": 2, "Nona": 3}
SCRIPT = 4
NAMES = ("Ben", "Cleo", "Josh", "Quill")
VIEWERS = ("", STRANGER, "Ben", "Kevan", "Josh", "Cleo", "Quill", "Decima", "Nona")
DAY = timedelta(days=1)
LONG = 10 * 24 * 3600  # seconds for a round
# Of a senate there is in these what all others show.
ELSEWHERE = (
    "account",
    "rule",
    "page",
    "post",
    "edit-",
    "withdraw",
    "own-",
    "spy_",
    "tracker",
    "drafts",
    "discard-",
    "new-",
    "comment",
    "deciding",
    "what-if",
    "dice",
    "dials",
    "duties",
    "admit",
    "decline",
    "dynast",
    "ascend",
    "queue",
    "seeds",
    "pronouns",
    "message",
    "ballot",
)


@dataclass
class Senate(World):
    """`tokens`: of the programs, by their names."""

    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def senate(self) -> SenateTable:
        return cast(SenateTable, self.table)

    def browser(self, viewer: str) -> Client:
        """What somebody looks with: a person's browser, or a program that brings its token."""
        if viewer in PROGRAMS:
            bearer = {"Authorization": f"Bearer {self.tokens[viewer]}"}
            return Client(raise_request_exception=False, headers=bearer)
        return super().browser(viewer)

    def decides(self, name: str, decision: object, round: int) -> None:
        """A person, or a program, decides in eir seat."""
        table = self.senate
        who: dict[str, Any] = (
            {"token": self.tokens[name], "seat": PROGRAMS[name]}
            if name in PROGRAMS
            else {"account_id": table.account(name).pk, "seat": PEOPLE[name]}
        )
        ask = rounds_actions.DecisionRequest(round=round, raw=decision, **who)
        rounds_actions.take_decision(game_id=table.made.pk, number=table.number, ask=ask)


def convened(clock: Traveller, seed: str = "goose") -> Senate:
    """What every such senate has in common: it is on, and nobody has decided. Played once, and then put back."""
    return worlds.play_once(f"a senate of {seed}", lambda _: _sit(seed), clock)


def _sit(seed: str) -> Senate:
    """The table at which they sit, with the tokens of the programs."""
    table = SenateTable(*NAMES)
    table.account(STRANGER)
    table.convenes("Josh", seats=5, rounds=3, decision_seconds=LONG, seed=seed)
    for name, seat in PEOPLE.items():
        table.sits(name, seat)
    tokens = {name: table.seats_program("Josh", seat, name) for name, seat in PROGRAMS.items()}
    table.opens("Josh", "greedy")
    return Senate(table, elsewhere=ELSEWHERE, forms="quorum_", tokens=tokens)


def note(to: str, text: str) -> dict[str, Any]:
    return {"to": {**PEOPLE, **PROGRAMS}[to], "text": text}


# -- birds


def filled(clock: Traveller) -> Senate:
    """A round in which all wrote notes, and one in which some have: words that stand nowhere else."""
    return worlds.play_once("a senate with secrets", _fill, clock)


def _fill(clock: Traveller) -> Senate:
    world = convened(clock, seed="canary-seed")
    world.hide("canary-seed")
    _first_round(world)
    clock.shift(DAY)
    world.table.sweep()
    _second_round(world)
    _nobody_chose(world)
    _addresses(world)
    return world


def _first_round(world: Senate) -> None:
    """Notes that have been delivered, and one that was not, as it was to nobody."""
    for name, to in (("Cleo", "Quill"), ("Quill", "Decima"), ("Decima", "Cleo"), ("Nona", "Nona")):
        words = f"canary-told-{name}"
        # To eir own desk comes what was sent there; what e sent emself is gone.
        world.hide(words, *({to} if to != name else ()))
        world.decides(name, {**YEA, "note": note(to, words), "why": world.hide(f"canary-was-why-{name}")}, 0)


def _second_round(world: Senate) -> None:
    """Decisions that are secret still; Cleo and Nona have made none."""
    for name, to in (("Quill", "Cleo"), ("Decima", "Nona")):
        words = world.hide(f"canary-sealed-{name}", name)
        decision = {**YEA, "vote": "nay", "priorities": [0, 0, 1], "note": note(to, words)}
        world.decides(name, {**decision, "note": note(to, world.hide(f"canary-before-{name}"))}, 1)
        world.decides(name, decision, 1)


def _nobody_chose(world: Senate) -> None:
    """Tokens and salts: no secrets of anybody's, and nobody's to see."""
    for token in world.tokens.values():
        world.hide(token)
    for link in PrivateEvent.objects.filter(game=world.table.made):
        world.hide(unseal_event(link).salt)
    # What is sealed leaves the house for nobody: so each of it begins.
    world.hide("gAAAAA")


def _addresses(world: Senate) -> None:
    """What the places of an address are filled in with."""
    quill, none = [str(world.table.agent("Quill").pk)], ["none"]
    world.values |= {
        "slug": [world.table.made.slug],
        "int": ["1"],
        "seat": ["1", "2"],
        "of": ["0", "1"],
        "seq": ["1"],
        "str": none,
        "agent_id": quill,
        "agent": quill,
        "uid": none,
        "number": ["1"],
        "instant": ["2027-03-01T09:00:00Z"],
        "name": ["Voting"],
        "ticket": none,
        "token": none,
    }


# -- twins


@dataclass(frozen=True, slots=True)
class Plot:
    """What of a story is secret: in round 0 what is not told when it closes, in round 1 all that is decided."""

    first: Mapping[str, Mapping[str, object]]
    second: Mapping[str, Sequence[object]]


ONE = Plot(first={}, second={"Quill": [{"vote": "abstain"}], "Decima": [{"vote": "abstain"}]})
# As much as can be: notes to everybody but Cleo and Nona, some of which are none; minds that were changed; nonsense.
OTHER = Plot(
    first={
        "Cleo": {"note": {"to": 0, "text": "To myself."}, "priorities": [0, 0, 0]},
        "Quill": {"note": note("Decima", "x" * 200), "priorities": [0.25, 0.25, 0.25]},
        "Decima": {"note": note("Quill", "🪿" * 200), "why": "Because."},
        "Nona": {"note": {"to": 99, "text": "\0"}, "priorities": [1, 1, 1], "veto": False},
    },
    second={
        "Quill": [
            {**YEA, "filibuster": True},
            {"vote": "nay", "priorities": [9, 0, 1], "note": note("Decima", "y" * 200)},
            None,
            {"vote": "yea", "priorities": [1, 2, 3], "amendment": "A3", "veto": True, "filibuster": True},
        ],
        "Decima": [{"vote": "nay"}, "nonsense", {"vote": "yea", "priorities": "x" * 3000}],
    },
)


def play(world: Senate, plot: Plot, clock: Traveller) -> None:
    """A story of two days; what of it everybody sees does not depend on the plot."""
    for name in (*PEOPLE, *PROGRAMS):
        world.decides(name, {**YEA, **plot.first.get(name, {})}, 0)
    clock.shift(DAY)
    world.table.sweep()
    for name, minds in plot.second.items():
        for decision in minds:
            world.decides(name, decision, 1)
    clock.shift(DAY)
    world.table.sweep()
    _addresses(world)


@contextmanager
def pinned(after: int = 0) -> Iterator[None]:
    """Nothing is left to chance: tokens as well are the same in both. `after`: see `spies.pinned`."""
    tokens = count(after + 1)
    with (
        spies.pinned(after),
        patch("dynasties.quorum.senate.actions.token_urlsafe", lambda size: f"token-{next(tokens):037d}"),
    ):
        yield
