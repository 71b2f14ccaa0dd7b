"""Who opens a Dynasty, and with what. (Rule 1.9: Victory and Ascension)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dynasties.mechanics.renaming import OFFICE, Rename
from nomic.core.mechanics import names
from nomic.core.mechanics.chain import digest
from nomic.core.mechanics.decision import Decision, Invalid, Reason, allowed, refused
from nomic.core.mechanics.keywords import OFFICES, Keywords
from nomic.core.mechanics.law import Law
from rulesets.mechanics.ruleset import Ruleset, Section

BASIS = "dov.declaring"
HUES = 360


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whoever would speak for the Dynasty: whether e is its Mastermind, an Admin, and no idle Agent."""

    is_mastermind: bool
    is_admin: bool = False
    plays: bool = True


@dataclass(frozen=True, slots=True)
class Wishes:
    """What an Ascension Address says: theme and text, which rules are repealed (ids), which keywords give way,
    which theme package begins, and how the page is coloured: a hue in degrees, a character or two."""

    theme: str
    text: str = ""
    repeal: tuple[int, ...] = ()
    renames: tuple[Rename, ...] = ()
    package: str = ""
    accent: int | None = None
    emblem: str = ""


def asked(wishes: Wishes, renames: Sequence[Mapping[str, Any]]) -> str:
    """By which a form sent twice is known to say the same; `renames` as the form has them."""
    return digest({
        "theme": wishes.theme, "text": wishes.text, "repeal": sorted(wishes.repeal), "package": wishes.package,
        "accent": wishes.accent, "emblem": wishes.emblem,
        "renames": [dict(each) | {"inside": sorted(each.get("inside", ()))} for each in renames],
    })  # fmt: skip


def may_speak(speaker: Speaker, *, awaited: bool, headless: bool, law: Law) -> Decision[bool]:
    """Whether somebody may post the Ascension Address. `headless`: the Dynasty that waits for it has no Mastermind."""
    rule = law.rule(BASIS)
    # It is the first word of a new Dynasty, and said once.
    if not awaited:
        return refused("no-address-awaited", rule)
    # The new Mastermind says it. Where nobody is, an Admin says it for all.
    if not speaker.is_mastermind and not (headless and speaker.is_admin):
        return refused("speaks-for-nobody" if headless else "another-speaks", rule)
    # Outside rules 1.1 and 1.2 an idle Agent does not count.
    return allowed() if speaker.plays else refused("speaker-idle", rule)


def may_hand_on(
    speaker: Speaker, *, awaited: bool, handed: bool, to: str, to_plays: bool, to_self: bool, law: Law
) -> Decision[bool]:
    """Whether the winner may pass the role to somebody: at this point, before eir Address, and never later.

    `handed`: e has it from the winner emself, to whom alone the rule gives that choice. (Reading 55)
    """
    rule = law.rule(BASIS)
    if not awaited:
        return refused("no-address-awaited", rule)
    if not speaker.is_mastermind:
        return refused("not-yours-to-pass", rule)
    if handed:
        return refused("handed-already", rule)
    if not speaker.plays:
        return refused("speaker-idle", rule)
    if to_self:
        return refused("yours-already", rule)
    # To another Agent: an idle one is none for this rule.
    return allowed() if to_plays else refused("heir-idle", rule, name=to)


def may_repeal(repeal: Iterable[int], ruleset: Ruleset, law: Law) -> Decision[bool]:
    """Whether an Address may proclaim these rules (ids) repealed: only dynastic ones, and only what is in force."""
    reasons = []
    for rid in repeal:
        rule = ruleset.rule(rid)
        if rule is None:
            reasons.append(Reason("repeals-nothing", law.rule(BASIS), {"rid": rid}))
        elif rule.section is not Section.DYNASTIC:
            reasons.append(Reason("not-dynastic", law.rule(BASIS), {"rid": rid, "title": rule.title}))
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
    return names.fold(word) in {names.fold(form) for form in forms}
