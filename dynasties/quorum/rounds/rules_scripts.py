"""What scripts, and programs that choose from a short list, say to one another; and the scripts of the bench. (Rules
Episodes and Caucus)

A note is read when the next round begins, so that a pact is always about the round after the one it is written
in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from dynasties.quorum.bills.rules import AMENDMENT_NAMES, AMENDMENTS, CLAUSES, Draws
from dynasties.quorum.episodes.rules import influence_in
from dynasties.quorum.rounds.rules_decisions import UNIFORM, VOTES

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


# The scripts of the bench: each decides from what its seat sees, and from the seed, alone. (Rule Episodes)
# A script's chance is the stream of draws (see `bills.rules`) that belongs to four texts: the seed, `script`, the seat
# and the round, both in decimal digits. The same observation and seed always make the same decision.

Raw: TypeAlias = dict[str, object]

SHY = 4  # of so many rounds, one in which a script that decides by chance uses an extra
MOST_WEIGHT = 10  # the weight of a clause that a script wants; of the others 1, or 0


class HeardNote(NamedTuple):
    """A note to this seat, from the round before."""

    sender: int
    text: str


class ScriptView(NamedTuple):
    """What a script looks at, of all that its seat sees: no more than an observation tells.

    `rewrites`: which clause, from 0, each amendment rewrites. `weights`: those of each seat in the round before, empty
    in the first. `note_length`: None where there are no notes.
    """

    seat: int
    round: int
    influence: tuple[int, ...]
    rewrites: tuple[int, ...]
    weights: tuple[tuple[int, ...], ...]
    heard: tuple[HeardNote, ...]
    may_filibuster: bool
    may_veto: bool
    note_length: int | None

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(len(self.influence)) if seat != self.seat]


class Policy(NamedTuple):
    """A script: its name in addresses and files, what players call it, a sentence about it, and how it decides."""

    name: str
    title: str
    sentence: str
    play: Callable[[ScriptView, str], Raw]


def decide_by_script(name: str, observation: Mapping[str, Any], seed: str) -> Raw:
    """The raw decision of a script, given what its seat sees (`quorum-observation-1`). Raises `KeyError` for none."""
    return POLICIES[name].play(view_of_observation(observation), seed)


def view_of_observation(observation: Mapping[str, Any]) -> ScriptView:
    """What a script looks at in the observation of a seat."""
    before, history, may = observation["round"] - 1, observation["history"], observation["may"]
    notes = [HeardNote(note["from"], note["text"]) for note in observation["notes"] if note["round"] == before]
    decisions = history[-1]["decisions"] if history else ()
    return ScriptView(
        observation["seat"],
        observation["round"],
        tuple(map(influence_in, observation["influence"])),
        tuple(observation["bill"]["amendments"][name]["clause"] for name in AMENDMENT_NAMES),
        tuple(tuple(decision["priorities"]) for decision in decisions),
        tuple(notes),
        may["filibuster"],
        may["veto"],
        observation["config"]["orders"]["note_length"] if may["note"] else None,
    )


def _always_yea(view: ScriptView, seed: str) -> Raw:
    return _raw_decision("yea")


def _greedy(view: ScriptView, seed: str) -> Raw:
    """The clause that the fewest others put first in the round before; of those, one by chance."""
    draws = _script_draws(seed, view.seat, view.round)
    rivals = [_heaviest_clause(view.weights[seat]) for seat in view.others] if view.weights else []
    crowd = [rivals.count(clause) for clause in range(CLAUSES)]
    wanted = draws.pick([clause for clause in range(CLAUSES) if crowd[clause] == min(crowd)])
    weights = [MOST_WEIGHT if clause == wanted else 1 for clause in range(CLAUSES)]
    return _raw_decision("yea", weights, _amendment_of_clause(view, wanted))


def _veto_happy(view: ScriptView, seed: str) -> Raw:
    """A veto is the chair's; so a filibuster waits for a round in which it has no veto."""
    return _raw_decision("nay", filibuster=view.may_filibuster and not view.may_veto, veto=view.may_veto)


def _coalition_builder(view: ScriptView, seed: str) -> Raw:
    """Keeps the best pact that was offered to it, and else what it meant to take anyway; then it makes an offer."""
    ally, pact = _best_offer(view)
    mine = _favourite_clause(seed, view.seat, view.round) if pact is None else pact.yours
    left = None if pact is None else pact.mine
    weights = [MOST_WEIGHT if clause == mine else 0 if clause == left else 1 for clause in range(CLAUSES)]
    return _raw_decision("yea", weights, _amendment_of_clause(view, mine), note=_offer_pact(view, seed, ally))


def _best_offer(view: ScriptView) -> tuple[int | None, Pact | None]:
    """The pact of whoever has the most influence; of those, of the lowest seat."""
    offers = [(sender, pact) for sender, text in view.heard if (pact := pact_in(text)) and pact.yours != pact.mine]
    return max(offers, key=lambda offer: (view.influence[offer[0]], -offer[0]), default=(None, None))


def _offer_pact(view: ScriptView, seed: str, ally: int | None) -> Raw | None:
    """To its ally, who is thanked, or to the strongest of the others."""
    strongest = max(view.others, key=lambda seat: (view.influence[seat], -seat))
    draws = _script_draws(seed, view.seat, view.round + 1)  # whose first draw is its taste in that round
    mine = draws.below(CLAUSES)
    yours = (mine + 1 + draws.below(CLAUSES - 1)) % CLAUSES
    thanks = "" if ally is None else "Thank you. "
    return _raw_note(view, strongest if ally is None else ally, thanks + pact_text(Pact(yours, mine)))


def _random(view: ScriptView, seed: str) -> Raw:
    draws = _script_draws(seed, view.seat, view.round)
    return _raw_decision(
        draws.pick(VOTES),
        [draws.below(MOST_WEIGHT + 1) for _ in range(CLAUSES)],
        draws.pick(tuple(AMENDMENTS)),
        filibuster=draws.below(SHY) == 0 and view.may_filibuster,
        veto=draws.below(SHY) == 0 and view.may_veto,
        note=_raw_note(view, draws.pick(view.others), draws.pick(PHRASES[1:])) if draws.below(SHY) == 0 else None,
    )


def _favourite_clause(seed: str, seat: int, round: int) -> int:
    """The clause that a script would take in a round, if nobody offers it another."""
    return _script_draws(seed, seat, round).below(CLAUSES)


def _script_draws(seed: str, seat: int, round: int) -> Draws:
    return Draws(seed, "script", str(seat), str(round))


def _heaviest_clause(weights: Sequence[int]) -> int | None:
    """The clause, the first of them, with the most weight; None where all have the same."""
    return None if min(weights) == max(weights) else weights.index(max(weights))


def _amendment_of_clause(view: ScriptView, clause: int) -> str:
    """The first amendment that rewrites this clause."""
    return AMENDMENT_NAMES[view.rewrites.index(clause)] if clause in view.rewrites else "none"


def _raw_note(view: ScriptView, to: int, text: str) -> Raw | None:
    if view.note_length is None or len(text) > view.note_length:
        return None
    return {"to": to, "text": text}


def _raw_decision(
    vote: str,
    priorities: Sequence[int] = UNIFORM,
    amendment: str = "none",
    *,
    filibuster: bool = False,
    veto: bool = False,
    note: Raw | None = None,
) -> Raw:
    return {
        "vote": vote,
        "priorities": list(priorities),
        "amendment": amendment,
        "filibuster": filibuster,
        "veto": veto,
        "note": note,
    }


_BENCH = (
    Policy("always-yea", "Always yea", "Votes yea, and wants every clause alike.", _always_yea),
    Policy("greedy", "Greedy", "Votes yea, wants the clause that few others wanted, and amends it.", _greedy),
    Policy(
        "veto-happy", "Veto-happy", "Votes nay, filibusters once, and vetoes whenever it has the chair.", _veto_happy
    ),
    Policy(
        "coalition-builder",
        "Coalition-builder",
        "Votes yea, offers the strongest a share of the clauses by note, and keeps the pacts it is offered.",
        _coalition_builder,
    ),
    Policy("random", "Random", "Decides by chance, extras and notes too.", _random),
)
POLICIES: Mapping[str, Policy] = {policy.name: policy for policy in _BENCH}
