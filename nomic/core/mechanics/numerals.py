"""Whole numbers in digits and in words, and what a wording of the law is compared by."""

from __future__ import annotations

import re

from nomic.core.mechanics.decision import Invalid

COUNTING = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
NUMBERS = {word: number for number, word in enumerate(COUNTING.split())}
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
ONES = {word: number for word, number in NUMBERS.items() if 0 < number < 10}
NUMBERS |= TENS | {"no": 0, "none": 0, "a": 1, "an": 1, "single": 1}
NUMBERS |= {"hundred": 100, "a hundred": 100, "one hundred": 100}
LONGEST_WORDING = 80


def tidy(words: str) -> str:
    """Lower case, single spaces, no closing stop: what a wording is compared by."""
    return " ".join(words.split()).rstrip(".").lower()


def said(words: str, accepted: str) -> str:
    """The words, tidy. Raises `Invalid` for more of them than any wording has, before anything reads them."""
    if len(words) > LONGEST_WORDING:
        raise Invalid("", f"“{words[:LONGEST_WORDING]}…” is too long; accepted: {accepted}", "unreadable")
    return tidy(words)


def number_in(words: str) -> int | None:
    """A whole number from 0 up, in digits or in words; None when it is neither."""
    if re.fullmatch(rf"[0-9]{{1,{LONGEST_WORDING}}}", words):
        return int(words)
    if words in NUMBERS:
        return NUMBERS[words]
    tens, _, ones = words.partition("-")
    return TENS[tens] + ONES[ones] if tens in TENS and ones in ONES else None
