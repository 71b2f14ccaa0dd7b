"""Matters and their verdicts, now and after any event; what would follow for them, and of whom they wait. Reads
only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q, QuerySet

from nomic.core.chain import Json, plain_json
from nomic.core.decision import Decision, Fact, Reason
from nomic.core.games.models import Agent, AgentState, Game
from nomic.core.law.dials import CLERK
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import day_of
from nomic.core.log import queries as log_queries
from nomic.core.notifications import rules as notifications_rules
from nomic.core.notifications.models import Notice
from proposals.deciding import rules as deciding_rules
from proposals.deciding.rules import (
    QueueEntry,
    ResolutionCase,
    Supposition,
    admin_may_resolve,
    queue_positions,
    supposed_matter,
)
from proposals.kinds import KINDS, kind_of
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal import rules as proposal_rules
from proposals.kinds.proposal.dials import ENACTMENT_RESOLVING
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.kinds.proposal.rules import Slots
from proposals.kinds.rules import PostingFacts
from proposals.posts.models import Comment, Matter, Post
from proposals.voting.queries import JudgingContext, judging_context, judging_context_after
from proposals.voting.rules import (
    Ballot,
    CountsAs,
    Latch,
    MatterFacts,
    Roster,
    Status,
    Verdict,
    Vote,
    ordered_ballots,
    simple_tally,
)
from rulesets.changes import queries as changes_queries
from rulesets.changes.queries import Rehearsal
from rulesets.changes.rules import GameState
from rulesets.changes.rules_steps import Applied, DryRun

PENDING = Status.PENDING.value


@dataclass(frozen=True, slots=True)
class JudgedMatter:
    """A pending matter with its post, its facts and the verdict of this moment. `place` is 0 outside the queue."""

    post: Post
    facts: MatterFacts
    verdict: Verdict
    place: int
    scene: JudgingContext = field(repr=False)

    @property
    def roster(self) -> Roster:
        """Whose votes decide it: those who play, or who played when a quorum was reached. (Reading 43)"""
        latched = self.facts.latched
        return latched.roster if latched is not None and latched.roster is not None else self.scene.roster

    @property
    def prose_only(self) -> bool:
        """Whether only a person can carry it out. What a Declaration brings about, the law itself says."""
        return not self.post.changes and self.facts.kind.needs_hands


def pending_matters(scene: JudgingContext) -> list[JudgedMatter]:
    """Every pending matter, oldest first, judged. As many queries for thirty as for three."""
    rows = Post.objects.filter(game_id=scene.game_id, matter__status=PENDING).select_related("author", "matter")
    ordered = sorted(rows, key=lambda post: (post.matter.opened_at, post.number))
    places, cast = _places(ordered), ballots_on([post.pk for post in ordered], scene)
    heads = {place: f"#{number}" for number, place in places.items()}
    return [
        _judge_post(post, scene, places.get(post.number, 0), cast.get(post.pk, ()), heads.get(1)) for post in ordered
    ]


def _judge_post(
    post: Post, scene: JudgingContext, place: int, cast: Sequence[Ballot], head: str | None
) -> JudgedMatter:
    matter = post.matter
    kind = kind_of(matter.kind)
    facts = MatterFacts(
        kind=kind,
        author=_author_name(post, scene),
        posted_at=matter.opened_at,
        ballots=tuple(cast),
        queue_position=max(place, 1),
        older=head if place > 1 else None,
        latched=latch_of(matter, scene),
        watched=kind.has_latch,
    )
    return JudgedMatter(post, facts, judge_matter(facts, scene), place, scene)


def _author_name(post: Post, scene: JudgingContext) -> str:
    """The author's name in this scene; nobody's where the post does not show it. (No such post has an implied vote.)"""
    return scene.name(post.author_id) if post.author_id is not None else ""


def _places(pending_posts: Iterable[Post]) -> Mapping[int, int]:
    return queue_positions(
        QueueEntry(post.number, post.matter.opened_at, kind_of(post.matter.kind), Status(post.matter.status))
        for post in pending_posts
    )


def judged_matter(post: Post, scene: JudgingContext) -> JudgedMatter | None:
    """One pending matter, judged; None for what is not pending."""
    if not hasattr(post, "matter") or post.matter.status != PENDING:
        return None
    older = list(older_pending(post))
    place = len(older) + 1 if kind_of(post.matter.kind).has_queue else 0
    head = f"#{older[0].number}" if older else None
    return _judge_post(post, scene, place, ballots_on([post.pk], scene).get(post.pk, ()), head)


def _queued_codes() -> list[str]:
    """The kinds of matter of which only the oldest is decided."""
    return [each.code for each in KINDS.values() if each.has_queue]


def older_pending(post: Post) -> QuerySet[Post]:
    """The Proposals that stand before this one in the queue, oldest first."""
    matter = post.matter
    before = Q(matter__opened_at__lt=matter.opened_at) | Q(matter__opened_at=matter.opened_at, number__lt=post.number)
    rows = Post.objects.filter(game_id=post.game_id, matter__status=PENDING, matter__kind__in=_queued_codes())
    return rows.filter(before).select_related("matter", "author").order_by("matter__opened_at", "number")


def free_since(post: Post) -> datetime:
    """When nothing older stood before this matter any more: its opening, or the last resolution of an older one."""
    matter = post.matter
    if not kind_of(matter.kind).has_queue:
        return matter.opened_at
    before = Q(opened_at__lt=matter.opened_at) | Q(opened_at=matter.opened_at, post__number__lt=post.number)
    older = Matter.objects.filter(before, game_id=post.game_id, kind__in=_queued_codes())
    last: datetime | None = older.aggregate(last=Max("resolved_at"))["last"]
    return max(last or matter.opened_at, matter.opened_at)


def resolver_name(post: Post) -> str:
    """The name of whoever ended this matter; what its author took back ended as it began, with eir name or without."""
    matter = post.matter
    if matter.resolved_by is None and matter.status == Status.WITHDRAWN:
        return post.byline
    return matter.resolved_by.name if matter.resolved_by else CLERK


def resolved_already_reason(post: Post | None, law: Law) -> Reason:
    """Why a matter that is pending no more cannot be resolved: what it is, since when, and whose doing that was."""
    facts: dict[str, Fact] = {"status": "no matter"}
    if post is not None and hasattr(post, "matter"):
        matter = post.matter
        facts = {"status": kind_of(matter.kind).status_word(Status(matter.status)), "at": matter.resolved_at}
        facts["by"] = resolver_name(post)
    return Reason("resolved-already", law.rule(ENACTMENT_RESOLVING), facts)


def matter_after(game_id: int, post: Post, seq: int, now: datetime) -> tuple[MatterFacts, JudgingContext]:
    """A matter's facts and scene as they stood after event `seq`, told from history."""
    then = judging_context_after(game_id, seq, now)
    rows = Post.objects.filter(game_id=game_id, matter__kind__in=_queued_codes(), matter__opened_seq__lte=seq)
    waiting = rows.filter(Q(matter__resolved_seq__isnull=True) | Q(matter__resolved_seq__gt=seq))
    waiting = waiting.exclude(number__in=_closed_for_a_while(game_id, seq))
    places = queue_positions(
        QueueEntry(each.number, each.matter.opened_at, kind_of(each.matter.kind))
        for each in waiting.select_related("matter")
    )
    heads = {place: f"#{number}" for number, place in places.items()}
    place = places.get(post.number, 0)
    kind = kind_of(post.matter.kind)
    facts = MatterFacts(
        kind=kind,
        author=_author_name(post, then),
        posted_at=post.matter.opened_at,
        ballots=ballots_on([post.pk], then, seq).get(post.pk, ()),
        queue_position=max(place, 1),
        older=heads.get(1) if place > 1 else None,
        latched=latch_of(post.matter, then, seq),
        watched=kind.has_latch,
    )
    return facts, then


def _closed_for_a_while(game_id: int, seq: int) -> list[int]:
    """The numbers of the posts that were closed after event `seq`, and that an Admin opened again later."""
    reopened = log_queries.log(game_id).filter(kind="post.reopened", seq__gt=seq, data__closed_seq__lte=seq)
    return [int(event.subject.removeprefix("post:")) for event in reopened]


def pending_counts() -> dict[int, int]:
    """How many matters are pending, by game."""
    counted = Matter.objects.filter(status=PENDING).values("game_id").annotate(count=Count("pk"))
    return dict(counted.order_by().values_list("game_id", "count"))


def due_matters(now: datetime) -> list[tuple[int, int]]:
    """Pending matters whose verdict time may have changed: `(game id, post id)`, in due order. Reads only those."""
    rows = Matter.objects.filter(status=PENDING, next_check__lte=now).order_by("next_check", "opened_at", "pk")
    return list(rows.values_list("game_id", "post_id"))


# What decided a Call for Judgment when its quorum was reached: kept by the ids of then, read in the names of now.


def latch_json(found: Latch, facts: MatterFacts, scene: JudgingContext, seq: int) -> dict[str, Json]:
    """A latch as it is kept: when and after which event, which side, the count, the quorum, and who there was."""
    roster = found.roster or scene.roster
    return {
        "outcome": found.outcome.value,
        "at": plain_json(found.at),
        "seq": seq,
        "ballots": found.ballots,
        "quorum": found.quorum,
        "tally": simple_tally(roster, ordered_ballots(facts)[: found.ballots]).counts,
        "agents": _member_ids(scene, AgentState.ACTIVE),
        "idle": _member_ids(scene, AgentState.IDLE),
        "mastermind": scene.facts.mastermind,
    }


def _member_ids(scene: JudgingContext, state: str) -> list[Json]:
    return [*sorted(member.id for member in scene.facts.members if member.state == state)]


def latch_of(matter: Matter, scene: JudgingContext, upto: int | None = None) -> Latch | None:
    """The kept latch, as of event `upto` if that is given: one of later is none yet."""
    kept: Mapping[str, Json] | None = matter.latch
    if kept is None or (upto is not None and int(str(kept["seq"])) > upto):
        return None
    return _read_latch(kept, scene)


def _read_latch(kept: Mapping[str, Json], scene: JudgingContext) -> Latch:
    names = {group: tuple(scene.name(int(str(each))) for each in _as_list(kept[group])) for group in ("agents", "idle")}
    leader = kept["mastermind"]
    return Latch(
        outcome=Vote(str(kept["outcome"])),
        at=datetime.fromisoformat(str(kept["at"])),
        ballots=int(str(kept["ballots"])),
        roster=Roster(names["agents"], frozenset(names["idle"]), scene.name(int(str(leader))) if leader else None),
        quorum=int(str(kept["quorum"])),
    )


def _as_list(group: Json) -> list[Json]:
    return group if isinstance(group, list) else []


# What would follow for a pending matter: from enacting it, from leaving it to the Clerk, from what is supposed.


def try_changes(judged: JudgedMatter, state: GameState, resolutions: dict[int, str] | None = None) -> Applied:
    """What the change list does to this state of law and roster."""
    return changes_queries.try_kept_changes(state, judged.post.changes, resolutions)


def rehearse_changes(post: Post, game: Game) -> Rehearsal:
    """What enacting this would do now, and in its turn behind the older pending ones."""
    state, own = changes_queries.current_state(game), changes_queries.read_kept_changes(post.changes)
    if own is None:
        unread = changes_queries.try_kept_changes(state, post.changes)
        return Rehearsal(state, DryRun(unread, unread), (), ())
    older = [(f"#{each.number}", changes_queries.read_kept_changes(each.changes) or ()) for each in older_pending(post)]
    return changes_queries.rehearse(state, own, older)


def resolution_case(judged: JudgedMatter, tried: Callable[[], Applied]) -> ResolutionCase:
    """A matter as whoever may resolve it finds it; its changes are tried only if that decides who does."""
    verdict = judged.verdict
    matters = verdict.may_enact and not judged.prose_only
    return ResolutionCase(
        verdict,
        judged.facts.kind,
        free_since=free_since(judged.post) if verdict.is_decided else judged.facts.posted_at,
        prose_only=judged.prose_only,
        applies=not matters or tried().is_unaided,
    )


def waits_for_admin(judged: JudgedMatter, read: Callable[[], GameState]) -> bool:
    """Whether an Admin may resolve it now. `read`: the state of law and roster, asked for only where that decides."""
    verdict, law = judged.verdict, judged.scene.law
    # Only where the Clerk alone resolves does it depend on what hands must do.
    if not verdict.is_decided or law[judged.facts.kind.resolver] != CLERK:
        return verdict.is_decided
    found = resolution_case(judged, lambda: try_changes(judged, read()))
    return admin_may_resolve(found, verdict.status, law).outcome


def judge_in_turn(judged: JudgedMatter) -> JudgedMatter:
    """The matter as it would be judged if nothing older stood before it."""
    facts = replace(judged.facts, queue_position=1, older=None)
    return replace(judged, facts=facts, verdict=judge_matter(facts, judged.scene))


def judge_what_if(judged: JudgedMatter, supposed: Supposition) -> JudgedMatter:
    """The matter as it would be judged if that were so. Nothing is cast, nobody idles."""
    states = dict.fromkeys(supposed.idle, AgentState.IDLE.value) | dict.fromkeys(supposed.back, AgentState.ACTIVE.value)
    there = judged.scene.facts
    members = tuple(replace(each, state=states.get(each.name, each.state)) for each in there.members)
    scene = replace(judged.scene, facts=replace(there, members=members), now=supposed.at)
    facts = supposed_matter(judged.facts, supposed, judged.scene.now)
    if facts.watched and facts.latched is None:
        facts = replace(facts, latched=agreement_on(facts, scene))
    return replace(judged, facts=facts, verdict=judge_matter(facts, scene), scene=scene)


# Whose vote is missing shortly before time decides, and what waits for an Admin's hand. Reads only.

VOTE_MISSING, ADMIN_WORK = "vote-missing", "admin-work"


@dataclass(frozen=True, slots=True)
class Reminder:
    """What Agents, by id, are to be told of a pending matter. `at`: from when on time alone may decide it."""

    kind: str
    post: Post
    agents: frozenset[int]
    at: datetime | None = None
    how: str = ""

    @property
    def key(self) -> str:
        """Once per matter; one that is opened anew is another."""
        return f"{self.post.subject_key}@{self.post.matter.opened_seq}"


def games_to_remind(now: datetime) -> list[int]:
    """The games with a matter that time may decide soon, that waits its turn, or that waits for a hand."""
    soon = Q(next_check__lte=now + notifications_rules.NEARLY) | Q(next_check=None)
    rows = Matter.objects.filter(soon, status=PENDING).order_by("game_id")
    return list(rows.values_list("game_id", flat=True).distinct())


def due_reminders(game: Game, now: datetime) -> list[Reminder]:
    """Everything of which somebody has not been reminded yet; as many queries for thirty matters as for three."""
    found = [each for judged in pending_matters(judging_context(game, now)) for each in _reminders_of(judged, game)]
    if not found:
        return []
    told = Notice.objects.filter(game=game, kind__in=[VOTE_MISSING, ADMIN_WORK], key__in={each.key for each in found})
    known = set(told.values_list("account_id", "kind", "key"))
    accounts = dict(Agent.objects.filter(game=game).values_list("pk", "account_id"))
    left = (
        replace(each, agents=frozenset(who for who in each.agents if (accounts[who], each.kind, each.key) not in known))
        for each in found
    )
    return [each for each in left if each.agents]


def _reminders_of(judged: JudgedMatter, game: Game) -> Iterator[Reminder]:
    # Behind an older Proposal it is judged as if its turn had come: that may be any moment.
    at = (judge_in_turn(judged) if judged.place > 1 else judged).verdict.next_check
    if not judged.verdict.is_decided and notifications_rules.is_near(at, judged.scene.now):
        yield Reminder(VOTE_MISSING, judged.post, silent_voters(judged), at)
    if waits_for_admin(judged, lambda: changes_queries.current_state(game)):
        yield Reminder(
            ADMIN_WORK, judged.post, _admin_ids(judged), how=judged.facts.kind.status_word(judged.verdict.status)
        )


def silent_voters(judged: JudgedMatter) -> frozenset[int]:
    """The Agents who may vote on a matter now, have not, and did not write it for all to see."""
    cast = {
        each.voter for each in judged.verdict.tally.counted if each.as_ is not CountsAs.NONE and each.cast is not None
    }
    return frozenset(
        each.id
        for each in judged.scene.facts.members
        if each.state == AgentState.ACTIVE
        and each.name not in cast
        and each.id != judged.post.author_id
        and may_still_vote(each.name, judged)
    )


def may_still_vote(name: str, judged: JudgedMatter) -> bool:
    """Whether an icon of this Agent would be a vote on the matter now."""
    scene = judged.scene
    ballot = Ballot(name, next(iter(judged.facts.kind.icons)), scene.now)
    return deciding_rules.may_vote(ballot, judged.facts, scene.roster, scene.law, scene.hiatus).outcome


def _admin_ids(judged: JudgedMatter) -> frozenset[int]:
    there = judged.scene.facts.members
    return frozenset(each.id for each in there if each.is_admin and each.state == AgentState.ACTIVE)


def is_reminder_current(told: Notice, now: datetime) -> bool:
    """Whether a reminder of either kind still has something to say: the matter is pending, the vote not cast."""
    post = _reminded_post(told)
    judged = post and judged_matter(post, judging_context(told.game, now))
    if not judged:
        return False
    if told.kind == ADMIN_WORK:
        return judged.verdict.is_decided
    agent = Agent.objects.filter(game=told.game, account_id=told.account_id).first()
    return agent is not None and agent.pk in silent_voters(judged)


def _reminded_post(told: Notice) -> Post | None:
    number = told.key.partition("@")[0].removeprefix("post:")
    rows = Post.objects.select_related("author", "matter", "game")
    return rows.filter(game=told.game, number=number).first() if number.isdecimal() else None


def ballots_on(post_ids: Iterable[int], scene: JudgingContext, seq: int | None = None) -> dict[int, tuple[Ballot, ...]]:
    """Every icon on these posts, in the order of casting, by post; only those up to event `seq`, if given."""
    icons = Comment.objects.filter(post_id__in=list(post_ids), vote__isnull=False)
    if seq is not None:
        icons = icons.filter(seq__lte=seq)
    names = {member.id: member.name for member in scene.facts.members}
    found: dict[int, list[Ballot]] = {}
    for post_id, author_id, vote, at in icons.order_by("seq").values_list("post_id", "author_id", "vote", "at"):
        found.setdefault(post_id, []).append(Ballot(names.get(author_id, f"agent {author_id}"), vote or "", at))
    return {post_id: tuple(each) for post_id, each in found.items()}


def slots_of_author(agent_id: int, law: Law, now: datetime) -> Slots:
    """How many of an Agent's Proposals are pending, how many e made this GMT day, and the limits. (Reading 11)"""
    own = Matter.objects.filter(
        post__author_id=agent_id, kind__in=[each.code for each in KINDS.values() if each.has_slots]
    )
    day = day_of(now)
    counts = own.aggregate(
        pending=Count("pk", filter=Q(status=Status.PENDING.value)),
        # An illegal post never was a Proposal.
        today=Count(
            "pk", filter=Q(opened_at__gte=day, opened_at__lt=day + timedelta(days=1)) & ~Q(status=Status.ILLEGAL.value)
        ),
    )
    return proposal_rules.slots(counts["pending"], counts["today"], law, now)


def may_propose(agent_id: int, scene: JudgingContext) -> tuple[Slots, Decision[bool]]:
    """What an Agent has used of eir slots, and whether e may post a Proposal now: asked by pages, and by the act."""
    used = slots_of_author(agent_id, scene.law, scene.now)
    return used, PROPOSAL.may_post(_posting_facts(agent_id, scene, used), scene.law)


def may_post(agent_id: int, kind: MatterKind, scene: JudgingContext) -> Decision[bool]:
    """Whether an Agent may post a matter of this kind now."""
    used = slots_of_author(agent_id, scene.law, scene.now) if kind.has_slots else None
    return kind.may_post(_posting_facts(agent_id, scene, used), scene.law)


def _posting_facts(agent_id: int, scene: JudgingContext, used: Slots | None) -> PostingFacts:
    return PostingFacts(
        slots=used,
        is_idle=scene.name(agent_id) in scene.roster.idle,
        is_mastermind=scene.facts.mastermind == agent_id,
        in_hiatus=scene.in_hiatus,
    )


def agreement_on(matter: MatterFacts, scene: JudgingContext) -> Latch | None:
    """Whether a quorum agrees on it now; None also for a kind that no quorum decides for good."""
    find = matter.kind.find_agreement
    return None if find is None else find(matter, scene.roster, scene.law, scene.now, scene.hiatus)


def judge_matter(matter: MatterFacts, scene: JudgingContext) -> Verdict:
    """The verdict on a matter of any kind, by the mechanic of its kind."""
    return matter.kind.verdict(matter, scene.roster, scene.law, scene.now, scene.hiatus)
