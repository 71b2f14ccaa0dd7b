"""Write and edit posts, resume and discard drafts, report foul play. One form; its buttons say what to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core.decision import Reason
from nomic.core.forms import NotDone, fresh_token, run_form
from nomic.core.law.dials import AGENTS_ADMISSION
from nomic.core.requests import AgentRequest, actor_of, agent_required, law_of
from nomic.core.roster import queries as roster_queries
from proposals import procedures
from proposals.changes.forms import accusation_rows, read_rows, rows_from_json, rows_json
from proposals.composer import (
    actions as composer_actions,
    presenters as composer_presenters,
    views_sheet as composer_views_sheet,
)
from proposals.composer.actions import PostWords, discard_draft
from proposals.composer.presenters import Sheet, may_edit, may_refile, shelf_of
from proposals.composer.views_sheet import Composer, rework_sheet
from proposals.dials import POSTS_EDITING
from proposals.kinds import KINDS, PLAIN
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.posts import queries as posts_queries
from proposals.posts.forms import PostForm
from proposals.posts.presenters import post_head
from proposals.posts.views import get_journal_post_or_404
from proposals.reasons.presenters import address, reasons_context
from proposals.voting.presenters import judging_context_of

if TYPE_CHECKING:
    from proposals.posts.models import Draft, Post

FIRST = (PROPOSAL.code, PLAIN.code)  # what an empty sheet is filed as, where one may choose it
PUBLISHING = {"post", "declare"}  # the buttons that post the sheet; the others only work on it, or keep it
COMPOSER = Composer(
    PostForm, "proposals/composer.html", composer_presenters.composer_context, composer_presenters.preview_post
)


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def new_post(request: AgentRequest) -> HttpResponse:
    """Write a post: an empty form, or one of the reader's own drafts."""
    if request.method != "POST":
        return _begin_sheet(request)
    do = request.POST.get("do", "post")
    if do in composer_views_sheet.KEEPING:
        return composer_views_sheet.save_draft_and_answer(request, COMPOSER, _save_draft, "new-post")
    return _publish(request, COMPOSER.read_sheet(request)) if do in PUBLISHING else rework_sheet(request, COMPOSER, do)


def _begin_sheet(request: AgentRequest) -> HttpResponse:
    """The sheet to begin with; a draft of what another procedure decides is taken up in that one's composer."""
    draft = composer_views_sheet.draft_asked_for(request)
    elsewhere = procedures.composer_of(draft) if draft else None
    if elsewhere:
        return redirect(elsewhere)
    return COMPOSER.render_page(request, _sheet_of_draft(draft, request) if draft else _sheet_from_link(request))


def _sheet_of_draft(draft: Draft, request: AgentRequest) -> Sheet[PostForm]:
    fields = {name: getattr(draft, name) for name in ("token", "category", "title", "body", "anonymous")}
    fields["evidence"] = posts_queries.draft_evidence(draft)
    return Sheet(PostForm(initial=fields), rows_from_json(draft.changes), shelf_of(request))


def _sheet_from_link(request: AgentRequest) -> Sheet[PostForm]:
    """An empty sheet, or with what a link or the report of foul play has begun."""
    shelf, asked = shelf_of(request), request.GET
    rows = accusation_rows(asked.getlist("accused"), shelf, bar="bar" in asked)
    fields = {"token": fresh_token(), "category": _first_category(asked.get("category"), request)}
    return Sheet(
        PostForm(initial=fields | composer_views_sheet.values_from_link(request, ("title", "body"))), rows, shelf
    )


def _first_category(category: str | None, request: AgentRequest) -> str:
    """The category asked for, if one may choose it; else a Proposal's, or a plain post's where there is none."""
    offered = dict(composer_presenters.offered_categories(request))
    return next(each for each in (category, *FIRST, *offered) if each in offered)


# -- keeping and posting it --------------------------------------------------------------------------


def _save_draft(request: AgentRequest, token: str) -> Draft | None:
    typed = composer_views_sheet.typed_values(request, ("title", "body", "evidence"))
    if typed is None:
        return None
    return composer_actions.save_draft(
        **actor_of(request),
        token=token,
        words=PostWords(
            _first_category(request.POST.get("category"), request),
            changes=rows_json(read_rows(request.POST)),
            anonymous=bool(request.POST.get("anonymous")),
            **typed,
        ),
    )


def _words_on(sheet: Sheet[PostForm]) -> PostWords:
    typed = {name: sheet.form.cleaned_data[name] for name in ("category", "title", "body", "anonymous", "evidence")}
    return PostWords(changes=sheet.entries(), **typed)


def _publish(request: AgentRequest, sheet: Sheet[PostForm]) -> HttpResponse:
    if not sheet.is_valid():
        return COMPOSER.render_page(request, sheet, 422)
    typed = sheet.form.cleaned_data
    posted = posts_queries.post_by_token(request.agent, typed["token"])
    barred = composer_presenters.reasons_against(typed["category"], request, anonymous=typed["anonymous"])
    if barred and not posted:
        return COMPOSER.render_page(request, sheet, 409, refused=reasons_context(barred, request))
    kind = KINDS.get(typed["category"])
    if kind is not None and kind.declares_victory and not posted and request.POST.get("do") != "declare":
        return COMPOSER.render_page(request, sheet, 200, declaring=True)
    publish = composer_actions.publish_post
    made = run_form(sheet, lambda: publish(**actor_of(request), words=_words_on(sheet), token=typed["token"]))
    if isinstance(made, NotDone):
        return COMPOSER.render_page(request, sheet, made.status)
    if kind is not None and kind.words.posted:
        messages.success(request, kind.words.posted)
    return redirect("post", request.game.slug, made.number)


# -- editing -----------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def edit_post_page(request: AgentRequest, number: int) -> HttpResponse:
    """Alter one's own post, while the law lets em."""
    entry = get_journal_post_or_404(request, number)
    may = may_edit(entry, request)
    if request.method != "POST":
        return COMPOSER.render_page(request, _sheet_of_post(entry, request), **_editing_context(entry, request))
    do = request.POST.get("do", "post")
    if do not in PUBLISHING:
        return rework_sheet(request, COMPOSER, do, **_editing_context(entry, request))
    sheet = COMPOSER.read_sheet(request)
    barred = may.reasons + _against_refiling(entry, sheet, request)
    if barred:
        return COMPOSER.render_page(
            request, sheet, 409, refused=reasons_context(barred, request), **_editing_context(entry, request)
        )
    return _save_edit(request, entry, sheet)


def _sheet_of_post(entry: Post, request: AgentRequest) -> Sheet[PostForm]:
    may_edit(entry, request).or_refuse()
    fields = {
        "token": fresh_token(),
        "category": entry.category,
        "title": entry.title,
        "body": entry.body,
        "base_version": entry.version,
    }
    return composer_views_sheet.sheet_of_post(PostForm(initial=fields), entry, request)


def _editing_context(entry: Post, request: AgentRequest) -> dict[str, Any]:
    """What the page says beyond a new post: which post, and whether it may still be filed elsewhere."""
    refile = may_refile(entry, request)
    return {"editing": post_head(entry, request) | {"may_refile": refile.outcome, "refile_until": refile.next_check}}


def _against_refiling(entry: Post, sheet: Sheet[PostForm], request: AgentRequest) -> tuple[Reason, ...]:
    """Why the post may not be filed as what it is to be now, if that is something else."""
    category = sheet.form["category"].value() or ""
    return composer_presenters.reasons_against(category, request) if category != entry.category else ()


def _save_edit(request: AgentRequest, entry: Post, sheet: Sheet[PostForm]) -> HttpResponse:
    if not sheet.is_valid():
        return COMPOSER.render_page(request, sheet, 422, **_editing_context(entry, request))
    typed = sheet.form.cleaned_data
    if typed["base_version"] != entry.version:
        return _show_overtaken(request, entry, sheet)
    kind = KINDS.get(typed["category"]) if typed["category"] != entry.category else None
    if kind is not None and kind.declares_victory and request.POST.get("do") != "declare":
        return COMPOSER.render_page(request, sheet, 200, declaring=True, **_editing_context(entry, request))
    done = run_form(
        sheet,
        lambda: composer_actions.edit_post(
            **actor_of(request), number=entry.number, words=_words_on(sheet), base_version=entry.version
        ),
    )
    if isinstance(done, NotDone):
        return COMPOSER.render_page(request, sheet, done.status, **_editing_context(entry, request))
    if kind is not None and kind.words.posted:
        messages.success(request, kind.words.posted)
    return redirect("post", request.game.slug, entry.number)


def _show_overtaken(request: AgentRequest, entry: Post, sheet: Sheet[PostForm]) -> HttpResponse:
    """The post was edited in another window: what was typed stays, beside what has changed since it was opened."""
    rule = judging_context_of(request).law.rule(POSTS_EDITING)
    reason = Reason("edited-meanwhile", rule, {"version": entry.version})
    sheet, stale = composer_views_sheet.overtaken_sheet(request, sheet, PostForm, entry.pk)
    refused = reasons_context([reason], request)
    return COMPOSER.render_page(request, sheet, 409, refused=refused, stale=stale, **_editing_context(entry, request))


# Posts not yet posted: each Agent sees eir own and nobody else's.


@require_safe
@agent_required
def drafts_page(request: AgentRequest) -> HttpResponse:
    kept = posts_queries.drafts_of(request.agent.pk).filter(game_id=request.game.pk).select_related("game")
    return render(request, "proposals/drafts.html", {"drafts": [_draft_row(each, request) for each in kept]})


class DraftRow(NamedTuple):
    """A draft with the address at which it is taken up: the journal's composer, unless another procedure decides it."""

    draft: Draft
    url: str


def _draft_row(kept: Draft, request: AgentRequest) -> DraftRow:
    own = f"{address('new-post', request)}?{urlencode({'draft': kept.token})}"
    return DraftRow(kept, procedures.composer_of(kept) or own)


@require_POST
@agent_required
def discard_draft_page(request: AgentRequest, token: str) -> HttpResponse:
    """Throw one of one's own drafts away; what is gone already stays gone."""
    discard_draft(actor_id=request.agent.pk, game_id=request.game.pk, token=token.replace("\0", ""))
    return redirect("drafts", request.game.slug)


# A report of foul play: whom it accuses, and as what it is raised; the composer takes it from there. (Rule Agents)


@require_safe
@agent_required
def report_foul_play(request: AgentRequest) -> HttpResponse:
    """Choose who has played foul; what is chosen is written down as a change list, and nothing is done by this page."""
    asked = request.GET.getlist("accused")
    people = [each for each in roster_queries.roster(request.game.pk) if each.pk != request.agent.pk]
    context = {
        "people": [{"id": each.pk, "name": each.name, "is_checked": str(each.pk) in asked} for each in people],
        "new_url": address("new-post", request),
        "roster_url": address("roster", request),
        "rule": law_of(request).rule(AGENTS_ADMISSION),
    }
    return render(request, "proposals/report.html", context)
