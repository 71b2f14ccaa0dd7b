"""The text of a rule as a page shows it: what looks like a dial is what the law obeys, and nothing else does.

The same parser that reads the law makes the page, and nh3 has the last word on what may stand in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

import nh3
from django import template
from django.utils.safestring import SafeString, mark_safe
from markdown_it.token import Token

from nomic.core.decision import Invalid
from rulesets.text.rules import MARKDOWN, link_kind
from rulesets.text.rules_folding import MarkedPassage, MarkedText, mark_passages

register = template.Library()

RENDERED = 256  # texts whose page form is remembered, so that the ruleset's page costs little
DEEPEST_HEADING = 6
TAGS = {"p", "br", "hr", "em", "strong", "code", "pre", "ul", "ol", "li", "blockquote", "a", "span"}
TAGS |= {"h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"}
ATTRIBUTES = {"a": {"href", "title", "class"}, "span": {"class", "title"}, "ol": {"start"}}


@register.simple_tag
def law_text(text: str, marks: MarkedText, dials_url: str, under: int = 3) -> SafeString:
    """A rule's text as safe HTML. `marks`: how each of its passages stands; headings go below level `under`."""
    return render_law_text(text, marks, dials_url, under)


@lru_cache(maxsize=RENDERED)
def render_law_text(text: str, marks: MarkedText, dials_url: str, under: int = 3) -> SafeString:
    """Markdown to safe HTML. What is too much to be read as Markdown is shown as it was written."""
    try:
        html = _html(text, marks, dials_url, under)
    except Invalid:
        html = f"<pre>{escape(text)}</pre>"
    # Sanitised with nh3 just above the mark: whatever Markdown made of a player's words, only these tags are left.
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)


def _html(text: str, marks: MarkedText, dials_url: str, under: int) -> str:
    passages = iter(mark_passages(text, marks))
    tokens = MARKDOWN.parse(text)
    _demote([token for token in tokens if token.type in {"heading_open", "heading_close"}], under)
    for token in tokens:
        if token.children is not None:
            token.children = list(_inline(token.children, passages, dials_url))
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def _demote(headings: list[Token], under: int) -> None:
    """Headings stand below the rule's own, without a gap between their levels."""
    levels, last = sorted({token.tag for token in headings}), under
    for token in headings:
        if token.type == "heading_open":
            last = min(under + 1 + levels.index(token.tag), last + 1, DEEPEST_HEADING)
        token.tag = f"h{last}"


def _inline(children: list[Token], passages: Iterator[MarkedPassage], dials_url: str) -> Iterator[Token]:
    inside: MarkedPassage | None = None
    for token in children:
        if token.type == "link_open" and link_kind(token):
            inside = next(passages)
            _render_open(token, inside, dials_url)
        elif token.type == "link_close" and inside is not None:
            token.tag = _tag(inside)
            inside = None
        elif token.type == "image":
            # The page loads nothing from elsewhere: an image is its words.
            token = Token("text", "", 0, content=token.content)
        yield token


def _tag(passage: MarkedPassage) -> str:
    return "a" if passage.kind == "dial" and passage.known else "span"


def _render_open(token: Token, passage: MarkedPassage, dials_url: str) -> None:
    token.tag = _tag(passage)
    # An act or a trigger looks like what it is: something that the server does by this rule.
    look = "dial" if passage.kind == "dial" else "mechanism"
    off = ("--inert" if passage.kind == "dial" else "--off") if passage.trouble else ""
    token.attrs = {"class": f"{look} {look}{off}" if off else look}
    why = f", not obeyed: {passage.why}" if passage.trouble else ""
    token.attrs["title"] = f"{passage.kind} {passage.name}{why}"
    if token.tag == "a":
        token.attrs["href"] = f"{dials_url}#{passage.name}"
