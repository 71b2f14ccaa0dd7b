"""What any procedure's composer does with drafts, and with a sheet that was opened on an older version of its post."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from nomic.core.views.entering import AgentRequest
from proposals import queries
from proposals.forms.rows import rows_in, rows_of
from proposals.views.changes_shown import UNREAD, read
from proposals.views.reworking import Composer
from proposals.views.sheets import Sheet, Shown, Words, shelf_of
from proposals.views.versions import compared
from proposals.views.wording import address, said

if TYPE_CHECKING:
    from proposals.models import Draft, Post

MOST_ASKED = 2_000  # so much of a text a link may begin
KEEPING = {"draft", "autosave"}  # the button that keeps the sheet, and the page by itself while one types


# -- what a sheet begins with ------------------------------------------------------------------------


def asked_for(request: AgentRequest) -> Draft | None:
    """The draft that the link asks for, if it is the reader's own and of this game."""
    draft = queries.draft(request.agent.pk, request.GET.get("draft", "").replace("\0", ""))
    return draft if draft and draft.game_id == request.game.pk else None


def begun(request: AgentRequest, names: Iterable[str]) -> dict[str, str]:
    """What a link has begun in the fields of these names."""
    return {name: request.GET.get(name, "").replace("\0", "")[:MOST_ASKED] for name in names}


def opened(form: Words, entry: Post, request: AgentRequest) -> Sheet[Words]:
    """The sheet of a post that stands. A change list that is no longer understood is told of, and left out."""
    shelf, unread = shelf_of(request), entry.changes and not read(entry.changes)
    if unread:
        messages.warning(request, said(UNREAD, request))
    return Sheet(form, [] if unread else rows_of(entry.changes, shelf), shelf)


# -- keeping it --------------------------------------------------------------------------------------


def typed(request: AgentRequest, names: Iterable[str]) -> dict[str, str] | None:
    """What stands in the fields of these names, as a draft keeps it; None where these and the change list are empty."""
    found = {name: request.POST.get(name, "").replace("\0", "") for name in names}
    return found if rows_in(request.POST) or any(each.strip() for each in found.values()) else None


def keep(
    request: AgentRequest, composer: Composer[Words], save: Callable[[AgentRequest, str], Draft | None], door: str
) -> HttpResponse:
    """Keep the sheet as a draft, as it is, whatever is wrong with it.

    `save(request, token)` keeps it under its token, or answers None for an empty one; `door` names the address at which
    a draft is taken up again.
    """
    form = composer.form(request.POST)
    form.is_valid()
    token = form.cleaned_data.get("token")
    draft = save(request, token) if token else None
    if request.POST.get("do") == "autosave":
        return render(request, "proposals/_draft_kept.html", {"draft": draft})
    if draft is None:
        return composer.shown(request, composer.sent(request), 422)
    messages.success(request, "Kept as a draft, which only you see.")
    return redirect(f"{address(door, request)}?draft={draft.token}")


# -- edited in another window meanwhile --------------------------------------------------------------


def overtaken(
    request: AgentRequest, sheet: Sheet[Words], make: type[Words], post_id: int
) -> tuple[Sheet[Words], Shown | None]:
    """A sheet whose post was edited since it was opened: all that was typed, and what has changed since then.

    Sent once more, it is meant to stand over the newest version.
    """
    versions = {row.n: row for row in queries.post_versions(post_id)}
    newest, old = versions[max(versions)], versions.get(sheet.form.cleaned_data["base_version"] or 0)
    data = request.POST.copy()
    data["base_version"] = str(newest.n)
    again = Sheet(make(data), sheet.rows, sheet.shelf, judged=True)
    return again, compared(old, newest, request) if old else None
