"""What scripts, and programs that choose from a short list, say to one another in a caucus note. (Rule Caucus)

A note is read when the next round begins, so that a pact is always about the round after the one it is written in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from dynasties.quorum.mechanics.decisions import CLAUSES

PACT = re.compile(r"In the next round clause ([1-3]) is yours, and I take clause ([1-3])\.")


class Pact(NamedTuple):
    """Clauses, from 0: which one its writer leaves to the reader, and which one e takes for emself."""

    yours: int
    mine: int


def pact_text(pact: Pact) -> str:
    """The sentence that offers it."""
    return f"In the next round clause {pact.yours + 1} is yours, and I take clause {pact.mine + 1}."


def pact_in(text: str) -> Pact | None:
    """The pact that a note offers, whatever else it says; None where it offers none."""
    found = PACT.search(text)
    return Pact(int(found[1]) - 1, int(found[2]) - 1) if found else None


PACTS = tuple(Pact(yours, mine) for yours in range(CLAUSES) for mine in range(CLAUSES) if yours != mine)
# By number, so that a program can say and understand them without letters. 0 is to say nothing.
PHRASES = (
    "",
    "Vote yea with me in the next round.",
    "Vote nay with me in the next round.",
    "Thank you.",
    *map(pact_text, PACTS),
)
NUMBERS: Mapping[str, int] = {phrase: number for number, phrase in enumerate(PHRASES)}
