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
from proposals.bnomic.queries import ballots, clocks, permits
from proposals.bnomic.queries import standing as queries
from proposals.bnomic.views import shown
from proposals.views import scenes
from proposals.views.wording import address, grounds, said

if TYPE_CHECKING:
    from proposals.bnomic.models import NweekCount, Proposal

Shown = dict[str, Any]
NWEEKS_A_PAGE = 5


@require_safe
@in_game
def page(request: GameRequest) -> HttpResponse:
    """The ballot; htmx gets the part that moves."""
    played = _played(request)
    if request.htmx and not request.htmx.boosted:
        return render(request, "bnomic/_live.html", live(request))
    context = live(request) | {"is_played": played} | _submitting(request)
    return render(request, "bnomic/ballot.html", context)


def _played(request: GameRequest) -> bool:
    """Whether the law has Proposals of this kind. 404 in a game that never had."""
    played = clocks.is_played(law_of(request))
    if not played and not ballots.highest_number(request.game.pk):
        raise Http404("There are no nweeks in this game.")
    return played


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
    barred = _barred(request)
    waiting = shown.unvoted(request)
    return {
        "clock": shown.clock(request),
        "open_ones": [_in_ballot(row, request) for row in there.open_ones],
        "closed": [_in_ballot(row, request) for row in there.closed],
        "passing": shown.standing_of(request).now.passed,
        "pending": _pending(request),
        "barred": grounds(barred, request),
        "may_vote": request.agent is not None and bool(there.open_ones) and not barred,
        "unvoted": waiting,
        "last": ballots.counts(request.game.pk).first(),
    }


def _barred(request: GameRequest) -> Any:
    """Why the reader may vote on none of what is Open: it is the same for each."""
    rows, hands = shown.living_of(request).open_ones, shown.living_of(request).hands
    if request.agent is None or not rows:
        return ()
    return permits.may_vote(request.agent, rows[0], request.game, law_of(request), hands).reasons


def _in_ballot(row: Proposal, request: GameRequest) -> Shown:
    """A Proposal that is Open, or whose count is due, with where it stands."""
    standing = shown.standing_of(request)
    outcome = standing.outcome_of(row.number)
    assert outcome is not None
    counted, register = outcome.ballot[row.number], standing.register
    own = shown.own_votes(request).get(row.number)
    return (
        shown.proposal(row, request)
        | _lists(row.number, request)
        | {
            "tally": shown.tally(counted, own),
            "fate": shown.fate(row.number, outcome, register, request),
            "own": own.value if own else "",
            "vote_url": address("ballot_vote", request, row.number),
        }
    )


def _lists(number: int, request: GameRequest) -> Shown:
    """What it lists; of Conflicts after that also whoever lists it in the same ballot."""
    standing = shown.standing_of(request)
    rows, outcome, register = standing.listed.get(number, ()), standing.outcome_of(number), standing.register
    own = queries.conflicts_with(rows)
    others = shown.rivals(number, outcome) - {each.number for each in own} if outcome else set()
    return {
        "depends": shown.listed(queries.depends_on(rows), register, request),
        "conflicts": shown.listed(own, register, request) + shown.links(others, register, request),
    }


def _pending(request: GameRequest) -> list[Shown]:
    """What is Pending, with the warnings that its author got, for everybody."""
    standing, law = shown.standing_of(request), law_of(request)
    own = [row for row in standing.living.pending if request.agent and row.post.author_id == request.agent.pk]
    # What stands against revising one's own stands against revising each of them.
    may = bool(own) and _may_revise(own[0], request)
    return [
        shown.proposal(row, request) | _lists(row.number, request) | {
            "warnings": [said(each, request) for each in queries.warned(row, standing, law)],
            "revise_url": address("ballot_revise", request, row.number) if may and row in own else "",
        }
        for row in standing.living.pending
    ]  # fmt: skip


def _may_revise(row: Proposal, request: GameRequest) -> bool:
    assert request.agent is not None
    hands = shown.living_of(request).hands
    return permits.may_revise(request.agent, row, request.game, law_of(request), hands).outcome


# -- voting --------------------------------------------------------------------------------------------


@require_POST
@as_agent
def vote(request: AgentRequest, number: int) -> HttpResponse:
    """Cast a vote. htmx gets the whole ballot anew: one vote may change what would come of every Proposal in it."""
    if ballots.proposal(request.game.pk, number) is None:
        raise Http404("There is no such Proposal.")
    cast = request.POST.get("vote", "")
    voting.vote(actor_id=request.agent.pk, game_id=request.game.pk, number=number, vote=cast)
    if not request.htmx:
        messages.success(request, f"Your Final Vote on Proposal {number} is {cast}.")
        return redirect(f"{address('ballot', request)}#proposal-{number}")
    scenes.afresh(request)
    shown.afresh(request)
    return render(request, "bnomic/_voted.html", live(request) | {"number": number, "cast": cast})


# -- what has been counted -----------------------------------------------------------------------------


@require_safe
@in_game
def historical(request: GameRequest) -> HttpResponse:
    """Every Proposal that has been counted, by nweek, the newest first."""
    _played(request)
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
                "fate": shown.fate(row.number, outcome, register, request),
                "tally": shown.tally(outcome.ballot[row.number]),
                "no_effect": row.passed is False,
            }
            for row in rows
        ],
    }  # fmt: skip
