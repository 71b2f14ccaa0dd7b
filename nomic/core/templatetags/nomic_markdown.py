"""What people write, as HTML that can do no harm: a small Markdown, and after it a tight allow-list.

Two nets: the parser reads no HTML and makes no pictures, and whatever comes out of it is cleaned all the same.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape, unescape

import nh3
from django import template
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

register = template.Library()

TAGS = {
    "a",
    "blockquote",
    "br",
    "code",
    "em",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
REL = "nofollow noopener noreferrer"
# Above every heading that a reader writes stand the page's own two levels.
ABOVE, DEEPEST = 2, 6
# Each of these may open something, and the time to find out what grows with the square of their number.
COSTLY, MOST_COSTLY, LONGEST = "[]*_`~<|", 6_000, 60_000
NESTED = 24  # what stands deeper the parser would leave out
REMEMBERED = 256  # texts; a page is read more often than it is written

MARKDOWN = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTED}).enable(["table", "strikethrough"])
MARKDOWN.disable("image")


@register.filter
def markdown(text: str | None) -> SafeString:
    """Markdown as safe HTML. What would take too long to read is shown as it was typed."""
    return mark_safe(_render_text(text or ""))


@lru_cache(maxsize=REMEMBERED)
def _render_text(text: str) -> str:
    if len(text) > LONGEST or sum(map(text.count, COSTLY)) > MOST_COSTLY:
        return _as_typed(text)
    tokens = MARKDOWN.parse(text)
    if any(token.level >= NESTED - 2 for token in tokens):
        return _as_typed(text)
    _demote(tokens)
    for token in tokens:
        _unlink(token.children or [])
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=REL)


def plain(text: str) -> str:
    """The words alone, on one line: for an excerpt."""
    return " ".join(unescape(nh3.clean(_render_text(text), tags=set())).split())


def _as_typed(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def _demote(tokens: list[Token]) -> None:
    """Headings begin under the page's own and never skip a level, whatever their author chose."""
    last = ABOVE
    for token in tokens:
        if token.type == "heading_open":
            last = min(int(token.tag[1:]) + ABOVE, last + 1, DEEPEST)
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{last}"


def _unlink(tokens: list[Token]) -> None:
    """A link to what is no page, such as a dial quoted from the law, keeps its words alone."""
    inert = False
    for token in tokens:
        if token.type == "link_open":
            scheme, colon, _ = str(token.attrs.get("href", "")).partition(":")
            inert = bool(colon) and scheme.isalpha() and scheme.lower() not in SCHEMES
        if token.type in {"link_open", "link_close"} and inert:
            token.type, token.tag, token.nesting, token.content = "text", "", 0, ""
