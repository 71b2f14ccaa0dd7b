"""Keywords give way to new ones in the text of the law. (Rule 1.9: Victory and Ascension)

Every rename happens at once, so that two keywords may change places. What the server reads is never touched: the
targets of links, code, and the words of a dial.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from nomic.core.mechanics.keywords import article, plural

Standing: TypeAlias = Literal["word", "inside", "dial"]

# What the server reads: code, what dials say, where links lead.
GUARDED = re.compile(
    r"(?P<fence>^ {0,3}(?P<ticks>`{3,}|~{3,})[^\n]*\n(?:.*?^ {0,3}(?P=ticks)[`~]*[ \t]*$|.*\Z))"
    r"|(?P<code>(?P<run>(?<!`)`+(?!`))(?:(?!\n[ \t]*\n).)*?(?<!`)(?P=run)(?!`))"
    r"|(?P<dial>\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?dial:[^()]*\))"
    r"|(?P<target>\]\((?:[^()\n]|\([^()\n]*\))*\))"
    r"|(?P<defined>^ {0,3}\[[^\]\n]+\]:[^\n]*$)"
    r"|(?P<address><[a-z][a-z0-9+.-]*:[^>\s]*>|\bhttps?://[^\s)]+)",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
# Where those alone leave a link or code changed: whatever stands in brackets, and lines that are set in far.
GUARDED_MORE = re.compile(
    rf"{GUARDED.pattern}|(?P<bracketed>\[[^\[\]]*\])|(?P<indented>^(?: {{4}}|\t)[^\n]*$)", GUARDED.flags
)
ARTICLE = re.compile(r"(?<![\w'’-])(?P<article>an?)(?P<gap>\s+[*_“\"‘'(\[]*)$", re.IGNORECASE)
FURTHEST_ARTICLE = 24
OFFICE = "office:"
LETTER = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Rename:
    """A keyword and what it gives way to. `office` is `agent`, `mastermind` or `admin` where it is one of theirs.

    `inside`: words that hold the keyword, such as “Reagent”, in which it is to change too; capitals aside.
    """

    word: str
    to: str
    plural: str = ""
    to_plural: str = ""
    office: str = ""
    inside: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """How a form names it: an office by what the code calls it, whatever the game does by then."""
        return f"{OFFICE}{self.office}" if self.office else self.word

    @property
    def several(self) -> str:
        return self.plural or plural(self.word)

    @property
    def to_several(self) -> str:
        return self.to_plural or plural(self.to)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a keyword stands: as a word, `inside` another, or in a `dial`. `whole` is the word that holds it."""

    start: int
    end: int
    standing: Standing
    whole: str
    begins: bool
    rename: Rename
    new: str


def occurrences(text: str, renames: Sequence[Rename], guarded: re.Pattern[str] = GUARDED) -> Iterator[Occurrence]:
    """Every place, in order, where a keyword stands in a text outside code and the targets of links."""
    forms = _forms(renames)
    if not forms:
        return
    wanted = re.compile("|".join(map(_spelt, sorted(forms, key=len, reverse=True))), re.IGNORECASE)
    spans = guarded.finditer(text)
    span = next(spans, None)
    for found in wanted.finditer(text):
        while span and span.end() <= found.start():
            span = next(spans, None)
        if rename := forms.get(_key(found[0])):
            if span is None or found.end() <= span.start():
                yield _occurrence(text, found, rename)
            elif (said := _said(span)) and found.end() <= span.start() + 1 + len(said):
                yield Occurrence(*found.span(), "dial", said, False, rename, "")


def _said(span: re.Match[str]) -> str:
    """What a dial says; nothing for what is no dial."""
    link = span.groupdict().get("dial") or ""
    return link[1 : link.rindex("](")] if link else ""


def _forms(renames: Sequence[Rename]) -> dict[str, Rename]:
    forms: dict[str, Rename] = {}
    for each in renames:
        forms |= {_key(each.several): each, _key(each.word): each}
    return {key: each for key, each in forms.items() if key}


def _key(words: str) -> str:
    return " ".join(words.casefold().split())


def _spelt(form: str) -> str:
    return r"\s+".join(map(re.escape, form.split()))


def _occurrence(text: str, found: re.Match[str], rename: Rename) -> Occurrence:
    start, end = found.span()
    left, right = _left_edge(text, start), _right_edge(text, end)
    standing: Standing = "inside" if left < start or right > end else "word"
    return Occurrence(start, end, standing, text[left:right], left == start, rename, _in_case(found[0], rename))


def _left_edge(text: str, start: int) -> int:
    """Where the word begins that a keyword at `start` ends or goes on: letters, and hyphens between letters."""
    at = start
    while at > 0 and (LETTER.match(text[at - 1]) or (text[at - 1] in "-_" and at > 1 and LETTER.match(text[at - 2]))):
        at -= 1
    return at


def _right_edge(text: str, end: int) -> int:
    at, last = end, len(text)
    while at < last and (LETTER.match(text[at]) or (text[at] in "-_" and at + 1 < last and LETTER.match(text[at + 1]))):
        at += 1
    return at


def _in_case(old: str, rename: Rename) -> str:
    """The new word for one or for several, in the capitals of the old: Wizard, wizards, WIZARD."""
    new = rename.to_several if _key(old) == _key(rename.several) != _key(rename.word) else rename.to
    if old in (rename.word, rename.several):
        return new
    if old.islower():
        return new.lower()
    return new.upper() if old.isupper() and len(old) > 1 else new


def reworded(text: str, renames: Sequence[Rename], guarded: re.Pattern[str] = GUARDED) -> str:
    """The text in the new keywords. Inside other words a keyword changes only where that word was ticked."""
    parts, at = [], 0
    for start, end, new in _edits(text, renames, guarded):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def _edits(text: str, renames: Sequence[Rename], guarded: re.Pattern[str]) -> Iterator[tuple[int, int, str]]:
    for each in occurrences(text, renames, guarded):
        if each.standing == "word" or (each.standing == "inside" and _ticked(each)):
            if each.begins and (corrected := _article(text, each)):
                yield corrected
            yield each.start, *_with_owner(text, each)


def _ticked(found: Occurrence) -> bool:
    return found.whole.casefold() in {each.casefold() for each in found.rename.inside}


def _article(text: str, found: Occurrence) -> tuple[int, int, str] | None:
    """The article before a keyword, where it has to change: “an Agent”, “a Wizard”."""
    nearest = max(0, found.start - FURTHEST_ARTICLE)
    before = ARTICLE.search(text[nearest : found.start])
    if before is None:
        return None
    was, wanted = before["article"], article(found.new)
    # A capital A that did not fit the old word may be a letter of its own: “class A Agents”.
    if was == "A" and article(text[found.start : found.end]) != "a":
        return None
    start = nearest + before.start("article")
    new = wanted.upper() if was == "AN" else wanted.capitalize() if was[0] == "A" else wanted
    return None if was == new else (start, start + len(was), new)


def _with_owner(text: str, found: Occurrence) -> tuple[int, str]:
    """Where a keyword ends with what makes it an owner, and the new word so: Agents', Wizards', Fishermen's."""
    of_several = found.new.casefold() == found.rename.to_several.casefold()
    tail = re.compile("['’]s?(?![^\\W_])").match(text, found.end)
    if found.standing != "word" or not of_several or tail is None or text[found.start - 1 : found.start] in ("'", "‘"):
        return found.end, found.new
    mark, owns_with_s = tail[0][0], not found.new.casefold().endswith("s")
    # What is no more than a closing quotation mark, or fits already, stays as it is.
    if (len(tail[0]) == 2) == owns_with_s:
        return found.end, found.new
    return tail.end(), f"{found.new}{mark}s" if owns_with_s else f"{found.new}{mark}"
