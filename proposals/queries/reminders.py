"""Whose vote is missing shortly before time decides, and what waits for an Admin's hand. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from nomic.core.mechanics import tidings
from nomic.core.models import Agent, AgentState, Game, Notice
from proposals.mechanics import posting
from proposals.mechanics.tally import As
from proposals.mechanics.votes import Vote
from proposals.models import Matter, Post
from proposals.queries import outlook
from proposals.queries.matters import PENDING, Judged, pending
from proposals.queries.matters import judged as judge_post
from proposals.queries.scenes import scene
from rulesets import queries as law_text

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


def nearing(now: datetime) -> list[int]:
    """The games with a matter that time may decide soon, that waits its turn, or that waits for a hand."""
    soon = Q(next_check__lte=now + tidings.NEARLY) | Q(next_check=None)
    rows = Matter.objects.filter(soon, status=PENDING).order_by("game_id")
    return list(rows.values_list("game_id", flat=True).distinct())


def reminders(game: Game, now: datetime) -> list[Reminder]:
    """Everything of which somebody has not been reminded yet; as many queries for thirty matters as for three."""
    found = [each for judged in pending(scene(game, now)) for each in _reminders_of(judged, game)]
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


def _reminders_of(judged: Judged, game: Game) -> Iterator[Reminder]:
    # Behind an older Proposal it is judged as if its turn had come: that may be any moment.
    at = (outlook.in_turn(judged) if judged.place > 1 else judged).verdict.next_check
    if not judged.verdict.decided and tidings.is_near(at, judged.scene.now):
        yield Reminder(VOTE_MISSING, judged.post, silent(judged), at)
    if outlook.waits_for_hands(judged, lambda: law_text.state(game)):
        yield Reminder(ADMIN_WORK, judged.post, _admins(judged), how=judged.verdict.status.shown(judged.facts.kind))


def silent(judged: Judged) -> frozenset[int]:
    """The Agents who may vote on a matter now, have not, and did not write it for all to see."""
    cast = {each.voter for each in judged.verdict.tally.counted if each.as_ is not As.NONE and each.cast is not None}
    return frozenset(
        each.id
        for each in judged.scene.facts.members
        if each.state == AgentState.ACTIVE
        and each.name not in cast
        and each.id != judged.post.author_id
        and may_still_vote(each.name, judged)
    )


def may_still_vote(name: str, judged: Judged) -> bool:
    """Whether an icon of this Agent would be a vote on the matter now."""
    scene = judged.scene
    return posting.may_vote(name, Vote.FOR, judged.facts, scene.roster, scene.law, scene.now, scene.hiatus).outcome


def _admins(judged: Judged) -> frozenset[int]:
    there = judged.scene.facts.members
    return frozenset(each.id for each in there if each.is_admin and each.state == AgentState.ACTIVE)


def still_missing(told: Notice, now: datetime) -> bool:
    """Whether a reminder of either kind still has something to say: the matter is pending, the vote not cast."""
    post = _post_of(told)
    judged = post and judge_post(post, scene(told.game, now))
    if not judged:
        return False
    if told.kind == ADMIN_WORK:
        return judged.verdict.decided
    agent = Agent.objects.filter(game=told.game, account_id=told.account_id).first()
    return agent is not None and agent.pk in silent(judged)


def _post_of(told: Notice) -> Post | None:
    number = told.key.partition("@")[0].removeprefix("post:")
    rows = Post.objects.select_related("author", "matter", "game")
    return rows.filter(game=told.game, number=number).first() if number.isdecimal() else None
