"""The server's own sentences in the pronouns that the reader chose. (Rule Spivak)

On a page only text that is marked as the server's own is changed: what people wrote and the law stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from itertools import accumulate
from types import MappingProxyType

SPIVAK = ("e", "em", "eir", "eirs", "emself")
THEY = "they"
FORMS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        THEY: dict(zip(SPIVAK, ("they", "them", "their", "theirs", "themself"), strict=True)),
        "she": dict(zip(SPIVAK, ("she", "her", "her", "hers", "herself"), strict=True)),
        "he": dict(zip(SPIVAK, ("he", "him", "his", "his", "himself"), strict=True)),
    }
)

PRONOUN = re.compile(r"(?<![\w.’'@/-])(emself|eirs|eir|em|e)(?![\w’'@/-]|\.\w)", re.IGNORECASE)
QUOTED = re.compile(r"(“[^“”]*(?:“[^“”]*”[^“”]*)*”)")
# The verb after “they”, over an adverb or two; and the verb before it, as in “is e” and “does e”.
ADVERB = r"(?:(?:also|always|never|still|now|then|once|thus|only|alone|already|[a-z]+ly)\s+){0,2}"
AFTER = re.compile(rf"\b(they)(\s+{ADVERB})([a-z]+)(?![\w’'-])", re.IGNORECASE)
BEFORE = re.compile(r"\b(is|was|has|does)(\s+they)\b", re.IGNORECASE)
IRREGULAR = MappingProxyType(
    {
        "is": "are",
        "was": "were",
        "has": "have",
        "does": "do",
        "goes": "go",
        "dies": "die",
        "lies": "lie",
        "isn": "aren",
        "hasn": "haven",
        "doesn": "don",
    }
)
NO_VERBS = frozenset({"this", "thus", "always", "as", "its", "us", "perhaps", "sometimes", "less", "unless"})
LONGER = ("ches", "shes", "sses", "xes", "zzes", "oes")


def respell_sentence(text: str, choice: str) -> str:
    """A sentence of the server's with the pronouns of that choice; as it is for “spivak”. Quotations stay."""
    forms = FORMS.get(choice)
    if forms is None:
        return text
    parts = enumerate(QUOTED.split(text))
    return "".join(part if place % 2 else _respell_pronoun(part, choice, forms) for place, part in parts)


def has_pronoun(text: str) -> bool:
    """Whether there is a pronoun in it to be changed."""
    return PRONOUN.search(text) is not None


def _respell_pronoun(text: str, choice: str, forms: Mapping[str, str]) -> str:
    if not has_pronoun(text):
        return text
    changed = PRONOUN.sub(lambda found: _match_case(found[1], forms[found[1].lower()]), text)
    return _make_verbs_agree(changed) if choice == THEY else changed


def _match_case(old: str, new: str) -> str:
    return new.capitalize() if old[0].isupper() else new


def _make_verbs_agree(text: str) -> str:
    """Several have done it, grammatically: “they vote”, “they are”, “are they”."""
    text = AFTER.sub(lambda found: found[1] + found[2] + _plural(found[3]), text)
    return BEFORE.sub(lambda found: _match_case(found[1], IRREGULAR[found[1].lower()]) + found[2], text)


def _plural(verb: str) -> str:
    """“votes” to “vote”, “tries” to “try”, “passes” to “pass”; what is no such verb stays."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb in NO_VERBS or not verb.endswith("s") or verb.endswith(("ss", "us")):
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(LONGER) else verb[:-1]


# A page in the reader's pronouns: only the text of what is marked as the server's own speech, and nothing else of it.
# An element with `data-spoken` is spoken; inside it, links (names and titles), quotations, code and fields are not.

MARK = "data-spoken"
# What stands there is somebody's, or the law's, or has no end tag to wait for.
QUIET = frozenset(
    {
        "a",
        "blockquote",
        "cite",
        "code",
        "del",
        "ins",
        "option",
        "pre",
        "q",
        "script",
        "select",
        "style",
        "svg",
        "textarea",
        "title",
    }
)
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})


class _SpokenParser(HTMLParser):
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
        spoken = any(name == MARK for name, _ in attrs) or (self.in_speech and tag not in QUIET)
        self.open.append((tag, spoken))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        # Elements whose end was left out end with the one around them.
        places = [place for place, (name, _) in enumerate(self.open) if name == tag]
        if places:
            del self.open[places[-1] :]

    def handle_data(self, data: str) -> None:
        if self.in_speech:
            line, column = self.getpos()
            self.heard.append((self.lines[line - 1] + line - 1 + column, data))

    @property
    def in_speech(self) -> bool:
        return bool(self.open) and self.open[-1][1]


def respell_page(page: str, choice: str) -> str:
    """The page, or part of one, for a reader of that choice: what is not spoken stays, sign for sign."""
    if MARK not in page:
        return page
    parts, done = list[str](), 0
    for start, text in _SpokenParser(page).heard:
        parts += [page[done:start], respell_sentence(text, choice)]
        done = start + len(text)
    return "".join([*parts, page[done:]])
