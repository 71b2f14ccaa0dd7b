"""What a Dynasty is called and which colours it has, who opens one and with what, and which keywords may replace
which. (Rules 1.8, 1.9 and Keywords)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any, TypeAlias

from dynasties.succession.rules_rewording import OFFICE, Rename, occurrences
from nomic.core.chain import digest
from nomic.core.decision import Decision, Fact, Invalid, Reason, permission, refusal
from nomic.core.input import unseen_in
from nomic.core.language.rules import OFFICES, Keywords, plural
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.law.rules import Law
from nomic.core.roster import rules as roster_rules
from rulesets.text.rules import Ruleset, RuleText, Section

COUNTED = (
    "Zeroth First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth "
    "Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth"
)
TEENS = COUNTED.split()
TENS = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"]
LAST_IN_WORDS = 100
SUFFIXES = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """“Second”, “Twenty-First”, “Hundredth”; in figures beyond: “101st”. From 1 up."""
    if number < len(TEENS):
        return TEENS[number]
    if number > LAST_IN_WORDS:
        return _in_figures(number)
    if number == LAST_IN_WORDS:
        return "Hundredth"
    tens, ones = divmod(number, 10)
    return f"{TENS[tens]}-{TEENS[ones]}" if ones else f"{TENS[tens][:-1]}ieth"


def _in_figures(number: int) -> str:
    suffix = "th" if 10 < number % 100 < 14 else SUFFIXES.get(number % 10, "th")
    return f"{number}{suffix}"


def dynasty_name(head: str, ordinal_of_head: int) -> str:
    """“The Second Dynasty of Ada”; “The Metadynasty” where nobody heads it (no name, ordinal 0)."""
    # A Dynasty bears its Mastermind's name and the count of those that e has headed.
    if ordinal_of_head:
        return f"The {ordinal(ordinal_of_head)} Dynasty of {head}"
    # Nobody heads it, so it bears nobody's name.
    return "The Metadynasty"


# Who opens a Dynasty, and with what. (Rule 1.9: Victory and Ascension)

FULL_CIRCLE = 360


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whoever would speak for the Dynasty: whether e is its Mastermind, an Admin, and no idle Agent."""

    is_mastermind: bool
    is_admin: bool = False
    plays: bool = True


@dataclass(frozen=True, slots=True)
class AscensionWishes:
    """What an Ascension Address says: theme and text, which rules are repealed (ids), which keywords give way,
    which theme package begins, and how the page is coloured: a hue in degrees, a character or two."""

    theme: str
    text: str = ""
    repeal: tuple[int, ...] = ()
    renames: tuple[Rename, ...] = ()
    package: str = ""
    accent: int | None = None
    emblem: str = ""


def read_wishes(wishes: AscensionWishes, renames: Sequence[Mapping[str, Any]]) -> str:
    """By which a form sent twice is known to say the same; `renames` as the form has them."""
    return digest(
        {
            "theme": wishes.theme,
            "text": wishes.text,
            "repeal": sorted(wishes.repeal),
            "package": wishes.package,
            "accent": wishes.accent,
            "emblem": wishes.emblem,
            "renames": [dict(each) | {"inside": sorted(each.get("inside", ()))} for each in renames],
        }
    )


def may_speak(speaker: Speaker, *, awaited: bool, headless: bool, law: Law) -> Decision[bool]:
    """Whether somebody may post the Ascension Address. `headless`: the Dynasty that waits for it has no Mastermind."""
    rule = law.rule(DOV_DECLARING)
    # It is the first word of a new Dynasty, and said once.
    if not awaited:
        return refusal("no-address-awaited", rule)
    # The new Mastermind says it. Where nobody is, an Admin says it for all.
    if not speaker.is_mastermind and not (headless and speaker.is_admin):
        return refusal("speaks-for-nobody" if headless else "another-speaks", rule)
    # Outside rules 1.1 and 1.2 an idle Agent does not count.
    return permission() if speaker.plays else refusal("speaker-idle", rule)


@dataclass(frozen=True, slots=True)
class Heir:
    """To whom the role would be passed."""

    name: str
    plays: bool
    is_speaker: bool


def may_hand_on(speaker: Speaker, heir: Heir, *, awaited: bool, handed: bool, law: Law) -> Decision[bool]:
    """Whether the winner may pass the role to somebody: at this point, before eir Address, and never later.

    `handed`: e has it from the winner emself, to whom alone the rule gives that choice. (Reading 55)
    """
    rule = law.rule(DOV_DECLARING)
    if not awaited:
        return refusal("no-address-awaited", rule)
    if not speaker.is_mastermind:
        return refusal("not-yours-to-pass", rule)
    if handed:
        return refusal("handed-already", rule)
    if not speaker.plays:
        return refusal("speaker-idle", rule)
    if heir.is_speaker:
        return refusal("yours-already", rule)
    # To another Agent: an idle one is none for this rule.
    return permission() if heir.plays else refusal("heir-idle", rule, name=heir.name)


def may_repeal(repeal: Iterable[int], ruleset: Ruleset, law: Law) -> Decision[bool]:
    """Whether an Address may proclaim these rules (ids) repealed: only dynastic ones, and only what is in force."""
    reasons = []
    for rid in repeal:
        rule = ruleset.rule(rid)
        if rule is None:
            reasons.append(Reason("repeals-nothing", law.rule(DOV_DECLARING), {"rid": rid}))
        elif rule.section is not Section.DYNASTIC:
            reasons.append(Reason("not-dynastic", law.rule(DOV_DECLARING), {"rid": rid, "title": rule.title}))
    return Decision(not reasons, tuple(reasons))


def renames_from(entries: Sequence[Mapping[str, Any]], keywords: Keywords) -> tuple[Rename, ...]:
    """Renames as a form sends them: `{"from", "to", "plural", "inside": [words]}`, the last two if wished.

    What is one of the game's keywords for its people, for one or for several, is an office's; `office:agent` is one's
    too, whatever the game calls it. Raises `Invalid`.
    """
    return tuple(_rename(entry, keywords, f"renames/{place}") for place, entry in enumerate(entries))


def _rename(entry: Mapping[str, Any], keywords: Keywords, path: str) -> Rename:
    word, to, several = (_words(entry.get(name, ""), f"{path}/{name}") for name in ("from", "to", "plural"))
    inside = entry.get("inside", ())
    if not word:
        raise Invalid(f"{path}/from", "Say which keyword gives way.", "empty")
    if not isinstance(inside, list | tuple | frozenset | set) or not all(isinstance(each, str) for each in inside):
        raise Invalid(f"{path}/inside", "This must be a list of words.", "no-list")
    office = next(
        (each for each in OFFICES if word == OFFICE + each or _is(word, keywords.of(each), keywords.plural(each))), ""
    )
    known = {"word": keywords.of(office), "plural": keywords.plural(office)} if office else {"word": word}
    return Rename(to=to, to_plural=several, office=office, inside=frozenset(inside), **known)


def _words(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise Invalid(path, "This must be a word.", "no-text")
    return " ".join(value.split())


def _is(word: str, *forms: str) -> bool:
    return roster_rules.fold_name(word) in {roster_rules.fold_name(form) for form in forms}


# Which keywords may give way to which: no word of the law may come to mean two things. (Rules 1.9 and Keywords)

LONGEST_KEYWORD = 40
MOST_KEYWORDS = 20
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
    if len(renames) > MOST_KEYWORDS:
        return Decision(False, (Reason("too-many-keywords", rule, {"most": MOST_KEYWORDS}),))
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


def _in_use(word: str, rules: Iterable[RuleText], several: str = "") -> str | None:
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
    return _taken_words(word, rename, others, around)


def _several(rename: Rename, others: Sequence[Rename], around: Surroundings) -> tuple[str, dict[str, Fact]] | None:
    word = rename.to_several
    return _unwritable(word) or _taken_words(word, rename, others, around)


def _unwritable(word: str) -> tuple[str, dict[str, Fact]] | None:
    # A keyword is a word or a few: letters first, and nothing that Markdown would read.
    if not word.strip():
        return "no-word", {}
    if unseen_in(word) or word != unicodedata.normalize("NFC", word):
        return "hidden-in-word", {}
    if len(word) > LONGEST_KEYWORD or len(roster_rules.fold_name(word)) > roster_rules.LONGEST_FOLDED:
        return "word-too-long", {"most": LONGEST_KEYWORD}
    return None if LETTERS.fullmatch(word) else ("not-a-word", {"word": word})


def _taken_words(
    word: str, rename: Rename, others: Sequence[Rename], around: Surroundings
) -> tuple[str, dict[str, Fact]] | None:
    """What bears that word already, or would after the other renames."""
    # Two keywords that become one could not be told apart any more.
    if clash := _like(word, [form for other in others for form in (other.to, other.to_several)]):
        return "two-become-one", {"word": word, "other": clash}
    # Another keyword has it, unless that one gives it up at the same time: two may change places.
    given_up = [form for other in (rename, *others) for form in (other.word, other.several)]
    if (clash := _like(word, around.keywords.reserved_words)) and not _like(clash, given_up):
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
    return roster_rules.fold_name(one) == roster_rules.fold_name(other)


def _like(word: str, words: Iterable[str]) -> str | None:
    key = roster_rules.fold_name(word)
    return next((each for each in sorted(words) if roster_rules.fold_name(each) == key), None)


def new_keywords(now: Keywords, renames: Sequence[Rename]) -> Keywords:
    """The game's keywords once they have given way."""
    renamed = {each.office: each for each in renames if each.office}
    words = {name: renamed[name].to if name in renamed else now.of(name) for name in OFFICES}
    several = {name: renamed[name].to_several if name in renamed else now.plural(name) for name in OFFICES}
    irregular = {name: form for name, form in several.items() if form != plural(words[name])}
    return Keywords(**words, plurals=irregular)


# A Dynasty's colour: from a hue, one that can be read on light paper and one on dark.
# Lightness is fixed, and so contrast is: a hue alone can make nothing unreadable. Hues are those of OKLCH, in
# degrees; where the screen has no colour so full, it is made paler.

Linear: TypeAlias = tuple[float, float, float]

LIGHT_LIGHTNESS, DARK_LIGHTNESS = 0.42, 0.82
CHROMA, STEP = 0.13, 0.005
# What the composer of an Address offers.
HUES = {
    25: "red",
    55: "orange",
    85: "amber",
    115: "olive",
    145: "green",
    175: "sea green",
    205: "teal",
    235: "sky blue",
    260: "blue",
    290: "violet",
    320: "purple",
    355: "rose",
}


def accent_colours(hue: int) -> tuple[str, str]:
    """The colour on light paper and the one on dark, as `#rrggbb`."""
    return _colour(LIGHT_LIGHTNESS, hue), _colour(DARK_LIGHTNESS, hue)


def contrast(one: str, other: str) -> float:
    """How far apart two colours are to the eye, from 1 to 21 (WCAG 2)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _colour(lightness: float, hue: int) -> str:
    chroma = CHROMA
    linear = _gamma_decode(lightness, chroma, hue)
    while any(not 0 <= part <= 1 for part in linear) and chroma > 0:
        chroma = max(chroma - STEP, 0)
        linear = _gamma_decode(lightness, chroma, hue)
    return "#" + "".join(f"{round(_gamma_encode(min(max(part, 0), 1)) * 255):02x}" for part in linear)


def _gamma_decode(lightness: float, chroma: float, hue: int) -> Linear:
    """Red, green and blue in proportion to light, by the matrices of Oklab (Ottosson 2020)."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _gamma_encode(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
