"""Where posts are written and edited. One form; its buttons say what to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Invalid, Reason
from nomic.core.views.entering import AgentRequest, as_agent
from proposals import procedures, queries
from proposals.actions import drafts, posting
from proposals.forms import PostForm
from proposals.forms.rows import charges, kept, rows_in, rows_kept
from proposals.views import composing, drafting
from proposals.views.composing import DECLARATION
from proposals.views.posts import head, of_the_journal
from proposals.views.reworking import Composer, reworked
from proposals.views.scenes import scene_of
from proposals.views.sheets import Sheet, shelf_of
from proposals.views.windows import may_edit, may_refile
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from proposals.models import Draft, Post

IN_HIATUS = "Your Declaration of Victory stands, and the game is in hiatus."
FIRST = ("proposal", "plain")  # what an empty sheet is filed as, where one may choose it
PUBLISHING = {"post", "declare"}  # the buttons that post the sheet; the others only work on it, or keep it
COMPOSER = Composer(PostForm, "proposals/composer.html", composing.page, composing.preview)


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def new(request: AgentRequest) -> HttpResponse:
    """Write a post: an empty form, or one of the reader's own drafts."""
    if request.method != "POST":
        return _begun(request)
    do = request.POST.get("do", "post")
    if do in drafting.KEEPING:
        return drafting.keep(request, COMPOSER, _kept, "new-post")
    return _post(request, COMPOSER.sent(request)) if do in PUBLISHING else reworked(request, COMPOSER, do)


def _begun(request: AgentRequest) -> HttpResponse:
    """The sheet to begin with; a draft of what another procedure decides is taken up in that one's composer."""
    draft = drafting.asked_for(request)
    elsewhere = procedures.composer_of(draft) if draft else None
    if elsewhere:
        return redirect(elsewhere)
    return COMPOSER.shown(request, _taken_up(draft, request) if draft else _asked_for(request))


def _taken_up(draft: Draft, request: AgentRequest) -> Sheet[PostForm]:
    fields = {name: getattr(draft, name) for name in ("token", "category", "title", "body", "anonymous")}
    fields["evidence"] = queries.draft_evidence(draft)
    return Sheet(PostForm(initial=fields), rows_kept(draft.changes), shelf_of(request))


def _asked_for(request: AgentRequest) -> Sheet[PostForm]:
    """An empty sheet, or with what a link or the report of foul play has begun."""
    shelf, asked = shelf_of(request), request.GET
    rows = charges(asked.getlist("accused"), shelf, bar="bar" in asked)
    fields = {"token": fresh_token(), "category": _offered(asked.get("category"), request)}
    return Sheet(PostForm(initial=fields | drafting.begun(request, ("title", "body"))), rows, shelf)


def _offered(category: str | None, request: AgentRequest) -> str:
    """The category asked for, if one may choose it; else a Proposal's, or a plain post's where there is none."""
    offered = dict(composing.offered(request))
    return next(each for each in (category, *FIRST, *offered) if each in offered)


# -- keeping and posting it --------------------------------------------------------------------------


def _kept(request: AgentRequest, token: str) -> Draft | None:
    typed = drafting.typed(request, ("title", "body", "evidence"))
    if typed is None:
        return None
    return drafts.save_draft(
        actor_id=request.agent.pk, game_id=request.game.pk, token=token, changes=kept(rows_in(request.POST)),
        category=_offered(request.POST.get("category"), request), anonymous=bool(request.POST.get("anonymous")),
        **typed,
    )  # fmt: skip


def _post(request: AgentRequest, sheet: Sheet[PostForm]) -> HttpResponse:
    if not sheet.valid:
        return COMPOSER.shown(request, sheet, 422)
    typed = sheet.form.cleaned_data
    posted = queries.posted(request.agent, typed["token"])
    barred = composing.against(typed["category"], request, anonymous=typed["anonymous"])
    if barred and not posted:
        return COMPOSER.shown(request, sheet, 409, refused=grounds(barred, request))
    if typed["category"] == DECLARATION and not posted and request.POST.get("do") != "declare":
        return COMPOSER.shown(request, sheet, 200, declaring=True)
    try:
        made = posting.post(
            actor_id=request.agent.pk, game_id=request.game.pk, category=typed["category"], title=typed["title"],
            body=typed["body"], changes=sheet.entries(), token=typed["token"], anonymous=typed["anonymous"],
            evidence=typed["evidence"],
        )  # fmt: skip
    except Invalid as error:
        sheet.refuse(error)
        return COMPOSER.shown(request, sheet, 422)
    if made.category == DECLARATION:
        messages.success(request, IN_HIATUS)
    return redirect("post", request.game.slug, made.number)


# -- editing -----------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def edit(request: AgentRequest, number: int) -> HttpResponse:
    """Alter one's own post, while the law lets em."""
    entry = of_the_journal(request, number)
    may = may_edit(entry, request)
    if request.method != "POST":
        return COMPOSER.shown(request, _opened(entry, request), **_editing(entry, request))
    do = request.POST.get("do", "post")
    if do not in PUBLISHING:
        return reworked(request, COMPOSER, do, **_editing(entry, request))
    sheet = COMPOSER.sent(request)
    barred = may.reasons + _against_refiling(entry, sheet, request)
    if barred:
        return COMPOSER.shown(request, sheet, 409, refused=grounds(barred, request), **_editing(entry, request))
    return _edit(request, entry, sheet)


def _opened(entry: Post, request: AgentRequest) -> Sheet[PostForm]:
    may_edit(entry, request).or_refuse()
    fields = {
        "token": fresh_token(), "category": entry.category, "title": entry.title, "body": entry.body,
        "base_version": entry.version,
    }  # fmt: skip
    return drafting.opened(PostForm(initial=fields), entry, request)


def _editing(entry: Post, request: AgentRequest) -> dict[str, Any]:
    """What the page says beyond a new post: which post, and whether it may still be filed elsewhere."""
    refile = may_refile(entry, request)
    return {"editing": head(entry, request) | {"may_refile": refile.outcome, "refile_until": refile.next_check}}


def _against_refiling(entry: Post, sheet: Sheet[PostForm], request: AgentRequest) -> tuple[Reason, ...]:
    """Why the post may not be filed as what it is to be now, if that is something else."""
    category = sheet.form["category"].value() or ""
    return composing.against(category, request) if category != entry.category else ()


def _edit(request: AgentRequest, entry: Post, sheet: Sheet[PostForm]) -> HttpResponse:
    if not sheet.valid:
        return COMPOSER.shown(request, sheet, 422, **_editing(entry, request))
    typed = sheet.form.cleaned_data
    if typed["base_version"] != entry.version:
        return _stale(request, entry, sheet)
    declares = typed["category"] == DECLARATION != entry.category
    if declares and request.POST.get("do") != "declare":
        return COMPOSER.shown(request, sheet, 200, declaring=True, **_editing(entry, request))
    try:
        posting.edit(
            actor_id=request.agent.pk, game_id=request.game.pk, number=entry.number, title=typed["title"],
            body=typed["body"], category=typed["category"], changes=sheet.entries(), base_version=entry.version,
        )  # fmt: skip
    except Invalid as error:
        sheet.refuse(error)
        return COMPOSER.shown(request, sheet, 422, **_editing(entry, request))
    if declares:
        messages.success(request, IN_HIATUS)
    return redirect("post", request.game.slug, entry.number)


def _stale(request: AgentRequest, entry: Post, sheet: Sheet[PostForm]) -> HttpResponse:
    """The post was edited in another window: what was typed stays, beside what has changed since it was opened."""
    rule = scene_of(request).law.rule("posts.editing")
    reason = Reason("edited-meanwhile", rule, {"version": entry.version})
    sheet, stale = drafting.overtaken(request, sheet, PostForm, entry.pk)
    refused = grounds([reason], request)
    return COMPOSER.shown(request, sheet, 409, refused=refused, stale=stale, **_editing(entry, request))
