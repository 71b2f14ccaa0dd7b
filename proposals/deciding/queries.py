"""Matters as they stand: each with its facts, its verdict of this moment and its place in the queue. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet

from nomic.core import queries as core
from nomic.core.mechanics.decision import Fact, Reason
from nomic.core.mechanics.dials import CLERK
from nomic.core.mechanics.law import Law
from proposals.mechanics.queue import Entry, positions
from proposals.mechanics.verdict import Verdict
from proposals.mechanics.votes import Ballot, Kind, Roster, Status
from proposals.mechanics.votes import Matter as MatterFacts
from proposals.models import Matter, Post
from proposals.queries.latches import latch_of
from proposals.queries.scenes import Scene, ballots, judge, scene_after

PENDING = Status.PENDING.value


@dataclass(frozen=True, slots=True)
class Judged:
    """A pending matter with its post, its facts and the verdict of this moment. `place` is 0 outside the queue."""

    post: Post
    facts: MatterFacts
    verdict: Verdict
    place: int
    scene: Scene = field(repr=False)

    @property
    def roster(self) -> Roster:
        """Whose votes decide it: those who play, or who played when a quorum was reached. (Reading 43)"""
        latched = self.facts.latched
        return latched.roster if latched is not None and latched.roster is not None else self.scene.roster

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
        author=_author(post, scene),
        posted_at=matter.opened_at,
        ballots=tuple(cast),
        queue_position=max(place, 1),
        older=head if place > 1 else None,
        latched=latch_of(matter, scene),
        watched=matter.kind == Kind.CFJ,
    )
    return Judged(post, facts, judge(facts, scene), place, scene)


def _author(post: Post, scene: Scene) -> str:
    """The author's name in this scene; nobody's where the post does not show it. (No such post has an implied vote.)"""
    return scene.name(post.author_id) if post.author_id is not None else ""


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


def resolver(post: Post) -> str:
    """The name of whoever ended this matter; what its author took back ended as it began, with eir name or without."""
    matter = post.matter
    if matter.resolved_by is None and matter.status == Status.WITHDRAWN:
        return post.byline
    return matter.resolved_by.name if matter.resolved_by else CLERK


def resolved_already(post: Post | None, law: Law) -> Reason:
    """Why a matter that is pending no more cannot be resolved: what it is, since when, and whose doing that was."""
    facts: dict[str, Fact] = {"status": "no matter"}
    if post is not None and hasattr(post, "matter"):
        matter = post.matter
        facts = {"status": Status(matter.status).shown(Kind(matter.kind)), "at": matter.resolved_at}
        facts["by"] = resolver(post)
    return Reason("resolved-already", law.rule("enactment.resolving"), facts)


def pending_after(game_id: int, post: Post, seq: int, now: datetime) -> tuple[MatterFacts, Scene]:
    """A matter's facts and scene as they stood after event `seq`, told from history."""
    then = scene_after(game_id, seq, now)
    rows = Post.objects.filter(game_id=game_id, matter__kind=Kind.PROPOSAL.value, matter__opened_seq__lte=seq)
    waiting = rows.filter(Q(matter__resolved_seq__isnull=True) | Q(matter__resolved_seq__gt=seq))
    waiting = waiting.exclude(number__in=_closed_for_a_while(game_id, seq))
    places = positions(Entry(each.number, each.matter.opened_at) for each in waiting.select_related("matter"))
    heads = {place: f"#{number}" for number, place in places.items()}
    place = places.get(post.number, 0)
    facts = MatterFacts(
        kind=Kind(post.matter.kind),
        author=_author(post, then),
        posted_at=post.matter.opened_at,
        ballots=ballots([post.pk], then, seq).get(post.pk, ()),
        queue_position=max(place, 1),
        older=heads.get(1) if place > 1 else None,
        latched=latch_of(post.matter, then, seq),
        watched=post.matter.kind == Kind.CFJ,
    )
    return facts, then


def _closed_for_a_while(game_id: int, seq: int) -> list[int]:
    """The numbers of the posts that were closed after event `seq`, and that an Admin opened again later."""
    reopened = core.log(game_id).filter(kind="post.reopened", seq__gt=seq, data__closed_seq__lte=seq)
    return [int(event.subject.removeprefix("post:")) for event in reopened]


def pending_counts() -> dict[int, int]:
    """How many matters are pending, by game."""
    counted = Matter.objects.filter(status=PENDING).values("game_id").annotate(count=Count("pk"))
    return dict(counted.order_by().values_list("game_id", "count"))


def due(now: datetime) -> list[tuple[int, int]]:
    """Pending matters whose verdict time may have changed: `(game id, post id)`, in due order. Reads only those."""
    rows = Matter.objects.filter(status=PENDING, next_check__lte=now).order_by("next_check", "opened_at", "pk")
    return list(rows.values_list("game_id", "post_id"))
