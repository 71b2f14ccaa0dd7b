"""The live ballot: what is Open and what would come of it now, what is Pending, and what has been counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game, law_of
from proposals.bnomic.actions import voting
from proposals.bnomic.queries import ballots, permits
from proposals.bnomic.queries import standing as queries
from proposals.bnomic.views import paper, shown
from proposals.bnomic.views.entered import played
from proposals.views import scenes
from proposals.views.wording import address, grounds

if TYPE_CHECKING:
    from proposals.bnomic.models import NweekCount, Proposal

Shown = dict[str, Any]
NWEEKS_A_PAGE = 5


@require_safe
@in_game
def page(request: GameRequest) -> HttpResponse:
    """The ballot; htmx gets the part that moves."""
    is_played = played(request)
    if request.htmx and not request.htmx.boosted:
        return render(request, "bnomic/_live.html", live(request))
    hands = shown.living_of(request).hands
    course = hands.course if hands and is_played else None
    context = live(request) | {"is_played": is_played, "course": course}
    return render(request, "bnomic/ballot.html", context)


def _submitting(request: GameRequest) -> Shown:
    """Whether the reader may submit a Proposal."""
    if request.agent is None:
        return {"may_submit": False, "against": []}
    may = permits.may_submit(request.agent, request.game, law_of(request))
    return {"may_submit": may.outcome, "against": grounds(may.reasons, request)}


# -- what moves ----------------------------------------------------------------------------------------


def live(request: GameRequest) -> Shown:
    """What `bnomic/_live.html` takes."""
    there = shown.living_of(request)
    barred = shown.barred(request)
    return {
        "clock": shown.clock(request),
        "open_ones": [shown.in_ballot(row, request) for row in there.open_ones],
        "is_late": bool(there.hands and there.hands.opened),
        "closed": [shown.in_ballot(row, request) for row in there.closed],
        "passing": shown.standing_of(request).now.passed,
        "pending": _pending(request),
        "barred": grounds(barred, request),
        "may_vote": request.agent is not None and bool(there.open_ones) and not barred,
        "unvoted": shown.unvoted(request),
        "last": ballots.counts(request.game.pk).first(),
    } | _submitting(request)


def _pending(request: GameRequest) -> list[Shown]:
    """What is Pending, with the warnings that its author got, for everybody."""
    rows = shown.living_of(request).pending
    own = [row.pk for row in rows if request.agent and row.post.author_id == request.agent.pk]
    # What stands against revising one's own stands against revising each of them.
    may = any(shown.may_revise(row, request) for row in rows if row.pk in own[:1])
    return [
        shown.proposal(row, request) | shown.lists_of(row.number, request) | {
            "warnings": shown.warned(row, request),
            "revise_url": address("ballot_revise", request, row.number) if may and row.pk in own else "",
        }
        for row in rows
    ]  # fmt: skip


# -- voting --------------------------------------------------------------------------------------------


@require_POST
@as_agent
def vote(request: AgentRequest, number: int) -> HttpResponse:
    """Cast a vote. htmx gets the whole ballot anew: one vote may change what would come of every Proposal in it."""
    if ballots.proposal(request.game.pk, number) is None:
        raise Http404("There is no such Proposal.")
    cast, on_its_own = request.POST.get("vote", ""), request.POST.get("at") == "paper"
    voting.vote(actor_id=request.agent.pk, game_id=request.game.pk, number=number, vote=cast)
    if not request.htmx:
        messages.success(request, f"Your Final Vote on Proposal {number} is {cast}.")
        back = address("ballot_proposal", request, number) if on_its_own else address("ballot", request)
        return redirect(f"{back}#proposal-{number}")
    scenes.afresh(request)
    shown.afresh(request)
    part = (
        paper.standing(request, paper.found(request, number), has=request.POST.get("has"))
        if on_its_own
        else live(request)
    )
    said = {"part": f"bnomic/_{'standing' if on_its_own else 'live'}.html", "number": number, "cast": cast}
    around = {"panel": shown.panel(request), "item": _in_the_bar(request, "true" if on_its_own else "page")}
    return render(request, "bnomic/_voted.html", part | said | around)


def _in_the_bar(request: GameRequest, current: str) -> Shown:
    """The ballot's entry in the game's bar, which says how many votes the reader owes, as `_nav_link.html` takes it."""
    waiting = len(shown.unvoted(request))
    return {"label": "Ballot", "url": address("ballot", request), "current": current, "count": waiting}


# -- what has been counted -----------------------------------------------------------------------------


@require_safe
@in_game
def historical(request: GameRequest) -> HttpResponse:
    """Every Proposal that has been counted, by nweek, the newest first."""
    played(request)
    page = Paginator(ballots.counts(request.game.pk), NWEEKS_A_PAGE).get_page(request.GET.get("page"))
    found = list(page.object_list)
    rows = list(ballots.proposals(request.game.pk).filter(count__in=[each.pk for each in found]))
    nweeks = [_nweek(each, [row for row in rows if row.count_id == each.pk], request) for each in found]
    return render(request, "bnomic/historical.html", {"page": page, "nweeks": nweeks})


def _nweek(count: NweekCount, rows: list[Proposal], request: GameRequest) -> Shown:
    outcome, register = queries.outcome_on_record(count), shown.register_of(request)
    return {
        "nweek": count.nweek,
        "at": count.due_at,
        "url": address("ballot_count", request, count.nweek),
        "won": len(outcome.passed),
        "lost": len(outcome.sunk),
        "proposals": [
            shown.proposal(row, request) | {
                "fate": shown.fate(row.number, outcome, register, request, is_over=True),
                "tally": shown.tally(outcome.ballot[row.number]),
                "no_effect": row.passed is False,
            }
            for row in rows
        ],
    }  # fmt: skip
