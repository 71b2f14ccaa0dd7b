"""Chance that is the same in every run: whatever asks the system for random bytes gets bytes that follow from a name.

Bytes of each length are a stream of their own, and each numbered event begins all streams anew: code that asks for a
token more than it did moves no die, no salt and no name that is drawn later.
"""

from __future__ import annotations

import base64
import os
import random
from collections import Counter
from hashlib import shake_256

LEAST = 6  # bytes: what is shorter is no token
DRAWN = "drawn"  # what stands for a token in an answer, with its length in bytes


class SeededChance:
    """The streams, and in `drawn` the bytes that were asked for since `begin_streams`."""

    def __init__(self) -> None:
        self.drawn: list[bytes] = []
        self.begin_streams("the beginning")

    def begin_streams(self, name: str) -> None:
        """From here on chance follows from this name alone."""
        self.name, self.drawn = name, []
        self.mark_place("")
        random.seed(name)

    def mark_place(self, place: str) -> None:
        """From here on chance follows from the name and this place."""
        self.place, self.asked = place, Counter[int]()

    def draw_bytes(self, size: int) -> bytes:
        """What stands for `os.urandom`."""
        seed = f"{self.name}|{self.place}|{size}|{self.asked[size]}"
        self.asked[size] += 1
        found = shake_256(seed.encode()).digest(size)
        if size >= LEAST:
            self.drawn.append(found)
        return found

    def redact_draws(self, text: str) -> str:
        """The text without what was drawn since `begin_streams`, as it would stand there in hex or base64."""
        for each in self.drawn:
            for word in (each.hex(), base64.urlsafe_b64encode(each).decode().rstrip("=")):
                text = text.replace(word, f"{DRAWN}{len(each)}")
        return text

    def replace_urandom(self) -> None:
        """Before anything is imported that keeps the true source under a name of its own."""
        os.urandom = self.draw_bytes
        setattr(random, "_urandom", self.draw_bytes)  # noqa: B010 - where `secrets` and SystemRandom draw from


CHANCE = SeededChance()
