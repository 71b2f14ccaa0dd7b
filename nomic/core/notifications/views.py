"""An account's inbox: what it was told of all its games, and how far each kind shall reach. Nobody else sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core import clock, queries
from nomic.core.actions import visits
from nomic.core.forms.notices import ChoicesForm
from nomic.core.mechanics import tidings
from nomic.core.words_notices import notice_sentence

if TYPE_CHECKING:
    from nomic.core.models import Account, Notice

PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class Line:
    """A notice as the inbox shows it, in the words of its game as they are now."""

    notice: Notice
    words: str


@require_safe
@login_required
def inbox(request: HttpRequest) -> HttpResponse:
    """Everything the reader was told, newest first, thirty a page."""
    account = _account(request)
    page = Paginator(queries.inbox(account.pk), PER_PAGE).get_page(request.GET.get("page"))
    lines = [_line(each) for each in page.object_list]
    return render(request, "core/inbox.html", {"page": page, "lines": lines, "unread_here": queries.unread(account.pk)})


def _line(notice: Notice) -> Line:
    return Line(notice, notice_sentence(notice.kind, notice.facts, queries.keywords(notice.game)))


@require_safe
@login_required
def follow(request: HttpRequest, uid: str) -> HttpResponse:
    """Opens one of the reader's own notices: it is read now, and leads to what it is about."""
    account = _account(request)
    notice = queries.notice(account.pk, uid)
    if notice is None:
        raise Http404("There is no such notice.")
    if request.method == "GET":
        visits.open_notice(account_id=account.pk, uid=uid, now=clock.now())
    return redirect(notice.url or "inbox")


@require_POST
@login_required
def read_all(request: HttpRequest) -> HttpResponse:
    """Marks everything as read."""
    visits.open_all(account_id=_account(request).pk, now=clock.now())
    return redirect("inbox")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choices(request: HttpRequest) -> HttpResponse:
    """GET: how far each kind reaches. POST: how far it shall."""
    account = _account(request)
    reaches = queries.reaches(account.pk)
    if request.method != "POST":
        return _choices(request, ChoicesForm(reaches=reaches))
    form = ChoicesForm(request.POST, reaches=reaches)
    if not form.is_valid():
        return _choices(request, form, status=422)
    visits.choose(account_id=account.pk, reaches=form.cleaned_data)
    messages.success(request, "Your choices are kept.")
    return redirect("choices")


def _choices(request: HttpRequest, form: ChoicesForm, status: int = 200) -> HttpResponse:
    return render(request, "core/choices.html", {"form": form}, status=status)


# The ticket is what allows it: mail programs post it without a page of ours, and so without its token.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, ticket: str) -> HttpResponse:
    """GET: asks whether the reader of a letter wants no more like it. POST: there are no more. Works signed out."""
    meant = queries.stopped_by(ticket)
    if meant is None:
        raise Http404("No letter of ours led here.")
    account_id, kind = meant
    if request.method == "POST":
        visits.stop(account_id=account_id, kind=kind)
    known = tidings.KINDS.get(kind)
    label = known.label if known else "Daily digest"
    return render(request, "core/stop.html", {"label": label, "done": request.method == "POST", "ticket": ticket})


def _account(request: HttpRequest) -> Account:
    return cast("Account", request.user)
