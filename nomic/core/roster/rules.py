"""What an Agent may be called. (Rule 1.2: Agents)

Two names are the same when they fold alike: by Unicode compatibility, by case, and by look-alikes, so that
“Ievan” cannot pass for “levan”, nor a Cyrillic “а” for a Latin one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data

from nomic.core.mechanics.decision import Decision, Invalid, allowed, refused
from nomic.core.mechanics.writing import selects_variation, unseen_in

LONGEST = 40
LONGEST_FOLDED = 160
# What one stroke of the pen writes alike, beyond what the tables of Unicode fold for us.
STROKES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "\u0131": "l"})


@lru_cache(maxsize=4096)  # a roster is folded for each name that asks to join it
def fold(name: str) -> str:
    """The key by which names are compared; equal keys mean names that a reader could take for each other."""
    # Letters are looked up as they are drawn, before compatibility makes other letters of them: Ϲ looks like C.
    drawn = "".join(_drawn(letter) for letter in unicodedata.normalize("NFC", name))
    plain = _prototypes(unicodedata.normalize("NFKC", drawn)).casefold()
    return " ".join(_prototypes(plain).translate(STROKES).split())


def _drawn(letter: str) -> str:
    return "" if selects_variation(letter) else _prototype(letter)


def _prototypes(text: str) -> str:
    return "".join(_prototype(letter) for letter in unicodedata.normalize("NFKD", text))


def _prototype(letter: str) -> str:
    if letter.isascii() or unicodedata.combining(letter):
        # ASCII stands for itself: the strokes above fold l, I and 1, and “m” is no “rn” to a reader of names.
        return "" if unicodedata.combining(letter) else letter
    lookalikes: list[dict[str, str]] = confusables_data.get(letter, [])
    return next((each["c"] for each in lookalikes if each["c"].isascii()), letter)


def tidy(name: str) -> str:
    """The name as it will be written, or `Invalid` for one that is empty, too long, or has hidden characters."""
    name = unicodedata.normalize("NFC", name).strip()
    if not name:
        raise Invalid("name", "A name needs at least one letter.", "empty")
    if len(name) > LONGEST:
        raise Invalid("name", f"A name has at most {LONGEST} characters; this one has {len(name)}.", "too-long")
    # One sign may stand for a whole sentence, which no roster has room for.
    if len(fold(name)) > LONGEST_FOLDED:
        raise Invalid("name", "This name is too long once its signs are spelled out.", "too-long")
    if unseen_in(name):
        raise Invalid("name", "A name cannot hold control or invisible characters.", "hidden-characters")
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise Invalid("name", "A name needs at least one letter or digit.", "empty")
    return " ".join(name.split())


def may_be_called(
    name: str, *, taken: Collection[str], reserved: Collection[str], rule: str, before: str | None = None
) -> Decision[bool]:
    """Whether somebody may arrive under a tidy name: `taken` are other Agents' names, `reserved` keywords and rule
    titles, and `before` is what e was called if e has been in the game already."""
    key = fold(name)
    # A name changes only by an enacted Proposal: to leave and come again is no way round it.
    if before is not None and name != before:
        return refused("name-stays", rule, name=before)
    # Two Agents that could be mistaken for each other would make every vote doubtful.
    if clash := next((other for other in taken if fold(other) == key), None):
        return refused("name-taken", rule, name=name, other=clash)
    # A keyword or a rule's title as a name would let a sentence of the law mean two things.
    if clash := next((word for word in reserved if fold(word) == key), None):
        return refused("name-reserved", rule, name=name, word=clash)
    return allowed()
