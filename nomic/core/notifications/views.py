"""An account's inbox and its notification settings. Nobody else sees either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core import clock
from nomic.core.games import queries as games_queries
from nomic.core.notifications import (
    actions as notifications_actions,
    queries as notifications_queries,
    rules as notifications_rules,
)
from nomic.core.registry import registry

if TYPE_CHECKING:
    from nomic.core.games.models import Account
    from nomic.core.notifications.models import Notice

REACHES = [
    (notifications_rules.MAIL, "mail at once"),
    (notifications_rules.DIGEST, "daily digest by mail"),
    (notifications_rules.INBOX, "inbox only"),
]
UNKNOWN = "Choose one of the three."


class ChoicesForm(forms.Form):
    """One choice for each kind that there is."""

    def __init__(self, *args: Any, reaches: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, each in registry().notices.items():
            self.fields[kind] = forms.ChoiceField(
                label=each.label, choices=REACHES, initial=reaches[kind], error_messages={"invalid_choice": UNKNOWN}
            )


PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A notice as the inbox shows it, in the words of its game as they are now."""

    notice: Notice
    words: str


@require_safe
@login_required
def inbox_page(request: HttpRequest) -> HttpResponse:
    """Everything the reader was told, newest first, thirty a page."""
    account = _account(request)
    page = Paginator(notifications_queries.inbox(account.pk), PER_PAGE).get_page(request.GET.get("page"))
    lines = [_notice_line(each) for each in page.object_list]
    return render(
        request,
        "core/inbox.html",
        {"page": page, "lines": lines, "unread_here": notifications_queries.unread_count(account.pk)},
    )


def _notice_line(notice: Notice) -> NoticeLine:
    keywords = games_queries.keywords_of(notice.game)
    return NoticeLine(notice, notifications_queries.notice_sentence(notice.kind, notice.facts, keywords))


@require_safe
@login_required
def follow_notice(request: HttpRequest, uid: str) -> HttpResponse:
    """Opens one of the reader's own notices: it is read now, and leads to what it is about."""
    account = _account(request)
    notice = notifications_queries.notice(account.pk, uid)
    if notice is None:
        raise Http404("There is no such notice.")
    if request.method == "GET":
        notifications_actions.open_notice(account_id=account.pk, uid=uid, now=clock.now())
    return redirect(notice.url or "inbox")


@require_POST
@login_required
def mark_all_read(request: HttpRequest) -> HttpResponse:
    """Marks everything as read."""
    notifications_actions.open_all_notices(account_id=_account(request).pk, now=clock.now())
    return redirect("inbox")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choices_page(request: HttpRequest) -> HttpResponse:
    """GET: how far each kind reaches. POST: how far it shall."""
    account = _account(request)
    reaches = notifications_queries.reaches(account.pk)
    if request.method != "POST":
        return _choice_rows(request, ChoicesForm(reaches=reaches))
    form = ChoicesForm(request.POST, reaches=reaches)
    if not form.is_valid():
        return _choice_rows(request, form, status=422)
    notifications_actions.choose_reaches(account_id=account.pk, reaches=form.cleaned_data)
    messages.success(request, "Your choices are kept.")
    return redirect("choices")


def _choice_rows(request: HttpRequest, form: ChoicesForm, status: int = 200) -> HttpResponse:
    return render(request, "core/choices.html", {"form": form}, status=status)


# The ticket is what allows it: mail programs post it without a page of ours, and so without its token.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_page(request: HttpRequest, ticket: str) -> HttpResponse:
    """GET: asks whether the reader of a letter wants no more like it. POST: there are no more. Works signed out."""
    meant = notifications_queries.letters_stopped_by(ticket)
    if meant is None:
        raise Http404("No letter of ours led here.")
    account_id, kind = meant
    if request.method == "POST":
        notifications_actions.stop_letters(account_id=account_id, kind=kind)
    known = registry().notices.get(kind)
    label = known.label if known else "Daily digest"
    return render(request, "core/stop.html", {"label": label, "done": request.method == "POST", "ticket": ticket})


def _account(request: HttpRequest) -> Account:
    return cast("Account", request.user)
