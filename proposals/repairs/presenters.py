"""The part of an official post that is kept for Admins: their notes, and what they may put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from nomic.core.decision import Decision
from nomic.core.law.dials import CLERK
from nomic.core.requests import GameRequest
from nomic.core.roster.rules import may_play
from proposals.kinds.cfj.kind import CALL
from proposals.reasons.presenters import address, reason_text
from proposals.repairs import queries as repairs_queries
from proposals.voting.presenters import judging_context_of
from proposals.voting.rules import Status

if TYPE_CHECKING:
    from proposals.posts.models import AdminNote, Post

Shown = dict[str, Any]


def admin_field(entry: Post, request: GameRequest) -> Shown:
    """What `proposals/_admin_field.html` shows; acts for Admins only, those they may not use with the reason."""
    return {
        "notes": [_note_context(each, request) for each in repairs_queries.admin_notes(entry.pk)],
        "actions": _action_links(entry, request) if request.agent and request.agent.is_admin else [],
        "judgment_url": _call_url(entry, request),
    }


def _note_context(row: AdminNote, request: GameRequest) -> Shown:
    by = row.author
    return {
        "text": row.text,
        "by": by.name if by else CLERK,
        "by_url": address("agent", request, by.pk) if by else "",
        "at": row.at,
        "event_url": address("log_event", request, row.seq),
    }


def _action_links(entry: Post, request: GameRequest) -> list[Shown]:
    scene = judging_context_of(request)
    offered = (
        ("note", "Add a note", "", _awake_decision(request)),
        ("illegal", "Mark illegal", "danger", repairs_queries.may_mark_illegal(entry, scene.law)),
        ("reopen", "Open again", "", repairs_queries.may_reopen(entry, request.game, scene)),
    )
    return [
        {
            "label": f"{label} …",
            "url": address(name, request, entry.number),
            "style": style,
            "reason": " ".join(reason_text(each, request) for each in (may if awake.outcome else awake).reasons),
        }
        for awake in [_awake_decision(request)]
        for name, label, style, may in offered
    ]


def _awake_decision(request: GameRequest) -> Decision[bool]:
    """An idle Admin puts nothing right: that is no business of rules 1.1 and 1.2."""
    admin = request.agent
    return may_play(judging_context_of(request).law, idle_since=admin.idle_since if admin else None)


def _call_url(entry: Post, request: GameRequest) -> str:
    """Where an Agent calls for judgment on what was enacted, and is not opened again; empty for anything else."""
    matter = getattr(entry, "matter", None)
    if request.agent is None or matter is None or matter.status != Status.ENACTED:
        return ""
    asked = {"category": CALL.code, "title": f"The enactment of #{entry.number} {entry.title}"}
    return f"{address('new-post', request)}?{urlencode(asked)}"
