"""What a senator decides, as it comes from outside: any JSON at all, and never an error; and how much of it is kept.
(Rule Decisions; Reading 34)

A bad vote, weight or amendment voids the whole decision: the senator abstains. A bad or unavailable extra, which
is a filibuster, a veto or a note, voids only itself.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import gcd
from typing import Any, NamedTuple, TypeAlias

from dynasties.quorum.bills.rules import AMENDMENTS, CLAUSES, NO_AMENDMENT
from nomic.core.input import JOINERS, LAYOUT, hidden_at

Weights: TypeAlias = tuple[int, int, int]


UNIFORM: Weights = (1, 1, 1)
VOTES = ("yea", "nay", "abstain")


WHOLE_DECISION = "decision"
LISTS = (list, tuple)  # what plays within Python may bring either
LARGEST_NUMBER = int(sys.float_info.max)  # what JSON means beyond it, nobody can say


class Note(NamedTuple):
    """A sealed note: the seat that is to read it, and what it says. (Rule Caucus)"""

    to: int
    text: str


class SeatDecision(NamedTuple):
    """What counts of a decision.

    `weights` are whole, on a common scale, and `weight` is their sum, never 0: shares compare without a quotient.
    `amendment` is 0 to 2 for A1 to A3, or `NONE`. `dropped` names the extras that were passed over.
    """

    vote: str
    weights: Weights = UNIFORM
    weight: int = CLAUSES
    amendment: int = NO_AMENDMENT
    filibuster: bool = False
    veto: bool = False
    note: Note | None = None
    fallback: bool = False
    dropped: tuple[str, ...] = ()


class DecisionProblem(NamedTuple):
    """One thing wrong with a decision, and what it voids: the `decision`, or an extra, which it names."""

    path: str
    code: str
    text: str
    voids: str


class SeatOptions(NamedTuple):
    """What is open to a senator in a round: what judges a raw decision, in that order."""

    seat: int
    seats: int
    chair: int
    may_filibuster: bool
    may_veto: bool
    note_length: int | None


# Missing, late or illegal: the senator abstains, with the same weight for each clause and nothing else.
FALLBACK = SeatDecision("abstain", fallback=True)


def fallback_json() -> dict[str, object]:
    """The decision, in its raw form, that stands for one that is missing, late or illegal."""
    return {
        "vote": "abstain",
        "priorities": [1, 1, 1],
        "amendment": "none",
        "filibuster": False,
        "veto": False,
        "note": None,
    }


def read_decision(raw: object, options: SeatOptions) -> SeatDecision:
    """What counts of a raw decision, which may be any JSON at all, or None where it is missing. Never raises."""
    return _judge_decision(raw, options, [])


def decision_problems(raw: object, options: SeatOptions) -> tuple[DecisionProblem, ...]:
    """What is wrong with a raw decision, by the same judgement as in `read_decision`. Never raises."""
    found: list[DecisionProblem] = []
    _judge_decision(raw, options, found)
    return tuple(found)


def _judge_decision(raw: object, options: SeatOptions, found: list[DecisionProblem]) -> SeatDecision:
    """What counts of a raw decision. What is wrong with it is added to `found`, which is empty before."""
    seat, seats, chair, may_filibuster, may_veto, note_length = options
    if not isinstance(raw, dict):
        found.append(DecisionProblem("", "no-decision", "A decision is an object.", WHOLE_DECISION))
        return FALLBACK
    # A bad vote, weight or amendment voids all of it,
    vote, weights, amendment = _read_vote(raw, found), _read_weights(raw, found), _read_amendment(raw, found)
    void = bool(found)
    # a bad extra only itself.
    filibuster = _read_filibuster(raw, may_filibuster, found)
    veto = _read_veto(raw, may_veto, seat == chair, found)
    note = _read_note(raw, seat, seats, note_length, found)
    if void:
        return FALLBACK
    dropped = tuple([problem.voids for problem in found]) if found else ()
    return SeatDecision(vote, weights, sum(weights), amendment, filibuster, veto, note, False, dropped)


def _read_vote(raw: Mapping[str, Any], found: list[DecisionProblem]) -> str:
    vote = raw.get("vote")
    if isinstance(vote, str) and vote in VOTES:
        return vote
    found.append(DecisionProblem("vote", "no-vote", "A vote is yea, nay or abstain.", WHOLE_DECISION))
    return "abstain"


def _read_weights(raw: Mapping[str, Any], found: list[DecisionProblem]) -> Weights:
    given: object = raw.get("priorities", UNIFORM)
    if not isinstance(given, LISTS) or len(given) != CLAUSES:
        found.append(
            DecisionProblem(
                "priorities", "no-weights", "Priorities are three numbers, one for each clause.", WHOLE_DECISION
            )
        )
        return UNIFORM
    for place, number in enumerate(given):
        # True and false are no numbers here, and neither is what is infinite, or none at all.
        if not ((type(number) is int or type(number) is float) and 0 <= number <= LARGEST_NUMBER):
            found.append(
                DecisionProblem(f"priorities/{place}", "no-weight", "A weight is a number from 0 up.", WHOLE_DECISION)
            )
            return UNIFORM
    return _scale_weights(*given)


def _scale_weights(one: Any, two: Any, three: Any) -> Weights:
    """The same three numbers on the smallest scale on which they are whole. All zero is uniform. (Reading 35)"""
    if not type(one) is type(two) is type(three) is int:
        (one, first), (two, second), (three, third) = _decimal_digits(one), _decimal_digits(two), _decimal_digits(three)
        places = max(first, second, third, 0)
        one, two, three = one * 10 ** (places - first), two * 10 ** (places - second), three * 10 ** (places - third)
        spare = gcd(one, two, three, 10**places)
        one, two, three = one // spare, two // spare, three // spare
    return (one, two, three) if one or two or three else UNIFORM


def _decimal_digits(number: float) -> tuple[int, int]:
    """The digits of the shortest decimal that stands for a number, and how many of them are places: 0.25 is 25, 2."""
    digits, _, power = repr(number).partition("e")
    whole, _, part = digits.partition(".")
    return int(whole + part), len(part) - int(power or 0)


def _read_amendment(raw: Mapping[str, Any], found: list[DecisionProblem]) -> int:
    name = raw.get("amendment", "none")
    if isinstance(name, str) and name in AMENDMENTS:
        return AMENDMENTS[name]
    found.append(DecisionProblem("amendment", "no-amendment", "An amendment is none, A1, A2 or A3.", WHOLE_DECISION))
    return NO_AMENDMENT


def _read_filibuster(raw: Mapping[str, Any], may_filibuster: bool, found: list[DecisionProblem]) -> bool:
    wanted = raw.get("filibuster", False)
    if wanted is False or (wanted is True and may_filibuster):
        return wanted
    text = "You have filibustered in this Episode already, or there is no filibuster in it."
    unavailable = DecisionProblem("filibuster", "no-filibuster", text, "filibuster")
    found.append(unavailable if wanted is True else _switch_problem("filibuster"))
    return False


def _read_veto(raw: Mapping[str, Any], may_veto: bool, in_the_chair: bool, found: list[DecisionProblem]) -> bool:
    wanted = raw.get("veto", False)
    if wanted is False or (wanted is True and may_veto and in_the_chair):
        return wanted
    if wanted is not True:
        found.append(_switch_problem("veto"))
    elif not may_veto:
        found.append(DecisionProblem("veto", "no-veto", "There is no veto in this Episode.", "veto"))
    else:
        found.append(DecisionProblem("veto", "not-in-the-chair", "Only the chair has a veto.", "veto"))
    return False


def _switch_problem(name: str) -> DecisionProblem:
    return DecisionProblem(name, "no-switch", "This is true or false.", name)


def _read_note(
    raw: Mapping[str, Any], seat: int, seats: int, note_length: int | None, found: list[DecisionProblem]
) -> Note | None:
    note = raw.get("note")
    if note is None:
        return None
    problem = _note_problem(note, seat, seats, note_length)
    if problem is not None:
        found.append(problem)
        return None
    return Note(note["to"], note["text"])


def _note_problem(note: Any, seat: int, seats: int, note_length: int | None) -> DecisionProblem | None:
    if note_length is None:
        return DecisionProblem("note", "no-caucus", "There are no notes in this Episode.", "note")
    if not isinstance(note, dict):
        return DecisionProblem("note", "no-note", "A note is an object with a seat and a text.", "note")
    to, text = note.get("to"), note.get("text")
    if type(to) is not int or not 0 <= to < seats or to == seat:
        return DecisionProblem("note/to", "no-addressee", "A note goes to one other seat.", "note")
    if not isinstance(text, str) or not text.strip():
        return DecisionProblem("note/text", "no-text", "A note says something.", "note")
    if len(text) > note_length:
        most = f"A note has at most {note_length} characters; this has {len(text)}."
        return DecisionProblem("note/text", "too-long", most, "note")
    if not (text.isascii() and text.isprintable()) and hidden_at(text, LAYOUT | JOINERS):
        return DecisionProblem(
            "note/text", "hidden-characters", "A note holds no control or invisible characters.", "note"
        )
    return None


# What is kept of a raw decision, which may be any JSON: as much as it takes to judge it the same, and no more.
# Nothing that is kept is large, deep or beyond JSON, whatever was sent. (Rule Decisions; Reading 34)

LONGEST_TEXT = 1_001  # one character more than any law lets a note have
LONGEST_LIST = CLAUSES + 1
DECISION_FIELDS = ("vote", "priorities", "amendment", "filibuster", "veto", "note")
NOTE_FIELDS = ("to", "text")


def trim_decision(raw: object) -> object:
    """The same decision, less what no decision has. Never raises, and `read_decision` says the same of both.

    Names that mean nothing are left out; a text and a list are cut where they are too long to be legal; in place of a
    list or an object where none may be stands an empty object; a number that JSON or a double does not have becomes
    `{"$float": "nan"}`, `"inf"` or `"-inf"`, which is as bad.
    """
    if not isinstance(raw, dict):
        return _trim_value(raw)
    return {name: _trim_part(name, raw[name]) for name in DECISION_FIELDS if name in raw}


def _trim_part(name: str, value: object) -> object:
    if name == "priorities" and isinstance(value, LISTS):
        return [_trim_value(number) for number in value[:LONGEST_LIST]]
    if name == "note" and isinstance(value, dict):
        return {part: _trim_value(value[part]) for part in NOTE_FIELDS if part in value}
    return _trim_value(value)


def _trim_value(value: object) -> object:
    """Anything that is to be no list and no object."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if isinstance(value, int | float):
        return value if -LARGEST_NUMBER <= value <= LARGEST_NUMBER else _number_beyond_json(value)
    return {}


def _number_beyond_json(number: float) -> Mapping[str, str]:
    if number > LARGEST_NUMBER:
        return {"$float": "inf"}
    return {"$float": "-inf" if number < -LARGEST_NUMBER else "nan"}
