"""Every version of a post's text, each under an address of its own, and what changed between any two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core.views.entering import GameRequest, in_game
from proposals import queries
from proposals.views.changes_shown import shown_changes, spans
from proposals.views.posts import found, head
from proposals.views.wording import address
from rulesets.mechanics.diff import words_diff

if TYPE_CHECKING:
    from proposals.models import Post, PostVersion


@require_safe
@in_game
def versions(request: GameRequest, number: int) -> HttpResponse:
    """All versions, the newest first; with `from` and `to`, also the difference between those two."""
    entry = found(request, number)
    rows = {row.n: row for row in queries.post_versions(entry.pk)}
    pair = _asked(request.GET.get("from"), rows), _asked(request.GET.get("to"), rows)
    context = head(entry, request) | {
        "versions": [_listed(row, entry, request) for row in reversed(rows.values())],
        "comparison": compared(pair[0], pair[1], request) if pair[0] and pair[1] else None,
        "numbers": list(rows),
        "from": pair[0].n if pair[0] else max(len(rows) - 1, 1),
        "to": pair[1].n if pair[1] else len(rows),
    }
    return render(request, "proposals/versions.html", context)


def _asked(number: str | None, rows: dict[int, PostVersion]) -> PostVersion | None:
    if number is None:
        return None
    row = rows.get(int(number)) if number.isascii() and number.isdigit() and len(number) < 9 else None
    if row is None:
        raise Http404("There is no such version.")
    return row


def _listed(row: PostVersion, entry: Post, request: GameRequest) -> dict[str, Any]:
    url = address("post-version", request, entry.number, row.n)
    return {"n": row.n, "at": row.at, "title": row.title, "digest": row.digest, "url": url}


def compared(old: PostVersion, new: PostVersion, request: GameRequest) -> dict[str, Any]:
    """The words that changed between two versions, and both change lists where those differ."""
    lists = [shown_changes(row.changes, row.seq, request, pending=False) for row in (old, new)]
    return {
        "old": old.n,
        "new": new.n,
        "title": spans(words_diff(old.title, new.title)) if old.title != new.title else [],
        "body": spans(words_diff(old.body, new.body)) if old.body != new.body else [],
        "category": (old.get_category_display(), new.get_category_display()) if old.category != new.category else None,
        "changes": lists if old.changes != new.changes else None,
        "same": old.digest == new.digest,
    }


@require_safe
@in_game
def version(request: GameRequest, number: int, n: int) -> HttpResponse:
    """One version as it stood, with the digest that votes on it keep."""
    entry = found(request, number)
    row = next((each for each in queries.post_versions(entry.pk) if each.n == n), None)
    if row is None:
        raise Http404("There is no such version.")
    context = head(entry, request) | {
        "version": row,
        "changes": shown_changes(row.changes, row.seq, request, pending=False),
        "newest": entry.version,
    }
    return render(request, "proposals/version.html", context)
