"""Calls for Judgment: when a quorum first agreed on each, and what their anonymous authors have told, from the log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from nomic.core.mechanics.sealing import commitment
from nomic.core.models import Event, Game
from proposals import queries
from proposals.mechanics import cfj
from proposals.mechanics.votes import Kind
from proposals.models import Matter, Post
from proposals.recounting.differences import Difference, Log, compare
from proposals.recounting.endings import closed_for_a_while

# What may bring a quorum about, beside a vote on the Call itself.
MOVES = ("agent.", "law.", "hiatus.")


def latches(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Call: that what is kept of its quorum is what stood then, and that none had agreed before."""
    for matter in Matter.objects.filter(game=game, kind=Kind.CFJ.value).select_related("post", "post__author"):
        yield _kept(matter, log) + _before(matter, log)


def _kept(matter: Matter, log: Log) -> list[Difference]:
    kept: dict[str, Any] | None = matter.latch
    if kept is None:
        return []
    seq = int(kept["seq"])
    return compare(seq, f"quorum on {matter.post.subject_key}", kept, _agreed(matter, seq, log[seq].at))


def _agreed(matter: Matter, seq: int, at: datetime) -> dict[str, Any] | None:
    """What a quorum had found by event `seq`, as it would be kept."""
    facts, scene = queries.pending_after(matter.game_id, matter.post, seq, at)
    found = cfj.agreed(facts, scene.roster, scene.law, scene.now, scene.hiatus)
    return dict(queries.latch_json(found, facts, scene, seq)) if found else None


def _before(matter: Matter, log: Log) -> list[Difference]:
    """No quorum had agreed at the end of any act before the one that latched it; none at all, if nothing did."""
    first = matter.latch["at"] if matter.latch else None
    shut = closed_for_a_while(matter.post.subject_key, log)
    moving = (event for event in log.values() if _moves(event, matter))
    ends = {event.at: event for event in moving if not any(event.seq in each for each in shut)}
    found: list[Difference] = []
    for at, event in ends.items():
        if first is None or at < datetime.fromisoformat(first):
            told = _agreed(matter, event.seq, at)
            found += compare(event.seq, f"quorum on {matter.post.subject_key} by then", None, told)
    return found


def _moves(event: Event, matter: Matter) -> bool:
    """Whether the event, while the Call was open, may have made a quorum agree."""
    if event.seq <= matter.opened_seq or (matter.resolved_seq is not None and event.seq >= matter.resolved_seq):
        return False
    is_vote = event.kind == "vote.cast" and event.subject == matter.post.subject_key
    return is_vote or event.kind.startswith(MOVES)


def authorships(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every post that was made without a name: what is sealed, or told since, is what the log committed to."""
    made = {event.subject: event for event in log.values() if event.kind == "post.made" and "commitment" in event.data}
    told = {event.subject: event for event in log.values() if event.kind == queries.OWNED}
    for post in Post.objects.filter(game=game).select_related("authorship"):
        event = made.get(post.subject_key)
        if event is not None or post.authorship is not None:
            yield _authorship(post, event, told.get(post.subject_key))


def _authorship(post: Post, made: Event | None, told: Event | None) -> list[Difference]:
    seq, what = post.seq, f"author of {post.subject_key}"
    committed = made.data["commitment"] if made else None
    if told is None:
        now = post.authorship.commitment if post.authorship else None
        return compare(seq, what, committed, now)
    content = told.data["content"]
    found = compare(told.seq, what, committed, commitment(content, told.data["salt"]))
    return found + compare(told.seq, f"{what}, as e told", (post.author_id, post.number), (
        content["actor"], content["data"]["post"],
    ))  # fmt: skip
