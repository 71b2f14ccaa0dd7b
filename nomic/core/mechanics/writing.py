"""What people type, as it is kept: the line ends of one platform, and no sign that readers could not see."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from nomic.core.mechanics.decision import Invalid

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINERS = frozenset("\u200c\u200d")  # scripts and emoji need them inside words
LAYOUT = frozenset("\n\t")
# Letters and signs by category, but drawn as nothing: Hangul fillers, the blank Braille cell, the grapheme joiner.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def one_platform(text: str) -> str:
    """The text with bare newlines, whatever platform it was typed on."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def selects_variation(sign: str) -> bool:
    """Whether the sign only says how the one before it is drawn, and is itself drawn as nothing."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def hidden_at(text: str, allowed: Collection[str] = frozenset()) -> int | None:
    """The place, counted from 1, of the first control or invisible sign that is not allowed; None without any."""
    return next((place for place, sign in enumerate(text, 1) if _hidden(sign) and sign not in allowed), None)


def unseen_in(line: str) -> bool:
    """Whether a name or title holds a sign that nobody sees: control, invisible, or a letter drawn as nothing."""
    return hidden_at(line) is not None or not BLANKS.isdisjoint(line)


def tidied(path: str, what: str, text: str, longest: int, allowed: Collection[str] = LAYOUT | JOINERS) -> str:
    """Words as they are kept. Raises `Invalid` at `path` for too many (nothing is ever cut off) and for hidden signs.

    `what` begins the sentence about it, as “A comment”.
    """
    text = unicodedata.normalize("NFC", one_platform(text)).strip()
    if len(text) > longest:
        raise Invalid(path, f"{what} has at most {longest} characters; this has {len(text)}.", "too-long")
    if hidden_at(text, allowed):
        raise Invalid(path, f"{what} cannot hold control or invisible characters.", "hidden-characters")
    return text


def _hidden(sign: str) -> bool:
    # Among the pictures, what our tables of Unicode do not know yet is a newer one, which browsers may well show.
    return unicodedata.category(sign) in HIDDEN and not "\U0001f000" <= sign <= "\U0001faff"
