"""The history of the law: who wrote which passage, what changed between two moments, which corrections are mere
slips (Reading 48).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Generic, Literal, TypeAlias, TypeVar

from nomic.core.decision import Decision, Invalid, permission, refusal
from rulesets.history.rules_differences import LINK_PATTERN, MOST_STEPS, edits_between, separates, words_diff
from rulesets.text.rules import Ruleset, RuleText, passages
from rulesets.text.rules_entrenchment import ENTRENCHMENT_BASIS

Key = TypeVar("Key")
# A history of ever so many versions, each rewritten from top to bottom, takes a few seconds at most.
STEPS_IN_ALL = 10 * MOST_STEPS
# A sentence or a clause, with what closes it and the space behind it; the number of a list's entry ends none.
SENTENCE = re.compile(r".+?(?:(?<!\d)[.!?;:][\"'”’)*_]*\s+|\n\s*|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BlamedPassage(Generic[Key]):
    """A stretch of the last text and the key of the version that wrote it; never empty."""

    text: str
    key: Key


@dataclass(frozen=True, slots=True)
class Sentence(Generic[Key]):
    """Some whole sentences of the last text, in passages. `by`: who wrote most of it."""

    passages: tuple[BlamedPassage[Key], ...]
    by: Key

    @property
    def keys(self) -> tuple[Key, ...]:
        """Everybody who wrote in it: first who wrote most, then the others in the order of eir words."""
        return tuple(dict.fromkeys([self.by, *(each.key for each in self.passages)]))


def blame_passages(versions: Sequence[tuple[Key, str]]) -> tuple[BlamedPassage[Key], ...]:
    """The last text in passages. `versions` are (key, whole text), the oldest first; keys need not differ.

    A word that goes and comes back belongs to the version that brought it back.
    """
    text, writers = "", list[Key]()
    steps = min(MOST_STEPS, STEPS_IN_ALL // max(len(versions), 1))
    for key, after in versions:
        writers = _extend_blame(writers, text, after, key, steps)
        text = after
    return tuple(_passages(text, writers))


def whole_sentences(passages: Sequence[BlamedPassage[Key]]) -> tuple[BlamedPassage[Key], ...]:
    """The same text in fewer passages: a gap without a word in it belongs to those who wrote on both its sides."""
    joined: list[BlamedPassage[Key]] = []
    for place, each in enumerate(passages):
        before = joined[-1] if joined else None
        after = passages[place + 1] if place + 1 < len(passages) else None
        gap = before and after and before.key == after.key and not separates(each.text)
        if before and (gap or before.key == each.key):
            joined[-1] = BlamedPassage(before.text + each.text, before.key)
        else:
            joined.append(each)
    return tuple(joined)


def group_sentences(passages: Sequence[BlamedPassage[Key]]) -> tuple[Sentence[Key], ...]:
    """The same text by sentences; neighbours that one version wrote alone stand together.

    A link of the law is whole: whoever altered anything in it counts as the writer of all of it.
    """
    text = "".join(each.text for each in passages)
    writers = [each.key for each in passages for _ in each.text]
    for link in LINK_PATTERN.finditer(text):
        first, *others = dict.fromkeys(writers[link.start() : link.end()])
        writers[link.start() : link.end()] = [*others, first][:1] * (link.end() - link.start())
    found = [_sentence(text[start:end], writers[start:end]) for start, end in _bounds(text)]
    return tuple(_together(found))


def _bounds(text: str) -> Iterator[tuple[int, int]]:
    return (found.span() for found in SENTENCE.finditer(text))


def _sentence(text: str, writers: Sequence[Key]) -> Sentence[Key]:
    return Sentence(tuple(_passages(text, writers)), Counter(writers).most_common(1)[0][0])


def _together(found: Iterable[Sentence[Key]]) -> Iterator[Sentence[Key]]:
    for keys, run in groupby(found, key=lambda each: each.keys):
        some = list(run)
        if len(keys) == 1:
            yield Sentence((BlamedPassage("".join(each.passages[0].text for each in some), keys[0]),), keys[0])
        else:
            yield from some


def _extend_blame(writers: list[Key], before: str, after: str, key: Key, steps: int) -> list[Key]:
    """The writer of each character of `after`, given those of `before`."""
    found, at = list[Key](), 0
    for edit in edits_between(before, after, steps):
        found += writers[at : edit.start] + [key] * len(edit.new)
        at = edit.end
    return found + writers[at:]


def _passages(text: str, writers: Sequence[Key]) -> Iterable[BlamedPassage[Key]]:
    at = 0
    for key, run in groupby(writers):
        length = sum(1 for _ in run)
        yield BlamedPassage(text[at : at + length], key)
        at += length


# What became of the rules between two moments.

RuleFate: TypeAlias = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule that came, went, or is otherwise than before; `None` where it was not, or is no more, in force.

    `was_number` and `number` are its numbers at either moment; `was_void` and `void`, whether it was found void.
    """

    before: RuleText | None
    after: RuleText | None
    was_number: str = ""
    number: str = ""
    was_void: bool = False
    void: bool = False

    @property
    def fate(self) -> RuleFate:
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"

    @property
    def rule(self) -> RuleText:
        """The rule as it is, or as it last was."""
        rule = self.after or self.before
        assert rule is not None
        return rule


def compare_rulesets(before: Ruleset, after: Ruleset) -> tuple[RuleChange, ...]:
    """Every rule whose text, title, section or standing differs, in reading order; then those that are gone.

    A number that merely shifts because another rule came or went is no change.
    """
    gone = [rule for rule in before.rules if after.rule(rule.id) is None]
    pairs = [(before.rule(rule.id), rule) for rule in after.rules] + [(rule, None) for rule in gone]
    found = (_change_of(was, now, before, after) for was, now in pairs)
    return tuple(each for each in found if each.before != each.after or each.was_void != each.void)


def _change_of(was: RuleText | None, now: RuleText | None, before: Ruleset, after: Ruleset) -> RuleChange:
    return RuleChange(
        was,
        now,
        before.number(was.id) if was else "",
        after.number(now.id) if now else "",
        was is not None and was.id in before.void,
        now is not None and now.id in after.void,
    )


# When a change of text is no more than a slip put right, which any Admin may do at once. (Rule 1.1; Reading 48)

MOST_WORDS = 10


def may_correct(ruleset: Ruleset, rule_id: int, text: str) -> Decision[bool]:
    """Whether putting `text` for the rule's own is no more than the correction of a slip."""
    rule = ruleset.rule(rule_id)
    # Only what is in force can be put right.
    if rule is None:
        return refusal("nothing-in-force", ENTRENCHMENT_BASIS)
    if text == rule.text:
        return refusal("nothing-corrected", ENTRENCHMENT_BASIS)
    # A slip is a matter of a few letters: what rewrites sentences is an amendment.
    words = max(_words(rule.text, text, "removed"), _words(rule.text, text, "added"))
    if words > MOST_WORDS:
        return refusal("slip-too-large", ENTRENCHMENT_BASIS, words=words, most=MOST_WORDS)
    # What the server obeys, or would obey once a rule that prevails or a finding is gone, changes by enactment alone.
    if _links(text) != _links(rule.text):
        return refusal("slip-moves-the-law", ENTRENCHMENT_BASIS)
    return permission()


def _links(text: str) -> list[tuple[str, str, str, bool]]:
    return [(each.kind, each.name, each.words, each.inert) for each in passages(text)]


def _words(before: str, after: str, op: str) -> int:
    return sum(len(span.text.split()) for span in words_diff(before, after) if span.op == op)


# An instant as an address says it: `2026-11-29T20:00:00Z`, `2026-11-29T20:00Z`, or a day for its first moment.

INSTANT_PATTERN = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?"
)


def read_instant(words: str) -> datetime:
    """The instant in UTC; one that names no zone is UTC. Raises `Invalid` for anything else, or no such day."""
    if INSTANT_PATTERN.fullmatch(words):
        try:
            moment = datetime.fromisoformat(words)
            return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
    said = words[:40] or "nothing"
    raise Invalid("instant", f"“{said}” is no instant; write “2026-11-29T20:00:00Z” or “2026-11-29”.", "bad-instant")


def instant_words(moment: datetime) -> str:
    """The instant as an address says it, to the second."""
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
