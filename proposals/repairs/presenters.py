"""The part of an official post that is kept for Admins: their notes, and what they may put right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from nomic.core.decision import Decision
from nomic.core.law.dials import CLERK
from nomic.core.requests import GameRequest
from nomic.core.roster.rules import may_play
from proposals.deciding.presenters import ActionLink
from proposals.kinds.cfj.kind import CALL
from proposals.reasons.presenters import address, reason_text
from proposals.repairs import queries as repairs_queries
from proposals.voting.presenters import judging_context_of
from proposals.voting.rules import Status

if TYPE_CHECKING:
    from proposals.posts.models import AdminNote, Post


@dataclass(frozen=True, slots=True)
class AdminNoteLine:
    text: str
    by: str
    by_url: str
    at: datetime
    event_url: str


@dataclass(frozen=True, slots=True)
class AdminField:
    """What `proposals/_admin_field.html` shows; acts for Admins only, those they may not use with the reason."""

    notes: list[AdminNoteLine]
    actions: list[ActionLink]
    judgment_url: str


def admin_field(entry: Post, request: GameRequest) -> AdminField:
    notes = [_note_line(each, request) for each in repairs_queries.admin_notes(entry.pk)]
    actions = _action_links(entry, request) if request.agent and request.agent.is_admin else []
    return AdminField(notes, actions, _call_url(entry, request))


def _note_line(row: AdminNote, request: GameRequest) -> AdminNoteLine:
    by, event_url = row.author, address("log_event", request, row.seq)
    by_url = address("agent", request, by.pk) if by else ""
    return AdminNoteLine(row.text, by.name if by else CLERK, by_url, row.at, event_url)


def _action_links(entry: Post, request: GameRequest) -> list[ActionLink]:
    scene = judging_context_of(request)
    offered = (
        ("note", "Add a note", "", _awake_decision(request)),
        ("illegal", "Mark illegal", "danger", repairs_queries.may_mark_illegal(entry, scene.law)),
        ("reopen", "Open again", "", repairs_queries.may_reopen(entry, request.game, scene)),
    )
    return [
        ActionLink(
            f"{label} …",
            address(name, request, entry.number),
            style,
            " ".join(reason_text(each, request) for each in (may if awake.outcome else awake).reasons),
        )
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
