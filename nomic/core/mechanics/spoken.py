"""A page in the reader's pronouns: only the text of what is marked as the server's own speech, and nothing else of it.

An element with `data-spoken` is spoken; inside it, links (names and titles), quotations, code and fields are not.
"""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import accumulate

from nomic.core.mechanics.pronouns import respelt

MARK = "data-spoken"
# What stands there is somebody's, or the law's, or has no end tag to wait for.
QUIET = frozenset({
    "a", "blockquote", "cite", "code", "del", "ins", "option", "pre", "q", "script", "select", "style", "svg",
    "textarea", "title",
})  # fmt: skip
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})


class _Ear(HTMLParser):
    """Hears which stretches of a page are spoken, by the place of their first letter."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.lines = [0, *accumulate(len(line) for line in page.split("\n"))]
        self.open: list[tuple[str, bool]] = []
        self.heard: list[tuple[int, str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        spoken = any(name == MARK for name, _ in attrs) or (self.spoken and tag not in QUIET)
        self.open.append((tag, spoken))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        # Elements whose end was left out end with the one around them.
        places = [place for place, (name, _) in enumerate(self.open) if name == tag]
        if places:
            del self.open[places[-1] :]

    def handle_data(self, data: str) -> None:
        if self.spoken:
            line, column = self.getpos()
            self.heard.append((self.lines[line - 1] + line - 1 + column, data))

    @property
    def spoken(self) -> bool:
        return bool(self.open) and self.open[-1][1]


def page_respelt(page: str, choice: str) -> str:
    """The page, or part of one, for a reader of that choice: what is not spoken stays, sign for sign."""
    if MARK not in page:
        return page
    parts, done = list[str](), 0
    for start, text in _Ear(page).heard:
        parts += [page[done:start], respelt(text, choice)]
        done = start + len(text)
    return "".join([*parts, page[done:]])
