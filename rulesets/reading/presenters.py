"""A rule as the pages show it: its text, how the server stands to it, what it says of itself and where it came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nomic.core import queries as core
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.keywords import Keywords
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.terms import Budget
from nomic.core.words import callings, counted
from rulesets import queries
from rulesets.mechanics.anchors import anchors
from rulesets.mechanics.blame import Sentence
from rulesets.mechanics.diff import Op, words_diff
from rulesets.mechanics.fold import Doubled, Folded, fold
from rulesets.mechanics.marks import Marked, marked, marks_of, unknown_names
from rulesets.mechanics.pieces import Piece, cuts_in, in_pieces, pieces
from rulesets.mechanics.ruleset import SECTIONS, Rule, Ruleset, Section
from rulesets.queries import Edition, Reading

if TYPE_CHECKING:
    from rulesets.models import RuleVersion

OPS = {"same": "equal", "added": "insert", "removed": "delete"}
BUDGETS = frozenset(Budget)
NAMES = {Section.CORE: "Core rules", Section.DYNASTIC: "Dynastic rules", Section.GLOSSARY: "Glossary"}


@dataclass(frozen=True, slots=True)
class Origin:
    """What made a version so: `post` is the number of the matter, None for what no matter did."""

    did: str
    post: int | None
    version: RuleVersion


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule in force on a page. `levels`: what the server does with it; `notes`: what it does not obey, and why."""

    rid: int
    number: str
    title: str
    text: str
    void: bool
    marks: Marked
    levels: tuple[str, ...]
    readings: tuple[Reading, ...]
    notes: tuple[str, ...]
    anchors: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class AuthoredPart:
    """Some pieces of a sentence by one version; `other`: not by the one that wrote most of the sentence."""

    pieces: tuple[Piece, ...]
    n: int
    other: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    number: int
    name: str
    rules: tuple[Shown, ...]


def origin(version: RuleVersion) -> Origin:
    """What made this version so."""
    kind, _, number = version.cause.partition(":")
    did = "Laid down at the founding" if version.act == "starter" else version.get_act_display().capitalize()
    return Origin(did, int(number) if kind == "post" and number.isdecimal() else None, version)


def chapters(edition: Edition, former: dict[str, int], keywords: Keywords) -> tuple[Chapter, ...]:
    """The whole ruleset by sections, as it stood in that edition. `keywords`: by which readings call people."""
    folded = fold(edition.ruleset, core.catalogue())
    places = anchors(edition.ruleset, former)
    shown = {rule.id: show(rule, edition, folded, former, keywords, places[rule.id]) for rule in edition.ruleset.rules}
    return tuple(
        Chapter(number, NAMES[section], tuple(shown[rule.id] for rule in edition.ruleset.in_section(section)))
        for number, section in enumerate(SECTIONS, 1)
    )


def show(
    rule: Rule,
    edition: Edition,
    folded: Folded,
    former: dict[str, int],
    keywords: Keywords,
    places: tuple[str, ...] = (),
) -> Shown:
    """One rule of an edition. `former`: every title ever borne, with its newest bearer."""
    ruleset, catalogue = edition.ruleset, core.catalogue()
    marks = marks_of(rule.id, ruleset, folded, catalogue)
    return Shown(
        rule.id,
        ruleset.number(rule.id),
        rule.title,
        rule.text,
        rule.id in ruleset.void,
        marks,
        levels(rule.text, marks),
        readings_of(rule.id, former, folded.law, keywords),
        notes(rule, ruleset, folded, marks),
        places,
        origin(edition.versions[rule.id]),
    )


def readings_of(rule_id: int, former: dict[str, int], law: Law, keywords: Keywords) -> tuple[Reading, ...]:
    """The readings taken of a rule, under whatever title it goes by now, as far as this law has what they are about;
    in the game's words for people."""
    found = (each for title, some in queries.readings().items() if former.get(title) == rule_id for each in some)
    there = (called(each, keywords) for each in found if not each.needs or law.carries(each.needs))
    return tuple(sorted(there, key=lambda reading: reading.number))


def called(reading: Reading, keywords: Keywords) -> Reading:
    """A reading in a game's words for people."""
    words = callings(keywords)
    return replace(reading, point=reading.point.format_map(words), text=reading.text.format_map(words))


def levels(text: str, marks: Marked) -> tuple[str, ...]:
    """How the server stands to a rule: “3 dials”, “1 mechanism”, “1 act” that it obeys, or a note that people keep."""
    try:
        obeyed = {(each.kind, each.name) for each in marked(text, marks) if each.trouble is None}
    except Invalid:
        obeyed = set()
    kinds = Counter("act" if kind in BUDGETS else str(kind) for kind, _ in obeyed)
    said = tuple(counted(kinds[kind], kind) for kind in ("dial", "mechanism", "act", "trigger") if kinds[kind])
    return said or ("Note",)


def notes(rule: Rule, ruleset: Ruleset, folded: Folded, marks: Marked) -> tuple[str, ...]:
    """What in this rule the server does not obey, each with the reason; and which passages it prevails over."""
    if marks.void:
        return ("This rule was found to bar its own change or repeal. The whole of it is void and touches nothing.",)
    try:
        passages = marked(rule.text, marks)
    except Invalid as error:
        return (f"The server cannot read this rule, and obeys nothing in it: {error.text}",)
    said = [
        f"“{each.words}” ({each.kind} {each.name}) stands in italics, which are no law: nothing obeys it."
        for each in passages
        if each.trouble == "italics"
    ]
    said += [f"Not obeyed: {each.problem.text}." for each in folded.unread if each.rule_id == rule.id]
    said += [sentence for each in folded.doubled for sentence in _doubled(each, rule, ruleset)]
    return tuple(dict.fromkeys(said))


def _doubled(doubled: Doubled, rule: Rule, ruleset: Ruleset) -> list[str]:
    """Which rules disagree, told at either of them. (Reading 46)"""
    winner, numbers = doubled.winner, ruleset.numbers()
    said = [
        f"“{other.words}” ({winner.kind} {doubled.name}) is not obeyed: rule {numbers[winner.rule_id]},"
        f" “{winner.title}”, says “{winner.words}” and goes before it."
        for other in doubled.others
        if other.rule_id == rule.id
    ]
    if winner.rule_id == rule.id:
        others = ", ".join(f"“{each.words}” in rule {numbers[each.rule_id]}, “{each.title}”" for each in doubled.others)
        said.append(f"“{winner.words}” ({winner.kind} {doubled.name}) is obeyed; it goes before {others}.")
    return said


def past(text: str) -> Marked:
    """The marks of a text that is not in force."""
    return Marked(past=True, unknown=unknown_names(text, core.catalogue()))


def spans(before: str, after: str, *, raw: bool = False) -> list[dict[str, str]]:
    """A difference by words, as `components/diff.html` takes it; `raw`: with the brackets of its links."""
    diff = words_diff(before, after)
    if raw:
        return [{"op": OPS[span.op], "text": span.text} for span in diff]
    return [part(op, each) for op, found in in_pieces(diff) for each in found]


def part(op: Op, piece: Piece) -> dict[str, str]:
    """A piece of a difference, as `components/diff.html` takes it."""
    return {"op": OPS[op], "text": piece.text, "mark": piece.mark}


def authored(sentences: Sequence[Sentence[int]], *, raw: bool = False) -> list[list[AuthoredPart]]:
    """Each sentence in the pieces that a reader sees, each with the number of the version that wrote it."""
    text = "".join(each.text for sentence in sentences for each in sentence.passages)
    cuts = () if raw else cuts_in(text)
    at, found = 0, []
    for sentence in sentences:
        row = []
        for passage in sentence.passages:
            shown = tuple(pieces(text, cuts, at, at + len(passage.text)))
            at += len(passage.text)
            row.append(AuthoredPart(shown, passage.key, other=passage.key != sentence.by))
        found.append(row)
    return found
