"""The pages of the ballot: what is Open and Pending, what has been counted, each count step by step, and the graph."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core.requests import GameRequest, in_game, law_of
from proposals.bnomic.ballot import presenters as ballot_presenters, queries as ballot_queries
from proposals.bnomic.ballot.presenters import (
    FateLine,
    PassedVersion,
    ProposalHead,
    ProposalLink,
    WordCount,
    made_context,
    register_of,
    standing_of,
)
from proposals.bnomic.ballot.presenters_count import CountPlay, frame_context
from proposals.bnomic.ballot.presenters_graph import (
    ProposalWeb,
    counted_web,
    graph_cells,
    graph_svg,
    living_web,
    result_fates,
)
from proposals.bnomic.ballot.queries import ProposalPassing, outcome_on_record
from proposals.bnomic.ballot.rules import read_facts
from proposals.bnomic.dials import NWEEK_COUNTING
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.register import queries as register_queries
from proposals.reasons.presenters import address, reason_text, reasons_context, rule_url

if TYPE_CHECKING:
    from nomic.core.log.models import Event
    from proposals.bnomic.nweeks.models import NweekCount
    from proposals.bnomic.register.models import Proposal


def is_played_or_404(request: GameRequest) -> bool:
    """Whether the law has Proposals of this kind. 404 in a game that never had."""
    is_played = nweeks_queries.is_played(law_of(request))
    if not is_played and not register_queries.highest_number(request.game.pk):
        raise Http404("There are no nweeks in this game.")
    return is_played


# The live ballot: what is Open and what would come of it now, what is Pending, and what has been counted.

NWEEKS_A_PAGE = 5


@require_safe
@in_game
def ballot_page(request: GameRequest) -> HttpResponse:
    """The ballot; htmx gets the part that moves."""
    is_played = is_played_or_404(request)
    if request.htmx and not request.htmx.boosted:
        return render(request, "bnomic/_live.html", live_context(request))
    hands = ballot_presenters.living_of(request).hands
    course = hands.course if hands and is_played else None
    context = live_context(request) | {"is_played": is_played, "course": course}
    return render(request, "bnomic/ballot.html", context)


def _submit_context(request: GameRequest) -> dict[str, object]:
    """Whether the reader may submit a Proposal."""
    if request.agent is None:
        return {"may_submit": False, "against": []}
    may = register_queries.may_submit(request.agent, request.game, law_of(request))
    return {"may_submit": may.outcome, "against": reasons_context(may.reasons, request)}


# -- what moves ----------------------------------------------------------------------------------------


def live_context(request: GameRequest) -> dict[str, object]:
    """What `bnomic/_live.html` takes."""
    there = ballot_presenters.living_of(request)
    barred = ballot_presenters.reasons_against_voting(request)
    return {
        "clock": ballot_presenters.clock_context(request),
        "open_ones": [ballot_presenters.ballot_entry(row, request) for row in there.open_ones],
        "is_late": bool(there.hands and there.hands.opened),
        "closed": [ballot_presenters.ballot_entry(row, request) for row in there.closed],
        "passing": ballot_presenters.standing_of(request).now.passed,
        "pending": _pending_papers(request),
        "barred": reasons_context(barred, request),
        "may_vote": request.agent is not None and bool(there.open_ones) and not barred,
        "unvoted": ballot_presenters.unvoted_proposals(request),
        "last": nweeks_queries.all_counts(request.game.pk).first(),
    } | _submit_context(request)


@dataclass(frozen=True, slots=True)
class PendingPaper(ProposalHead):
    """What is Pending, with the warnings that its author got, for everybody."""

    depends: list[ProposalLink]
    conflicts: list[ProposalLink]
    warnings: list[str]
    revise_url: str


def _pending_papers(request: GameRequest) -> list[PendingPaper]:
    rows = ballot_presenters.living_of(request).pending
    own = [row.pk for row in rows if request.agent and row.post.author_id == request.agent.pk]
    # What stands against revising one's own stands against revising each of them.
    may = any(ballot_presenters.may_reader_revise(row, request) for row in rows if row.pk in own[:1])
    return [
        PendingPaper.of(
            row,
            request,
            **ballot_presenters.lists_context(row.number, request)._asdict(),
            warnings=ballot_presenters.warning_texts(row, request),
            revise_url=address("ballot_revise", request, row.number) if may and row.pk in own else "",
        )
        for row in rows
    ]


# -- what has been counted -----------------------------------------------------------------------------


@require_safe
@in_game
def historical_page(request: GameRequest) -> HttpResponse:
    """Every Proposal that has been counted, by nweek, the newest first."""
    is_played_or_404(request)
    page = Paginator(nweeks_queries.all_counts(request.game.pk), NWEEKS_A_PAGE).get_page(request.GET.get("page"))
    found = list(page.object_list)
    rows = list(register_queries.all_proposals(request.game.pk).filter(count__in=[each.pk for each in found]))
    nweeks = [_counted_nweek(each, [row for row in rows if row.count_id == each.pk], request) for each in found]
    return render(request, "bnomic/historical.html", {"page": page, "nweeks": nweeks})


@dataclass(frozen=True, slots=True)
class CountedPaper(ProposalHead):
    fate: FateLine
    tally: list[WordCount]
    no_effect: bool


@dataclass(frozen=True, slots=True)
class CountedNweek:
    """`won` and `lost` count Proposals."""

    nweek: int
    at: datetime
    url: str
    won: int
    lost: int
    proposals: list[CountedPaper]


def _counted_nweek(count: NweekCount, rows: list[Proposal], request: GameRequest) -> CountedNweek:
    outcome, register = ballot_queries.outcome_on_record(count), ballot_presenters.register_of(request)
    papers = [
        CountedPaper.of(
            row,
            request,
            fate=ballot_presenters.fate_context(row.number, outcome, register, request, is_over=True),
            tally=ballot_presenters.tally_context(outcome.ballot[row.number]),
            no_effect=row.passed is False,
        )
        for row in rows
    ]
    url = address("ballot_count", request, count.nweek)
    return CountedNweek(count.nweek, count.due_at, url, len(outcome.passed), len(outcome.sunk), papers)


# The count of an nweek's ballot, played step by step, and what became of the Proposals that Passed.

LONGEST_STOP = 6  # figures of a step in an address


@require_safe
@in_game
def count_page(request: GameRequest, nweek: int) -> HttpResponse:
    """The count of an nweek; `?step=`: where it stands, the result if that is not said; htmx gets what moves. 404 for
    an nweek that was not counted."""
    count = nweeks_queries.count_by_nweek(request.game.pk, nweek)
    if count is None:
        raise Http404("The ballot of no such nweek has been counted.")
    passed = ballot_queries.passings_of(count)
    void = {each.row.number for each in passed if not each.row.passed}
    play = CountPlay.of(count, void, register_of(request).known)
    here = {"count": count, "address": address("ballot_count", request, nweek), "last": play.last}
    here |= frame_context(play, _stop_asked_for(request, play.last), request)
    if request.htmx and not (request.htmx.boosted or request.htmx.history_restore_request):
        return render(request, "bnomic/_count_frame.html", here)
    nweeks = _neighbouring_counts(ballot_queries.counted_nweeks(request.game.pk), nweek)
    rule = law_of(request).rule(NWEEK_COUNTING)
    more = {
        "passings": [_passing_line(each, request) for each in passed],
        "counted": len(play.outcome.ballot),
        "lost": len(play.outcome.sunk),
        "rule": rule,
        "rule_url": rule_url(rule, request),
    }
    return render(request, "bnomic/count.html", here | nweeks | more)


def _stop_asked_for(request: GameRequest, last: int) -> int:
    """The stop that the address asks for; the last for none and for one that is not there."""
    asked = request.GET.get("step", "")
    readable = asked.isascii() and asked.isdecimal() and len(asked) <= LONGEST_STOP
    return min(int(asked), last) if readable else last


def _neighbouring_counts(nweeks: list[int], nweek: int) -> dict[str, object]:
    """The nweeks that were counted before and after this one."""
    before = [each for each in nweeks if each < nweek]
    after = [each for each in nweeks if each > nweek]
    return {"before": max(before, default=None), "after": min(after, default=None)}


class PassingLine(NamedTuple):
    """What became of a Won Proposal. `problems`: which of its changes could not be made, and why."""

    row: Proposal
    url: str
    event: Event | None
    stumbled: bool
    problems: list[str]
    made: list[PassedVersion]


def _passing_line(each: ProposalPassing, request: GameRequest) -> PassingLine:
    problems = [reason_text(reason, request, each.seq) for _, reason in each.problems]
    made, url = (
        [made_context(version, request) for version in each.made],
        address("ballot_proposal", request, each.row.number),
    )
    return PassingLine(each.row, url, each.event, each.has_failed, problems, made)


# The graph of Dependencies and Conflicts: of the ballot as it stands now, and of one that has been counted.

LONGEST_NWEEK = 9  # figures of an nweek in an address


@require_safe
@in_game
def graph_page(request: GameRequest) -> HttpResponse:
    """Of the Open Proposals and the Pending ones; `?pending=no`: of the Open ones alone; `?nweek=`: of those that were
    counted in that nweek. 404 in a game that never had any, and for an nweek that was not counted."""
    is_played_or_404(request)
    asked = request.GET.get("nweek", "")
    shown = _past_context(_count_asked_for(request, asked), request) if asked else _living_context(request)
    return render(request, "bnomic/graph.html", shown | {"nweeks": ballot_queries.counted_nweeks(request.game.pk)})


def _count_asked_for(request: GameRequest, asked: str) -> NweekCount:
    readable = asked.isascii() and asked.isdecimal() and len(asked) <= LONGEST_NWEEK
    row = nweeks_queries.count_by_nweek(request.game.pk, int(asked)) if readable else None
    if row is None:
        raise Http404("The ballot of no such nweek has been counted.")
    return row


def _living_context(request: GameRequest) -> dict[str, object]:
    """The ballot as it stands at this moment."""
    with_pending, standing = request.GET.get("pending") != "no", standing_of(request)
    law = standing.now.law
    carried = {"Dependencies": law.dependencies, "Conflicts": law.conflicts}
    return _graph_context(living_web(standing, with_pending=with_pending), request) | {
        "with_pending": with_pending,
        "is_due": bool(standing.living.closed),
        "void": [name for name, is_carried in carried.items() if not is_carried],
    }


def _past_context(count: NweekCount, request: GameRequest) -> dict[str, object]:
    """The ballot of an nweek with its result."""
    outcome, known = outcome_on_record(count), register_of(request).known
    member = result_fates(outcome, ballot_queries.without_effect(count), known)
    return _graph_context(counted_web(outcome, read_facts(count.facts)[1], known, member), request) | {"count": count}


def _graph_context(web: ProposalWeb, request: GameRequest) -> dict[str, object]:
    return {"graph": graph_svg(web, request), "rows": graph_cells(web, request)}


def get_proposal_or_404(request: GameRequest, number: int) -> Proposal:
    """The Proposal of that Number, or 404."""
    row = register_queries.proposal_by_number(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Proposal.")
    return row
