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
from django.views.decorators.http import require_safe

from nomic.core.log import queries as log_queries
from nomic.core.log.views import newest_moment, unchanged_without_event
from nomic.core.log.words import event_text
from nomic.core.registry import registry
from nomic.core.requests import GameRequest, in_game
from nomic.core.templatetags.nomic_markdown import markdown
from proposals.posts import queries as posts_queries
from proposals.reasons.presenters import address

if TYPE_CHECKING:
    from nomic.core.log.models import Event

ENTRIES = 30


class _GameFeed(Atom1Feed):
    """Atom whose links, those in people's own texts too, lead to this server; as new as the newest event."""

    def root_attributes(self) -> dict[str, str]:
        return super().root_attributes() | {"xml:base": f"{settings.NOMIC_SITE_URL}/"}

    def latest_post_date(self) -> datetime:
        newest: datetime = self.feed["newest"]
        return newest


@dataclass(frozen=True, slots=True)
class FeedEntry:
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
@unchanged_without_event
def journal_feed(request: GameRequest) -> HttpResponse:
    """The newest posts, and how matters were decided."""
    both = merge(_post_entries(request), _decision_entries(request), key=lambda each: each.at, reverse=True)
    return _render_feed(request, "the journal", address("journal", request), islice(both, ENTRIES))


@require_safe
@in_game
@unchanged_without_event
def decisions_feed(request: GameRequest) -> HttpResponse:
    """How matters were decided, from the log."""
    return _render_feed(request, "decisions", f"{address('log', request)}?kind=decisions", _decision_entries(request))


def _render_feed(request: GameRequest, what: str, path: str, entries: Iterable[FeedEntry]) -> HttpResponse:
    site = settings.NOMIC_SITE_URL
    feed = _GameFeed(
        f"{request.game.title}: {what}",
        site + path,
        "",
        language="en",
        feed_url=site + request.path,
        newest=newest_moment(request),
    )
    for each in entries:
        link = site + each.path
        feed.add_item(
            each.title,
            link,
            each.html,
            author_name=each.by,
            pubdate=each.at,
            updateddate=each.changed_at or each.at,
            unique_id=link + each.key,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


def _post_entries(request: GameRequest) -> Iterator[FeedEntry]:
    for post in posts_queries.newest_posts(request.game.pk, ENTRIES):
        path = address("post", request, post.number)
        title, changed_at = str(post), post.edited_at  # type: ignore[attr-defined]  # annotated by the query
        yield FeedEntry(post.posted_at, title, path, post.byline, markdown(post.body), changed_at)


def _decision_entries(request: GameRequest) -> Iterator[FeedEntry]:
    for event in log_queries.decisions(request.game.pk)[:ENTRIES]:
        yield _decision_entry(event, request)


def _decision_entry(event: Event, request: GameRequest) -> FeedEntry:
    words = registry().log_words
    sentence = event_text(event.kind, event.by, event.subject, event.data, request.keywords, words)
    path = address("post", request, event.subject.removeprefix("post:"))
    return FeedEntry(event.at, sentence, path, event.by, key=f"#event-{event.seq}")
