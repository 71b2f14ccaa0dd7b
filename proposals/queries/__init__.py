"""What is asked of posts, votes and matters: rows in, frozen facts and verdicts out. Reads only.

Verdicts are computed when read, from the law, the roster and the clock, so that a page is right with every worker down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q, QuerySet

from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision, Fact, Reason
from nomic.core.mechanics.dials import CLERK
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval, day_of
from nomic.core.models import AgentState, Game
from nomic.core.queries import RosterFacts
from proposals.mechanics import cfj, dov, posting, proposal
from proposals.mechanics.queue import Entry, positions
from proposals.mechanics.verdict import Verdict
from proposals.mechanics.votes import Ballot, Kind, Roster, Status, Vote
from proposals.mechanics.votes import Matter as MatterFacts
from proposals.models import Category, Comment, Draft, Matter, Post, PostVersion

PENDING = Status.PENDING.value


# -- posts and comments ------------------------------------------------------------------------------


def posts(game_id: int) -> QuerySet[Post]:
    """The journal, newest first, with authors, matters and the number of comments."""
    rows = Post.objects.filter(game_id=game_id).select_related("author", "matter", "matter__resolved_by")
    return rows.annotate(comment_count=Count("comments")).order_by("-number")


def journal(game_id: int, category: str = "", status: str = "", by: str = "") -> QuerySet[Post]:
    """The posts of one category, one status, one author's name: each if given."""
    asked = {"category": category, "matter__status": status, "author__name": by}
    return posts(game_id).filter(**{field: value for field, value in asked.items() if value})


def authors(game_id: int) -> list[str]:
    """The names of all who have posted."""
    names = Post.objects.filter(game_id=game_id).order_by("author__name").values_list("author__name", flat=True)
    return list(names.distinct())


def post(game_id: int, number: int) -> Post | None:
    rows = Post.objects.select_related("author", "game", "matter", "matter__resolved_by")
    return rows.filter(game_id=game_id, number=number).first()


@dataclass(frozen=True, slots=True)
class ByHand:
    """What the Admin who enacted a change list settled emself: places of changes, counted from 0."""

    idle: frozenset[int] = frozenset()
    written: frozenset[int] = frozenset()


def settled_by_hand(entry: Post) -> ByHand:
    """The changes of an enacted post that were declared to do nothing, and those whose text an Admin wrote."""
    events = core.log(entry.game_id, subject=entry.subject_key).filter(data__has_key="by_hand")
    by_hand: Mapping[str, Iterable[int]] = next(
        (event.data["by_hand"] for event in events if event.data["by_hand"]), {}
    )
    return ByHand(frozenset(by_hand.get("skipped", ())), frozenset(map(int, by_hand.get("resolutions", ()))))


def comments(post_id: int) -> QuerySet[Comment]:
    return Comment.objects.filter(post_id=post_id).select_related("author").order_by("number")


def comment_exists(game_id: int, number: int, comment_number: int) -> bool:
    return Comment.objects.filter(post__game_id=game_id, post__number=number, number=comment_number).exists()


def post_versions(post_id: int) -> QuerySet[PostVersion]:
    return PostVersion.objects.filter(post_id=post_id).order_by("n")


def drafts(agent_id: int) -> QuerySet[Draft]:
    """An Agent's own drafts: for eir eyes alone."""
    return Draft.objects.filter(author_id=agent_id).order_by("-saved_at")


def draft(agent_id: int, token: str) -> Draft | None:
    """One of an Agent's own drafts."""
    return Draft.objects.filter(author_id=agent_id, token=token).first()


def posted_with(agent_id: int, token: str) -> bool:
    """Whether this form has made its post already."""
    return Post.objects.filter(author_id=agent_id, token=token).exists()


def commented(post_id: int, *, by_players_only: bool = True) -> bool:
    rows = Comment.objects.filter(post_id=post_id)
    return (rows.filter(by_player=True) if by_players_only else rows).exists()


def slots(agent_id: int, law: Law, now: datetime) -> posting.Slots:
    """How many of an Agent's Proposals are pending, how many e made this GMT day, and the limits. (Reading 11)"""
    own = Matter.objects.filter(post__author_id=agent_id, kind=Kind.PROPOSAL.value)
    day = day_of(now)
    counts = own.aggregate(
        pending=Count("pk", filter=Q(status=PENDING)),
        # An illegal post never was a Proposal.
        today=Count(
            "pk", filter=Q(opened_at__gte=day, opened_at__lt=day + timedelta(days=1)) & ~Q(status=Status.ILLEGAL.value)
        ),
    )
    return posting.slots(counts["pending"], counts["today"], law, now)


# -- facts for the mechanics -------------------------------------------------------------------------


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


def scene(game: Game, now: datetime) -> Scene:
    """The scene as it is."""
    facts = core.current_roster_facts(game)
    return Scene(game.pk, facts, core.law(game.pk), core.hiatus_intervals(game.pk), now)


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


def may_propose(agent_id: int, scene: Scene) -> tuple[posting.Slots, Decision[bool]]:
    """What an Agent has used of eir slots, and whether e may post a Proposal now: asked by pages, and by the act."""
    used = slots(agent_id, scene.law, scene.now)
    idle = scene.name(agent_id) in scene.roster.idle
    return used, posting.may_post_proposal(used, idle=idle, in_hiatus=scene.in_hiatus, law=scene.law)


def judge(matter: MatterFacts, scene: Scene) -> Verdict:
    """The verdict on a matter of any kind, by the mechanic of its kind."""
    if matter.kind is Kind.PROPOSAL:
        return proposal.verdict(matter, scene.roster, scene.law, scene.now, scene.hiatus)
    if matter.kind is Kind.CFJ:
        return cfj.verdict(matter, scene.roster, scene.law, scene.now, scene.hiatus)
    return dov.verdict(matter, scene.roster, scene.law, scene.now)


# -- pending matters ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judged:
    """A pending matter with its post, its facts and the verdict of this moment. `place` is 0 outside the queue."""

    post: Post
    facts: MatterFacts
    verdict: Verdict
    place: int
    scene: Scene = field(repr=False)

    @property
    def prose_only(self) -> bool:
        """Whether only a person can carry it out. What a Declaration brings about, the law itself says."""
        return not self.post.changes and self.facts.kind is not Kind.DOV


def pending(scene: Scene) -> list[Judged]:
    """Every pending matter, oldest first, judged. As many queries for thirty as for three."""
    rows = Post.objects.filter(game_id=scene.game_id, matter__status=PENDING).select_related("author", "matter")
    ordered = sorted(rows, key=lambda post: (post.matter.opened_at, post.number))
    places, cast = _places(ordered), ballots([post.pk for post in ordered], scene)
    heads = {place: f"#{number}" for number, place in places.items()}
    return [_judged(post, scene, places.get(post.number, 0), cast.get(post.pk, ()), heads.get(1)) for post in ordered]


def _judged(post: Post, scene: Scene, place: int, cast: Sequence[Ballot], head: str | None) -> Judged:
    matter = post.matter
    facts = MatterFacts(
        kind=Kind(matter.kind),
        author=scene.name(post.author_id),
        posted_at=matter.opened_at,
        ballots=tuple(cast),
        queue_position=max(place, 1),
        older=head if place > 1 else None,
    )
    return Judged(post, facts, judge(facts, scene), place, scene)


def _places(pending_posts: Iterable[Post]) -> Mapping[int, int]:
    return positions(
        Entry(post.number, post.matter.opened_at, Status(post.matter.status), Kind(post.matter.kind))
        for post in pending_posts
    )


def judged(post: Post, scene: Scene) -> Judged | None:
    """One pending matter, judged; None for what is not pending."""
    if not hasattr(post, "matter") or post.matter.status != PENDING:
        return None
    older = list(older_pending(post))
    place = len(older) + 1 if post.matter.kind == Kind.PROPOSAL.value else 0
    head = f"#{older[0].number}" if older else None
    return _judged(post, scene, place, ballots([post.pk], scene).get(post.pk, ()), head)


def older_pending(post: Post) -> QuerySet[Post]:
    """The Proposals that stand before this one in the queue, oldest first."""
    matter = post.matter
    before = Q(matter__opened_at__lt=matter.opened_at) | Q(matter__opened_at=matter.opened_at, number__lt=post.number)
    rows = Post.objects.filter(game_id=post.game_id, matter__status=PENDING, matter__kind=Kind.PROPOSAL.value)
    return rows.filter(before).select_related("matter", "author").order_by("matter__opened_at", "number")


def free_since(post: Post) -> datetime:
    """When nothing older stood before this matter any more: its opening, or the last resolution of an older one."""
    matter = post.matter
    if matter.kind != Kind.PROPOSAL.value:
        return matter.opened_at
    before = Q(opened_at__lt=matter.opened_at) | Q(opened_at=matter.opened_at, post__number__lt=post.number)
    older = Matter.objects.filter(before, game_id=post.game_id, kind=Kind.PROPOSAL.value)
    last: datetime | None = older.aggregate(last=Max("resolved_at"))["last"]
    return max(last or matter.opened_at, matter.opened_at)


def resolved_already(post: Post | None, law: Law) -> Reason:
    """Why a matter that is pending no more cannot be resolved: what it is, since when, and whose doing that was."""
    facts: dict[str, Fact] = {"status": "no matter"}
    if post is not None and hasattr(post, "matter"):
        matter = post.matter
        facts = {"status": Status(matter.status).shown(Kind(matter.kind)), "at": matter.resolved_at}
        facts["by"] = matter.resolved_by.name if matter.resolved_by else CLERK
    return Reason("resolved-already", law.rule("enactment.resolving"), facts)


def pending_after(game_id: int, post: Post, seq: int, now: datetime) -> tuple[MatterFacts, Scene]:
    """A matter's facts and scene as they stood after event `seq`, told from history."""
    then = scene_after(game_id, seq, now)
    rows = Post.objects.filter(game_id=game_id, matter__kind=Kind.PROPOSAL.value, matter__opened_seq__lte=seq)
    waiting = rows.filter(Q(matter__resolved_seq__isnull=True) | Q(matter__resolved_seq__gt=seq))
    places = positions(Entry(each.number, each.matter.opened_at) for each in waiting.select_related("matter"))
    heads = {place: f"#{number}" for number, place in places.items()}
    place = places.get(post.number, 0)
    facts = MatterFacts(
        kind=Kind(post.matter.kind),
        author=then.name(post.author_id),
        posted_at=post.matter.opened_at,
        ballots=ballots([post.pk], then, seq).get(post.pk, ()),
        queue_position=max(place, 1),
        older=heads.get(1) if place > 1 else None,
    )
    return facts, then


def pending_counts() -> dict[int, int]:
    """How many matters are pending, by game."""
    counted = Matter.objects.filter(status=PENDING).values("game_id").annotate(count=Count("pk"))
    return dict(counted.order_by().values_list("game_id", "count"))


def due(now: datetime) -> list[tuple[int, int]]:
    """Pending matters whose verdict time may have changed: `(game id, post id)`, in due order. Reads only those."""
    rows = Matter.objects.filter(status=PENDING, next_check__lte=now).order_by("next_check", "opened_at", "pk")
    return list(rows.values_list("game_id", "post_id"))


def category_label(category: str) -> str:
    return str(Category(category).label)


def categories() -> list[tuple[str, str]]:
    """The categories that a player may choose from."""
    return [(Category.PROPOSAL.value, Category.PROPOSAL.label), (Category.PLAIN.value, Category.PLAIN.label)]
