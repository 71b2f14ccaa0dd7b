"""What a Dynasty is called: after its head, and by how many e has headed. (Rule 1.8: Dynasties)"""

from __future__ import annotations

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
