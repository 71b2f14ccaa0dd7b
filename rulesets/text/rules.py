"""A ruleset at one moment as plain facts, and what the text of its rules carries: dials, mechanisms, terms and their
problems.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import Literal, Self, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

from nomic.core.decision import Invalid
from nomic.core.input import BLANKS, LAYOUT, hidden_at, normalize_newlines
from nomic.core.law.rules import ACT_NAME, Catalogue, Occasion
from nomic.core.law.rules_wordings import LONGEST_WORDING, Value


class Section(StrEnum):
    """The parts of a ruleset, in reading order: rules number 1.x, 2.x and 3.x."""

    CORE = "core"
    DYNASTIC = "dynastic"
    GLOSSARY = "glossary"


SECTIONS = tuple(Section)


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule. `id` is stable and public; the number is not part of it, for a rule's number may move."""

    id: int
    section: Section
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules by section and, inside one, as arranged. `void` holds the ids of rules found void (Reading 47)."""

    rules: tuple[RuleText, ...] = ()
    void: frozenset[int] = frozenset()

    @classmethod
    def of(cls, rules: Iterable[RuleText], void: Iterable[int] = ()) -> Self:
        """A ruleset of rules in any order of sections; the order inside a section is kept."""
        return cls(tuple(sorted(rules, key=lambda rule: SECTIONS.index(rule.section))), frozenset(void))

    def rule(self, rule_id: int) -> RuleText | None:
        return next((rule for rule in self.rules if rule.id == rule_id), None)

    def rule_by_title(self, title: str) -> RuleText | None:
        """The first rule of that title, capitals and spaces aside."""
        wanted = _folded_title(title)
        return next((rule for rule in self.rules if _folded_title(rule.title) == wanted), None)

    def in_section(self, section: Section) -> tuple[RuleText, ...]:
        return tuple(rule for rule in self.rules if rule.section == section)

    def numbers(self) -> dict[int, str]:
        """Every rule's number by its id: `{17: "1.5"}`."""
        return {
            rule.id: f"{chapter}.{place}"
            for chapter, section in enumerate(SECTIONS, 1)
            for place, rule in enumerate(self.in_section(section), 1)
        }

    def number(self, rule_id: int) -> str:
        """The rule's number now, such as “1.5”. Raises `KeyError` for a rule that is not there."""
        return self.numbers()[rule_id]

    def citation(self, rule_id: int) -> str:
        """The rule as one cites it: “rule 1.5 Enactment”. Raises `KeyError` for a rule that is not there."""
        rule = self.rule(rule_id)
        return f"rule {self.number(rule_id)} {rule.title if rule else ''}"

    def rule_by_number(self, number: str) -> RuleText | None:
        """The rule that bears a number such as “1.5” now."""
        return next((self.rule(rule_id) for rule_id, each in self.numbers().items() if each == number), None)

    def with_rule(self, rule: RuleText, place: int | None = None) -> Self:
        """The ruleset with one rule more: at `place` (from 1) in its section, else at the section's end."""
        peers = list(self.in_section(rule.section))
        peers.insert(len(peers) if place is None else max(place - 1, 0), rule)
        others = [other for other in self.rules if other.section != rule.section]
        return self.of(others + peers, self.void)

    def without_rule(self, rule_id: int) -> Self:
        """The ruleset less one rule, and less the finding that it was void."""
        return self.of((rule for rule in self.rules if rule.id != rule_id), self.void - {rule_id})

    def with_rule_changed(self, rule_id: int, *, title: str | None = None, text: str | None = None) -> Self:
        """The ruleset with one rule's title or text changed, in its place."""
        return self.of(
            (_check_rule(rule, title, text) if rule.id == rule_id else rule for rule in self.rules), self.void
        )

    def with_rule_moved(self, rule_id: int, section: Section, place: int | None = None) -> Self:
        """The ruleset with one rule moved to `place` (from 1) of a section, else to its end. `KeyError` if unknown."""
        rule = self.rule(rule_id)
        if rule is None:
            raise KeyError(rule_id)
        moved = self.without_rule(rule_id).with_rule(replace(rule, section=section), place)
        return self.of(moved.rules, self.void)


def _check_rule(rule: RuleText, title: str | None, text: str | None) -> RuleText:
    return replace(rule, title=rule.title if title is None else title, text=rule.text if text is None else text)


def _folded_title(title: str) -> str:
    return " ".join(title.split()).casefold()


# What a rule's text carries: its dials, mechanisms and terms, and what is wrong with it.
# A rule is Markdown. A dial is an ordinary link whose target names it and whose words are the value, `[48
# hours](dial:enactment.timeout)`; a mechanism is carried by a link such as `[may be
# enacted](mechanism:enactment.resolving)`. An act that may be done only so often gets its name from
# `[often](often:supply-roll)` or `[once in a while](occasionally:market)`; `[As one is enacted](trigger:enacted)`
# sets a rule off. Code is no link, and italics are no law (Reading 45).

LONGEST_TEXT = 50_000
LONGEST_TITLE = 100
MOST_PASSAGES = 200
MOST_BRACKETS = 2_000
DEEPEST = 18
PROBLEMS_SHOWN = 5
LINE_END = "\n"
READ_AGAIN = 256  # texts whose reading is remembered: a page, a dry run and a fold all read the same ones

Link: TypeAlias = Literal["dial", "mechanism", "often", "occasionally", "trigger"]
LINKS: dict[str, Link] = {
    "dial": "dial",
    "mechanism": "mechanism",
    "often": "often",
    "occasionally": "occasionally",
    "trigger": "trigger",
}
LONGEST_SAYING = 600  # of a paragraph that a trigger stands in

# Rules are read and shown with this one parser, so that what a reader sees as a link is what the law obeys.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Passage:
    """One link of ours, as written. `line` counts from 1; `inert` means inside italics.

    `says`: of a trigger, the paragraph that it stands in.
    """

    kind: Link
    name: str
    words: str
    inert: bool
    line: int
    says: str = ""


@dataclass(frozen=True, slots=True)
class DialPassage:
    """A known dial, and the value that its words are read as."""

    name: str
    words: str
    value: Value
    inert: bool
    line: int


@dataclass(frozen=True, slots=True)
class TextProblem:
    """A passage that cannot be obeyed: why, in a sentence that says what would be accepted.

    Codes: `unreadable`, `out-of-bounds`, `unknown-dial`, `unknown-mechanism`, `unknown-trigger`, `bad-act`.
    """

    code: str
    name: str
    words: str
    text: str
    inert: bool
    line: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """A rule's passages: the dials, mechanisms and terms that can be obeyed, and the problems with the rest."""

    dials: tuple[DialPassage, ...] = ()
    mechanisms: tuple[Passage, ...] = ()
    problems: tuple[TextProblem, ...] = ()
    terms: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    passages: tuple[Passage, ...]
    prose: tuple[str, ...]
    depth: int


def clean_text(text: str) -> str:
    """Text as it is kept: lines end in a bare newline, with no blank ones before the first word or after the last."""
    return normalize_newlines(text).strip(LINE_END).rstrip()


def passages(text: str) -> tuple[Passage, ...]:
    """Every dial, mechanism and term link in order.

    Raises `Invalid` for what is too much to read: `too-long`, `too-many-brackets`, `too-many-dials`.
    """
    found = _read_markup(text).passages
    if len(found) > MOST_PASSAGES:
        sentence = f"{len(found):,} dials and mechanisms; one rule may carry {MOST_PASSAGES}."
        raise Invalid("text", sentence, "too-many-dials")
    return found


def prose_of(text: str) -> tuple[str, ...]:
    """The live words block by block: no italics, no code, no link targets. Raises `Invalid` for text too long."""
    return _read_markup(text).prose


def parse_text(text: str, catalogue: Catalogue) -> Parsed:
    """Read a rule's text against the catalogue. Raises `Invalid` only as `passages` does."""
    read = [_read_dial(passage, catalogue) for passage in passages(text)]
    return Parsed(
        tuple(each for each in read if isinstance(each, DialPassage)),
        tuple(each for each in read if isinstance(each, Passage) and each.kind == "mechanism"),
        tuple(each for each in read if isinstance(each, TextProblem)),
        tuple(each for each in read if isinstance(each, Passage) and each.kind != "mechanism"),
    )


def check_text(text: str, catalogue: Catalogue) -> None:
    """Raise `Invalid` with path `text`, naming line and words, unless the text may be kept as a rule's.

    Codes: those of `Problem` and `passages`, `too-deep`, `hidden-character`. Inert passages are no law, so
    their words are not judged.
    """
    _check_size(text)
    if place := _hidden_signs(text, LAYOUT):
        raise Invalid("text", _hidden_words(text, place), "hidden-character")
    if _read_markup(text).depth > DEEPEST:
        raise Invalid("text", "Quotations and lists stand too deep inside one another to be read.", "too-deep")
    _check_words(problem for problem in parse_text(text, catalogue).problems if not problem.inert)


def title_problem(title: str) -> str | None:
    """What is wrong with a rule's title, as a sentence; None for one that will do."""
    if not title.strip() or all(character.isspace() or character in BLANKS for character in title):
        return "A rule needs a title."
    if len(title) > LONGEST_TITLE:
        return f"{len(title)} characters; a title has {LONGEST_TITLE} at most."
    if LINE_END in title or "\r" in title:
        return "A title is one line."
    if place := _hidden_signs(title):
        return _hidden_words(title, place)
    return None


def _check_size(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise Invalid("text", f"{len(text):,} characters; a rule has {LONGEST_TEXT:,} at most.", "too-long")
    # Every bracket may open a link, and the time to find out grows with the square of their number.
    if (brackets := text.count("[")) > MOST_BRACKETS:
        raise Invalid(
            "text", f"{brackets:,} opening brackets; a rule has {MOST_BRACKETS:,} at most.", "too-many-brackets"
        )


def _check_words(problems: Iterable[TextProblem]) -> None:
    found = list(problems)
    if not found:
        return
    said = [f"Line {problem.line}: {problem.text}." for problem in found[:PROBLEMS_SHOWN]]
    if len(found) > PROBLEMS_SHOWN:
        said.append(f"And {len(found) - PROBLEMS_SHOWN} more.")
    raise Invalid("text", " ".join(said), found[0].code)


def _hidden_signs(text: str, allowed: Collection[str] = frozenset()) -> int | None:
    """The place, counted from 1, of the first character that shows nothing or turns the reading direction."""
    blank = next((place for place, character in enumerate(text, 1) if character in BLANKS), None)
    return min((place for place in (hidden_at(text, allowed), blank) if place), default=None)


def _hidden_words(text: str, place: int) -> str:
    character = text[place - 1]
    name = unicodedata.name(character, "control character")
    line = text.count(LINE_END, 0, place) + 1
    return f"Line {line}: an invisible character stands here (U+{ord(character):04X}, {name.lower()}); take it out."


@lru_cache(maxsize=READ_AGAIN)
def _read_markup(text: str) -> _Reading:
    _check_size(text)
    tokens = MARKDOWN.parse(text)
    blocks = [token for token in tokens if token.type == "inline"]
    found = tuple(passage for block in blocks for passage in _links(block))
    depth = max((token.level for token in tokens), default=0)
    return _Reading(found, tuple(_live_words(block) for block in blocks), depth)


def _links(block: Token) -> list[Passage]:
    """The passages of one block. A link is inert if any of it is italic."""
    found: list[Passage] = []
    line, italic = (block.map or [0])[0] + 1, 0
    children = block.children or []
    for place, token in enumerate(children):
        line += token.type in {"softbreak", "hardbreak"}
        italic += {"em_open": 1, "em_close": -1}.get(token.type, 0)
        if token.type == "link_open" and (link := link_kind(token)):
            inside = list(_until_closed(children, place + 1))
            inert = italic > 0 or any(each.type == "em_open" for each in inside)
            name = str(token.attrs["href"]).partition(":")[2]
            says = _live_words(block)[:LONGEST_SAYING] if link == "trigger" else ""
            found.append(Passage(link, name, _words(inside), inert, line, says))
    return found


def link_kind(token: Token) -> Link | None:
    """What a link's target makes of it; None for an ordinary one."""
    return LINKS.get(str(token.attrs.get("href", "")).partition(":")[0].lower())


def _until_closed(tokens: list[Token], start: int) -> Iterator[Token]:
    # Links never nest, so the first close is this link's own.
    for place in range(start, len(tokens)):
        if tokens[place].type == "link_close":
            return
        yield tokens[place]


def _words(tokens: Iterable[Token]) -> str:
    said = (" " if token.type in {"softbreak", "hardbreak"} else token.content for token in tokens)
    return " ".join("".join(said).split())


def _live_words(block: Token) -> str:
    italic, live = 0, []
    for token in block.children or []:
        italic += {"em_open": 1, "em_close": -1}.get(token.type, 0)
        if not italic and token.type not in {"code_inline", "image"}:
            live.append(token)
    return _words(live)


def _read_dial(passage: Passage, catalogue: Catalogue) -> DialPassage | Passage | TextProblem:
    if passage.kind == "mechanism":
        return passage if passage.name in catalogue.mechanisms else _unknown(passage, catalogue.mechanisms)
    if passage.kind != "dial":
        return _read_term(passage)
    if passage.name not in catalogue.dials:
        return _unknown(passage, catalogue.dials)
    try:
        value = catalogue.dials[passage.name].kind.read_words(passage.words)
    except Invalid as error:
        return _problem(passage, error.code, f"{error.text} (dial {passage.name})")
    return DialPassage(passage.name, passage.words, value, passage.inert, passage.line)


def _read_term(passage: Passage) -> Passage | TextProblem:
    name = passage.name[:LONGEST_TITLE]
    if passage.kind == "trigger":
        accepted = ", ".join(f"“{occasion}”" for occasion in Occasion)
        text = f"“{passage.words}” names a trigger that does not exist, “{name}”; accepted: {accepted}"
        return passage if passage.name in list(Occasion) else _problem(passage, "unknown-trigger", text)
    text = f"“{passage.words}” names an act “{name}”; accepted: up to 60 of the signs a to z, 0 to 9 and the dash"
    return passage if ACT_NAME.fullmatch(passage.name) else _problem(passage, "bad-act", text)


def _unknown(passage: Passage, names: Iterable[str]) -> TextProblem:
    close = get_close_matches(passage.name[:LONGEST_WORDING], list(names), n=3, cutoff=0.5)
    known = f"it is like {', '.join(close)}" if close else "nor is there one like it"
    text = f"“{passage.words}” names a {passage.kind} that does not exist, “{passage.name[:LONGEST_TITLE]}”; {known}"
    return _problem(passage, f"unknown-{passage.kind}", text)


def _problem(passage: Passage, code: str, text: str) -> TextProblem:
    return TextProblem(code, passage.name, passage.words, text, passage.inert, passage.line)


TextCheck: TypeAlias = Callable[[str], object]
