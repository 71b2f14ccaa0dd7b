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

from dynasties.spy.missions import queries_teams as missions_queries_teams
from dynasties.spy.missions.models import Claim, Mission, Team
from dynasties.spy.theatre.models import Attempt, Disclosure, Errand
from nomic.core.dice import actions as dice_actions
from nomic.core.dice.rules import dice_faces
from nomic.core.games.models import Agent
from nomic.core.log.models import PrivateEvent
from nomic.core.secrets.queries import unseal_event
from tests.canary.world import START, STRANGER, World
from tests.spying import SpyTable

# Quill and Cleo have the secrets; Ben is another Agent, and an Admin; Kevan was the Mastermind, and Ada is now.
# Nell is an Agent like any other, who has a part in nothing.
NAMES = ("Ada", "Ben", "Cleo", "Idris", "Nell", "Quill", "Rook")
VIEWERS = ("", "Idris", "Ben", "Kevan", "Cleo", "Ada", "Quill")
PARTS: dict[str, Any] = {"goals": "Be somewhere.", "penalty": "None.", "closes_after": 9}
DAY = timedelta(days=1)
# The accounts, and what is made of the text of the law and of pages: of spies there is in it what all others show.
# The Senate and the ballot have canaries of their own.
ELSEWHERE = ("account", "ruleset-", "rule-", "page_", "post-v", "edit-", "withdraw", "own-", "quorum_", "ballot")


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
    for name in ("Ada", "Ben", "Cleo", "Nell", "Quill", "Rook"):
        table.give(name, air=2, sea=3, land=3)
    table.open_mission("Basic Training", **PARTS)
    table.ask("Ben", "Skis")
    for voter in ("Cleo", "Rook"):
        table.say(voter, 1)
    clock.shift(DAY)
    table.sweep()
    return World(table, elsewhere=ELSEWHERE, forms="spy_")


# -- birds


def secret(world: World, clock: Traveller) -> None:
    """Every secret there is, under one Mastermind and under the next; each with words that stand nowhere else."""
    table = table_of(world)
    attempt = _under(world, "Kevan", "first")
    clock.shift(DAY)
    table.sweep()
    table.win("Ada", clock)
    table.ascend("Ada")
    _under(world, "Ada", "second")
    table.rule_on(attempt, by="Ada")  # the last act: who is in prison moves no more
    clock.shift(DAY)
    table.sweep()
    table.add("Ben", 1)
    _nobody_chose(world)


def _under(world: World, mastermind: str, when: str) -> Attempt:
    table = table_of(world)
    for name, side in (("Quill", "Double Agent (World)"), ("Cleo", "World")):
        if table.cover(name).affiliation is None:
            table.declare_for(name, side)
    for name in ("Quill", "Cleo"):
        words = world.hide(f"canary-corrected-{when}-{name}", name, "Ada")
        table.correct(name, "location", "KRA" if when == "first" else "MUR", words, by=mastermind)
    table.move("Cleo", "SLO" if when == "first" else "URA")
    table.move("Quill", "SLO" if when == "first" else "URA")
    attempt = table.attempt("Quill", "Cleo" if when == "first" else "Ben")
    for what in ("affiliation", "location", "side", "prison"):
        table.disclose("Quill", "Cleo", what, by=mastermind)
    _mission(world, mastermind, when)
    return attempt


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
        told = unseal_event(link)
        owners = {*_owners(told.kind, told.data, names), *({"Ada"} if told.kind.startswith("spy.") else ())}
        for words in (told.salt, link.commitment):
            world.hide(words, *owners, shown=False)
    ends = ("Quill", "Cleo", "Ada")
    # Whom a ruling moved reads in eir own record on which attempt it was; on whose, nowhere.
    ruled, unruled = Attempt.objects.exclude(ruled_at=None), Attempt.objects.filter(ruled_at=None)
    for rows, those in (
        (ruled, ends),
        (unruled, ("Quill", "Ada")),
        (Claim.objects, ends),
        (Team.objects, ends),
        (Disclosure.objects, ("Cleo", "Ada")),
        (Errand.objects, ("Ada",)),
    ):
        for uid in rows.values_list("uid", flat=True):
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
    return next(each for each in links if unseal_event(each).data.get("agent") == table.agent(name).pk)


# -- twins


@dataclass(frozen=True, slots=True)
class Plot:
    """What of a story is secret. All that is public of it is the same in every plot.

    `sides`: who has declared what, and who nothing; `targets`: who attempts to capture whom; `groups`: who is in one,
    its founder first; `claims`: how many the first of them makes, of which the last waits; `told`: what is disclosed
    about whom, and to whom; `why`: a record is put right, or not where it is empty.
    """

    sides: Mapping[str, str]
    starts: Mapping[str, str]
    ways: Mapping[str, str]
    targets: Sequence[tuple[str, str]] = ()
    groups: Sequence[tuple[str, ...]] = ()
    claims: int = 0
    told: Sequence[tuple[str, str, str]] = ()
    why: str = ""


# As little as can be; Cleo passes Checkpoint Charlie.
ONE = Plot(
    sides={"Quill": "World"},
    starts={"Quill": "KRA", "Cleo": "BER", "Rook": "BER", "Ada": "WAR", "Ben": "PAR", "Nell": "LON"},
    ways={"Quill": "SLO", "Cleo": "FRA", "Rook": "PRU"},
)
# As much as can be; Rook passes it. One attempt waits, others are on who is elsewhere.
OTHER = Plot(
    sides={"Quill": "Double Agent (Mastermind)", "Cleo": "Double Agent (World)", "Rook": "Mastermind"},
    starts={"Quill": "MUR", "Cleo": "BER", "Rook": "BER", "Ada": "URA", "Ben": "PAR", "Nell": "LON"},
    ways={"Quill": "URA", "Cleo": "PRU", "Rook": "FRA"},
    targets=[("Quill", "Ada"), ("Quill", "Cleo"), ("Rook", "Cleo"), ("Quill", "Nell"), ("Cleo", "Ben")],
    groups=[("Quill", "Rook"), ("Cleo",)],
    claims=3,
    told=[("Rook", "Quill", "location"), ("Cleo", "Rook", "side"), ("Quill", "Rook", "prison")],
    why="A much longer story of what was written down, and of what ought to have been written down.",
)


def play(table: SpyTable, plot: Plot, clock: Traveller) -> None:
    """A story of three days; what of it everybody sees does not depend on the plot."""
    for name in ("Ben", "Nell"):
        table.declare_for(name)
    for name, side in plot.sides.items():
        table.declare_for(name, side)
    for name, start in plot.starts.items():
        table.assign(name, start)
    for name in ("Quill", "Cleo", "Rook"):
        table.move(name, plot.ways[name])
    groups = [table.team(1, *group) for group in plot.groups]
    for left in reversed(range(plot.claims)):
        claim = table.claim(plot.groups[0][0], 1, groups[0])
        if left:
            table.refuse(claim)
    for captor, target in plot.targets:
        table.attempt(captor, target)
    for about, to, what in plot.told:
        table.disclose(about, to, what)
    if plot.why:
        table.correct("Quill", "side", "free", plot.why)
    for _ in range(3):
        clock.shift(DAY)
        table.sweep()


# What somebody tries who would find out: forms as they are sent, by the names of their addresses.
def tried(table: SpyTable, viewer: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every form by which an Agent could ask about somebody else, each filled in for everybody else."""
    token = (f"tried-{n}" for n in count())
    for name in (each for each in NAMES if each != viewer):
        key = table.agent(name).pk
        yield "spy/dossier/capture/", {"target_id": key, "token": next(token)}
        yield "spy/dossier/rescue/", {"prisoner_id": key, "token": next(token)}
        for what in ("affiliation", "location", "side", "prison"):
            yield "spy/disclose/", {"owner_id": key, "what": what, "to_id": table.agent("Ben").pk}
            yield "spy/desk/correct/", {"agent_id": key, "field": what, "value": "", "why": "So."}
        yield "spy/desk/assign/", {"agent_id": key, "code": "BER"}
    yield "spy/desk/deal/", {}
    yield "spy/dossier/turn/", {}
    yield "spy/missions/1/team/", {"token": next(token)}
    yield from _asked_in(table, viewer)
    yield "spy/missions/1/claim/", {"team": "", "words": "It is done.", "token": next(token)}
    for model in ("teams/uid/join", "teams/uid/leave", "claims/uid/accept", "desk/attempts/uid", "desk/checkpoint/uid"):
        yield f"spy/{model}/", {}
    for code in ("BER", "URA", "LON", "MAR"):
        yield "spy/map/move/", {"to": code, "token": next(token)}
    yield "spy/map/supplies/", {"token": next(token)}


def _asked_in(table: SpyTable, viewer: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everybody is asked into the group that the viewer has just founded, if e could."""
    mission = Mission.objects.get(theatre=table.theatre, number=1)
    mine = missions_queries_teams.team_of(mission, table.agent(viewer).pk) if viewer in NAMES else None
    if mine is not None:
        for name in NAMES:
            yield f"spy/teams/{mine.uid}/invite/", {"agent_id": table.agent(name).pk}


@contextmanager
def pinned(after: int = 0) -> Iterator[None]:
    """Nothing is left to chance: salts, ids, seeds, nonces and the tokens of forms are the same in every world.

    Salts and ids are numbered; the first number comes next to `after`.
    """
    salts, uids = count(after + 1), count(after + 1)
    with (
        patch("nomic.core.vault.token_hex", lambda size: f"{next(salts):0{2 * size}x}"),
        patch("nomic.core.vault.token_urlsafe", lambda size: f"uid-{next(uids):028d}"),
        patch("nomic.core.notifications.models.token_urlsafe", lambda size: f"uid-{next(uids):028d}"),
        patch("nomic.core.dice.forms.token_hex", lambda size: "cd" * size),
        patch("nomic.core.secrets.actions.token_hex", lambda size: "ab" * size),
        patch("nomic.core.dice.actions.token_hex", lambda size: "cd" * size),
        # The number of a secret link goes into its dice: what fell would differ with how many links there are.
        patch.object(
            dice_actions,
            dice_faces.__name__,
            lambda seed, n, nonce, dice, sides: dice_faces(seed, 0, nonce, dice, sides),
        ),
        patch("secrets.token_urlsafe", lambda size=32: "e" * size),
        patch("django.middleware.csrf._get_new_csrf_string", lambda: "f" * 32),
        patch("django.middleware.csrf._mask_cipher_secret", lambda secret: "a" * 64),
    ):
        yield
