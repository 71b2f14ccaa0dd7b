"""Drafts: kept as they are typed, for their author's eyes alone, and thrown away."""

from __future__ import annotations

from typing import Any

from nomic.core import vault
from nomic.core.actions import people
from nomic.core.actions.tokens import check_token
from nomic.core.floor import floor
from proposals import queries
from proposals.actions.texts import LONGEST_BODY
from proposals.models import Draft


def save_draft(
    *, actor_id: int, game_id: int, token: str, category: str, title: str, body: str, changes: list[Any],
    anonymous: bool = False, evidence: str = "",
) -> Draft | None:  # fmt: skip
    """Keep what has been typed, as it is: a draft need not be legal yet. Posted already: nothing to keep."""
    check_token(token)
    with floor(game_id) as the_floor:
        author = people.agent(the_floor, actor_id)
        if queries.posted(author, token):
            return None
        kept = {"game": the_floor.game, "category": category, "title": title[:200], "body": body[: 2 * LONGEST_BODY],
                "changes": changes, "anonymous": anonymous, "saved_at": the_floor.now,
                "evidence": vault.seal(evidence[: 2 * LONGEST_BODY]) if evidence else ""}  # fmt: skip
        draft, _ = Draft.objects.update_or_create(author=author, token=token, defaults=kept)
    return draft


def discard_draft(*, actor_id: int, game_id: int, token: str) -> None:
    """Throw one of one's own drafts away."""
    with floor(game_id) as the_floor:
        Draft.objects.filter(author=people.agent(the_floor, actor_id), token=token).delete()
