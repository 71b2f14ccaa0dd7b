"""The board of missions, which is for everybody, and how each stands. (Rules Missions and Ranks)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from dynasties.spy.missions import rules as missions_rules
from dynasties.spy.missions.models import Claim, Completion, Mission
from dynasties.spy.missions.queries_teams import ClaimFacts, claim_facts
from dynasties.spy.missions.rules import (
    GoalCheck,
    MissionEnding,
    MissionStanding,
    NumberChange,
    asks_to_abort,
    may_cancel,
    read_checks,
)
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.models import Spy, Theatre
from dynasties.tracker import queries as tracker_queries
from dynasties.tracker.rules import ColumnFacts
from nomic.core.decision import Decision
from nomic.core.games.models import Agent
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Law
from proposals.posts.models import Comment


@dataclass(frozen=True, slots=True)
class MissionFacts:
    """A mission on the board: who has completed it, in order, and who asks for it to be aborted, by name."""

    row: Mission
    standing: MissionStanding
    completions: tuple[Completion, ...]
    aborting: tuple[str, ...]
    checks: tuple[GoalCheck, ...]
    gains: tuple[NumberChange, ...]
    losses: tuple[NumberChange, ...]

    @property
    def ending(self) -> MissionEnding | None:
        return MissionEnding(self.row.ending) if self.row.ending else None


@dataclass(frozen=True, slots=True)
class AgentRecord:
    """How far an Agent has come: missions completed, eir Rank (None without rule Ranks), and what follows from it."""

    completed: int
    rank: str | None
    may_raise: Decision[bool]
    has_won: bool


def mission_board(theatre: Theatre) -> list[MissionFacts]:
    """Every mission of a theatre, the newest first."""
    rows = list(Mission.objects.filter(theatre=theatre).select_related("opened_by", "post").order_by("-number"))
    return _mission_facts(rows)


def get_mission(game_id: int, number: int) -> MissionFacts | None:
    """A mission of any theatre of a game: they are numbered through."""
    rows = Mission.objects.filter(theatre__game_id=game_id, number=number)
    found = _mission_facts(list(rows.select_related("opened_by", "post", "theatre")))
    return found[0] if found else None


def unfinished_count(theatre: Theatre) -> int:
    """How many open missions nobody has completed."""
    return Mission.objects.filter(theatre=theatre, closed_at=None, completions=None).count()


def standing_of(row: Mission) -> MissionStanding:
    """For acts: how a mission stands."""
    completed = Completion.objects.filter(mission=row).values_list("agent_id", flat=True)
    return MissionStanding(row.opened_at, row.closed_at, frozenset(completed))


def abort_askers(post_ids: Collection[int]) -> Mapping[int, tuple[str, ...]]:
    """Who has asked under these posts to abort the mission, each once, by name; nobody who was idle then."""
    said = Comment.objects.filter(post_id__in=post_ids, by_player=True, body__icontains="abort")
    found: dict[int, dict[int, str]] = {}
    for each in said.select_related("author").order_by("number"):
        if asks_to_abort(each.body):
            found.setdefault(each.post_id, {})[each.author_id] = each.author.name
    return {post: tuple(names.values()) for post, names in found.items()}


def may_be_cancelled(row: Mission, law: Law, now: datetime) -> Decision[MissionEnding | None]:
    """For acts: on which ground a mission may be cancelled at this moment."""
    return may_cancel(standing_of(row), len(abort_askers([row.post_id]).get(row.post_id, ())), now, law)


def rewardable_columns(game_id: int) -> list[ColumnFacts]:
    """The numbers of the tracker that a mission may change."""
    return [each for each in tracker_queries.live_columns(game_id) if missions_rules.may_change(each)]


def claims_to_rule(theatre: Theatre) -> list[ClaimFacts]:
    """For the Mastermind's eyes: every claim that waits for a ruling, the oldest first."""
    rows = Claim.objects.filter(mission__theatre=theatre, accepted=None).select_related("mission").order_by("pk")
    return [claim_facts(row) for row in rows]


def completion_counts(theatre: Theatre) -> Counter[int]:
    """How many missions each Agent has completed in a theatre."""
    return Counter(Completion.objects.filter(mission__theatre=theatre).values_list("agent_id", flat=True))


def completions_of(theatre: Theatre, agent: Agent) -> list[Completion]:
    """An Agent's completions, in order."""
    rows = Completion.objects.filter(mission__theatre=theatre, agent=agent)
    return list(rows.select_related("mission").order_by("seq", "pk"))


def record_of(theatre: Theatre, agent: Agent, law: Law | None = None) -> AgentRecord:
    """How far an Agent has come. `law`: that in force, if it has been read already."""
    law = law or law_queries.law(theatre.game_id)
    count = Completion.objects.filter(mission__theatre=theatre, agent=agent).count()
    raised = Spy.objects.filter(theatre=theatre, agent=agent, raised_seq__isnull=False).exists()
    rank = missions_rules.rank_for(count, law)
    may_raise = missions_rules.may_raise_gadgets(count, raised, law)
    return AgentRecord(count, rank.value if rank else None, may_raise, missions_rules.has_won(count, law))


def agents_taking_part(theatre: Theatre, law: Law) -> list[Agent]:
    """Everybody who takes part now, by name."""
    return sorted(theatre_queries.players(theatre, theatre.game, law), key=lambda each: each.name)


def _mission_facts(rows: list[Mission]) -> list[MissionFacts]:
    done: dict[int, list[Completion]] = {}
    for each in Completion.objects.filter(mission__in=rows).select_related("agent").order_by("seq", "pk"):
        done.setdefault(each.mission_id, []).append(each)
    asked = abort_askers([row.post_id for row in rows])
    return [_one_mission_facts(row, tuple(done.get(row.pk, ())), asked.get(row.post_id, ())) for row in rows]


def _one_mission_facts(row: Mission, done: tuple[Completion, ...], asked: tuple[str, ...]) -> MissionFacts:
    standing = MissionStanding(row.opened_at, row.closed_at, frozenset(each.agent_id for each in done))
    gains, losses = missions_rules.load_changes(row.gains), missions_rules.load_changes(row.losses)
    return MissionFacts(row, standing, done, asked, read_checks(row.checks), gains, losses)
