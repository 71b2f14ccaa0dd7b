"""The board of missions, which is for everybody, and how each stands. (Rules Missions and Ranks)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from dynasties.mechanics.columns import Column
from dynasties.queries import tracker
from dynasties.spy.mechanics import ranks, rewards
from dynasties.spy.mechanics.goals import Check, read_checks
from dynasties.spy.mechanics.missions import Ending, Standing, asks_to_abort, may_cancel
from dynasties.spy.mechanics.rewards import Change
from dynasties.spy.models import Claim, Completion, Mission, Spy, Theatre
from dynasties.spy.queries import theatres
from dynasties.spy.queries.teams import ClaimShown, claim_shown
from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent
from proposals.models import Comment


@dataclass(frozen=True, slots=True)
class MissionShown:
    """A mission on the board: who has completed it, in order, and who asks for it to be aborted, by name."""

    row: Mission
    standing: Standing
    completions: tuple[Completion, ...]
    aborting: tuple[str, ...]
    checks: tuple[Check, ...]
    gains: tuple[Change, ...]
    losses: tuple[Change, ...]

    @property
    def ending(self) -> Ending | None:
        return Ending(self.row.ending) if self.row.ending else None


@dataclass(frozen=True, slots=True)
class Record:
    """How far an Agent has come: missions completed, eir Rank (None without rule Ranks), and what follows from it."""

    completed: int
    rank: str | None
    may_raise: Decision[bool]
    has_won: bool


def board(theatre: Theatre) -> list[MissionShown]:
    """Every mission of a theatre, the newest first."""
    rows = list(Mission.objects.filter(theatre=theatre).select_related("opened_by", "post").order_by("-number"))
    return _shown(rows)


def mission(game_id: int, number: int) -> MissionShown | None:
    """A mission of any theatre of a game: they are numbered through."""
    rows = Mission.objects.filter(theatre__game_id=game_id, number=number)
    found = _shown(list(rows.select_related("opened_by", "post", "theatre")))
    return found[0] if found else None


def unfinished(theatre: Theatre) -> int:
    """How many open missions nobody has completed."""
    return Mission.objects.filter(theatre=theatre, closed_at=None, completions=None).count()


def standing_of(row: Mission) -> Standing:
    """For acts: how a mission stands."""
    completed = Completion.objects.filter(mission=row).values_list("agent_id", flat=True)
    return Standing(row.opened_at, row.closed_at, frozenset(completed))


def aborting(post_ids: Collection[int]) -> Mapping[int, tuple[str, ...]]:
    """Who has asked under these posts to abort the mission, each once, by name; nobody who was idle then."""
    said = Comment.objects.filter(post_id__in=post_ids, by_player=True, body__icontains="abort")
    found: dict[int, dict[int, str]] = {}
    for each in said.select_related("author").order_by("number"):
        if asks_to_abort(each.body):
            found.setdefault(each.post_id, {})[each.author_id] = each.author.name
    return {post: tuple(names.values()) for post, names in found.items()}


def may_be_cancelled(row: Mission, law: Law, now: datetime) -> Decision[Ending | None]:
    """For acts: on which ground a mission may be cancelled at this moment."""
    return may_cancel(standing_of(row), len(aborting([row.post_id]).get(row.post_id, ())), now, law)


def rewarding(game_id: int) -> list[Column]:
    """The numbers of the tracker that a mission may change."""
    return [each for each in tracker.columns(game_id) if rewards.may_change(each)]


def claims_to_rule(theatre: Theatre) -> list[ClaimShown]:
    """For the Mastermind's eyes: every claim that waits for a ruling, the oldest first."""
    rows = Claim.objects.filter(mission__theatre=theatre, accepted=None).select_related("mission").order_by("pk")
    return [claim_shown(row) for row in rows]


def completed(theatre: Theatre) -> Counter[int]:
    """How many missions each Agent has completed in a theatre."""
    return Counter(Completion.objects.filter(mission__theatre=theatre).values_list("agent_id", flat=True))


def completions_of(theatre: Theatre, agent: Agent) -> list[Completion]:
    """An Agent's completions, in order."""
    rows = Completion.objects.filter(mission__theatre=theatre, agent=agent)
    return list(rows.select_related("mission").order_by("seq", "pk"))


def record_of(theatre: Theatre, agent: Agent, law: Law | None = None) -> Record:
    """How far an Agent has come. `law`: that in force, if it has been read already."""
    law = law or core.law(theatre.game_id)
    count = Completion.objects.filter(mission__theatre=theatre, agent=agent).count()
    raised = Spy.objects.filter(theatre=theatre, agent=agent, raised_seq__isnull=False).exists()
    rank = ranks.rank(count, law)
    may_raise = ranks.may_raise_gadgets(count, raised, law)
    return Record(count, rank.value if rank else None, may_raise, ranks.has_won(count, law))


def takers(theatre: Theatre, law: Law) -> list[Agent]:
    """Everybody who takes part now, by name."""
    return sorted(theatres.players(theatre, theatre.game, law), key=lambda each: each.name)


def _shown(rows: list[Mission]) -> list[MissionShown]:
    done: dict[int, list[Completion]] = {}
    for each in Completion.objects.filter(mission__in=rows).select_related("agent").order_by("seq", "pk"):
        done.setdefault(each.mission_id, []).append(each)
    asked = aborting([row.post_id for row in rows])
    return [_one(row, tuple(done.get(row.pk, ())), asked.get(row.post_id, ())) for row in rows]


def _one(row: Mission, done: tuple[Completion, ...], asked: tuple[str, ...]) -> MissionShown:
    standing = Standing(row.opened_at, row.closed_at, frozenset(each.agent_id for each in done))
    gains, losses = rewards.loaded(row.gains), rewards.loaded(row.losses)
    return MissionShown(row, standing, done, asked, read_checks(row.checks), gains, losses)
