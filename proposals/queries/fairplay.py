"""The evidence behind a report of foul play: the one door to it. Reads only."""

from __future__ import annotations

from nomic.core import vault
from nomic.core.mechanics.sealing import commitment
from nomic.core.models import Agent
from proposals.mechanics import fairplay
from proposals.models import Draft, Evidence, Post, PostVersion
from proposals.queries.authorship import is_author


def has_evidence(entry: Post) -> bool:
    """Whether a post rests on evidence that is kept for some eyes: that much everybody knows."""
    return Evidence.objects.filter(post=entry).exists()


def evidence(entry: Post, reader: Agent | None) -> str | None:
    """The evidence, for its author and for Admins whom the report does not accuse; None for anybody else."""
    kept = Evidence.objects.filter(post=entry).first()
    if kept is None or not _may_see(entry, reader):
        return None
    text: str = vault.unseal(kept.sealed)["text"]
    return text


def evidence_commitments(game_id: int) -> dict[int, str]:
    """What is kept, by the numbers of the posts, as the log committed to it: for `recount`, which tells no word."""
    rows = Evidence.objects.filter(post__game_id=game_id).select_related("post")
    opened = ((row.post.number, vault.unseal(row.sealed)) for row in rows)
    return {number: commitment({"post": number, "text": kept["text"]}, kept["salt"]) for number, kept in opened}


def _may_see(entry: Post, reader: Agent | None) -> bool:
    """Whom an earlier version accused is no judge of it either, however the list was edited since."""
    versions = PostVersion.objects.filter(post=entry).values_list("changes", flat=True)
    return fairplay.may_see_evidence(
        reader=reader.pk if reader else None,
        is_author=is_author(reader, entry),
        is_admin=reader is not None and reader.game_id == entry.game_id and reader.is_admin and reader.in_game,
        accused_ever=frozenset().union(*map(fairplay.accused, versions)),
    )


def draft_evidence(draft: Draft) -> str:
    """What its author has written down so far. A draft is read by its author alone: see `draft`."""
    return str(vault.unseal(draft.evidence)) if draft.evidence else ""
