"""How long a post may still be edited, withdrawn or filed elsewhere: what its author reads on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.views.entering import GameRequest
from proposals import queries
from proposals.mechanics import posting
from proposals.mechanics.votes import Status
from proposals.views.scenes import scene_of
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from proposals.models import Post


def windows(entry: Post, request: GameRequest) -> dict[str, Any] | None:
    """What the reader may still do to the post; None where it is not eirs."""
    if request.agent is None or request.agent.pk != entry.author_id:
        return None
    edit, refile = may_edit(entry, request), may_refile(entry, request)
    return {
        "may_edit": edit.outcome,
        "reasons": grounds(edit.reasons, request),
        "until_commented": entry.official and edit.outcome,
        "may_refile": refile.outcome,
        "refile_until": refile.next_check,
        "withdrawn": entry.withdrawn_at is not None,
    }


def may_edit(entry: Post, request: GameRequest) -> Decision[bool]:
    """Whether the reader may edit or withdraw this, asked as the action will ask it."""
    law = scene_of(request).law
    if entry.withdrawn_at is not None:
        return Decision(False, (Reason("withdrawn", law.rule("posts.editing")),))
    return posting.may_edit(
        request.agent.name if request.agent else "",
        entry.author.name,
        official=entry.official,
        agent_commented=queries.commented(entry.pk),
        status=Status(entry.matter.status) if entry.official else Status.PENDING,
        law=law,
    )


def may_refile(entry: Post, request: GameRequest) -> Decision[bool]:
    """Whether the reader may file this under another category; `next_check` is when that ends."""
    law = scene_of(request).law
    if entry.withdrawn_at is not None:
        return Decision(False, (Reason("withdrawn", law.rule("posts.editing")),))
    return posting.may_change_category(
        request.agent.name if request.agent else "",
        entry.author.name,
        official=entry.official,
        posted_at=entry.posted_at,
        now=request.now,
        commented=queries.commented(entry.pk, by_players_only=False),
        law=law,
    )
