"""What a verdict rests on beside its matter: law, roster, hiatus and ballots, as they are and as they were."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval, day_of
from nomic.core.models import AgentState, Game
from nomic.core.queries import RosterFacts
from proposals.mechanics import cfj, dov, posting, proposal
from proposals.mechanics.verdict import Verdict
from proposals.mechanics.votes import Ballot, Kind, Roster, Status, Vote
from proposals.mechanics.votes import Matter as MatterFacts
from proposals.models import Comment, Matter


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything but the matter itself that a verdict rests on, after one event and at one moment."""

    game_id: int
    facts: RosterFacts
    law: Law
    hiatus: tuple[Interval, ...]
    now: datetime

    @property
    def roster(self) -> Roster:
        mastermind = self.facts.name_of(self.facts.mastermind)
        idle = frozenset(self.facts.named(AgentState.IDLE))
        return Roster(self.facts.named(AgentState.ACTIVE), idle, mastermind)

    def name(self, agent_id: int) -> str:
        return self.facts.name_of(agent_id) or f"agent {agent_id}"

    @property
    def in_hiatus(self) -> bool:
        return any(stop.covers(self.now) for stop in self.hiatus)


def scene(game: Game, now: datetime, law: Law | None = None) -> Scene:
    """The scene as it is; `law` is the one in force, where that has been read already."""
    facts = core.current_roster_facts(game)
    return Scene(game.pk, facts, law or core.law(game.pk), core.hiatus_intervals(game.pk), now)


def scene_after(game_id: int, seq: int, now: datetime) -> Scene:
    """The scene as it was after event `seq`, told from history: what `recount` judges anew."""
    facts = core.roster_facts(game_id, seq)
    return Scene(game_id, facts, core.law(game_id, seq), core.hiatus_intervals(game_id, seq), now)


def ballots(post_ids: Iterable[int], scene: Scene, seq: int | None = None) -> dict[int, tuple[Ballot, ...]]:
    """Every icon on these posts, in the order of casting, by post; only those up to event `seq`, if given."""
    icons = Comment.objects.filter(post_id__in=list(post_ids), vote__isnull=False)
    if seq is not None:
        icons = icons.filter(seq__lte=seq)
    names = {member.id: member.name for member in scene.facts.members}
    found: dict[int, list[Ballot]] = {}
    for post_id, author_id, vote, at in icons.order_by("seq").values_list("post_id", "author_id", "vote", "at"):
        found.setdefault(post_id, []).append(Ballot(names.get(author_id, f"agent {author_id}"), Vote(vote or ""), at))
    return {post_id: tuple(each) for post_id, each in found.items()}


def slots(agent_id: int, law: Law, now: datetime) -> posting.Slots:
    """How many of an Agent's Proposals are pending, how many e made this GMT day, and the limits. (Reading 11)"""
    own = Matter.objects.filter(post__author_id=agent_id, kind=Kind.PROPOSAL.value)
    day = day_of(now)
    counts = own.aggregate(
        pending=Count("pk", filter=Q(status=Status.PENDING.value)),
        # An illegal post never was a Proposal.
        today=Count(
            "pk", filter=Q(opened_at__gte=day, opened_at__lt=day + timedelta(days=1)) & ~Q(status=Status.ILLEGAL.value)
        ),
    )
    return posting.slots(counts["pending"], counts["today"], law, now)


def may_propose(agent_id: int, scene: Scene) -> tuple[posting.Slots, Decision[bool]]:
    """What an Agent has used of eir slots, and whether e may post a Proposal now: asked by pages, and by the act."""
    used = slots(agent_id, scene.law, scene.now)
    idle = scene.name(agent_id) in scene.roster.idle
    return used, posting.may_post_proposal(used, idle=idle, in_hiatus=scene.in_hiatus, law=scene.law)


def may_post(agent_id: int, kind: Kind, scene: Scene) -> Decision[bool]:
    """Whether an Agent may post a matter of this kind now."""
    if kind is Kind.PROPOSAL:
        return may_propose(agent_id, scene)[1]
    idle, mastermind = scene.name(agent_id) in scene.roster.idle, scene.facts.mastermind == agent_id
    return posting.may_raise(kind, idle=idle, mastermind=mastermind, law=scene.law)


def judge(matter: MatterFacts, scene: Scene) -> Verdict:
    """The verdict on a matter of any kind, by the mechanic of its kind."""
    if matter.kind is Kind.PROPOSAL:
        return proposal.verdict(matter, scene.roster, scene.law, scene.now, scene.hiatus)
    if matter.kind is Kind.CFJ:
        return cfj.verdict(matter, scene.roster, scene.law, scene.now, scene.hiatus)
    return dov.verdict(matter, scene.roster, scene.law, scene.now)
