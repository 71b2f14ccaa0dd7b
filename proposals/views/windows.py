"""How long a post may still be edited, withdrawn or filed elsewhere: what its author reads on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nomic.core.mechanics.decision import Decision
from nomic.core.views.entering import GameRequest
from proposals import procedures, queries
from proposals.views.scenes import scene_of
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from proposals.models import Post


def windows(entry: Post, request: GameRequest) -> dict[str, Any] | None:
    """What the reader may still do to the post; None where it is not eirs, or another procedure says what e may."""
    if not queries.is_author(request.agent, entry) or procedures.page_of(entry) is not None:
        return None
    edit, refile = may_edit(entry, request), may_refile(entry, request)
    return {
        "may_edit": edit.outcome,
        "reasons": grounds(edit.reasons, request),
        "until_commented": entry.official and edit.outcome,
        "may_refile": refile.outcome,
        "refile_until": refile.next_check,
        "may_own_up": entry.anonymous,
        "withdrawn": entry.withdrawn_at is not None,
    }


def may_edit(entry: Post, request: GameRequest) -> Decision[bool]:
    """Whether the reader may edit or withdraw this, asked as the action will ask it."""
    return queries.may_edit(request.agent, entry, scene_of(request).law)


def may_refile(entry: Post, request: GameRequest) -> Decision[bool]:
    """Whether the reader may file this under another category; `next_check` is when that ends."""
    return queries.may_change_category(request.agent, entry, scene_of(request).law, request.now)
