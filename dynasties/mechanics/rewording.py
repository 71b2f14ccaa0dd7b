"""What a set of renames does to each rule of a ruleset, and what it leaves alone. (Rule 1.9)"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dynasties.mechanics.renaming import GUARDED, GUARDED_MORE, Rename, occurrences, reworded
from nomic.core.mechanics.decision import Invalid
from rulesets.mechanics.ruleset import Rule, Ruleset
from rulesets.mechanics.text import MARKDOWN, passages

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

    before: Rule
    after: Rule
    inside: tuple[Inside, ...] = ()
    dials: tuple[str, ...] = ()
    left_alone: bool = False

    @property
    def changed(self) -> bool:
        return self.before != self.after


def reword_ruleset(ruleset: Ruleset, renames: Sequence[Rename]) -> tuple[Reworded, ...]:
    """Every rule in which a keyword stands at all, in reading order."""
    found = (reword_rule(rule, renames) for rule in ruleset.rules)
    return tuple(each for each in found if each.changed or each.inside or each.dials or each.left_alone)


def reword_rule(rule: Rule, renames: Sequence[Rename]) -> Reworded:
    """One rule in the new keywords, its title and its text."""
    text = _text(rule.text, renames)
    title = reworded(rule.title, renames, NOTHING)
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
        new = reworded(text, renames, guarded)
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
