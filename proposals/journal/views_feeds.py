"""The game for feed readers, as Atom: its journal with every decision, and its decisions alone. Public things only.

A feed says what the journal and the log say to anybody, whoever asks: a post without a name has none here either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from nomic.core import queries as core
from nomic.core.templatetags.nomic_markdown import markdown
from nomic.core.views.entering import GameRequest, in_game
from nomic.core.views.freshness import newest, unless_known
from nomic.core.words_log import told
from proposals import queries
from proposals.views.wording import address

if TYPE_CHECKING:
    from nomic.core.models import Event

ENTRIES = 30


class _GameFeed(Atom1Feed):
    """Atom whose links, those in people's own texts too, lead to this server; as new as the newest event."""

    def root_attributes(self) -> dict[str, str]:
        return super().root_attributes() | {"xml:base": f"{settings.NOMIC_SITE_URL}/"}

    def latest_post_date(self) -> datetime:
        newest: datetime = self.feed["newest"]
        return newest


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: `path` is its page, `key` what tells it from all others on that page."""

    at: datetime
    title: str
    path: str
    by: str
    html: str = ""
    changed_at: datetime | None = None
    key: str = ""


@require_safe
@in_game
@unless_known
def journal_feed(request: GameRequest) -> HttpResponse:
    """The newest posts, and how matters were decided."""
    both = merge(_posts(request), _decisions(request), key=lambda each: each.at, reverse=True)
    return _feed(request, "the journal", address("journal", request), islice(both, ENTRIES))


@require_safe
@in_game
@unless_known
def decisions_feed(request: GameRequest) -> HttpResponse:
    """How matters were decided, from the log."""
    return _feed(request, "decisions", f"{address('log', request)}?kind=decisions", _decisions(request))


def _feed(request: GameRequest, what: str, path: str, entries: Iterable[Entry]) -> HttpResponse:
    site = settings.NOMIC_SITE_URL
    feed = _GameFeed(
        f"{request.game.title}: {what}", site + path, "", language="en", feed_url=site + request.path,
        newest=newest(request),
    )  # fmt: skip
    for each in entries:
        link = site + each.path
        feed.add_item(
            each.title, link, each.html, author_name=each.by, pubdate=each.at, updateddate=each.changed_at or each.at,
            unique_id=link + each.key,
        )  # fmt: skip
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


def _posts(request: GameRequest) -> Iterator[Entry]:
    for post in queries.newest_posts(request.game.pk, ENTRIES):
        path = address("post", request, post.number)
        title, changed_at = str(post), post.edited_at  # type: ignore[attr-defined]  # annotated by the query
        yield Entry(post.posted_at, title, path, post.byline, markdown(post.body), changed_at)


def _decisions(request: GameRequest) -> Iterator[Entry]:
    for event in core.decisions(request.game.pk)[:ENTRIES]:
        yield _decision(event, request)


def _decision(event: Event, request: GameRequest) -> Entry:
    words = import_string(settings.NOMIC_LOG_WORDS)
    sentence = told(event.kind, event.by, event.subject, event.data, request.keywords, words)
    path = address("post", request, event.subject.removeprefix("post:"))
    return Entry(event.at, sentence, path, event.by, key=f"#event-{event.seq}")
