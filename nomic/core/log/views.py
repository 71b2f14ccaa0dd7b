"""The numbered log: every event in words, with its hash; one event whole; the raw chain for whoever verifies it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import condition, require_safe

from nomic.core import chain
from nomic.core.decision import Invalid
from nomic.core.language.rules import Keywords
from nomic.core.log import queries as log_queries
from nomic.core.log.words import log_sentence, subject_in, subject_label, typed_subject
from nomic.core.registry import registry
from nomic.core.requests import GameRequest, in_game

if TYPE_CHECKING:
    from nomic.core.games.models import Game
    from nomic.core.log.models import Event

PER_PAGE, PER_EXPORT = 50, 1000
LONGEST_NUMBER = 15
MOST_NAMED = 5  # of all that goes by one name
ADDRESSES = {
    "post": "post",
    "agent": "agent",
    "rule": "rule",
    "page": "page",
    "roll": "roll",
    "update": "tracker_update",
    "dynasty": "dynasty",
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event as the log shows it: its sentence in three parts, the middle one leading to its subject."""

    event: Event
    before: str
    subject: str
    url: str
    after: str


@dataclass(frozen=True, slots=True)
class NamedSubject:
    """What events are about, by its newest name; `typed` is what the sieve takes for it."""

    label: str
    url: str
    typed: str


def _log_line(event: Event, slug: str, keywords: Keywords) -> LogLine:
    words = registry().log_words
    before, has_subject, after = log_sentence(event.kind, event.by, event.data, keywords, words)
    subject = subject_label(event.subject, event.data) if has_subject and event.subject else ""
    return LogLine(event, before, subject, _address(event.subject, slug), after)


def _address(subject: str, slug: str) -> str:
    kind, _, key = subject.partition(":")
    addresses = ADDRESSES | _subjects()
    if addresses.get(kind) and key.isdecimal():
        return reverse(addresses[kind], args=[slug, int(key)])
    if kind == "duty":
        return f"{reverse('duties', args=[slug])}#duty-{key}"
    return reverse("roster", args=[slug]) if kind == "application" else ""


def _subjects() -> dict[str, str]:
    """What else the log is about: the kinds that procedures and themes have, each with the name of its page."""
    return dict(registry().subjects)


@require_safe
@in_game
def log_page(request: GameRequest) -> HttpResponse:
    """Fifty events a page, newest first, sifted by kind, by whom, by what they are about, and by what one has seen."""
    asked = {name: request.GET.get(name, "").strip().replace("\0", "") for name in ("kind", "by", "subject", "after")}
    groups = registry().log_groups
    kinds = groups[asked["kind"]][1] if asked["kind"] in groups else ()
    about = _about(request.game.pk, asked["subject"])
    asked["after"] = asked["after"] if _is_number(asked["after"]) else ""
    after = int(asked["after"] or 0)
    events = log_queries.log(request.game.pk, kinds=kinds, by=asked["by"], about=about, after=after)
    shown = Paginator(events, PER_PAGE).get_page(request.GET.get("page"))
    query = urlencode({name: value for name, value in asked.items() if value})
    context = {
        "lines": [_log_line(event, request.game.slug, request.keywords) for event in shown.object_list],
        "page": shown,
        "query": f"{query}&" if query else "",
        "asked": asked | {"subject": typed_subject(about[0]) if about == [asked["subject"]] else asked["subject"]},
        "about": [_named_subject(each, request.game) for each in (about or [])[:MOST_NAMED]],
        "groups": [(name, label) for name, (label, _) in groups.items()],
        "authors": log_queries.log_authors(request.game.pk),
        "head": request.game,
    }
    return render(request, "core/log.html", context)


def _is_number(typed: str) -> bool:
    """Whether an address could hold it as the number of an event: in the figures of addresses, and no endless one."""
    return typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST_NUMBER


def _about(game_id: int, words: str) -> list[str] | None:
    """The subjects that a reader means by a number, a title or a name; None where e did not say."""
    if not words:
        return None
    numbered = subject_in(words, _subjects())
    return [numbered] if numbered else log_queries.subjects_called(game_id, words)


def _named_subject(subject: str, game: Game) -> NamedSubject:
    """A subject by its newest name, with the way to it."""
    label = subject_label(subject, log_queries.last_called(game.pk, subject))
    return NamedSubject(label, _address(subject, game.slug), typed_subject(subject))


@require_safe
@in_game
def event_page(request: GameRequest, seq: int) -> HttpResponse:
    """One event: everything that its hash covers, and how to compute it anew."""
    found = log_queries.event(request.game.pk, seq)
    if found is None:
        raise Http404("There is no such event.")
    content = log_queries.event_content(found)
    context = {
        "line": _log_line(found, request.game.slug, request.keywords),
        "event": found,
        "content": json.dumps(chain.plain_json(content), indent=2, sort_keys=True, ensure_ascii=False),
        "holds": chain.event_hash(content, found.previous) == found.hash,
        "before": seq - 1,
        "after": seq + 1,
        "is_head": seq == request.game.last_seq,
        "about": _named_subject(found.subject, request.game) if found.subject else None,
    }
    return render(request, "core/log_event.html", context)


@require_safe
@in_game
def export_log(request: GameRequest) -> JsonResponse:
    """The chain itself, a thousand events at a time: `?after=` the number of the last one that you have."""
    after = request.GET.get("after", "0")
    if not _is_number(after):
        raise Invalid("after", "“after” is the number of an event.")
    events = log_queries.log_after(request.game.pk, int(after), PER_EXPORT)
    lines = [
        {"content": chain.plain_json(log_queries.event_content(each)), "previous": each.previous, "hash": each.hash}
        for each in events
    ]
    head = {"seq": request.game.last_seq, "hash": request.game.last_hash}
    return JsonResponse({"head": head, "events": lines}, json_dumps_params={"ensure_ascii": False})


# Answers that change only by an event of the game: who has the newest is told so, and not sent it again.


def newest_moment(request: GameRequest) -> datetime:
    """When the newest event happened."""
    return log_queries.last_moment(request.game)


def _log_version(request: GameRequest) -> str:
    return f'"{request.game.pk}-{request.game.last_seq}"'


unchanged_without_event = condition(etag_func=_log_version, last_modified_func=newest_moment)
