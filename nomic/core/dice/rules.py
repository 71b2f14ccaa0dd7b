"""Dice that anybody can check: how a seed falls, and how rolls are written. (Glossary: Dice; DESIGN idea 5)

The recipe, whole. A die number d (from 1) of a roll, with X sides, shows what this finds:

    1. For attempt a = 0, 1, 2, …: take HMAC-SHA256 with the seed's 32 bytes as the key, over the text
       "event:nonce:d:a" in UTF-8, where event is the number in the log of the event that records the roll.
    2. Read its first 4 bytes as a whole number n, the highest byte first.
    3. If n is less than 2^32 − (2^32 mod X), the die shows n mod X + 1. Otherwise try the next attempt.

Step 3 leaves out the few highest numbers, which would favour the low faces. A die with no sides, or with fewer than
none, shows 0.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from nomic.core.decision import Decision, Invalid
from nomic.core.law.dials import DICE_ROLLING
from nomic.core.law.rules import Law
from nomic.core.roster.rules import may_play

MOST_DICE, MOST_SIDES, MOST_ROLLS = 100, 10**9, 20
WORD = 2**32  # an attempt is four bytes
NOTATION = re.compile(r"(?P<dice>\d*)DICE(?P<sides>-?\d+)", re.IGNORECASE | re.ASCII)
IN_TEXT = re.compile(r"(?<![\w-])\d*DICE-?\d+(?!\w)", re.IGNORECASE)
DIGITS = 10  # as many as the largest number has


@dataclass(frozen=True, slots=True)
class Fallen:
    """What dice show, in the order in which they fell."""

    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.faces)


def dice_faces(seed_hex: str, event: int, nonce: str, dice: int, sides: int) -> tuple[int, ...]:
    """What each of so many dice shows. `seed_hex`: 64 hex digits; `event`: the number of the event that records them.

    The nonce is the roller's own: with the seed not public, nobody can choose one for its outcome.
    """
    # A die with no sides, or with fewer than none, shows 0.
    if sides <= 0:
        return (0,) * dice
    seed = bytes.fromhex(seed_hex)
    return tuple(_face(seed, f"{event}:{nonce}:{die}", sides) for die in range(1, dice + 1))


def _face(seed: bytes, named: str, sides: int) -> int:
    fair = WORD - WORD % sides
    for attempt in count():
        digest = hmac.digest(seed, f"{named}:{attempt}".encode(), "sha256")
        drawn = int.from_bytes(digest[:4], "big")
        if drawn < fair:
            return drawn % sides + 1
    raise AssertionError("count() has no end")


def read_dice(notation: str) -> tuple[int, int]:
    """“2DICE6” as (dice, sides); without a number before it, one die. Raises `Invalid` for what nobody could roll."""
    read = NOTATION.fullmatch(notation.strip())
    if read is None:
        raise Invalid("notation", "Write dice as DICE6 or 2DICE6: how many, and how many sides.", "no-dice")
    if max(len(read["dice"]), len(read["sides"].lstrip("-"))) > DIGITS:
        raise _too_many()
    return check_dice_bounds(int(read["dice"] or 1), int(read["sides"]))


def check_dice_bounds(dice: int, sides: int) -> tuple[int, int]:
    """The same dice. Raises `Invalid` for none at all, for too many, and for too many sides; none or fewer will do."""
    if dice < 1:
        raise Invalid("notation", "At least one die has to fall.", "no-dice")
    if dice > MOST_DICE or abs(sides) > MOST_SIDES:
        raise _too_many()
    return dice, sides


def _too_many() -> Invalid:
    said = f"At most {MOST_DICE} dice are rolled at once, of at most {MOST_SIDES:,} sides."
    return Invalid("notation", said, "too-many-dice")


def find_dice(text: str) -> tuple[str, ...]:
    """The dice asked for in a tracker comment, in order, as they are written there; each is one roll.

    Raises `Invalid` for more than twenty, and for any that nobody could roll.
    """
    found = tuple(IN_TEXT.findall(text))
    if len(found) > MOST_ROLLS:
        raise Invalid("notation", f"At most {MOST_ROLLS} rolls in one comment.", "too-many-rolls")
    for notation in found:
        read_dice(notation)
    return found


def dice_notation(dice: int, sides: int) -> str:
    """Dice as the law writes them: “DICE6”, “2DICE6”."""
    return f"{dice if dice > 1 else ''}DICE{sides}"


# Who may roll dice in public. (Glossary: Dice)


def may_roll(*, idle_since: datetime | None, law: Law) -> Decision[bool]:
    """Whether an Agent may roll now. Hiatus does not stop dice: they are part of the tracker. (Reading 39)"""
    # An Agent rolls by asking the tracker, as long as a rule says so.
    gone = law.requires(DICE_ROLLING)
    if not gone.outcome:
        return gone
    # Outside rules 1.1 and 1.2 an idle Agent does not count as one.
    return may_play(law, idle_since=idle_since)
