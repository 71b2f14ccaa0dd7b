"""How a Proposal stands, in a word and a mark, and what it falls by or would fall by, in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from proposals.bnomic.ballot.queries import Outcome
from proposals.bnomic.ballot.rules import BallotProposal, CountLaw, CountLine, CountStep
from proposals.bnomic.register.rules_lists import KnownProposal

LONGEST_NAME = 40  # signs of a Name in a sentence

DISC, RING = "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
BAR, CHECK, SQUARE = "M-4.5 0h9", "M-5 .5l3.5 4L5-4", "M-4-4h8v8h-8z"


class Fate(NamedTuple):
    """`name`: of the style's class; `word`: in a box; `mark`: path data round a middle point; `means`: the word, as a
    legend says it."""

    name: str
    word: str
    mark: str
    means: str


PENDING = Fate("pending", "Pending", RING, "Pending: not voted on yet")
OPEN = Fate("open", "Open", RING, "Open")
WINS = Fate("wins", "wins", DISC, "Open, and would be Won")
LOSES = Fate("loses", "loses", BAR, "Open, and would be Lost")
# Its ballot is over, and only its count is to come.
DUE_WON = Fate("wins", "Won", DISC, "Won by the count, which is due")
DUE_LOST = Fate("loses", "Lost", BAR, "Lost by the count, which is due")
HISTORICAL = Fate("historical", "Historical", RING, "Historical, and not weighed yet")
WON = Fate("won", "Won", DISC, "Won")
LOST = Fate("lost", "Lost", BAR, "Lost")
PASSED = Fate("passed", "Passed", CHECK, "Won and Passed")
VOID = Fate("void", "Passed", SQUARE, "Won, and Passed without effect")
BEFORE = Fate("before", "Lost", BAR, "Lost in an earlier nweek")
ALL = (PENDING, OPEN, WINS, LOSES, DUE_WON, DUE_LOST, HISTORICAL, WON, LOST, PASSED, VOID, BEFORE)


@dataclass(frozen=True, slots=True)
class CountContext:
    """What sentences about a count need to know: the law of it, who is in it, and who is who. `is_due`: the ballot is
    over, and its count is still to be made."""

    law: CountLaw
    ballot: Mapping[int, BallotProposal]
    known: Mapping[int, KnownProposal]
    is_due: bool = False

    @classmethod
    def of(cls, outcome: Outcome, known: Mapping[int, KnownProposal]) -> Self:
        return cls(outcome.law, outcome.ballot, known, outcome.is_due)

    def proposal_name(self, number: int) -> str:
        """“Proposal 4 “Harbours””; without a Name “Proposal 4”."""
        name = self.known[number].name if number in self.known else ""
        short = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME].rstrip()}…"
        return f"Proposal {number} “{short}”" if name else f"Proposal {number}"

    def name_with_strength(self, number: int) -> str:
        return f"{self.proposal_name(number)} (Strength {signed_strength(self.ballot[number].strength)})"


def join_words(parts: Iterable[str]) -> str:
    """“1, 2 and 3”."""
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def signed_strength(strength: int) -> str:
    """“+2”, “0”, “−1”, with a minus sign and not a hyphen."""
    return f"+{strength}" if strength > 0 else f"−{-strength}" if strength < 0 else "0"


def state_text(known: KnownProposal) -> str:
    """The state of a Proposal in words; of one whose count is still to be made that it is only worked out."""
    return by_count_text(known.state.value) if known.is_due else known.state.value


def by_count_text(state: str) -> str:
    """What a count that is due will make of a Proposal."""
    return f"By the count: {state}"


# -- what a Proposal falls by


class Fall(NamedTuple):
    """What a Proposal falls by, in words that stand before and after the name of another one. `by`: that other one's
    Number; None where it falls by itself, and all stands in `before`."""

    before: str
    by: int | None = None
    after: str = ""


def fall_of(line: CountLine, told: CountContext, *, is_over: bool) -> Fall:
    """What it fell by in a count that is over, falls by in one that is due, or would fall by in one that came now."""
    number, by, verb = line.number, line.by, "was" if is_over else "is"
    if by is None:
        strength, winning = signed_strength(told.ballot[number].strength), signed_strength(told.law.winning)
        return Fall(f"its Strength {verb} {strength}, and to win takes at least {winning}")
    if line.step is CountStep.CONFLICT:
        how = f"as strong and has {told.law.ties}" if _are_even(number, by, told) else "stronger"
        return Fall("it Conflicts with ", by, f", which {verb} {how}")
    # What was Lost in an earlier nweek, or in a ballot that is over, is so already.
    lost = "was" if is_over else "would be" if by in told.ballot and not told.is_due else "is"
    return Fall("it Depends on ", by, f", which {lost} Lost")


def would_text(line: CountLine | None, told: CountContext) -> str:
    """Whether an Open Proposal would be Won if the ballot closed now, or is by the count that is due; and if not, by
    what it falls."""
    be = "By the count it is" if told.is_due else "It would be"
    return f"{be} Lost: {_fall_text(fall_of(line, told, is_over=False), told)}." if line else f"{be} Won."


def fell_text(line: CountLine, told: CountContext) -> str:
    """What a Lost Proposal fell by, where the Proposal itself is named beside it."""
    return f"Lost: {_fall_text(fall_of(line, told, is_over=True), told)}."


def _fall_text(fallen: Fall, told: CountContext) -> str:
    return fallen.before + ("" if fallen.by is None else told.proposal_name(fallen.by)) + fallen.after


def _are_even(number: int, by: int, told: CountContext) -> bool:
    return told.ballot[number].strength == told.ballot[by].strength


# -- what happens in a count


def line_text(line: CountLine, told: CountContext) -> str:
    """A line of a count between two Proposals, while it is played."""
    if line.step is CountStep.CONFLICT:
        victor, rival = told.name_with_strength(_other_number(line)), told.name_with_strength(line.number)
        return f"{victor} knocks out {rival}, with which it Conflicts{_tie_text(line, told)}."
    lost = "which is Lost" if _other_number(line) in told.ballot else "which was Lost in an earlier nweek"
    other = told.proposal_name(_other_number(line))
    return f"{told.proposal_name(line.number)} Depends on {other}, {lost}, and becomes Lost."


def weighing_text(weak: Iterable[int], told: CountContext) -> str:
    """The step in which all are weighed."""
    weak = sorted(weak)
    strong = [number for number in sorted(told.ballot) if number not in weak]
    parts = []
    if strong:
        least = signed_strength(told.law.winning)
        parts.append(f"{_proposals_text(strong)} {_become_word(strong)} Won, with a Strength of at least {least}")
    if weak:
        lost = join_words(f"{number} ({signed_strength(told.ballot[number].strength)})" for number in weak)
        parts.append(f"{'Proposals' if len(weak) > 1 else 'Proposal'} {lost} {_become_word(weak)} Lost")
    return f"{'; '.join(parts)}."


def before_count_text(numbers: Collection[int]) -> str:
    """What there is to count."""
    are = "1 Proposal is" if len(numbers) == 1 else f"{len(numbers)} Proposals are"
    return f"{are} Open, and the votes are cast." if numbers else "Nothing was Open, and there is nothing to count."


def passing_text(number: int, void: Collection[int], told: CountContext) -> str:
    """A Won one has its changes made, or none of them."""
    if number in void:
        return f"{told.proposal_name(number)} Passes without effect: its changes could not all be made, and none was."
    return f"{told.proposal_name(number)} Passes."


def closing_text(numbers: Collection[int]) -> str:
    """The step in which the ballot closes."""
    if len(numbers) == 1:
        return f"{_proposals_text(list(numbers))} becomes Historical."
    return f"All {len(numbers)} become Historical, one after another from the lowest Number to the highest."


def _proposals_text(numbers: list[int]) -> str:
    return f"{'Proposals' if len(numbers) > 1 else 'Proposal'} {join_words(map(str, numbers))}"


def _become_word(numbers: list[int]) -> str:
    return "become" if len(numbers) > 1 else "becomes"


def _tie_text(line: CountLine, told: CountContext) -> str:
    """Between equals the dial decides."""
    return f": of equals, {told.law.ties} comes first" if _are_even(line.number, _other_number(line), told) else ""


def _other_number(line: CountLine) -> int:
    assert line.by is not None
    return line.by
