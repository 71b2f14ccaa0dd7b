"""The count of an nweek's ballot, played step by step, and what became of the Proposals that Passed."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core.views.entering import GameRequest, in_game, law_of
from proposals.bnomic.queries import ballots, results
from proposals.bnomic.queries.results import Passing
from proposals.bnomic.views.played import Play, frame
from proposals.bnomic.views.shown import made, register_of
from proposals.bnomic.views.webs import Shown
from proposals.views.wording import address, rule_url, said

LONGEST_NUMBER = 6  # figures of a step in an address


@require_safe
@in_game
def page(request: GameRequest, nweek: int) -> HttpResponse:
    """The count of an nweek; `?step=`: where it stands, the result if that is not said; htmx gets what moves. 404 for
    an nweek that was not counted."""
    count = ballots.count_of(request.game.pk, nweek)
    if count is None:
        raise Http404("The ballot of no such nweek has been counted.")
    passed = results.passings(count)
    void = {each.row.number for each in passed if not each.row.passed}
    play = Play.of(count, void, register_of(request).known)
    here = {"count": count, "address": address("ballot_count", request, nweek), "last": play.last}
    here |= frame(play, _asked(request, play.last), request)
    if request.htmx and not (request.htmx.boosted or request.htmx.history_restore_request):
        return render(request, "bnomic/_count_frame.html", here)
    nweeks = _beside(results.counted_nweeks(request.game.pk), nweek)
    rule = law_of(request).rule("nweek.counting")
    more = {
        "passings": [_passing(each, request) for each in passed],
        "counted": len(play.outcome.ballot),
        "lost": len(play.outcome.sunk),
        "rule": rule,
        "rule_url": rule_url(rule, request),
    }
    return render(request, "bnomic/count.html", here | nweeks | more)


def _asked(request: GameRequest, last: int) -> int:
    """The stop that the address asks for; the last for none and for one that is not there."""
    asked = request.GET.get("step", "")
    readable = asked.isascii() and asked.isdecimal() and len(asked) <= LONGEST_NUMBER
    return min(int(asked), last) if readable else last


def _beside(nweeks: list[int], nweek: int) -> Shown:
    """The nweeks that were counted before and after this one."""
    before = [each for each in nweeks if each < nweek]
    after = [each for each in nweeks if each > nweek]
    return {"before": max(before, default=None), "after": min(after, default=None)}


def _passing(each: Passing, request: GameRequest) -> Shown:
    """What became of a Won Proposal. `problems`: which of its changes could not be made, and why."""
    return {
        "row": each.row,
        "url": address("ballot_proposal", request, each.row.number),
        "event": each.event,
        "stumbled": each.stumbled,
        "problems": [said(reason, request, each.seq) for _, reason in each.problems],
        "made": [made(version, request) for version in each.made],
    }


