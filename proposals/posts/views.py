"""Get a post by its number; the pages of its versions, and what changed between any two."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core.requests import GameRequest, in_game
from proposals import procedures
from proposals.changes.presenters import present_changes
from proposals.posts import queries as posts_queries
from proposals.posts.presenters import compare_versions, post_head
from proposals.reasons.presenters import address

if TYPE_CHECKING:
    from proposals.posts.models import Post, PostVersion


@require_safe
@in_game
def versions_page(request: GameRequest, number: int) -> HttpResponse:
    """All versions, the newest first; with `from` and `to`, also the difference between those two."""
    entry = get_post_or_404(request, number)
    rows = {row.n: row for row in posts_queries.post_versions(entry.pk)}
    pair = _version_asked_for(request.GET.get("from"), rows), _version_asked_for(request.GET.get("to"), rows)
    context = post_head(entry, request) | {
        "versions": [_version_row(row, entry, request) for row in reversed(rows.values())],
        "comparison": compare_versions(pair[0], pair[1], request) if pair[0] and pair[1] else None,
        "numbers": list(rows),
        "from": pair[0].n if pair[0] else max(len(rows) - 1, 1),
        "to": pair[1].n if pair[1] else len(rows),
    }
    return render(request, "proposals/versions.html", context)


def _version_asked_for(number: str | None, rows: dict[int, PostVersion]) -> PostVersion | None:
    if number is None:
        return None
    row = rows.get(int(number)) if number.isascii() and number.isdigit() and len(number) < 9 else None
    if row is None:
        raise Http404("There is no such version.")
    return row


class VersionRow(NamedTuple):
    n: int
    at: datetime
    title: str
    digest: str
    url: str


def _version_row(row: PostVersion, entry: Post, request: GameRequest) -> VersionRow:
    return VersionRow(row.n, row.at, row.title, row.digest, address("post-version", request, entry.number, row.n))


@require_safe
@in_game
def version_page(request: GameRequest, number: int, n: int) -> HttpResponse:
    """One version as it stood, with the digest that votes on it keep."""
    entry = get_post_or_404(request, number)
    row = next((each for each in posts_queries.post_versions(entry.pk) if each.n == n), None)
    if row is None:
        raise Http404("There is no such version.")
    context = post_head(entry, request) | {
        "version": row,
        "changes": present_changes(row.changes, row.seq, request, pending=False),
        "newest": entry.version,
    }
    return render(request, "proposals/version.html", context)


def get_post_or_404(request: GameRequest, number: int) -> Post:
    """The post of that number, or 404."""
    entry = posts_queries.post_by_number(request.game.pk, number)
    if entry is None:
        raise Http404("There is no such post.")
    return entry


def get_journal_post_or_404(request: GameRequest, number: int) -> Post:
    """The post of that number, or 404, also where another procedure than the journal's own decides it."""
    entry = get_post_or_404(request, number)
    if procedures.page_of(entry) is not None:
        raise Http404("Another page than the journal's is for that.")
    return entry
