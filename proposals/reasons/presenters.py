"""Reasons as pages show them: a sentence, the rule it rests on, and the link to it. Also the addresses of a game's
pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.urls import reverse

from nomic.core.decision import Reason
from nomic.core.language import words as language_words
from nomic.core.registry import registry
from nomic.core.requests import GameRequest, cached_on_request, reason_with_history
from proposals.reasons import queries as reasons_queries
from proposals.reasons.queries import RuleNames
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import Change, GameState
from rulesets.text.rules_citations import slug

# The codes of what stands against a change that means a rule which is not there, by its id in the fact `rule`.
MEANS_NO_RULE = frozenset({"target-missing", "page-rule-missing", "column-rule-missing"})


def redacted_for(reason: Reason, request: GameRequest, seq: int | None = None) -> Reason:
    """The reason as the reader of a game is told it, by what is on record. `seq`: as of that event.

    The law knows its rules by id, and players by number and title: also one that is gone.
    """
    rid = str(reason.facts["rule"]) if reason.code in MEANS_NO_RULE else ""
    if not rid.isdecimal():
        return reason_with_history(reason, request)
    cited = rule_names_of(request).citation_of(int(rid), seq)
    code = "rule-never" if cited is None else "rule-gone" if cited.gone else "rule-gone-by-then"
    which = Reason(code, "", {"cited": cited.number, "title": cited.title} if cited else {})
    return Reason(reason.code, reason.rule, {**reason.facts, "rule": reason_text(which, request)})


def rule_names_of(request: GameRequest) -> RuleNames:
    """What the rules of the game were ever called, read once a request."""
    return cached_on_request(request, "names of rules", lambda: reasons_queries.rule_names(request.game.pk))


def reason_text(reason: Reason, request: GameRequest, seq: int | None = None) -> str:
    """The reason as a sentence, in the words of every package and of this game; `seq`: as of that event."""
    return language_words.sentence(redacted_for(reason, request, seq), request.keywords, registry().words)


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """A reason as `components/reasons.html` shows it; one that names a post also in parts, the middle one as a link."""

    text: str
    rule: str
    url: str
    before: str = ""
    post: str = ""
    after: str = ""
    post_url: str = ""


def reasons_context(reasons: Iterable[Reason], request: GameRequest) -> list[ReasonLine]:
    """Reasons as `components/reasons.html` takes them."""
    return [_reason_line(redacted_for(each, request), request) for each in reasons]


def _reason_line(reason: Reason, request: GameRequest) -> ReasonLine:
    text, post = reason_text(reason, request), str(reason.facts.get("older", ""))
    line = ReasonLine(text, reason.rule, rule_url(reason.rule, request))
    if not post:
        return line
    before, _, after = text.partition(post)
    return replace(
        line, before=before, post=post, after=after, post_url=address("post", request, post.removeprefix("#"))
    )


def change_text(change: Change, state: GameState, request: GameRequest) -> str:
    """What a change does, in words. A rule that `state` no longer has goes by the title that it bore last."""
    line = changes_queries.describe_change(change, state)
    gone = {
        name: rule_names_of(request).citation_of(rid)
        for name in ("rule", "after")
        if isinstance(rid := getattr(change, name, None), int) and state.ruleset.rule(rid) is None
    }
    titles = {name: cited.title for name, cited in gone.items() if cited}
    return reason_text(Reason(line.code, "", {**line.facts, **titles}), request)


def rule_url(title: str, request: GameRequest) -> str:
    """Where the rule of that title stands in the ruleset."""
    return f"{address('ruleset', request)}#{slug(title)}" if title else ""


def address(name: str, request: GameRequest, *args: object) -> str:
    """The address of a page of this game."""
    return reverse(name, args=[request.game.slug, *args])
