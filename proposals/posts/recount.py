"""What was written and voted, against what the log remembers of it."""

from __future__ import annotations

from collections.abc import Iterator

from nomic.core.mechanics.chain import digest
from nomic.core.models import Game
from proposals import queries
from proposals.models import AdminNote, Comment, Post, PostVersion
from proposals.recounting.differences import Difference, Log, compare


def votes(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every icon, against the event of its casting; and no event without one."""
    cast = {event.seq for event in log.values() if event.kind == "vote.cast"}
    for row in Comment.objects.filter(post__game=game, vote__isnull=False).select_related("post"):
        cast.discard(row.seq)
        event = log.get(row.seq)
        recorded = (event.actor_id, event.subject, event.data.get("vote"), event.data.get("digest")) if event else None
        now = (row.author_id, row.post.subject_key, row.vote, row.digest)
        yield compare(row.seq, f"vote on {row.post.subject_key}", recorded, now)
    for seq in sorted(cast):
        yield [Difference(seq, f"vote on {log[seq].subject}", log[seq].data.get("vote"), None)]


def texts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every version of every post, and the post as it is shown: their texts, against their digests in the log."""
    newest: dict[int, tuple[int, object]] = {}
    for row in PostVersion.objects.filter(post__game=game).select_related("post").order_by("n"):
        event = log.get(row.seq)
        recorded = event.data.get("digest") if event else None
        newest[row.post_id] = (row.n, recorded)
        yield compare(row.seq, f"text of {row.post.subject_key}", recorded, _text_digest(row))
    for post in Post.objects.filter(game=game):
        shown = (post.version, _text_digest(post))
        yield compare(game.last_seq, f"text shown of {post.subject_key}", newest.get(post.pk), shown)


def _text_digest(row: Post | PostVersion) -> str:
    return digest({"title": row.title, "body": row.body, "category": row.category, "changes": row.changes})


def comments(game: Game, log: Log) -> Iterator[list[Difference]]:
    """The words of every comment, against the digest that the log took of them."""
    for row in Comment.objects.filter(post__game=game).select_related("post"):
        event = log.get(row.seq)
        what = f"comment {row.number} on {row.post.subject_key}"
        yield compare(row.seq, what, event.data.get("said") if event else None, digest(row.body))


def notes(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every note of an Admin's, against the event that made it: of its own, or of what it was written under."""
    for row in AdminNote.objects.filter(post__game=game).select_related("post"):
        event = log.get(row.seq)
        recorded = (event.actor_id, event.data.get("text") or event.data.get("note")) if event else None
        yield compare(row.seq, f"note {row.number} on {row.post.subject_key}", recorded, (row.author_id, row.text))


def evidence(game: Game, log: Log) -> Iterator[list[Difference]]:
    """What reports of foul play rest on, against the commitments that the log took when they were made."""
    told = {event.subject: event for event in log.values() if event.kind == "post.made" and "evidence" in event.data}
    kept = {f"post:{number}": each for number, each in queries.evidence_commitments(game.pk).items()}
    for subject in sorted(told.keys() | kept.keys()):
        event = told.get(subject)
        recorded = event.data["evidence"] if event else None
        yield compare(event.seq if event else game.last_seq, f"evidence of {subject}", recorded, kept.get(subject))
