"""A dynasty of spies in which everything that is top secret has been done, and its twin that differs only in that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any, cast
from unittest.mock import patch

from time_machine import Traveller

from dynasties.spy.models import Attempt, Claim, Disclosure, Errand, Team
from nomic.core.mechanics.chance import fall
from nomic.core.models import Agent, PrivateEvent
from nomic.core.queries import opened
from tests.canary.world import START, STRANGER, World
from tests.spying import SpyTable

# Quill and Cleo have the secrets; Ben is another Agent, and an Admin; Kevan was the Mastermind, and Ada is now.
NAMES = ("Ada", "Ben", "Cleo", "Idris", "Quill", "Rook")
VIEWERS = ("", "Idris", "Ben", "Kevan", "Cleo", "Ada", "Quill")
PARTS: dict[str, Any] = {"goals": "Be somewhere.", "penalty": "None.", "closes_after": 9}
DAY = timedelta(days=1)


def table_of(world: World) -> SpyTable:
    return cast(SpyTable, world.table)


def public(clock: Traveller) -> World:
    """What every world of spies has in common."""
    clock.move_to(START)
    table = SpyTable(*NAMES)
    table.account(STRANGER)
    table.make_admin("Ben")
    table.idle("Idris")
    table.sweep()
    for name in ("Ada", "Ben", "Cleo", "Quill", "Rook"):
        table.give(name, air=2, sea=3, land=3)
    table.open_mission("Basic Training", **PARTS)
    table.ask("Ben", "Skis")
    for voter in ("Cleo", "Rook"):
        table.say(voter, 1)
    clock.shift(DAY)
    table.sweep()
    return World(table)


# -- birds


def secret(world: World, clock: Traveller) -> None:
    """Every secret there is, under one Mastermind and under the next; each with words that stand nowhere else."""
    table = table_of(world)
    _under(world, "Kevan", "first")
    clock.shift(DAY)
    table.sweep()
    table.win("Ada", clock)
    table.ascend("Ada")
    _under(world, "Ada", "second")
    clock.shift(DAY)
    table.sweep()
    table.add("Ben", 1)
    _nobody_chose(world)


def _under(world: World, mastermind: str, when: str) -> None:
    table = table_of(world)
    for name, side in (("Quill", "Double Agent (World)"), ("Cleo", "World")):
        if table.cover(name).affiliation is None:
            table.declare_for(name, side)
    for name in ("Quill", "Cleo"):
        words = world.hide(f"canary-corrected-{when}-{name}", name, "Ada")
        table.correct(name, "location", "KRA" if when == "first" else "MUR", words, by=mastermind)
    table.move("Cleo", "SLO" if when == "first" else "URA")
    table.move("Quill", "SLO" if when == "first" else "URA")
    table.attempt("Quill", "Cleo" if when == "first" else "Ben")
    for what in ("affiliation", "location", "side", "prison"):
        table.disclose("Quill", "Cleo", what, by=mastermind)
    _mission(world, mastermind, when)


def _mission(world: World, mastermind: str, when: str) -> None:
    table = table_of(world)
    number = 1 if when == "first" else table.open_mission("Advanced Training", by=mastermind, **PARTS).number
    group = table.team(number, "Quill", "Cleo")
    claim = table.claim("Quill", number, group, world.hide(f"canary-claim-{when}", "Quill", "Cleo", "Ada"))
    reason = world.hide(f"canary-refused-{when}", "Quill", "Cleo", "Ada")
    table.refuse(claim, reason, by=mastermind)
    words = world.hide(f"canary-waits-{when}", "Quill", "Cleo", "Ada")
    table.claim("Quill", number, group, words)


def _nobody_chose(world: World) -> None:
    """Salts, commitments and addresses of secret things: no secrets themselves, and nobody else's to see either."""
    table = table_of(world)
    names = {each.pk: each.name for each in Agent.objects.filter(game=table.made)}
    for link in PrivateEvent.objects.filter(game=table.made):
        told = opened(link)
        owners = {*_owners(told.kind, told.data, names), *({"Ada"} if told.kind.startswith("spy.") else ())}
        for words in (told.salt, link.commitment):
            world.hide(words, *owners, shown=False)
    ends = ("Quill", "Cleo", "Ada")
    for model, those in ((Attempt, ("Quill", "Ada")), (Claim, ends), (Team, ends), (Disclosure, ("Cleo", "Ada")),
                         (Errand, ("Ada",))):  # fmt: skip
        for uid in model._default_manager.values_list("uid", flat=True):
            world.hide(uid, *those, shown=False)
    # What is sealed leaves the house for nobody: so each of it begins.
    world.hide("gAAAAA", shown=False)


def _owners(kind: str, data: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """Whose a link is, besides the Mastermind's of now: whoever may prove it."""
    ids = {"spy.cover": ["agent"], "spy.attempt": ["captor"], "spy.disclosure": ["to"], "spy.claim": ["by"]}
    keys = [data[each] for each in ids.get(kind, ())] + [*data.get("group", ()), *data.get("members", ())]
    return [names[each] for each in keys]


def addresses(world: World) -> None:
    """What the places of an address are filled in with."""
    table = table_of(world)
    uids = [*Team.objects.values_list("uid", flat=True), *Claim.objects.values_list("uid", flat=True)]
    world.values |= {
        "slug": [table.made.slug],
        "agent_id": [str(table.agent(name).pk) for name in ("Quill", "Cleo")],
        "agent": [str(table.agent("Quill").pk), "game"],
        "int": ["1", "2"],
        "code": ["KRA", "BER"],
        "commitment": [_cover_of(table, "Quill").commitment],
        "uid": [*uids, *Attempt.objects.values_list("uid", flat=True)],
        "seq": [str(table.game.last_seq)],
        "instant": ["2027-03-02T09:00:00Z"],
        "name": ["Movement"],
    }


def _cover_of(table: SpyTable, name: str) -> PrivateEvent:
    """The newest link that speaks of somebody."""
    links = PrivateEvent.objects.filter(game=table.made).order_by("-n")
    return next(each for each in links if opened(each).data.get("agent") == table.agent(name).pk)


# -- twins


@dataclass(frozen=True, slots=True)
class Plot:
    """What of a story is secret. All that is public of it is the same in every plot."""

    sides: Mapping[str, str]
    starts: Mapping[str, str]
    ways: Mapping[str, str]
    passes: str
    comrade: str
    target: str
    told: Sequence[tuple[str, str, str]]
    claims: int
    why: str


ONE = Plot(
    sides={"Quill": "World", "Cleo": "Mastermind", "Rook": "World"},
    starts={"Quill": "KRA", "Cleo": "BER", "Rook": "BER", "Ben": "PAR"},
    ways={"Quill": "SLO", "Cleo": "FRA", "Rook": "PRU"},
    passes="Cleo", comrade="Cleo", target="Rook", told=[("Quill", "Cleo", "affiliation")], claims=0, why="Wrong.",
)  # fmt: skip
OTHER = Plot(
    sides={"Quill": "Double Agent (Mastermind)", "Cleo": "Double Agent (World)", "Rook": "Mastermind"},
    starts={"Quill": "MUR", "Cleo": "BER", "Rook": "BER", "Ben": "PAR"},
    ways={"Quill": "URA", "Cleo": "PRU", "Rook": "FRA"},
    passes="Rook", comrade="Rook", target="Cleo",
    told=[("Rook", "Quill", "location"), ("Cleo", "Rook", "side"), ("Quill", "Rook", "prison")], claims=2,
    why="A much longer story of what was written down, and of what ought to have been written down.",
)  # fmt: skip


def play(table: SpyTable, plot: Plot, clock: Traveller) -> None:
    """A story of three days; what of it everybody sees does not depend on the plot."""
    for name, side in plot.sides.items():
        table.declare_for(name, side)
    for name, start in plot.starts.items():
        table.assign(name, start)
    for name in ("Quill", "Cleo", "Rook"):
        table.move(name, plot.ways[name])
    group = table.team(1, "Quill", plot.comrade)
    for _ in range(plot.claims):
        table.refuse(table.claim("Quill", 1, group))
    table.attempt("Quill", plot.target)
    for about, to, what in plot.told:
        table.disclose(about, to, what)
    table.correct("Quill", "side", "free", plot.why)
    for _ in range(3):
        clock.shift(DAY)
        table.sweep()


@contextmanager
def pinned() -> Iterator[None]:
    """Nothing is left to chance: salts, ids, seeds, nonces and the tokens of forms are the same in every world."""
    salts, uids = count(1), count(1)
    with (
        patch("nomic.core.vault.token_hex", lambda size: f"{next(salts):0{2 * size}x}"),
        patch("nomic.core.vault.token_urlsafe", lambda size: f"uid-{next(uids):028d}"),
        patch("nomic.core.models.tidings.token_urlsafe", lambda size: f"uid-{next(uids):028d}"),
        patch("nomic.core.forms.dice.token_hex", lambda size: "cd" * size),
        patch("nomic.core.actions.days.token_hex", lambda size: "ab" * size),
        patch("nomic.core.actions.dice.token_hex", lambda size: "cd" * size),
        # The number of a secret link goes into its dice: what fell would differ with how many links there are.
        patch("nomic.core.actions.dice.fall", lambda seed, n, nonce, dice, sides: fall(seed, 0, nonce, dice, sides)),
        patch("secrets.token_urlsafe", lambda size=32: "e" * size),
        patch("django.middleware.csrf._get_new_csrf_string", lambda: "f" * 32),
        patch("django.middleware.csrf._mask_cipher_secret", lambda secret: "a" * 64),
    ):
        yield
