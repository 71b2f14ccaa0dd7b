"""A rule as pages show it: its text, its levels, its notes and its origin; and the moment of a game that an address
names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from nomic.core.decision import Invalid
from nomic.core.language.rules import Keywords
from nomic.core.language.words import office_words, quantity
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Budget, Law
from nomic.core.log import queries as log_queries
from nomic.core.requests import GameRequest
from rulesets.founding import queries as founding_queries
from rulesets.founding.queries import Reading
from rulesets.history.queries import Edition
from rulesets.history.rules import Sentence, read_instant
from rulesets.history.rules_differences import DiffOp, Piece, cuts_in, in_pieces, pieces, words_diff
from rulesets.text.rules import SECTIONS, Ruleset, RuleText, Section
from rulesets.text.rules_citations import anchors
from rulesets.text.rules_folding import (
    Doubled,
    Folded,
    MarkedText,
    fold_ruleset,
    mark_passages,
    marks_of,
    unknown_names,
)

if TYPE_CHECKING:
    from rulesets.models import RuleVersion


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which a game is read: as the address says it, when it was, and the last event by then."""

    words: str
    at: datetime | None
    seq: int


def moment_of(request: GameRequest, words: str) -> Moment:
    """An instant, or the number of an event. Raises `Invalid` for what is neither, and for what has not come yet."""
    game = request.game
    if words.isascii() and words.isdecimal() and len(words) <= len(str(game.last_seq)):
        event = log_queries.event(game.pk, int(words))
        if event or int(words) == 0:
            return Moment(words, event.at if event else None, int(words))
    if words.isascii() and words.isdecimal():
        raise Invalid("instant", f"The log has no event {words[:20]} yet; its last is {game.last_seq}.", "no-event")
    at = read_instant(words)
    if at > request.now:
        raise Invalid("instant", f"{words} has not come yet: nobody knows what will be then.", "future")
    return Moment(words, at, log_queries.seq_at(game.pk, at))


# A rule as the pages show it: its text, how the server stands to it, what it says of itself and where it came from.

DIFF_TAGS = {"same": "equal", "added": "insert", "removed": "delete"}
BUDGETS = frozenset(Budget)
NAMES = {Section.CORE: "Core rules", Section.DYNASTIC: "Dynastic rules", Section.GLOSSARY: "Glossary"}


@dataclass(frozen=True, slots=True)
class VersionOrigin:
    """What made a version so: `post` is the number of the matter, None for what no matter did."""

    did: str
    post: int | None
    version: RuleVersion


@dataclass(frozen=True, slots=True)
class RulePresenter:
    """A rule in force on a page. `levels`: what the server does with it; `notes`: what it does not obey, and why."""

    rid: int
    number: str
    title: str
    text: str
    void: bool
    marks: MarkedText
    levels: tuple[str, ...]
    readings: tuple[Reading, ...]
    notes: tuple[str, ...]
    anchors: tuple[str, ...]
    origin: VersionOrigin


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
    rules: tuple[RulePresenter, ...]


def version_origin(version: RuleVersion) -> VersionOrigin:
    """What made this version so."""
    kind, _, number = version.cause.partition(":")
    did = "Laid down at the founding" if version.act == "starter" else version.get_act_display().capitalize()
    return VersionOrigin(did, int(number) if kind == "post" and number.isdecimal() else None, version)


def chapters(edition: Edition, former: dict[str, int], keywords: Keywords) -> tuple[Chapter, ...]:
    """The whole ruleset by sections, as it stood in that edition. `keywords`: by which readings call people."""
    folded = fold_ruleset(edition.ruleset, law_queries.catalogue())
    places = anchors(edition.ruleset, former)
    shown = {
        rule.id: present_rule(rule, edition, folded, former, keywords, places[rule.id])
        for rule in edition.ruleset.rules
    }
    return tuple(
        Chapter(number, NAMES[section], tuple(shown[rule.id] for rule in edition.ruleset.in_section(section)))
        for number, section in enumerate(SECTIONS, 1)
    )


def present_rule(
    rule: RuleText,
    edition: Edition,
    folded: Folded,
    former: dict[str, int],
    keywords: Keywords,
    places: tuple[str, ...] = (),
) -> RulePresenter:
    """One rule of an edition. `former`: every title ever borne, with its newest bearer."""
    ruleset, catalogue = edition.ruleset, law_queries.catalogue()
    marks = marks_of(rule.id, ruleset, folded, catalogue)
    return RulePresenter(
        rule.id,
        ruleset.number(rule.id),
        rule.title,
        rule.text,
        rule.id in ruleset.void,
        marks,
        rule_levels(rule.text, marks),
        readings_of(rule.id, former, folded.law, keywords),
        rule_notes(rule, ruleset, folded, marks),
        places,
        version_origin(edition.versions[rule.id]),
    )


def readings_of(rule_id: int, former: dict[str, int], law: Law, keywords: Keywords) -> tuple[Reading, ...]:
    """The readings taken of a rule, under whatever title it goes by now, as far as this law has what they are about;
    in the game's words for people."""
    found = (
        each for title, some in founding_queries.readings().items() if former.get(title) == rule_id for each in some
    )
    there = (name_of_level(each, keywords) for each in found if not each.needs or each.needs in law.mechanisms)
    return tuple(sorted(there, key=lambda reading: reading.number))


def name_of_level(reading: Reading, keywords: Keywords) -> Reading:
    """A reading in a game's words for people."""
    words = office_words(keywords)
    return replace(reading, point=reading.point.format_map(words), text=reading.text.format_map(words))


def rule_levels(text: str, marks: MarkedText) -> tuple[str, ...]:
    """How the server stands to a rule: “3 dials”, “1 mechanism”, “1 act” that it obeys, or a note that people keep."""
    try:
        obeyed = {(each.kind, each.name) for each in mark_passages(text, marks) if each.trouble is None}
    except Invalid:
        obeyed = set()
    kinds = Counter("act" if kind in BUDGETS else str(kind) for kind, _ in obeyed)
    said = tuple(quantity(kinds[kind], kind) for kind in ("dial", "mechanism", "act", "trigger") if kinds[kind])
    return said or ("Note",)


def rule_notes(rule: RuleText, ruleset: Ruleset, folded: Folded, marks: MarkedText) -> tuple[str, ...]:
    """What in this rule the server does not obey, each with the reason; and which passages it prevails over."""
    if marks.void:
        return ("This rule was found to bar its own change or repeal. The whole of it is void and touches nothing.",)
    try:
        passages = mark_passages(rule.text, marks)
    except Invalid as error:
        return (f"The server cannot read this rule, and obeys nothing in it: {error.text}",)
    said = [
        f"“{each.words}” ({each.kind} {each.name}) stands in italics, which are no law: nothing obeys it."
        for each in passages
        if each.trouble == "italics"
    ]
    said += [f"Not obeyed: {each.problem.text}." for each in folded.unread if each.rule_id == rule.id]
    said += [sentence for each in folded.doubled for sentence in _doubled_notes(each, rule, ruleset)]
    return tuple(dict.fromkeys(said))


def _doubled_notes(doubled: Doubled, rule: RuleText, ruleset: Ruleset) -> list[str]:
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


def present_past(text: str) -> MarkedText:
    """The marks of a text that is not in force."""
    return MarkedText(past=True, unknown=unknown_names(text, law_queries.catalogue()))


def diff_spans(before: str, after: str, *, raw: bool = False) -> list[DiffPiece]:
    """A difference by words, as `components/diff.html` takes it; `raw`: with the brackets of its links."""
    diff = words_diff(before, after)
    if raw:
        return [DiffPiece(DIFF_TAGS[span.op], span.text) for span in diff]
    return [diff_piece(op, each) for op, found in in_pieces(diff) for each in found]


class DiffPiece(NamedTuple):
    """A piece of a difference, as `components/diff.html` takes it; of a mark, the text is its name."""

    op: str
    text: str
    mark: str = ""


def diff_piece(op: DiffOp, piece: Piece) -> DiffPiece:
    return DiffPiece(DIFF_TAGS[op], piece.text, piece.mark)


def authored_parts(sentences: Sequence[Sentence[int]], *, raw: bool = False) -> list[list[AuthoredPart]]:
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
