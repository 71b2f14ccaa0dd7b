"""Recount what was written, withdrawn and voted, against the log; and who wrote what was posted without a name."""

from __future__ import annotations

from collections.abc import Iterator

from nomic.core.chain import commitment, digest
from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from proposals.posts import queries as posts_queries
from proposals.posts.models import AdminNote, Comment, Post, PostVersion


def recount_votes(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every icon, against the event of its casting; and no event without one."""
    cast = {event.seq for event in log.values() if event.kind == "vote.cast"}
    for row in Comment.objects.filter(post__game=game, vote__isnull=False).select_related("post"):
        cast.discard(row.seq)
        event = log.get(row.seq)
        recorded = (event.actor_id, event.subject, event.data.get("vote"), event.data.get("digest")) if event else None
        now = (row.author_id, row.post.subject_key, row.vote, row.digest)
        yield compare_values(row.seq, f"vote on {row.post.subject_key}", recorded, now)
    for seq in sorted(cast):
        yield [Difference(seq, f"vote on {log[seq].subject}", log[seq].data.get("vote"), None)]


def recount_post_texts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every version of every post, and the post as it is shown: their texts, against their digests in the log."""
    newest: dict[int, tuple[int, object]] = {}
    for row in PostVersion.objects.filter(post__game=game).select_related("post").order_by("n"):
        event = log.get(row.seq)
        recorded = event.data.get("digest") if event else None
        newest[row.post_id] = (row.n, recorded)
        yield compare_values(row.seq, f"text of {row.post.subject_key}", recorded, _text_digest(row))
    for post in Post.objects.filter(game=game):
        shown = (post.version, _text_digest(post))
        yield compare_values(game.last_seq, f"text shown of {post.subject_key}", newest.get(post.pk), shown)


def _text_digest(row: Post | PostVersion) -> str:
    return digest({"title": row.title, "body": row.body, "category": row.category, "changes": row.changes})


def recount_comments(game: Game, log: Log) -> Iterator[list[Difference]]:
    """The words of every comment, against the digest that the log took of them."""
    for row in Comment.objects.filter(post__game=game).select_related("post"):
        event = log.get(row.seq)
        what = f"comment {row.number} on {row.post.subject_key}"
        yield compare_values(row.seq, what, event.data.get("said") if event else None, digest(row.body))


def recount_notes(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every note of an Admin's, against the event that made it: of its own, or of what it was written under."""
    for row in AdminNote.objects.filter(post__game=game).select_related("post"):
        event = log.get(row.seq)
        recorded = (event.actor_id, event.data.get("text") or event.data.get("note")) if event else None
        yield compare_values(
            row.seq, f"note {row.number} on {row.post.subject_key}", recorded, (row.author_id, row.text)
        )


def recount_evidence(game: Game, log: Log) -> Iterator[list[Difference]]:
    """What reports of foul play rest on, against the commitments that the log took when they were made."""
    told = {event.subject: event for event in log.values() if event.kind == "post.made" and "evidence" in event.data}
    kept = {f"post:{number}": each for number, each in posts_queries.evidence_commitments(game.pk).items()}
    for subject in sorted(told.keys() | kept.keys()):
        event = told.get(subject)
        recorded = event.data["evidence"] if event else None
        yield compare_values(
            event.seq if event else game.last_seq, f"evidence of {subject}", recorded, kept.get(subject)
        )


WITHDRAWN = "post.withdrawn"


def recount_withdrawals(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every post that was taken back, plain ones too, and no other."""
    taken = {event.subject: event for event in log.values() if event.kind == WITHDRAWN}
    for post in Post.objects.filter(game=game):
        event = taken.get(post.subject_key)
        if event or post.withdrawn_at:
            told = event.at if event else None
            what = f"withdrawal of {post.subject_key}"
            yield compare_values(event.seq if event else game.last_seq, what, post.withdrawn_at, told)


def recount_authorships(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every post that was made without a name: what is sealed, or told since, is what the log committed to."""
    made = {event.subject: event for event in log.values() if event.kind == "post.made" and "commitment" in event.data}
    told = {event.subject: event for event in log.values() if event.kind == posts_queries.REVEALED}
    for post in Post.objects.filter(game=game).select_related("authorship"):
        event = made.get(post.subject_key)
        if event is not None or post.authorship is not None:
            yield _authorship_differences(post, event, told.get(post.subject_key))


def _authorship_differences(post: Post, made: Event | None, told: Event | None) -> list[Difference]:
    seq, what = post.seq, f"author of {post.subject_key}"
    committed = made.data["commitment"] if made else None
    if told is None:
        now = post.authorship.commitment if post.authorship else None
        return compare_values(seq, what, committed, now)
    content = told.data["content"]
    found = compare_values(told.seq, what, committed, commitment(content, told.data["salt"]))
    return found + compare_values(
        told.seq, f"{what}, as e told", (post.author_id, post.number), (content["actor"], content["data"]["post"])
    )
