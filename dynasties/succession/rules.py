"""Which keywords may give way to which: no word of the law may come to mean two things. (Rules 1.9 and Keywords)"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dynasties.mechanics.renaming import Rename, occurrences
from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Decision, Fact, Reason
from nomic.core.mechanics.keywords import OFFICES, Keywords, plural
from nomic.core.mechanics.writing import unseen_in
from rulesets.mechanics.ruleset import Rule, Ruleset, Section

LONGEST = 40
MOST = 20
# What the glossary and the core rules call by these words, beyond what nobody may be called anyway.
CALLED = (
    "FOR AGAINST DEFERENTIAL VETO DICE GMT Idle Idleness Hiatus Dynasty Dynasties Metadynasty Post Posts Comment "
    "Comments Vote Votes Subject Subjects Number Numbers Die Day Days Week Weeks Often Occasionally Enactment Pending "
    "Enacted Failed Keyword Keywords Rule Rules Section Spivak E Em Eir Eirs Emself Shall Should May Can Tracker Log "
    "Journal Roster Victory"
)
TERMS = frozenset(CALLED.split()) | {"Ascension Address", "Ascension Addresses"}
SMALL = "a an the and or of to in on by for as at it its is no not if with that this who from"
SMALL_WORDS = frozenset(SMALL.split())
LETTERS = re.compile(r"[^\W\d_](?:[\w'’ -]*\w)?")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Among which words the new keywords come: those in force, what remains of the ruleset, who is called what."""

    keywords: Keywords
    ruleset: Ruleset
    names: frozenset[str] = frozenset()
    reserved: frozenset[str] = frozenset()


def may_rename(renames: Sequence[Rename], around: Surroundings, rule: str) -> Decision[bool]:
    """Whether these keywords may give way so, all at once. Every reason says in `place` (from 0) and `field`
    (`word`, `to` or `to_plural`) what it is about."""
    if len(renames) > MOST:
        return Decision(False, (Reason("too-many-keywords", rule, {"most": MOST}),))
    reasons = [
        Reason(code, rule, {"place": place, **facts})
        for place in range(len(renames))
        for code, facts in _first(renames, place, around)
    ]
    return Decision(not reasons, tuple(reasons))


def _first(renames: Sequence[Rename], place: int, around: Surroundings) -> Iterator[tuple[str, dict[str, Fact]]]:
    """The first thing that is wrong with one of the renames, if anything is."""
    rename = renames[place]
    others = [*renames[:place], *renames[place + 1 :]]
    for field, judge in (("word", _old), ("to", _new), ("to_plural", _several)):
        if found := judge(rename, others, around):
            yield found[0], {"field": field, **found[1]}
            return


def _old(rename: Rename, others: Sequence[Rename], around: Surroundings) -> tuple[str, dict[str, Fact]] | None:
    word = rename.word
    # A word gives way once.
    if any(_alike(word, other.word) or _alike(word, other.several) for other in others):
        return "renamed-twice", {"word": word}
    if rename.office:
        return None
    # What the server itself calls so, on every page, keeps its name; so does each word of it.
    fixed = {part for term in (*around.reserved, *TERMS) for part in (term, *term.split())}
    if clash := _like(word, fixed - {part for part in fixed if part.casefold() in SMALL_WORDS}):
        return "keyword-fixed", {"word": word, "term": clash}
    # Only what a rule uses as a name of its own is a keyword: an everyday word is none.
    if word.casefold() in SMALL_WORDS or not _is_keyword(rename, around.ruleset):
        return "no-such-keyword", {"word": word}
    return None


def _is_keyword(rename: Rename, ruleset: Ruleset) -> bool:
    """Whether a rule outside the glossary is called so, or writes it as a name."""
    rules = [rule for rule in ruleset.rules if rule.section is not Section.GLOSSARY]
    titled = any(_alike(rule.title, rename.word) or _alike(rule.title, rename.several) for rule in rules)
    return titled or _in_use(rename.word, rules, rename.plural) is not None


def _in_use(word: str, rules: Iterable[Rule], several: str = "") -> str | None:
    """The title of a rule that writes a word as a name: with a capital, and not only where a sentence begins."""
    for rule in rules:
        for each in occurrences(rule.text, [Rename(word, word, several)]):
            before = rule.text[: each.start].rstrip("*_[“\"‘'( ")
            if each.standing == "word" and rule.text[each.start].isupper() and before and before[-1] not in ".:;!?\n#-":
                return rule.title
    return None


def _new(rename: Rename, others: Sequence[Rename], around: Surroundings) -> tuple[str, dict[str, Fact]] | None:
    word = rename.to
    if found := _unwritable(word):
        return found
    # It must be another word, or there is nothing to do.
    if word == rename.word:
        return "same-word", {"word": word}
    return _taken(word, rename, others, around)


def _several(rename: Rename, others: Sequence[Rename], around: Surroundings) -> tuple[str, dict[str, Fact]] | None:
    word = rename.to_several
    return _unwritable(word) or _taken(word, rename, others, around)


def _unwritable(word: str) -> tuple[str, dict[str, Fact]] | None:
    # A keyword is a word or a few: letters first, and nothing that Markdown would read.
    if not word.strip():
        return "no-word", {}
    if unseen_in(word) or word != unicodedata.normalize("NFC", word):
        return "hidden-in-word", {}
    if len(word) > LONGEST or len(names.fold(word)) > names.LONGEST_FOLDED:
        return "word-too-long", {"most": LONGEST}
    return None if LETTERS.fullmatch(word) else ("not-a-word", {"word": word})


def _taken(
    word: str, rename: Rename, others: Sequence[Rename], around: Surroundings
) -> tuple[str, dict[str, Fact]] | None:
    """What bears that word already, or would after the other renames."""
    # Two keywords that become one could not be told apart any more.
    if clash := _like(word, [form for other in others for form in (other.to, other.to_several)]):
        return "two-become-one", {"word": word, "other": clash}
    # Another keyword has it, unless that one gives it up at the same time: two may change places.
    given_up = [form for other in (rename, *others) for form in (other.word, other.several)]
    if (clash := _like(word, around.keywords.reserved)) and not _like(clash, given_up):
        return "keyword-taken", {"word": word, "other": clash}
    # A term of the law means what it means. An office may always have its first name back.
    own = {Keywords().of(rename.office), Keywords().plural(rename.office)} if rename.office else set()
    if (clash := _like(word, (around.reserved | TERMS) - own)) and not _like(clash, given_up):
        return "glossary-term", {"word": word, "term": clash}
    # Nor may a keyword be somebody's name.
    if clash := _like(word, around.names):
        return "somebodys-name", {"word": word, "name": clash}
    # A rule that keeps its title has it for good.
    kept = [rule.title for rule in around.ruleset.rules if not _like(rule.title, given_up)]
    if clash := _like(word, kept):
        return "rules-title", {"word": word, "title": clash}
    # Nor what a rule calls something else by: both would be one word from then on.
    if not _like(word, given_up) and (title := _in_use(word, around.ruleset.rules)):
        return "word-in-use", {"word": word, "title": title}
    return None


def _alike(one: str, other: str) -> bool:
    return names.fold(one) == names.fold(other)


def _like(word: str, words: Iterable[str]) -> str | None:
    key = names.fold(word)
    return next((each for each in sorted(words) if names.fold(each) == key), None)


def new_keywords(now: Keywords, renames: Sequence[Rename]) -> Keywords:
    """The game's keywords once they have given way."""
    renamed = {each.office: each for each in renames if each.office}
    words = {name: renamed[name].to if name in renamed else now.of(name) for name in OFFICES}
    several = {name: renamed[name].to_several if name in renamed else now.plural(name) for name in OFFICES}
    irregular = {name: form for name, form in several.items() if form != plural(words[name])}
    return Keywords(**words, plurals=irregular)
