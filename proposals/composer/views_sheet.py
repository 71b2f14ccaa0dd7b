"""What the composer of any procedure does with its sheet: rows, differences, the preview, drafts, and a post that
was edited meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from nomic.core.requests import AgentRequest
from proposals.changes.forms import ChangeRow, load_current_text, read_rows, rows_of
from proposals.changes.presenters import UNREAD, readable_changes
from proposals.composer import presenters as composer_presenters
from proposals.composer.presenters import Context, PostPreview, Sheet, Words, shelf_of
from proposals.posts import queries as posts_queries
from proposals.posts.presenters import VersionsCompared, compare_versions
from proposals.reasons.presenters import address, reason_text
from rulesets.changes import queries as changes_queries

if TYPE_CHECKING:
    from proposals.posts.models import Draft, Post


@dataclass(frozen=True, slots=True)
class Composer(Generic[Words]):
    """One procedure's composer: its form, its whole page, that page's context, and what its preview shows.

    `page(sheet, request, **more)` must hold what `change_list_context` gives, with `preview` (None at first) and
    `wrong` (False at first: whether something typed is wrong) among it.
    """

    form: type[Words]
    template: str
    page: Callable[..., Context]
    preview: Callable[[Sheet[Words], AgentRequest], PostPreview]

    def read_sheet(self, request: AgentRequest) -> Sheet[Words]:
        """The sheet as it was sent, with what is wrong with it."""
        return composer_presenters.read_sheet(request, self.form, judged=True)

    def render_page(self, request: AgentRequest, sheet: Sheet[Words], status: int = 200, **more: Any) -> HttpResponse:
        """The whole page with this sheet; 422 where something typed is wrong, and `more` as `page` takes it."""
        shown = self.page(sheet, request, **more | {"wrong": status == 422})
        return render(request, self.template, shown, status=status)


def rework_sheet(request: AgentRequest, composer: Composer[Words], do: str, **more: Any) -> HttpResponse:
    """The page again, or for htmx the part that is new, after the button `do`; `more` goes into the whole page.

    `preview`, `add`, and with a row's key `diff-1`, `load-1`, `up-1`, `down-1`, `remove-1`; any other leaves all as is.
    """
    if do == "preview":
        return _preview_response(request, composer, **more)
    if do.startswith("diff-"):
        return _difference_response(request, do.removeprefix("diff-"))
    rows, fresh = rearrange_rows(request, do)
    sheet = composer_presenters.read_sheet(request, composer.form, judged=False, rows=rows)
    shown = composer_presenters.change_list_context(sheet, request, fresh)
    if request.htmx:
        return render(request, "proposals/_change_rows.html", shown | {"refocus": not fresh})
    return render(request, composer.template, composer.page(sheet, request, **more) | shown)


def _preview_response(request: AgentRequest, composer: Composer[Words], **more: Any) -> HttpResponse:
    sheet = composer.read_sheet(request)
    shown = {"preview": composer.preview(sheet, request)}
    if request.htmx:
        return render(request, "proposals/_preview.html", shown)
    return composer.render_page(request, sheet, **more | shown)


def _difference_response(request: AgentRequest, key: str) -> HttpResponse:
    """What one amendment changes so far, while it is being typed."""
    shelf = shelf_of(request)
    found = [composer_presenters.row_difference(row, shelf) for row in read_rows(request.POST) if row.key == key]
    return render(request, "proposals/_difference.html", {"spans": found[0] if found else []})


def rearrange_rows(request: AgentRequest, do: str) -> tuple[list[ChangeRow], str]:
    """The rows after a button of the change list, and the key of the row to write in next."""
    rows, (verb, _, key) = read_rows(request.POST), do.partition("-")
    shelf = shelf_of(request)
    if verb == "add":
        kind = request.POST.get("add", "")
        row = ChangeRow(str(max((int(each.key) for each in rows), default=0) + 1), kind)
        return [*rows, *([row] if kind in changes_queries.change_kinds() else [])], row.key
    place = next((place for place, row in enumerate(rows) if row.key == key), None)
    if place is not None:
        key = _move_row(rows, verb, place)
    return [load_current_text(row, shelf) for row in rows], key


def _move_row(rows: list[ChangeRow], verb: str, place: int) -> str:
    """Take the row at this place out, or move it by one; answers the key of the row to go on with."""
    if verb == "remove":
        del rows[place]
        return rows[min(place, len(rows) - 1)].key if rows else ""
    other = min(max(place + {"up": -1, "down": 1}.get(verb, 0), 0), len(rows) - 1)
    rows[place], rows[other] = rows[other], rows[place]
    return rows[other].key


# What any procedure's composer does with drafts, and with a sheet that was opened on an older version of its post.

MOST_ASKED = 2_000  # so much of a text a link may begin
KEEPING = {"draft", "autosave"}  # the button that keeps the sheet, and the page by itself while one types


# -- what a sheet begins with ------------------------------------------------------------------------


def draft_asked_for(request: AgentRequest) -> Draft | None:
    """The draft that the link asks for, if it is the reader's own and of this game."""
    draft = posts_queries.draft_by_token(request.agent.pk, request.GET.get("draft", "").replace("\0", ""))
    return draft if draft and draft.game_id == request.game.pk else None


def values_from_link(request: AgentRequest, names: Iterable[str]) -> dict[str, str]:
    """What a link has begun in the fields of these names."""
    return {name: request.GET.get(name, "").replace("\0", "")[:MOST_ASKED] for name in names}


def sheet_of_post(form: Words, entry: Post, request: AgentRequest) -> Sheet[Words]:
    """The sheet of a post that stands. A change list that is no longer understood is told of, and left out."""
    shelf, unread = shelf_of(request), entry.changes and not readable_changes(entry.changes)
    if unread:
        messages.warning(request, reason_text(UNREAD, request))
    return Sheet(form, [] if unread else rows_of(entry.changes, shelf), shelf)


# -- keeping it --------------------------------------------------------------------------------------


def typed_values(request: AgentRequest, names: Iterable[str]) -> dict[str, str] | None:
    """What stands in the fields of these names, as a draft keeps it; None where these and the change list are empty."""
    found = {name: request.POST.get(name, "").replace("\0", "") for name in names}
    return found if read_rows(request.POST) or any(each.strip() for each in found.values()) else None


def save_draft_and_answer(
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
        return composer.render_page(request, composer.read_sheet(request), 422)
    messages.success(request, "Kept as a draft, which only you see.")
    return redirect(f"{address(door, request)}?draft={draft.token}")


# -- edited in another window meanwhile --------------------------------------------------------------


def overtaken_sheet(
    request: AgentRequest, sheet: Sheet[Words], make: type[Words], post_id: int
) -> tuple[Sheet[Words], VersionsCompared | None]:
    """A sheet whose post was edited since it was opened: all that was typed, and what has changed since then.

    Sent once more, it is meant to stand over the newest version.
    """
    versions = {row.n: row for row in posts_queries.post_versions(post_id)}
    newest, old = versions[max(versions)], versions.get(sheet.form.cleaned_data["base_version"] or 0)
    data = request.POST.copy()
    data["base_version"] = str(newest.n)
    again = Sheet(make(data), sheet.rows, sheet.shelf, judged=True)
    return again, compare_versions(old, newest, request) if old else None
