"""What a senator decides, as it comes from outside: any JSON at all, and never an error. (Rule Decisions; Reading 34)

A bad vote, weight or amendment voids the whole decision: the senator abstains. A bad or unavailable extra, which is a
filibuster, a veto or a note, voids only itself.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import gcd
from typing import Any, NamedTuple, TypeAlias

from nomic.core.mechanics.writing import JOINERS, LAYOUT, hidden_at

Weights: TypeAlias = tuple[int, int, int]

CLAUSES = 3
UNIFORM: Weights = (1, 1, 1)
VOTES = ("yea", "nay", "abstain")
NONE = -1
AMENDMENTS = {"none": NONE, "A1": 0, "A2": 1, "A3": 2}
AMENDMENT_NAMES = ("A1", "A2", "A3")
VOID = "decision"
LISTS = (list, tuple)  # what plays within Python may bring either
MOST = int(sys.float_info.max)  # what JSON means beyond it, nobody can say


class Note(NamedTuple):
    """A sealed note: the seat that is to read it, and what it says. (Rule Caucus)"""

    to: int
    text: str


class Decision(NamedTuple):
    """What counts of a decision.

    `weights` are whole, on a common scale, and `weight` is their sum, never 0: shares compare without a quotient.
    `amendment` is 0 to 2 for A1 to A3, or `NONE`. `dropped` names the extras that were passed over.
    """

    vote: str
    weights: Weights = UNIFORM
    weight: int = CLAUSES
    amendment: int = NONE
    filibuster: bool = False
    veto: bool = False
    note: Note | None = None
    fallback: bool = False
    dropped: tuple[str, ...] = ()


class Problem(NamedTuple):
    """One thing wrong with a decision, and what it voids: the `decision`, or an extra, which it names."""

    path: str
    code: str
    text: str
    voids: str


class Standing(NamedTuple):
    """What is open to a senator in a round: what `read` and `problems` take beside the raw decision, in that order."""

    seat: int
    seats: int
    chair: int
    may_filibuster: bool
    may_veto: bool
    note_length: int | None


# Missing, late or illegal: the senator abstains, with the same weight for each clause and nothing else.
FALLBACK = Decision("abstain", fallback=True)


def fallback_json() -> dict[str, object]:
    """The decision, in its raw form, that stands for one that is missing, late or illegal."""
    return {"vote": "abstain", "priorities": [1, 1, 1], "amendment": "none", "filibuster": False, "veto": False,
            "note": None}  # fmt: skip


def read(
    raw: object, seat: int, seats: int, chair: int, may_filibuster: bool, may_veto: bool, note_length: int | None
) -> Decision:
    """What counts of a raw decision, which may be any JSON at all, or None where it is missing. Never raises.

    `may_filibuster`: whether this senator still may; `may_veto`: whether the chair has a veto; no length, no notes.
    """
    return _judged(raw, seat, seats, chair, may_filibuster, may_veto, note_length, [])


def problems(
    raw: object, seat: int, seats: int, chair: int, may_filibuster: bool, may_veto: bool, note_length: int | None
) -> tuple[Problem, ...]:
    """What is wrong with a raw decision, by the same judgement as in `read`. Never raises."""
    found: list[Problem] = []
    _judged(raw, seat, seats, chair, may_filibuster, may_veto, note_length, found)
    return tuple(found)


def _judged(
    raw: object,
    seat: int,
    seats: int,
    chair: int,
    may_filibuster: bool,
    may_veto: bool,
    note_length: int | None,
    found: list[Problem],
) -> Decision:
    """What counts of a raw decision. What is wrong with it is added to `found`, which is empty before."""
    if not isinstance(raw, dict):
        found.append(Problem("", "no-decision", "A decision is an object.", VOID))
        return FALLBACK
    # A bad vote, weight or amendment voids all of it,
    vote, weights, amendment = _vote(raw, found), _weights(raw, found), _amendment(raw, found)
    void = bool(found)
    # a bad extra only itself.
    filibuster = _filibuster(raw, may_filibuster, found)
    veto = _veto(raw, may_veto, seat == chair, found)
    note = _note(raw, seat, seats, note_length, found)
    if void:
        return FALLBACK
    dropped = tuple([problem.voids for problem in found]) if found else ()
    return Decision(vote, weights, sum(weights), amendment, filibuster, veto, note, False, dropped)


def _vote(raw: Mapping[str, Any], found: list[Problem]) -> str:
    vote = raw.get("vote")
    if isinstance(vote, str) and vote in VOTES:
        return vote
    found.append(Problem("vote", "no-vote", "A vote is yea, nay or abstain.", VOID))
    return "abstain"


def _weights(raw: Mapping[str, Any], found: list[Problem]) -> Weights:
    given: object = raw.get("priorities", UNIFORM)
    if not isinstance(given, LISTS) or len(given) != CLAUSES:
        found.append(Problem("priorities", "no-weights", "Priorities are three numbers, one for each clause.", VOID))
        return UNIFORM
    for place, number in enumerate(given):
        # True and false are no numbers here, and neither is what is infinite, or none at all.
        if not ((type(number) is int or type(number) is float) and 0 <= number <= MOST):
            found.append(Problem(f"priorities/{place}", "no-weight", "A weight is a number from 0 up.", VOID))
            return UNIFORM
    return _scaled(*given)


def _scaled(one: Any, two: Any, three: Any) -> Weights:
    """The same three numbers on the smallest scale on which they are whole. All zero is uniform. (Reading 35)"""
    if not type(one) is type(two) is type(three) is int:
        (one, first), (two, second), (three, third) = _decimal(one), _decimal(two), _decimal(three)
        places = max(first, second, third, 0)
        one, two, three = one * 10 ** (places - first), two * 10 ** (places - second), three * 10 ** (places - third)
        spare = gcd(one, two, three, 10**places)
        one, two, three = one // spare, two // spare, three // spare
    return (one, two, three) if one or two or three else UNIFORM


def _decimal(number: float) -> tuple[int, int]:
    """The digits of the shortest decimal that stands for a number, and how many of them are places: 0.25 is 25, 2."""
    digits, _, power = repr(number).partition("e")
    whole, _, part = digits.partition(".")
    return int(whole + part), len(part) - int(power or 0)


def _amendment(raw: Mapping[str, Any], found: list[Problem]) -> int:
    name = raw.get("amendment", "none")
    if isinstance(name, str) and name in AMENDMENTS:
        return AMENDMENTS[name]
    found.append(Problem("amendment", "no-amendment", "An amendment is none, A1, A2 or A3.", VOID))
    return NONE


def _filibuster(raw: Mapping[str, Any], may_filibuster: bool, found: list[Problem]) -> bool:
    wanted = raw.get("filibuster", False)
    if wanted is False or (wanted is True and may_filibuster):
        return wanted
    text = "You have filibustered in this Episode already, or there is no filibuster in it."
    unavailable = Problem("filibuster", "no-filibuster", text, "filibuster")
    found.append(unavailable if wanted is True else _no_switch("filibuster"))
    return False


def _veto(raw: Mapping[str, Any], may_veto: bool, in_the_chair: bool, found: list[Problem]) -> bool:
    wanted = raw.get("veto", False)
    if wanted is False or (wanted is True and may_veto and in_the_chair):
        return wanted
    if wanted is not True:
        found.append(_no_switch("veto"))
    elif not may_veto:
        found.append(Problem("veto", "no-veto", "There is no veto in this Episode.", "veto"))
    else:
        found.append(Problem("veto", "not-in-the-chair", "Only the chair has a veto.", "veto"))
    return False


def _no_switch(name: str) -> Problem:
    return Problem(name, "no-switch", "This is true or false.", name)


def _note(raw: Mapping[str, Any], seat: int, seats: int, note_length: int | None, found: list[Problem]) -> Note | None:
    note = raw.get("note")
    if note is None:
        return None
    problem = _undeliverable(note, seat, seats, note_length)
    if problem is not None:
        found.append(problem)
        return None
    return Note(note["to"], note["text"])


def _undeliverable(note: Any, seat: int, seats: int, note_length: int | None) -> Problem | None:
    if note_length is None:
        return Problem("note", "no-caucus", "There are no notes in this Episode.", "note")
    if not isinstance(note, dict):
        return Problem("note", "no-note", "A note is an object with a seat and a text.", "note")
    to, text = note.get("to"), note.get("text")
    if type(to) is not int or not 0 <= to < seats or to == seat:
        return Problem("note/to", "no-addressee", "A note goes to one other seat.", "note")
    if not isinstance(text, str) or not text.strip():
        return Problem("note/text", "no-text", "A note says something.", "note")
    if len(text) > note_length:
        most = f"A note has at most {note_length} characters; this has {len(text)}."
        return Problem("note/text", "too-long", most, "note")
    if not (text.isascii() and text.isprintable()) and hidden_at(text, LAYOUT | JOINERS):
        return Problem("note/text", "hidden-characters", "A note holds no control or invisible characters.", "note")
    return None
