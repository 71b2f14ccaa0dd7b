"""Submit a Proposal and revise it while it is Pending; and the page of each Proposal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core.forms import NotDone, fresh_token, run_form
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, law_of
from nomic.core.roster import queries as roster_queries
from proposals.bnomic.ballot import (
    actions as ballot_actions,
    presenters as ballot_presenters,
    presenters_fates as ballot_presenters_fates,
    presenters_graph as ballot_presenters_graph,
    queries as ballot_queries,
    views as ballot_views,
)
from proposals.bnomic.ballot.presenters import (
    FateLine,
    PassedVersion,
    ProposalHead,
    ProposalLink,
    WordCount,
    register_of,
)
from proposals.bnomic.ballot.views import get_proposal_or_404, is_played_or_404, live_context
from proposals.bnomic.papers import actions as papers_actions, presenters as papers_presenters
from proposals.bnomic.papers.actions import PaperWords
from proposals.bnomic.papers.forms import SubmissionForm, fields_of
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.rules_lists import items_text, read_items, split_body
from proposals.changes.forms import read_rows, rows_from_json, rows_json
from proposals.comments.presenters import conversation_context, mark_read
from proposals.composer import actions as composer_actions, views_sheet as composer_views_sheet
from proposals.composer.presenters import Sheet, shelf_of
from proposals.composer.views_sheet import Composer, rework_sheet
from proposals.posts import queries as posts_queries
from proposals.reasons.presenters import address, reasons_context
from proposals.voting import presenters as voting_presenters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from proposals.bnomic.ballot.queries import Outcome, ProposalPassing
    from proposals.bnomic.register.models import BallotVote, Listed, Proposal
    from proposals.posts.models import Draft

FIELDS = ("name", "body", "depends", "conflicts")


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def submit_page(request: AgentRequest) -> HttpResponse:
    """Write a Proposal: an empty form, or one of the reader's own drafts. 404 in a game that never had any."""
    is_played_or_404(request)
    if request.method != "POST":
        return _composer(None).render_page(request, _first_sheet(request))
    do = request.POST.get("do", "post")
    if do in composer_views_sheet.KEEPING:
        return composer_views_sheet.save_draft_and_answer(request, _composer(None), _save_draft, "ballot_submit")
    return _send_submission(request) if do == "post" else _rework(request, do, None)


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def revise_page(request: AgentRequest, number: int) -> HttpResponse:
    """Submit one's own Proposal anew, while it is Pending."""
    row = register_queries.proposal_by_number(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Proposal.")
    if request.method != "POST":
        return _composer(row).render_page(request, _sheet_of_proposal(request, row))
    do = request.POST.get("do", "post")
    return _send_revision(request, row) if do == "post" else _rework(request, do, row)


def _composer(row: Proposal | None) -> Composer[SubmissionForm]:
    return Composer(
        SubmissionForm,
        "bnomic/submit.html",
        partial(papers_presenters.submit_context, row=row),
        partial(papers_presenters.preview_proposal, row=row),
    )


# -- working on the sheet ----------------------------------------------------------------------------


def _rework(request: AgentRequest, do: str, row: Proposal | None) -> HttpResponse:
    """`lists`: whom they mean so far; `pick-depends-14` puts a Proposal into that list, or takes it out again."""
    verb, _, rest = do.partition("-")
    name, _, number = rest.partition("-")
    if do == "lists":
        return _lists_response(request, row)
    if verb == "pick" and name in {"depends", "conflicts"} and number.isascii() and number.isdigit():
        return _pick_proposal(request, row, name, number)
    return rework_sheet(request, _composer(row), do)


def _lists_response(request: AgentRequest, row: Proposal | None) -> HttpResponse:
    sheet = _unjudged_sheet(request)
    if request.htmx:
        return render(
            request, "bnomic/_submit_listed.html", {"listed": papers_presenters.meanings_context(sheet, request, row)}
        )
    return _composer(row).render_page(request, sheet)


def _pick_proposal(request: AgentRequest, row: Proposal | None, name: str, number: str) -> HttpResponse:
    listed, register = read_items(request.POST.get(name, "")), register_of(request)
    left = tuple(each for each in listed if str(register.number_meant(each)) != number)
    sheet = _unjudged_sheet(request, **{name: items_text(left if len(left) < len(listed) else (*listed, f"#{number}"))})
    shown = papers_presenters.lists_form_context(sheet, request, row=row, picking=True)
    if request.htmx:
        return render(request, "bnomic/_submit_lists.html", shown)
    return _composer(row).render_page(request, sheet, **shown)


def _unjudged_sheet(request: AgentRequest, **instead: str) -> Sheet[SubmissionForm]:
    """The sheet as it was sent, or with that in a field; nothing is said about it yet."""
    typed = {name: request.POST.get(name, "") for name in SubmissionForm.base_fields}
    return Sheet(SubmissionForm(initial=typed | instead), read_rows(request.POST), shelf_of(request))


# -- a new one, and its draft ------------------------------------------------------------------------


def _first_sheet(request: AgentRequest) -> Sheet[SubmissionForm]:
    """The sheet to begin with: a draft, or what a link has begun."""
    draft = composer_views_sheet.draft_asked_for(request)
    if draft and register_queries.is_drafted(draft):
        return _sheet_of_draft(request, draft)
    begun = composer_views_sheet.values_from_link(request, FIELDS) | {"token": fresh_token()}
    return Sheet(SubmissionForm(initial=begun), [], shelf_of(request))


def _sheet_of_draft(request: AgentRequest, draft: Draft) -> Sheet[SubmissionForm]:
    fields = fields_of(draft.title, draft.body) | {"token": draft.token}
    return Sheet(SubmissionForm(initial=fields), rows_from_json(draft.changes), shelf_of(request))


def _save_draft(request: AgentRequest, token: str) -> Draft | None:
    """Its lists are kept as the lines that they would be in its body."""
    typed = composer_views_sheet.typed_values(request, FIELDS)
    if typed is None:
        return None
    body = papers_actions.body_with_lists(typed["body"], typed["depends"], typed["conflicts"])
    return composer_actions.save_draft(
        actor_id=request.agent.pk,
        game_id=request.game.pk,
        token=token,
        words=composer_actions.PostWords(
            papers_actions.CATEGORY, typed["name"], body, rows_json(read_rows(request.POST))
        ),
    )


def _words_on(sheet: Sheet[SubmissionForm]) -> PaperWords:
    typed = {name: sheet.form.cleaned_data[name] for name in FIELDS}
    return PaperWords(changes=sheet.entries(), **typed)


def _send_submission(request: AgentRequest) -> HttpResponse:
    composer = _composer(None)
    sheet = composer.read_sheet(request)

    def submit() -> Proposal:
        token = sheet.form.cleaned_data["token"]
        return papers_actions.submit_proposal(**actor_of(request), words=_words_on(sheet), token=token)

    made = run_form(sheet, submit, shows_refusals=True)
    if isinstance(made, NotDone):
        refused = {"refused": reasons_context(made.reasons, request)} if made.reasons else {}
        return composer.render_page(request, sheet, made.status, **refused)
    messages.success(request, f"{made.title} is submitted.")
    return redirect("ballot_proposal", request.game.slug, made.number)


# -- one that is Pending -----------------------------------------------------------------------------


def _sheet_of_proposal(request: AgentRequest, row: Proposal) -> Sheet[SubmissionForm]:
    """What it says now, with its lists in the fields for them."""
    state = register_of(request).state(row.number)
    register_queries.may_revise(request.agent, row, request.game, law_of(request), state).or_refuse()
    mark = {"token": fresh_token(), "base_version": row.post.version}
    return composer_views_sheet.sheet_of_post(
        SubmissionForm(initial=fields_of(row.name, row.post.body) | mark), row.post, request
    )


def _send_revision(request: AgentRequest, row: Proposal) -> HttpResponse:
    composer = _composer(row)
    sheet = composer.read_sheet(request)

    def revise() -> object:
        base = sheet.form.cleaned_data["base_version"] or 0
        who = actor_of(request)
        return papers_actions.revise_proposal(**who, number=row.number, words=_words_on(sheet), base_version=base)

    done = run_form(sheet, revise, shows_refusals=True)
    if isinstance(done, NotDone):
        return _show_not_revised(request, row, sheet, done)
    messages.success(request, f"Proposal {row.number} is submitted anew.")
    return redirect("ballot_proposal", request.game.slug, row.number)


def _show_not_revised(
    request: AgentRequest, row: Proposal, sheet: Sheet[SubmissionForm], done: NotDone
) -> HttpResponse:
    """What was typed stays; if the Proposal was revised in another window, beside what has changed since."""
    if not done.reasons:
        return _composer(row).render_page(request, sheet, done.status)
    refused, stale = reasons_context(done.reasons, request), None
    if any(each.code == "edited-meanwhile" for each in done.reasons):
        sheet, stale = composer_views_sheet.overtaken_sheet(request, sheet, SubmissionForm, row.post_id)
    return _composer(row).render_page(request, sheet, 409, refused=refused, stale=stale)


# A Proposal's own page: its text, its changes, whom it lists and who lists it, its votes, and what comes of it.


@require_safe
@in_game
def proposal_page(request: GameRequest, number: int) -> HttpResponse:
    """The page of a Proposal; htmx gets where it stands, or with `?rehearsal` what its changes would do."""
    row = get_proposal_or_404(request, number)
    part = request.htmx and not request.htmx.boosted
    if part and "rehearsal" not in request.GET:
        return render(request, "bnomic/_standing.html", standing_context(request, row, has=request.GET.get("has")))
    if part:
        return render(
            request, "bnomic/_rehearsal.html", {"rehearsal": papers_presenters.rehearsal_context(row, request)}
        )
    passing = ballot_queries.passing_of(row)
    context = (
        conversation_context(row.post, request)
        | standing_context(request, row, passing)
        | _text_context(row, request, passing)
    )
    answer = render(request, "bnomic/paper.html", context)
    mark_read(context, request)
    return answer


# -- what it says --------------------------------------------------------------------------------------


def _text_context(row: Proposal, request: GameRequest, passing: ProposalPassing | None) -> dict[str, object]:
    """Its text and its changes, what these would do, and the ways to its versions and to its neighbours by Number."""
    versions = list(posts_queries.post_versions(row.post_id))
    url, n = address("post-versions", request, row.post.number), row.post.version
    numbers = sorted(ballot_presenters.register_of(request).known)
    place = numbers.index(row.number)
    return {
        "prose": split_body(row.post.body)[0],
        "version": versions[-1],
        "versions": {"n": n, "url": url, "diff": f"{url}?from={n - 1}&to={n}"} if n > 1 else None,
        "changes": papers_presenters.changes_context(row, versions[-1].seq, request, passing),
        "rehearsal": papers_presenters.rehearsal_context(row, request),
        "before": _neighbour_link(numbers[place - 1] if place else None, request),
        "after": _neighbour_link(numbers[place + 1] if place + 1 < len(numbers) else None, request),
    }


def _neighbour_link(number: int | None, request: GameRequest) -> ProposalLink | None:
    return (
        None
        if number is None
        else ballot_presenters.proposal_link(number, ballot_presenters.register_of(request), request)
    )


# -- where it stands -----------------------------------------------------------------------------------


def standing_context(
    request: GameRequest, row: Proposal, passing: ProposalPassing | None = None, has: str | None = None
) -> dict[str, object]:
    """What `bnomic/_standing.html` takes: its verdict, its lists with the graph of its neighbours, its votes.

    `passing`: how it Passed, where that has been read already; `has`: which version, in which state, the page shows
    that asks; where that is another by now, all else that tells of it is `anew` in the answer.
    """
    passing, own, others = (
        passing or ballot_queries.passing_of(row),
        register_queries.lists_of_rows([row]),
        register_queries.rows_that_list(row),
    )
    counted = (
        ballot_queries.outcome_on_record(row.count)
        if row.count
        else ballot_presenters.standing_of(request).outcome_of(row.number)
    )
    lists = _lists_of(own, others, request)
    each = (
        _historical_standing(row, request, passing, lists)
        if row.count
        else _living_standing(row, counted, request, lists)
    )
    barred = ballot_presenters.reasons_against_voting(request) if each.state == "Open" else ()
    word = _state_word(each)
    is_now = f"{row.post.version}-{word}"
    rest = {"anew": True} | _text_context(row, request, passing) if has is not None and has != is_now else {}
    return rest | {
        "has": is_now,
        "word": word,
        "row": row,
        "an_admin": request.keywords.a("admin"),
        "each": each,
        "clock": ballot_presenters.clock_context(request),
        "barred": reasons_context(barred, request),
        "may_vote": each.state == "Open" and request.agent is not None and not barred,
        "votes": _cast_votes(row, counted, request),
        "near": ballot_presenters_graph.neighbours_graph(row, own, others, request),
    }


@dataclass(frozen=True, slots=True)
class PaperLists:
    """Whom its text lists, and who lists it."""

    depends: list[ProposalLink]
    conflicts: list[ProposalLink]
    needed_by: list[ProposalLink]
    opposed_by: list[ProposalLink]


@dataclass(frozen=True, slots=True)
class PaperStanding(ProposalHead):
    """Where a Proposal stands: Pending, Open, with its ballot over and not counted yet (`closed`), or Historical."""

    state: str
    lists: PaperLists
    warnings: Sequence[str] = ()
    revise_url: str = ""
    tally: Sequence[WordCount] = ()
    fate: FateLine | None = None
    own: str = ""
    own_counts: bool = False
    vote_url: str = ""
    nweek: int | None = None
    count_url: str = ""
    counted_at: datetime | None = None
    stumbled: bool = False
    made: Sequence[PassedVersion] = ()
    desk_url: str = ""


def _state_word(each: PaperStanding) -> str:
    """Its state, or of one whose count is due what that will make of it."""
    if each.state != "closed":
        return each.state
    return ballot_presenters_fates.by_count_text("Won" if each.fate and each.fate.won else "Lost")


def _living_standing(row: Proposal, outcome: Outcome | None, request: GameRequest, lists: PaperLists) -> PaperStanding:
    there, told = ballot_presenters.living_of(request), {"warnings": ballot_presenters.warning_texts(row, request)}
    if outcome is None:
        may = ballot_presenters.may_reader_revise(row, request)
        url = address("ballot_revise", request, row.number) if may else ""
        return PaperStanding.of(row, request, state="Pending", lists=lists, revise_url=url, **told)
    state = "closed" if any(each.pk == row.pk for each in there.closed) else "Open"
    fields = ballot_presenters.standing_fields(row, request)
    return PaperStanding.of(row, request, state=state, lists=lists, **told, **fields)


def _historical_standing(
    row: Proposal, request: GameRequest, passing: ProposalPassing | None, lists: PaperLists
) -> PaperStanding:
    """What happened to it, from what its count has kept."""
    assert row.count is not None
    outcome, register = ballot_queries.outcome_on_record(row.count), ballot_presenters.register_of(request)
    return PaperStanding.of(
        row,
        request,
        state=row.state,
        lists=lists,
        nweek=row.count.nweek,
        count_url=address("ballot_count", request, row.count.nweek),
        counted_at=row.count.due_at,
        fate=ballot_presenters.fate_context(row.number, outcome, register, request, is_over=True),
        tally=ballot_presenters.tally_context(outcome.ballot[row.number]),
        stumbled=passing is not None and passing.has_failed,
        made=[ballot_presenters.made_context(version, request) for version in passing.made] if passing else (),
        desk_url=_desk_url(row, request),
    )


def _desk_url(row: Proposal, request: GameRequest) -> str:
    """Where the reader, if e is an Administrator, puts on record that what it says is done; empty where e may not."""
    if (
        request.agent is None
        or not request.agent.is_admin
        or not register_queries.may_carry_out(row, law_of(request)).outcome
    ):
        return ""
    return f"{address('ballot_desk', request)}?proposal={row.number}#proposal-{row.number}"


def _lists_of(own: Sequence[Listed], others: Sequence[Listed], request: GameRequest) -> PaperLists:
    register = ballot_presenters.register_of(request)
    return PaperLists(
        ballot_presenters.item_links(ballot_queries.depends_on(own), register, request),
        ballot_presenters.item_links(ballot_queries.conflicts_with(own), register, request),
        ballot_presenters.proposal_links(_numbers_listing(others, "depends"), register, request),
        ballot_presenters.proposal_links(_numbers_listing(others, "conflicts"), register, request),
    )


def _numbers_listing(others: Iterable[Listed], relation: str) -> set[int]:
    return {each.proposal.number for each in others if each.relation == relation}


# -- votes ---------------------------------------------------------------------------------------------


class CastVote(NamedTuple):
    """A vote, whether a later one superseded it, and whether it drops out because eir Player has left or is idle."""

    voter: str
    url: str
    vote: str
    at: datetime
    is_superseded: bool
    is_dropped: bool


def _cast_votes(row: Proposal, outcome: Outcome | None, request: GameRequest) -> list[CastVote]:
    """Every vote in order."""
    cast = ballot_queries.votes_on(row)
    latest = {each.voter_id: each.pk for each in cast}
    dropped = _dropped_votes([each for each in cast if latest[each.voter_id] == each.pk], row, outcome)
    return [
        CastVote(
            each.voter.name,
            address("agent", request, each.voter_id),
            each.vote,
            each.at,
            latest[each.voter_id] != each.pk,
            each.pk in dropped,
        )
        for each in cast
    ]


def _dropped_votes(final: list[BallotVote], row: Proposal, outcome: Outcome | None) -> set[int]:
    """Final Votes that do not count: of now for a living Proposal, and by its record for one that has been counted."""
    counted = outcome.ballot[row.number].votes if outcome else {}
    if len(counted) == len(final):
        return set()
    there = roster_queries.roster_facts(row.game_id, row.count.seq - 1 if row.count else None)
    # By who e was then: whoever was counted may have another name since.
    players = {each.id for each in there.members if each.is_playing}
    return {each.pk for each in final if each.voter_id not in players}


# -- voting --------------------------------------------------------------------------------------------


@require_POST
@agent_required
def vote_on_proposal(request: AgentRequest, number: int) -> HttpResponse:
    """Cast a vote. htmx gets the whole ballot anew: one vote may change what would come of every Proposal in it."""
    if register_queries.proposal_by_number(request.game.pk, number) is None:
        raise Http404("There is no such Proposal.")
    cast, on_its_own = request.POST.get("vote", ""), request.POST.get("at") == "paper"
    ballot_actions.cast_vote(actor_id=request.agent.pk, game_id=request.game.pk, number=number, vote=cast)
    if not request.htmx:
        messages.success(request, f"Your Final Vote on Proposal {number} is {cast}.")
        back = address("ballot_proposal", request, number) if on_its_own else address("ballot", request)
        return redirect(f"{back}#proposal-{number}")
    voting_presenters.forget_facts(request)
    ballot_presenters.forget_ballot(request)
    part = (
        standing_context(request, ballot_views.get_proposal_or_404(request, number), has=request.POST.get("has"))
        if on_its_own
        else live_context(request)
    )
    said = {"part": f"bnomic/_{'standing' if on_its_own else 'live'}.html", "number": number, "cast": cast}
    around = {
        "panel": ballot_presenters.panel_context(request),
        "item": _bar_entry(request, "true" if on_its_own else "page"),
    }
    return render(request, "bnomic/_voted.html", part | said | around)


def _bar_entry(request: GameRequest, current: str) -> dict[str, object]:
    """The ballot's entry in the game's bar, which says how many votes the reader owes, as `_nav_link.html` takes it."""
    waiting = len(ballot_presenters.unvoted_proposals(request))
    return {"label": "Ballot", "url": address("ballot", request), "current": current, "count": waiting}
