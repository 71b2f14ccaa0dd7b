"""The pages of deciding: the verdict of a matter, what is pending, the Admins' queue, enacting and failing, what-if,
the quorum.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from nomic.core.decision import Refused
from nomic.core.forms import NotDone, run_form
from nomic.core.requests import AgentRequest, GameRequest, admin_required, in_game, law_of, missing_provision
from nomic.core.roster import queries as roster_queries
from proposals import procedures
from proposals.changes.presenters import present_applied, present_lints, readable_changes, state_of
from proposals.deciding import (
    actions as deciding_actions,
    presenters as deciding_presenters,
    queries as deciding_queries,
)
from proposals.deciding.forms import EnactMatterForm, NoteForm, SupposeForm, suggested_note
from proposals.deciding.presenters import (
    TallyColumn,
    TrailLine,
    VerdictBox,
    deciding_context,
    judged_of,
    pending_matters_of,
    slots_of,
)
from proposals.deciding.queries import JudgedMatter
from proposals.deciding.rules import Supposition, clerk_forecast
from proposals.kinds import KINDS
from proposals.kinds.proposal.dials import PROPOSALS_POSTING
from proposals.kinds.proposal.rules import Slots
from proposals.posts import queries as posts_queries
from proposals.posts.presenters import author_url, kicker_of
from proposals.reasons.presenters import address, reason_text
from proposals.voting.dials import QUORUM_SHARE
from proposals.voting.presenters import judging_context_of
from proposals.voting.rules import Status, quorum_sum
from rulesets.changes.queries import lints_between
from rulesets.changes.rules_steps import Applied

if TYPE_CHECKING:
    from proposals.posts.models import Post


def matter_or_404(request: GameRequest, number: int) -> Post:
    """The post of that number that is, or was, voted on."""
    entry = posts_queries.post_by_number(request.game.pk, number)
    if entry is None or not hasattr(entry, "matter"):
        raise Http404("There is no such matter.")
    return entry


@in_game
def deciding_page(request: GameRequest, number: int) -> HttpResponse:
    """GET: the verdict as it is now; with `?dry-run=1` what enacting would do. htmx gets only the part it asks for."""
    entry = matter_or_404(request, number)
    context = {"entry": entry, "kicker": kicker_of(entry), "deciding": deciding_context(entry, request)}
    if not request.htmx:
        return render(request, "proposals/deciding.html", context)
    part = "_dry_run" if "dry-run" in request.GET else "_verdict"
    return render(request, f"proposals/{part}.html", context | {"anew": True})


# What is pending, for everybody; and the Admins' queue, where each matter offers the one thing to be done with it.


@require_safe
@in_game
def pending_page(request: GameRequest) -> HttpResponse:
    """GET: every pending matter, the oldest first, with its tally and what stands between it and its end."""
    judged = pending_matters_of(request)
    unread = posts_queries.unread_comments(request.agent, [each.post.pk for each in judged]) if request.agent else {}
    matters = [pending_entry(each, request, unread.get(each.post.pk, 0)) for each in judged]
    context = {
        "matters": matters,
        "slots": own_slots(request),
        "kinds": _kinds_without_queue(request),
        **_elsewhere_context(request),
    }
    return render(request, "proposals/pending.html", context)


def _kinds_without_queue(request: GameRequest) -> str:
    """What this law has that is pending in no queue."""
    law = law_of(request)
    return " and ".join(kind.plural for kind in KINDS.values() if not kind.has_queue and law.carries(kind.posting))


def _elsewhere_context(request: GameRequest) -> dict[str, object]:
    """Where the law has no Proposals that are decided here: whether it ever had, and where those that it has are."""
    missing = missing_provision(PROPOSALS_POSTING, request)
    pages = procedures.bar_entries(request) if missing else []
    label, name = pages[0] if pages else ("", "")
    return {"lack": missing, "elsewhere": {"label": label, "url": address(name, request)} if name else None}


@dataclass(frozen=True, slots=True)
class NextAction:
    """The one thing that an Admin may do with a matter now: a button, with what else is to be said."""

    url: str
    label: str
    note: str
    by_hand: bool
    settle: bool


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """One pending matter, as both lists show it; the Admins' with what to do with it, or why e may not."""

    number: int
    title: str
    url: str
    author: str
    author_url: str
    category: str
    opened_at: datetime
    place: int
    tally: list[TallyColumn]
    quorum: int
    state: str
    line: str
    prose_only: bool
    yours: str
    unvoted: bool
    unread: int
    clerk: str = ""
    action: NextAction | None = None
    barred: str = ""

    @property
    def is_oldest(self) -> bool:
        return self.place == 1


def pending_entry(judged: JudgedMatter, request: GameRequest, unread: int = 0) -> PendingEntry:
    post, lines = judged.post, deciding_presenters.tally_lines(judged.verdict)
    return PendingEntry(
        post.number,
        post.title,
        address("post", request, post.number),
        post.byline,
        author_url(post, request),
        post.get_category_display(),
        post.matter.opened_at,
        judged.place,
        deciding_presenters.tally_columns(judged.facts.kind, lines, request),
        judged.verdict.quorum,
        deciding_presenters.verdict_state(judged),
        deciding_presenters.verdict_line(judged, request),
        judged.prose_only,
        own_vote_text(judged, request),
        deciding_presenters.is_unvoted(judged, request),
        unread,
    )


def own_vote_text(judged: JudgedMatter, request: GameRequest) -> str:
    """What the reader has cast on it, in words; nothing for strangers and the idle."""
    if request.agent is None or request.agent.idle_since:
        return ""
    cast = deciding_presenters.vote_of_reader(judged, request)
    return f"you: {cast}" if cast else ""


class OwnSlots(NamedTuple):
    """The reader's own slots, and whether e may post another Proposal."""

    used: Slots
    may_post: bool
    reason: str


def own_slots(request: GameRequest) -> OwnSlots | None:
    """None where no rule has such Proposals."""
    agent = request.agent
    if agent is None or not law_of(request).carries(PROPOSALS_POSTING):
        return None
    used, may = slots_of(request, agent)
    return OwnSlots(used, may.outcome, " ".join(reason_text(each, request) for each in may.reasons))


@require_safe
@admin_required
def admin_queue_page(request: AgentRequest) -> HttpResponse:
    """GET: the Admins' desk. Each pending matter has one button at most, or the reason why it has none."""
    desk = [_desk_entry(each, request) for each in pending_matters_of(request)]
    context = {
        "matters": desk,
        "waiting": other_admin_work(request),
        "roster_url": address("roster", request),
        "admins": request.keywords.plural("admin"),
    }
    return render(request, "proposals/queue.html", context)


def _desk_entry(judged: JudgedMatter, request: AgentRequest) -> PendingEntry:
    """With the one thing to do with a matter now. Where it may be enacted and failed, it fails. (Reading 42)"""
    number, verdict, entry = judged.post.number, judged.verdict, pending_entry(judged, request)
    if not verdict.is_decided:
        return entry
    case = deciding_presenters.case_of(judged, request)
    clerk = clerk_forecast(case, judged.scene.law, judged.scene.now)
    may = deciding_presenters.may_resolve(judged, case, verdict.status, request.agent)
    name, label = ("fail", "Fail") if verdict.may_fail else ("enact", deciding_presenters.enact_word(judged))
    offered = NextAction(
        address(name, request, number),
        label,
        suggested_note(judged, request.agent.name),
        by_hand=name == "enact" and judged.prose_only,
        settle=any(each.code == "changes-wait-for-an-admin" for each in clerk.reasons),
    )
    barred = " ".join(reason_text(each, request) for each in may.reasons)
    line = deciding_presenters.clerk_line(judged, clerk, request)
    return replace(entry, clerk=line, action=offered if may.outcome else None, barred=barred)


def other_admin_work(request: AgentRequest) -> list[str]:
    """What else waits for an Admin: arrivals, and those who want to idle or to come back."""
    arrivals = [f"{each.name} asks for admission" for each in roster_queries.waiting_applications(request.game.pk)]
    wishes = [
        (each.name, "be idled" if each.is_playing else "come back")
        for each in roster_queries.agents_asking(request.game.pk)
    ]
    return arrivals + [f"{name} asks to {wish}" for name, wish in wishes]


# Admins enact and fail: a page that shows what will happen, then one action.

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
@admin_required
def enact_page(request: AgentRequest, number: int) -> HttpResponse:
    """GET: what enacting will change, and what must be settled by hand. POST: enacts. What was typed is kept."""
    entry, judged = _get_pending(request, number)
    applied = deciding_queries.try_changes(judged, state_of(request))
    case = deciding_queries.resolution_case(judged, lambda: applied)
    deciding_presenters.may_resolve(judged, case, Status.ENACTED, request.agent).or_refuse()
    form = _enact_form(request, judged, applied)

    def act() -> object:
        return deciding_actions.enact_matter(
            actor_id=request.agent.pk,
            game_id=request.game.pk,
            number=number,
            resolutions=form.resolutions,
            skipped=form.skipped_places,
            note=form.cleaned_data["note"],
        )

    if request.method == "POST" and not isinstance(run_form(form, act), NotDone):
        return _redirect_done(request, entry, judged.facts.kind.words.has_passed)
    return _ask_note(request, "enact", entry, judged, form, _changes_context(applied, entry, request))


def _enact_form(request: AgentRequest, judged: JudgedMatter, applied: Applied) -> EnactMatterForm:
    initial = {"note": suggested_note(judged, request.agent.name)}
    return EnactMatterForm(applied.problems, request.POST if request.method == "POST" else None, initial=initial)


def _changes_context(applied: Applied, entry: Post, request: AgentRequest) -> dict[str, Any]:
    before = state_of(request)
    return {
        "applied": present_applied(applied, readable_changes(entry.changes), before, request),
        **present_lints(lints_between(before.ruleset, applied.state.ruleset), request),
    }


@require_http_methods(METHODS)
@admin_required
def fail_page(request: AgentRequest, number: int) -> HttpResponse:
    """GET: asks for the note. POST: fails the matter."""
    entry, judged = _get_pending(request, number)
    case = deciding_presenters.case_of(judged, request)
    deciding_presenters.may_resolve(judged, case, Status.FAILED, request.agent).or_refuse()
    note = {"note": suggested_note(judged, request.agent.name)}
    form = NoteForm(request.POST if request.method == "POST" else None, initial=note)

    def act() -> object:
        note = form.cleaned_data["note"]
        return deciding_actions.fail_matter(
            actor_id=request.agent.pk, game_id=request.game.pk, number=number, note=note
        )

    if request.method == "POST" and not isinstance(run_form(form, act), NotDone):
        return _redirect_done(request, entry, "has failed")
    return _ask_note(request, "fail", entry, judged, form, {})


def _get_pending(request: AgentRequest, number: int) -> tuple[Post, JudgedMatter]:
    """The matter, for an Admin; whoever comes second is told who was first."""
    entry = matter_or_404(request, number)
    judged = judged_of(request, entry)
    if judged is None:
        raise Refused(deciding_queries.resolved_already_reason(entry, judging_context_of(request).law))
    return entry, judged


def _redirect_done(request: AgentRequest, entry: Post, what: str) -> HttpResponse:
    messages.success(request, f"#{entry.number} {what}.")
    return redirect("post", request.game.slug, entry.number)


def _ask_note(
    request: AgentRequest, name: str, entry: Post, judged: JudgedMatter, form: forms.Form, more: dict[str, Any]
) -> HttpResponse:
    context = more | {
        "entry": entry,
        "form": form,
        "verdict": deciding_presenters.verdict_of(judged, request),
        "prose_only": judged.prose_only,
        "enact_word": deciding_presenters.enact_word(judged),
        "post_url": address("post", request, entry.number),
        "here": address(name, request, entry.number),
    }
    return render(request, f"proposals/{name}.html", context, status=422 if form.errors else 200)


# What if: votes, idlings and a moment to try, with the verdict that would follow. Nothing here is ever cast.


@require_safe
@in_game
def what_if_page(request: GameRequest, number: int) -> HttpResponse:
    """GET: the form, and below it the verdict that would follow from what is filled in."""
    entry = matter_or_404(request, number)
    judged = judged_of(request, entry)
    if judged is None:
        raise Refused(deciding_queries.resolved_already_reason(entry, judging_context_of(request).law))
    form = SupposeForm(judged, request.GET if "tried" in request.GET else None)
    outcome = _supposed_outcome(form.supposition(), judged, request) if form.is_bound and form.is_valid() else None
    context = {
        "entry": entry,
        "form": form,
        "outcome": outcome,
        "here": address("what-if", request, number),
        "post_url": address("post", request, number),
    }
    template = "proposals/_what_if.html" if request.htmx else "proposals/what_if.html"
    return render(request, template, context, status=422 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class SupposedOutcome:
    """The verdict and the count that would follow from what is tried."""

    verdict: VerdictBox
    tally: list[TallyColumn]
    trail: list[TrailLine]
    quorum: int
    voters: int
    at: datetime


def _supposed_outcome(supposed: Supposition, judged: JudgedMatter, request: GameRequest) -> SupposedOutcome:
    then = deciding_queries.judge_what_if(judged, supposed)
    lines = deciding_presenters.tally_lines(then.verdict)
    return SupposedOutcome(
        deciding_presenters.verdict_of(then, request),
        deciding_presenters.tally_columns(then.facts.kind, lines, request),
        deciding_presenters.tally_trail(lines, request),
        then.verdict.quorum,
        len(then.scene.roster.agents),
        supposed.at,
    )


# How the quorum is made up at this moment: the words of the law, the arithmetic, who counts and who does not.


@require_safe
@in_game
def quorum_page(request: GameRequest) -> HttpResponse:
    """The quorum now. It is worked out anew at each decision, and goes on record with it."""
    scene, people = judging_context_of(request), roster_queries.roster(request.game.pk)
    law, playing = scene.law, [agent for agent in people if agent.is_playing]
    made = quorum_sum(len(playing), law)
    context = {
        "quorum": made.total,
        "playing": playing,
        "idle": [agent for agent in people if not agent.is_playing],
        "share_words": QUORUM_SHARE.kind.words(made.share),
        "portion": made.portion,
        "is_rounded": made.is_rounded,
        "plus": made.plus,
        "rule": law.rule(QUORUM_SHARE),
    }
    return render(request, "proposals/quorum.html", context)
