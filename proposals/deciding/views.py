"""What is pending, for everybody; and the Admins' queue, where each matter offers the one thing to be done with it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core import queries as core
from nomic.core.views.entering import AgentRequest, GameRequest, as_admin, in_game, law_of
from nomic.core.views.recalling import lack
from proposals import procedures, queries
from proposals.forms.resolving import suggested_note
from proposals.mechanics.clerk import foreseen
from proposals.queries import Judged
from proposals.views import presenting, standing
from proposals.views.scenes import pending_of, slots_of
from proposals.views.wording import address, author_url, said

Shown = dict[str, Any]
IN_NO_QUEUE = {"cfj.raising": "Calls for Judgment", "dov.declaring": "Declarations of Victory"}


@require_safe
@in_game
def pending(request: GameRequest) -> HttpResponse:
    """GET: every pending matter, the oldest first, with its tally and what stands between it and its end."""
    judged = pending_of(request)
    unread = queries.unread_comments(request.agent, [each.post.pk for each in judged]) if request.agent else {}
    matters = [entry(each, request) | {"unread": unread.get(each.post.pk, 0)} for each in judged]
    context = {"matters": matters, "slots": slots(request), "kinds": _kinds(request), **_elsewhere(request)}
    return render(request, "proposals/pending.html", context)


def _kinds(request: GameRequest) -> str:
    """What this law has that is pending in no queue."""
    law = law_of(request)
    return " and ".join(label for mechanism, label in IN_NO_QUEUE.items() if law.carries(mechanism))


def _elsewhere(request: GameRequest) -> Shown:
    """Where the law has no Proposals that are decided here: whether it ever had, and where those that it has are."""
    missing = lack("proposals.posting", request)
    pages = procedures.entries(request) if missing else []
    label, name = pages[0] if pages else ("", "")
    return {"lack": missing, "elsewhere": {"label": label, "url": address(name, request)} if name else None}


def entry(judged: Judged, request: GameRequest) -> Shown:
    """One pending matter, as both lists show it."""
    post = judged.post
    return {
        "number": post.number,
        "title": post.title,
        "url": address("post", request, post.number),
        "author": post.byline,
        "author_url": author_url(post, request),
        "category": post.get_category_display(),
        "opened_at": post.matter.opened_at,
        "place": judged.place,
        "is_oldest": judged.place == 1,
        "tally": presenting.columns(judged.facts.kind, presenting.lines_of(judged.verdict), request),
        "quorum": judged.verdict.quorum,
        "state": presenting.state(judged),
        "line": standing.line(judged, request),
        "prose_only": judged.prose_only,
        "yours": yours(judged, request),
        "unvoted": standing.unvoted(judged, request),
    }


def yours(judged: Judged, request: GameRequest) -> str:
    """What the reader has cast on it, in words; nothing for strangers and the idle."""
    if request.agent is None or request.agent.idle_since:
        return ""
    cast = standing.cast_by_reader(judged, request)
    return f"you: {cast}" if cast else ""


def slots(request: GameRequest) -> Shown | None:
    """The reader's own slots, and whether e may post another Proposal; None where no rule has such Proposals."""
    agent = request.agent
    if agent is None or not law_of(request).carries("proposals.posting"):
        return None
    used, may = slots_of(request, agent)
    return {"used": used, "may_post": may.outcome, "reason": " ".join(said(each, request) for each in may.reasons)}


@require_safe
@as_admin
def queue(request: AgentRequest) -> HttpResponse:
    """GET: the Admins' desk. Each pending matter has one button at most, or the reason why it has none."""
    desk = [entry(each, request) | action(each, request) for each in pending_of(request)]
    context = {"matters": desk, "waiting": waiting(request), "roster_url": address("roster", request),
               "admins": request.keywords.plural("admin")}  # fmt: skip
    return render(request, "proposals/queue.html", context)


def action(judged: Judged, request: AgentRequest) -> Shown:
    """The one thing to do with a matter now. Where it may be enacted and failed, it fails. (Reading 42)"""
    number, verdict = judged.post.number, judged.verdict
    if not verdict.decided:
        return {}
    case = presenting.case_of(judged, request)
    clerk = foreseen(case, judged.scene.law, judged.scene.now)
    may = presenting.may_resolve(judged, case, verdict.status, request.agent)
    name, label = ("fail", "Fail") if verdict.may_fail else ("enact", presenting.enact_word(judged))
    offered = {
        "url": address(name, request, number),
        "label": label,
        "note": suggested_note(judged, request.agent.name),
        "by_hand": name == "enact" and judged.prose_only,
        "settle": any(each.code == "changes-wait-for-an-admin" for each in clerk.reasons),
    }
    barred = " ".join(said(each, request) for each in may.reasons)
    line = presenting.clerk_line(judged, clerk, request)
    return {"clerk": line, "action": offered if may.outcome else None, "barred": barred}


def waiting(request: AgentRequest) -> list[str]:
    """What else waits for an Admin: arrivals, and those who want to idle or to come back."""
    arrivals = [f"{each.name} asks for admission" for each in core.waiting_applications(request.game.pk)]
    wishes = [(each.name, "be idled" if each.playing else "come back") for each in core.asking(request.game.pk)]
    return arrivals + [f"{name} asks to {wish}" for name, wish in wishes]
