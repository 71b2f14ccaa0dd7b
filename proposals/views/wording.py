"""Codes spoken and rules linked, for every page of this package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string

from nomic.core import words
from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest
from nomic.core.views.recalling import recalled
from rulesets.mechanics.anchors import slug

if TYPE_CHECKING:
    from proposals.models import Post


def said(reason: Reason, request: GameRequest) -> str:
    """The reason as a sentence, in the words of every package and of this game."""
    return words.sentence(recalled(reason, request), request.keywords, import_string(settings.NOMIC_WORDS))


def grounds(reasons: Iterable[Reason], request: GameRequest) -> list[dict[str, Any]]:
    """Reasons as `components/reasons.html` takes them."""
    return [
        {"text": said(each, request), "rule": each.rule, "url": rule_url(each.rule, request), **_way(each, request)}
        for each in (recalled(each, request) for each in reasons)
    ]


def _way(reason: Reason, request: GameRequest) -> dict[str, str]:
    """Where a reason names a post, its sentence in three parts: the middle one leads there."""
    post = str(reason.facts.get("older", ""))
    if not post:
        return {}
    before, _, after = said(reason, request).partition(post)
    return {
        "before": before,
        "post": post,
        "post_url": address("post", request, post.removeprefix("#")),
        "after": after,
    }


def rule_url(title: str, request: GameRequest) -> str:
    """Where the rule of that title stands in the ruleset."""
    return f"{address('ruleset', request)}#{slug(title)}" if title else ""


def author_url(post: Post, request: GameRequest) -> str:
    """Where a post's author has eir page; empty where nobody is shown."""
    return address("agent", request, post.author_id) if post.author_id is not None else ""


def address(name: str, request: GameRequest, *args: object) -> str:
    """The address of a page of this game."""
    return reverse(name, args=[request.game.slug, *args])
