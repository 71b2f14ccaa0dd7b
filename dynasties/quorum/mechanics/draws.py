"""Draws that anybody can make again: a stream of whole numbers that belongs to a list of texts.

The generator, whole, so that it can be written in any language:

    1. The prefix is, for each of the texts in turn, its length in bytes as 4 bytes, the highest first, and then the
       text itself in UTF-8.
    2. Block number n, from 0, is the SHA-256 of the prefix followed by n as 8 bytes, the highest first.
    3. Each block of 32 bytes is four words of 8 bytes, one after the other, each read as a whole number w, the highest
       byte first.
    4. below(k): the next word w, if it is less than 2^64 − (2^64 mod k), gives w mod k; if it is not, it is passed over
       and the one after it is tried. This leaves out the few highest words, which would favour low numbers.
    5. pick(list) is the member number below(length of the list), counted from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import TypeVar

WORD = 2**64
BLOCK, COUNTER, LENGTH = Struct(">4Q"), Struct(">Q"), Struct(">I")

Picked = TypeVar("Picked")


class Draws:
    """The stream that belongs to these texts, from its beginning. Raises `UnicodeEncodeError` for half a character."""

    __slots__ = ("_block", "_prefix", "_words")

    def __init__(self, *parts: str) -> None:
        self._prefix = b"".join(map(_framed, parts))
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A whole number from 0 up and below `n`, which is from 1 to 2^64; each as likely as the others."""
        fair = WORD - WORD % n
        while True:
            if not self._words:
                self._hash()
            word = self._words.pop()
            if word < fair:
                return word % n

    def pick(self, among: Sequence[Picked]) -> Picked:
        """One of these, each as likely as the others. There must be one."""
        return among[self.below(len(among))]

    def _hash(self) -> None:
        block = sha256(self._prefix + COUNTER.pack(self._block)).digest()
        self._words = list(reversed(BLOCK.unpack(block)))
        self._block += 1


@lru_cache(maxsize=1024)
def _framed(text: str) -> bytes:
    written = text.encode()
    return LENGTH.pack(len(written)) + written
