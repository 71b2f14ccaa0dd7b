"""Where posts are written and edited. One form; its buttons say what to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Invalid, Reason
from nomic.core.views.entering import AgentRequest, as_agent
from proposals import procedures, queries
from proposals.actions import drafts, posting
from proposals.forms import PostForm
from proposals.forms.rows import charges, kept, rows_in, rows_kept, rows_of
from proposals.views import composing
from proposals.views.changes_shown import UNREAD, read
from proposals.views.composing import DECLARATION
from proposals.views.posts import head, of_the_journal
from proposals.views.reworking import Composer, reworked
from proposals.views.scenes import scene_of
from proposals.views.sheets import Sheet, shelf_of
from proposals.views.versions import compared
from proposals.views.windows import may_edit, may_refile
from proposals.views.wording import address, grounds, said

if TYPE_CHECKING:
    from proposals.models import Draft, Post, PostVersion

MOST_ASKED = 2_000  # so much of a text a link may begin
IN_HIATUS = "Your Declaration of Victory stands, and the game is in hiatus."
PUBLISHING = {"post", "declare"}  # the buttons that post the sheet; the others only work on it, or keep it
COMPOSER = Composer(PostForm, "proposals/composer.html", composing.page, composing.preview)


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def new(request: AgentRequest) -> HttpResponse:
    """Write a post: an empty form, or one of the reader's own drafts."""
    if request.method != "POST":
        return _begun(request)
    do = request.POST.get("do", "post")
    if do in {"draft", "autosave"}:
        return _keep(request, do)
    return _post(request, COMPOSER.sent(request)) if do in PUBLISHING else reworked(request, COMPOSER, do)


def _begun(request: AgentRequest) -> HttpResponse:
    """The sheet to begin with; a draft of what another procedure decides is taken up in that one's composer."""
    draft = queries.draft(request.agent.pk, request.GET.get("draft", "").replace("\0", ""))
    if draft is None or draft.game_id != request.game.pk:
        return render(request, COMPOSER.template, composing.page(_asked_for(request), request))
    elsewhere = procedures.composer_of(draft)
    if elsewhere:
        return redirect(elsewhere)
    return render(request, COMPOSER.template, composing.page(_taken_up(draft, request), request))


def _taken_up(draft: Draft, request: AgentRequest) -> Sheet[PostForm]:
    fields = {name: getattr(draft, name) for name in ("token", "category", "title", "body", "anonymous")}
    fields["evidence"] = queries.draft_evidence(draft)
    return Sheet(PostForm(initial=fields), rows_kept(draft.changes), shelf_of(request))


def _asked_for(request: AgentRequest) -> Sheet[PostForm]:
    """An empty sheet, or with what a link or the report of foul play has begun."""
    shelf, asked = shelf_of(request), request.GET
    rows = charges(asked.getlist("accused"), shelf, bar="bar" in asked)
    fields = {"token": fresh_token(), "category": _offered(asked.get("category"), request)}
    fields |= {name: asked.get(name, "").replace("\0", "")[:MOST_ASKED] for name in ("title", "body")}
    return Sheet(PostForm(initial=fields), rows, shelf)


def _offered(category: str | None, request: AgentRequest) -> str:
    """The category asked for, if one may choose it; else the first, which is a Proposal's where there are any."""
    offered = dict(composing.offered(request))
    return category if category in offered else next(iter(offered))


# -- keeping and posting it --------------------------------------------------------------------------


def _keep(request: AgentRequest, do: str) -> HttpResponse:
    """Keep the sheet as a draft, as it is."""
    form = PostForm(request.POST)
    form.is_valid()
    token = form.cleaned_data.get("token")
    draft = _kept(request, token) if token else None
    if do == "autosave":
        return render(request, "proposals/_draft_kept.html", {"draft": draft})
    if draft is None:
        return _again(request, COMPOSER.sent(request), 422)
    messages.success(request, "Kept as a draft, which only you see.")
    return redirect(f"{address('new-post', request)}?draft={draft.token}")


def _kept(request: AgentRequest, token: str) -> Any:
    typed = {name: request.POST.get(name, "").replace("\0", "") for name in ("title", "body", "evidence")}
    rows = rows_in(request.POST)
    if not (rows or any(each.strip() for each in typed.values())):
        return None
    return drafts.save_draft(
        actor_id=request.agent.pk, game_id=request.game.pk, token=token, changes=kept(rows), title=typed["title"],
        body=typed["body"], evidence=typed["evidence"],
        category=_offered(request.POST.get("category"), request), anonymous=bool(request.POST.get("anonymous")),
    )  # fmt: skip


def _post(request: AgentRequest, sheet: Sheet[PostForm]) -> HttpResponse:
    if not sheet.valid:
        return _again(request, sheet, 422)
    typed = sheet.form.cleaned_data
    posted = queries.posted(request.agent, typed["token"])
    barred = composing.against(typed["category"], request, anonymous=typed["anonymous"])
    if barred and not posted:
        return _again(request, sheet, 409, refused=grounds(barred, request))
    if typed["category"] == DECLARATION and not posted and request.POST.get("do") != "declare":
        return _again(request, sheet, 200, declaring=True)
    try:
        made = posting.post(
            actor_id=request.agent.pk, game_id=request.game.pk, category=typed["category"], title=typed["title"],
            body=typed["body"], changes=sheet.entries(), token=typed["token"], anonymous=typed["anonymous"],
            evidence=typed["evidence"],
        )  # fmt: skip
    except Invalid as error:
        sheet.refuse(error)
        return _again(request, sheet, 422)
    if made.category == DECLARATION:
        messages.success(request, IN_HIATUS)
    return redirect("post", request.game.slug, made.number)


def _again(request: AgentRequest, sheet: Sheet[PostForm], status: int, **more: Any) -> HttpResponse:
    shown = composing.page(sheet, request, **more | {"wrong": status == 422})
    return render(request, COMPOSER.template, shown, status=status)


# -- editing -----------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def edit(request: AgentRequest, number: int) -> HttpResponse:
    """Alter one's own post, while the law lets em."""
    entry = of_the_journal(request, number)
    may = may_edit(entry, request)
    if request.method != "POST":
        sheet = _opened(entry, request)
        return render(request, COMPOSER.template, composing.page(sheet, request, **_editing(entry, request)))
    do = request.POST.get("do", "post")
    if do not in PUBLISHING:
        return reworked(request, COMPOSER, do, **_editing(entry, request))
    sheet = COMPOSER.sent(request)
    barred = may.reasons + _against_refiling(entry, sheet, request)
    if barred:
        return _again(request, sheet, 409, refused=grounds(barred, request), **_editing(entry, request))
    return _edit(request, entry, sheet)


def _opened(entry: Post, request: AgentRequest) -> Sheet[PostForm]:
    may_edit(entry, request).or_refuse()
    fields = {
        "token": fresh_token(), "category": entry.category, "title": entry.title, "body": entry.body,
        "base_version": entry.version,
    }  # fmt: skip
    shelf, unread = shelf_of(request), entry.changes and not read(entry.changes)
    if unread:
        messages.warning(request, said(UNREAD, request))
    return Sheet(PostForm(initial=fields), [] if unread else rows_of(entry.changes, shelf), shelf)


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
        return _again(request, sheet, 422, **_editing(entry, request))
    typed = sheet.form.cleaned_data
    if typed["base_version"] != entry.version:
        return _stale(request, entry, sheet)
    declares = typed["category"] == DECLARATION != entry.category
    if declares and request.POST.get("do") != "declare":
        return _again(request, sheet, 200, declaring=True, **_editing(entry, request))
    try:
        posting.edit(
            actor_id=request.agent.pk, game_id=request.game.pk, number=entry.number, title=typed["title"],
            body=typed["body"], category=typed["category"], changes=sheet.entries(), base_version=entry.version,
        )  # fmt: skip
    except Invalid as error:
        sheet.refuse(error)
        return _again(request, sheet, 422, **_editing(entry, request))
    if declares:
        messages.success(request, IN_HIATUS)
    return redirect("post", request.game.slug, entry.number)


def _stale(request: AgentRequest, entry: Post, sheet: Sheet[PostForm]) -> HttpResponse:
    """The post was edited in another window: what was typed stays, beside what has changed since it was opened."""
    rule = scene_of(request).law.rule("posts.editing")
    reason = Reason("edited-meanwhile", rule, {"version": entry.version})
    rows = {row.n: row for row in queries.post_versions(entry.pk)}
    old: PostVersion | None = rows.get(sheet.form.cleaned_data["base_version"] or 0)
    # Sent once more, it is meant to stand over the newest version.
    data = request.POST.copy()
    data["base_version"] = str(entry.version)
    sheet = Sheet(PostForm(data), sheet.rows, sheet.shelf, judged=True)
    stale = compared(old, rows[entry.version], request) if old else None
    return _again(request, sheet, 409, refused=grounds([reason], request), stale=stale, **_editing(entry, request))
