"""A Proposal's own page: its text, its changes, whom it lists and who lists it, its votes, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core import queries as core
from nomic.core.views.entering import GameRequest, in_game, law_of
from proposals import queries as posts
from proposals.bnomic.mechanics.listing import split
from proposals.bnomic.queries import ballots, lists, permits, results
from proposals.bnomic.queries import standing as queries
from proposals.bnomic.views import fates, rehearsed, shown, weaving
from proposals.views.thread import conversation, seen
from proposals.views.wording import address, grounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from proposals.bnomic.models import BallotVote, Listed, Proposal
    from proposals.bnomic.queries.results import Passing
    from proposals.bnomic.queries.standing import Outcome

Shown = dict[str, Any]


@require_safe
@in_game
def page(request: GameRequest, number: int) -> HttpResponse:
    """The page of a Proposal; htmx gets where it stands, or with `?rehearsal` what its changes would do."""
    row = found(request, number)
    part = request.htmx and not request.htmx.boosted
    if part and "rehearsal" not in request.GET:
        return render(request, "bnomic/_standing.html", standing(request, row, has=request.GET.get("has")))
    if part:
        return render(request, "bnomic/_rehearsal.html", {"rehearsal": rehearsed.rehearsal(row, request)})
    passing = results.passing(row)
    context = conversation(row.post, request) | standing(request, row, passing) | _text(row, request, passing)
    answer = render(request, "bnomic/paper.html", context)
    seen(context, request)
    return answer


def found(request: GameRequest, number: int) -> Proposal:
    """The Proposal of that Number, or 404."""
    row = ballots.proposal(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Proposal.")
    return row


# -- what it says --------------------------------------------------------------------------------------


def _text(row: Proposal, request: GameRequest, passing: Passing | None) -> Shown:
    """Its text and its changes, what these would do, and the ways to its versions and to its neighbours by Number."""
    versions = list(posts.post_versions(row.post_id))
    url, n = address("post-versions", request, row.post.number), row.post.version
    numbers = sorted(shown.register_of(request).known)
    place = numbers.index(row.number)
    return {
        "prose": split(row.post.body)[0],
        "version": versions[-1],
        "versions": {"n": n, "url": url, "diff": f"{url}?from={n - 1}&to={n}"} if n > 1 else None,
        "changes": rehearsed.changes(row, versions[-1].seq, request, passing),
        "rehearsal": rehearsed.rehearsal(row, request),
        "before": _numbered(numbers[place - 1] if place else None, request),
        "after": _numbered(numbers[place + 1] if place + 1 < len(numbers) else None, request),
    }


def _numbered(number: int | None, request: GameRequest) -> Shown | None:
    return None if number is None else shown.link(number, shown.register_of(request), request)


# -- where it stands -----------------------------------------------------------------------------------


def standing(
    request: GameRequest, row: Proposal, passing: Passing | None = None, has: str | None = None
) -> Shown:  # fmt: skip
    """What `bnomic/_standing.html` takes: its verdict, its lists with the graph of its neighbours, its votes.

    `passing`: how it Passed, where that has been read already; `has`: which version, in which state, the page shows
    that asks; where that is another by now, all else that tells of it is `anew` in the answer.
    """
    passing, own, others = passing or results.passing(row), lists.listed([row]), lists.listing(row)
    counted = queries.outcome_on_record(row.count) if row.count else shown.standing_of(request).outcome_of(row.number)
    each = _historical(row, request, passing) if row.count else _living(row, counted, request)
    barred = shown.barred(request) if each["state"] == "Open" else ()
    word = _word(each)
    is_now = f"{row.post.version}-{word}"
    rest = {"anew": True} | _text(row, request, passing) if has is not None and has != is_now else {}
    return rest | {
        "has": is_now,
        "word": word,
        "row": row,
        "an_admin": request.keywords.a("admin"),
        "each": each | _listing(own, others, request),
        "clock": shown.clock(request),
        "barred": grounds(barred, request),
        "may_vote": each["state"] == "Open" and request.agent is not None and not barred,
        "votes": _votes(row, counted, request),
        "near": weaving.neighbourhood(row, own, others, request),
    }


def _word(each: Shown) -> str:
    """Its state, or of one whose count is due what that will make of it."""
    if each["state"] != "closed":
        return str(each["state"])
    return fates.by_the_count("Won" if each["fate"]["won"] else "Lost")


def _living(row: Proposal, outcome: Outcome | None, request: GameRequest) -> Shown:
    """Pending, Open, or with its ballot over and not counted yet (`closed`)."""
    there, warnings = shown.living_of(request), {"warnings": shown.warned(row, request)}
    if outcome is None:
        revise = address("ballot_revise", request, row.number) if shown.may_revise(row, request) else ""
        return shown.proposal(row, request) | warnings | {"state": "Pending", "revise_url": revise}
    is_closed = any(each.pk == row.pk for each in there.closed)
    return shown.in_ballot(row, request) | warnings | {"state": "closed" if is_closed else "Open"}


def _historical(row: Proposal, request: GameRequest, passing: Passing | None) -> Shown:
    """What happened to it, from what its count has kept."""
    assert row.count is not None
    outcome, register = queries.outcome_on_record(row.count), shown.register_of(request)
    return shown.proposal(row, request) | {
        "state": row.state,
        "nweek": row.count.nweek,
        "count_url": address("ballot_count", request, row.count.nweek),
        "counted_at": row.count.due_at,
        "fate": shown.fate(row.number, outcome, register, request, is_over=True),
        "tally": shown.tally(outcome.ballot[row.number]),
        "stumbled": passing is not None and passing.stumbled,
        "made": [shown.made(version, request) for version in passing.made] if passing else [],
        "desk_url": _desk(row, request),
    }  # fmt: skip


def _desk(row: Proposal, request: GameRequest) -> str:
    """Where the reader, if e is an Administrator, puts on record that what it says is done; empty where e may not."""
    if request.agent is None or not request.agent.is_admin or not permits.may_carry_out(row, law_of(request)).outcome:
        return ""
    return f"{address('ballot_desk', request)}?proposal={row.number}#proposal-{row.number}"


def _listing(own: Sequence[Listed], others: Sequence[Listed], request: GameRequest) -> Shown:
    """Whom its text lists, and who lists it."""
    register = shown.register_of(request)
    return {
        "depends": shown.listed(queries.depends_on(own), register, request),
        "conflicts": shown.listed(queries.conflicts_with(own), register, request),
        "needed_by": shown.links(_saying(others, "depends"), register, request),
        "opposed_by": shown.links(_saying(others, "conflicts"), register, request),
    }


def _saying(others: Iterable[Listed], relation: str) -> set[int]:
    return {each.proposal.number for each in others if each.relation == relation}


# -- votes ---------------------------------------------------------------------------------------------


def _votes(row: Proposal, outcome: Outcome | None, request: GameRequest) -> list[Shown]:
    """Every vote in order: which are superseded, and which drop out because eir Player has left or is idle."""
    cast = ballots.cast(row)
    latest = {each.voter_id: each.pk for each in cast}
    dropped = _dropped([each for each in cast if latest[each.voter_id] == each.pk], row, outcome)
    return [
        {
            "voter": each.voter.name,
            "url": address("agent", request, each.voter_id),
            "vote": each.vote,
            "at": each.at,
            "is_superseded": latest[each.voter_id] != each.pk,
            "is_dropped": each.pk in dropped,
        }
        for each in cast
    ]


def _dropped(final: list[BallotVote], row: Proposal, outcome: Outcome | None) -> set[int]:
    """Final Votes that do not count: of now for a living Proposal, and by its record for one that has been counted."""
    counted = outcome.ballot[row.number].votes if outcome else {}
    if len(counted) == len(final):
        return set()
    there = core.roster_facts(row.game_id, row.count.seq - 1 if row.count else None)
    # By who e was then: whoever was counted may have another name since.
    players = {each.id for each in there.members if each.playing}
    return {each.pk for each in final if each.voter_id not in players}
