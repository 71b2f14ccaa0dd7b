"""Codes spoken and rules linked, for every page of this package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string

from nomic.core import words
from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest, once
from nomic.core.views.recalling import recalled
from proposals.queries import naming
from proposals.queries.naming import Names
from rulesets import queries as law
from rulesets.mechanics.anchors import slug
from rulesets.mechanics.changes import Change
from rulesets.mechanics.gamestate import State

if TYPE_CHECKING:
    from proposals.models import Post


# The codes of what stands against a change that means a rule which is not there, by its id in the fact `rule`.
MEANS_NO_RULE = frozenset({"target-missing", "page-rule-missing", "column-rule-missing"})


def told(reason: Reason, request: GameRequest, seq: int | None = None) -> Reason:
    """The reason as the reader of a game is told it, by what is on record. `seq`: as of that event.

    The law knows its rules by id, and players by number and title: also one that is gone.
    """
    rid = str(reason.facts["rule"]) if reason.code in MEANS_NO_RULE else ""
    if not rid.isdecimal():
        return recalled(reason, request)
    cited = names_of(request).cited(int(rid), seq)
    code = "rule-never" if cited is None else "rule-gone" if cited.gone else "rule-gone-by-then"
    which = Reason(code, "", {"cited": cited.number, "title": cited.title} if cited else {})
    return Reason(reason.code, reason.rule, {**reason.facts, "rule": said(which, request)})


def names_of(request: GameRequest) -> Names:
    """What the rules of the game were ever called, read once a request."""
    return once(request, "names of rules", lambda: naming.names(request.game.pk))


def said(reason: Reason, request: GameRequest, seq: int | None = None) -> str:
    """The reason as a sentence, in the words of every package and of this game; `seq`: as of that event."""
    return words.sentence(told(reason, request, seq), request.keywords, import_string(settings.NOMIC_WORDS))


def grounds(reasons: Iterable[Reason], request: GameRequest) -> list[dict[str, Any]]:
    """Reasons as `components/reasons.html` takes them."""
    return [
        {"text": said(each, request), "rule": each.rule, "url": rule_url(each.rule, request), **_way(each, request)}
        for each in (told(each, request) for each in reasons)
    ]


def what(change: Change, state: State, request: GameRequest) -> str:
    """What a change does, in words. A rule that `state` no longer has goes by the title that it bore last."""
    line = law.described(change, state)
    gone = {
        name: names_of(request).cited(rid)
        for name in ("rule", "after")
        if isinstance(rid := getattr(change, name, None), int) and state.ruleset.rule(rid) is None
    }
    titles = {name: cited.title for name, cited in gone.items() if cited}
    return said(Reason(line.code, "", {**line.facts, **titles}), request)


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
