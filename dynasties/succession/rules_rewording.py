"""Replace keywords in the text of the law and in the names of columns. (Rule 1.9: Victory and Ascension)"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from dynasties.tracker.rules import ColumnFacts
from dynasties.tracker.rules_columns import read_name
from nomic.core.decision import Invalid, Reason
from nomic.core.language.rules import article, plural
from rulesets.changes.rules_steps import Fold
from rulesets.text.rules import MARKDOWN, Ruleset, RuleText, passages

KeywordStanding: TypeAlias = Literal["word", "inside", "dial"]

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
    standing: KeywordStanding
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
            elif (said := _spoken_forms(span)) and found.end() <= span.start() + 1 + len(said):
                yield Occurrence(*found.span(), "dial", said, False, rename, "")


def _spoken_forms(span: re.Match[str]) -> str:
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
    standing: KeywordStanding = "inside" if left < start or right > end else "word"
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


def reword_text(text: str, renames: Sequence[Rename], guarded: re.Pattern[str] = GUARDED) -> str:
    """The text in the new keywords. Inside other words a keyword changes only where that word was ticked."""
    parts, at = [], 0
    for start, end, new in _edits(text, renames, guarded):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def _edits(text: str, renames: Sequence[Rename], guarded: re.Pattern[str]) -> Iterator[tuple[int, int, str]]:
    for each in occurrences(text, renames, guarded):
        if each.standing == "word" or (each.standing == "inside" and _ticked_edits(each)):
            if each.begins and (corrected := _article(text, each)):
                yield corrected
            yield each.start, *_with_owner(text, each)


def _ticked_edits(found: Occurrence) -> bool:
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


# What a set of renames does to each rule of a ruleset, and what it leaves alone. (Rule 1.9)

NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Inside:
    """A word that holds a keyword, such as “Reagent”, and the keyword. Words that differ in capitals are one."""

    rename: Rename
    whole: str


@dataclass(frozen=True, slots=True)
class Reworded:
    """One rule before and after. `inside`: the words that hold a keyword; `dials`: what dials go on saying.

    `left_alone`: its text cannot be reworded without moving a link or code, and stays as it is.
    """

    before: RuleText
    after: RuleText
    inside: tuple[Inside, ...] = ()
    dials: tuple[str, ...] = ()
    left_alone: bool = False

    @property
    def has_changed(self) -> bool:
        return self.before != self.after


def reword_ruleset(ruleset: Ruleset, renames: Sequence[Rename]) -> tuple[Reworded, ...]:
    """Every rule in which a keyword stands at all, in reading order."""
    found = (reword_rule(rule, renames) for rule in ruleset.rules)
    return tuple(each for each in found if each.has_changed or each.inside or each.dials or each.left_alone)


def reword_rule(rule: RuleText, renames: Sequence[Rename]) -> Reworded:
    """One rule in the new keywords, its title and its text."""
    text = _text(rule.text, renames)
    title = reword_text(rule.title, renames, NOTHING)
    standing = [*occurrences(rule.title, renames, NOTHING), *occurrences(rule.text, renames)]
    return Reworded(
        rule,
        replace(rule, title=title, text=rule.text if text is None else text),
        _unlike(Inside(each.rename, each.whole) for each in standing if each.standing == "inside"),
        tuple(dict.fromkeys(each.whole for each in standing if each.standing == "dial")),
        text is None,
    )


def _text(text: str, renames: Sequence[Rename]) -> str | None:
    """The text reworded; None where that would move what the server reads, however careful."""
    before = None
    for guarded in (GUARDED, GUARDED_MORE):
        new = reword_text(text, renames, guarded)
        if new == text:
            return text
        before = before or what_is_read(text)
        if what_is_read(new) == before:
            return new
    return None


def what_is_read(text: str) -> tuple[object, ...]:
    """All of a text that renaming must leave alone: where links and pictures lead, code, and what dials say."""
    try:
        dials = [(each.name, each.words, each.inert) for each in passages(text) if each.kind == "dial"]
    except Invalid as error:
        return (error.code, text)
    found: list[object] = []
    for token in MARKDOWN.parse(text):
        for each in (token, *(token.children or ())):
            if each.type in {"fence", "code_block", "code_inline"}:
                found.append((each.type, each.content, each.info))
            found += [(name, each.attrs[name]) for name in ("href", "src", "title") if name in each.attrs]
    return (*dials, *found)


def _unlike(found: Iterable[Inside]) -> tuple[Inside, ...]:
    first: dict[tuple[str, str], Inside] = {}
    for each in found:
        first.setdefault((each.rename.key, each.whole.casefold()), each)
    return tuple(first.values())


# Columns of the tracker are called in the new keywords too, as the rules that carry them are worded. (Rule 1.9)


@dataclass(frozen=True, slots=True)
class ColumnReworded:
    """A column, and what it will be called."""

    column: ColumnFacts
    name: str


def reword_columns(columns: Iterable[ColumnFacts], renames: Sequence[Rename]) -> tuple[ColumnReworded, ...]:
    """The columns that a keyword stands in the names of."""
    named = (ColumnReworded(each, reword_text(each.name, renames, NOTHING)) for each in columns)
    return tuple(each for each in named if each.name != each.column.name)


def unfit_columns(
    named: Sequence[ColumnReworded], columns: Collection[ColumnFacts], words: Iterable[str], rule: str, fold: Fold
) -> Iterator[Reason]:
    """What the new words make of a column that no column may be called. `columns` are all there are, by old names."""
    new = {each.column.number: each.name for each in named}
    called = [fold(new.get(each.number, each.name)) for each in columns]
    reserved = {fold(word) for word in words}
    for each in named:
        if said := _against(each.name, called.count(fold(each.name)) > 1, fold(each.name) in reserved):
            yield Reason("column-badly-called", rule, {"name": each.column.name, "after": each.name, "said": said})


def _against(name: str, is_taken: bool, is_reserved: bool) -> str:
    try:
        read_name(name)
    except Invalid as error:
        return error.text
    if is_taken:
        return "another column is called so"
    return "that means something in the law already" if is_reserved else ""
