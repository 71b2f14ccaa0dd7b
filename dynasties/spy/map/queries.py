"""The board as everybody may see it; where an Agent may move, by what, and why not; and what moves have left behind
for the Clerk. (Rules Map, Movement, Iron Curtain, Smuggling, Prisons and Checkpoint Charlie)

Whoever asks for an Agent's own moves has asked who the reader is: the answer is that Agent's own secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dynasties.spy.dials import AIRLINKS, CHECKPOINT, CURTAIN, PRISONS, SHORTCUTS
from dynasties.spy.gadgets import queries as gadgets_queries
from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.map.rules import (
    CHECKPOINT_TOWNS,
    MoveAttempt,
    Mover,
    Route,
    attempt_move,
    cheapest_route,
    legal_attempts,
)
from dynasties.spy.missions.models import Completion
from dynasties.spy.missions.rules import supply_is_quiet
from dynasties.spy.prison.rules import prison_location
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.models import Errand, Theatre
from dynasties.spy.theatre.queries import PublicState, keeps_the_secrets
from dynasties.spy.theatre.rules import NAMES, SecretState
from dynasties.spy.theatre.rules_map import (
    ATLAS,
    SHORTCUT_PAIRS,
    Curtain,
    Side,
    Territory,
    adjacent_territories,
    border_ids,
    territory_name,
)
from dynasties.spy.theatre.rules_tickets import LKL_COLUMN, Tickets
from nomic.core import vault
from nomic.core.decision import Decision, permission
from nomic.core.duties import queries as duties_queries
from nomic.core.games.models import Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Law
from nomic.core.roster import queries as roster_queries
from nomic.core.roster.models import Hiatus

MOVE, SUPPLY = "move", "supply-roll"


@dataclass(frozen=True, slots=True)
class MoveGround:
    """What a move is judged by: who would move, with what, the Iron Curtain, and the law."""

    mover: Mover
    curtain: Curtain
    law: Law


@dataclass(frozen=True, slots=True)
class OwnMoves:
    """All legal moves by the codes of where they lead, and whether it is time for each of what is done only so often:
    `may.next_check` tells when for a move."""

    ground: MoveGround
    moves: tuple[MoveAttempt, ...]
    times: Mapping[str, Decision[bool]]

    @property
    def may(self) -> Decision[bool]:
        return self.times[MOVE]


def move_ground(
    theatre: Theatre, agent: Agent, law: Law | None = None, public: PublicState | None = None
) -> MoveGround:
    """An Agent's own, as things are now. `law`, `public`: where they have been read already."""
    public = public or theatre_queries.public_state(theatre)
    cover = theatre_queries_covers.cover_of(theatre, agent.pk)
    return MoveGround(
        _mover(cover, public.ledger.tickets(agent.pk), gadgets_queries.licences_of(theatre, agent.pk)),
        public.papers.curtain,
        law or law_queries.law(theatre.game_id),
    )


def _mover(cover: SecretState, tickets: Tickets, licences: frozenset[GadgetLicence]) -> Mover:
    return Mover(cover.location, tickets, cover.kept_side, cover.prison, cover.affiliation_served, licences)


def own_moves(
    theatre: Theatre, agent: Agent, now: datetime, law: Law | None = None, public: PublicState | None = None
) -> OwnMoves:
    """All that e may do, and when; `law`, `public`: where they have been read already."""
    found = move_ground(theatre, agent, law, public)
    times = times_of(agent, found.law, now, roster_queries.hiatus_since(theatre.game_id))
    return OwnMoves(found, legal_attempts(found.mover, found.curtain, found.law), times)


def times_of(agent: Agent, law: Law, now: datetime, stopped_at: datetime | None) -> Mapping[str, Decision[bool]]:
    """Whether it is time for a move and for a roll for supplies; it always is for what the law lets be at any time.

    `stopped_at`: since when the game is in hiatus; None while it is not.
    """
    terms = [term for act in (MOVE, SUPPLY) if (term := law.act(act)) is not None]
    free = {MOVE: permission(), SUPPLY: permission()}
    return {**free, **duties_queries.may_do_acts(agent, terms, law, now, stopped_at)} if terms else free


def limited_act(act: str, law: Law) -> str:
    """The same act, where the law has it done only so often; nothing where it may be done at any time."""
    return act if law.act(act) is not None else ""


def attempt_to(found: MoveGround, to: str) -> MoveAttempt:
    """The move there, or why there is none. `to` is a known code."""
    return attempt_move(found.mover, to, found.curtain, found.law)


def route_to(found: MoveGround, to: str) -> Route | None:
    """The cheapest way there with the Tickets in hand."""
    return cheapest_route(found.mover, to, found.curtain, found.law)


def may_be_quiet(theatre: Theatre, agent_id: int, law: Law) -> bool:
    """Whether eir roll for supplies need not publish eir LKL. Public: so are the missions that e has completed."""
    completed = Completion.objects.filter(mission__theatre=theatre, agent_id=agent_id).count()
    return supply_is_quiet(completed, law)


# What everybody may see of the board: its territories, the Iron Curtain, and who was last known to be where. (Map)

BOTH = "both"


@dataclass(frozen=True, slots=True)
class LastSeen:
    """An Agent who was last known to be somewhere. `imprisoned`: in a prison there."""

    agent: int
    name: str
    imprisoned: bool


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A territory as it stands. `side`: “free”, “behind”, “both”; `prison`: the side whose prison is there, or none."""

    territory: Territory
    name: str
    side: str
    neighbours: tuple[str, ...]
    prison: str
    seen: tuple[LastSeen, ...]

    @property
    def code(self) -> str:
        return self.territory.code


@dataclass(frozen=True, slots=True)
class Board:
    """All of it. Of borders, the pairs of codes that they part: `curtain` where the Iron Curtain stands, `porous` where
    one side of it lies on both, `checkpoint` where it is open. `links`: pairs that are adjacent besides.
    """

    places: Mapping[str, BoardPlace]
    curtain: tuple[tuple[str, str], ...]
    porous: tuple[tuple[str, str], ...]
    checkpoint: tuple[tuple[str, str], ...]
    shortcuts: tuple[tuple[str, str], ...]
    airlinks: bool


def read_board(public: PublicState, law: Law) -> Board:
    """The board under the law, as the tracker and the pages have it."""
    curtain, names, seen = public.papers.curtain.curtain_under_law(law), public.papers.legend, _last_seen(public)
    places = {code: _board_place(code, curtain, names, seen.get(code, ()), law) for code in ATLAS}
    walls = border_ids() if law.carries(CURTAIN) else ()
    open_at = tuple(pair for pair in walls if set(pair) == CHECKPOINT_TOWNS and law.carries(CHECKPOINT))
    apart = [pair for pair in walls if pair not in open_at and places[pair[0]].side != places[pair[1]].side]
    return Board(
        places,
        tuple(pair for pair in apart if BOTH not in _border_sides(places, pair)),
        tuple(pair for pair in apart if BOTH in _border_sides(places, pair)),
        tuple(pair for pair in open_at if places[pair[0]].side != places[pair[1]].side),
        tuple(sorted(SHORTCUT_PAIRS)) if law.carries(SHORTCUTS) else (),
        law.carries(AIRLINKS),
    )


def _border_sides(places: Mapping[str, BoardPlace], pair: tuple[str, str]) -> set[str]:
    return {places[code].side for code in pair}


def _board_place(
    code: str, curtain: Curtain, names: Mapping[str, str], seen: tuple[LastSeen, ...], law: Law
) -> BoardPlace:
    side = BOTH if code in curtain.smuggling else str(curtain.side(code) or Side.FREE)
    prison = NAMES[code].value if code in NAMES and law.carries(PRISONS) else ""
    return BoardPlace(
        ATLAS[code], territory_name(code, names), side, tuple(sorted(adjacent_territories(law, code))), prison, seen
    )


def _last_seen(public: PublicState) -> Mapping[str, tuple[LastSeen, ...]]:
    """Who was last known to be in each territory, as the tracker has it; what it says in other words is left out."""
    found = dict[str, tuple[LastSeen, ...]]()
    for each in public.spies:
        said = str(public.ledger.of(each.agent_id, LKL_COLUMN) or "").strip().upper()
        code = said[:3]
        if each.agent.in_game and code in ATLAS and said in (code, prison_location(code)):
            found[code] = (*found.get(code, ()), LastSeen(each.agent_id, each.agent.name, said != code))
    return found


# What moves have left behind, for the Clerk and the Mastermind alone. (Rule Checkpoint Charlie)


@dataclass(frozen=True, slots=True)
class CheckpointPassage:
    """Somebody passed Checkpoint Charlie. `post` is the number of what the journal tells of it, once it does."""

    uid: str
    agent: int
    origin: str
    to: str
    due_at: datetime
    post: int | None


def errands_due(now: datetime) -> Iterator[tuple[int, int]]:
    """Game and errand, whose sealed moment has come, or whose time is over. In a hiatus, none of them has."""
    halted = Hiatus.objects.filter(ended_at__isnull=True).values("game")
    waiting = Errand.objects.filter(next_check__isnull=False).exclude(theatre__game__in=halted)
    for each in waiting.select_related("theatre"):
        if is_errand_due(each, vault.unseal(each.sealed), now):
            yield each.theatre.game_id, each.pk


def is_errand_due(errand: Errand, kept: Mapping[str, Any], now: datetime) -> bool:
    """For acts: whether the Clerk opens one that waits, or, after the time in which any can be opened, closes it."""
    assert errand.next_check is not None  # it waits
    opens = not kept["opened"] and datetime.fromisoformat(kept["look_at"]) <= now
    return opens or errand.next_check <= now


def passages(theatre: Theatre, viewer: Agent | None, game: Game) -> list[CheckpointPassage]:
    """All who passed, the oldest first: for the Mastermind alone, until everything is revealed."""
    if theatre.revealed_id is None and not keeps_the_secrets(viewer, game):
        return []
    kept = ((each.uid, vault.unseal(each.sealed)) for each in Errand.objects.filter(theatre=theatre).order_by("pk"))
    return [
        CheckpointPassage(
            uid, each["agent"], each["from"], each["to"], datetime.fromisoformat(each["due_at"]), each["post"]
        )
        for uid, each in kept
        if each["checkpoint"]
    ]
