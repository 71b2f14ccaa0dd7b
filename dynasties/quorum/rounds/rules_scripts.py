"""The scripts of the bench: each decides from what its seat sees, and from the seed, alone. (Rule Episodes)

A script's chance is the stream of draws (see `draws.py`) that belongs to four texts: the seed, `script`, the seat and
the round, both in decimal digits. The same observation and seed always make the same decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from dynasties.quorum.mechanics.decisions import AMENDMENT_NAMES, AMENDMENTS, CLAUSES, UNIFORM, VOTES
from dynasties.quorum.mechanics.draws import Draws
from dynasties.quorum.mechanics.phrases import PHRASES, Pact, pact_in, pact_text
from dynasties.quorum.mechanics.units import influence_in

Raw: TypeAlias = dict[str, object]

SHY = 4  # of so many rounds, one in which a script that decides by chance uses an extra
MOST = 10  # the weight of a clause that a script wants; of the others 1, or 0


class Heard(NamedTuple):
    """A note to this seat, from the round before."""

    sender: int
    text: str


class View(NamedTuple):
    """What a script looks at, of all that its seat sees: no more than an observation tells.

    `rewrites`: which clause, from 0, each amendment rewrites. `weights`: those of each seat in the round before, empty
    in the first. `note_length`: None where there are no notes.
    """

    seat: int
    round: int
    influence: tuple[int, ...]
    rewrites: tuple[int, ...]
    weights: tuple[tuple[int, ...], ...]
    heard: tuple[Heard, ...]
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
    play: Callable[[View, str], Raw]


def decide(name: str, observation: Mapping[str, Any], seed: str) -> Raw:
    """The raw decision of a script, given what its seat sees (`quorum-observation-1`). Raises `KeyError` for none."""
    return POLICIES[name].play(seen(observation), seed)


def seen(observation: Mapping[str, Any]) -> View:
    """What a script looks at in the observation of a seat."""
    before, history, may = observation["round"] - 1, observation["history"], observation["may"]
    notes = [Heard(note["from"], note["text"]) for note in observation["notes"] if note["round"] == before]
    decisions = history[-1]["decisions"] if history else ()
    return View(
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


def _always_yea(view: View, seed: str) -> Raw:
    return _raw("yea")


def _greedy(view: View, seed: str) -> Raw:
    """The clause that the fewest others put first in the round before; of those, one by chance."""
    draws = _draws(seed, view.seat, view.round)
    rivals = [_heaviest(view.weights[seat]) for seat in view.others] if view.weights else []
    crowd = [rivals.count(clause) for clause in range(CLAUSES)]
    wanted = draws.pick([clause for clause in range(CLAUSES) if crowd[clause] == min(crowd)])
    weights = [MOST if clause == wanted else 1 for clause in range(CLAUSES)]
    return _raw("yea", weights, _rewriting(view, wanted))


def _veto_happy(view: View, seed: str) -> Raw:
    """A veto is the chair's; so a filibuster waits for a round in which it has no veto."""
    return _raw("nay", filibuster=view.may_filibuster and not view.may_veto, veto=view.may_veto)


def _coalition_builder(view: View, seed: str) -> Raw:
    """Keeps the best pact that was offered to it, and else what it meant to take anyway; then it makes an offer."""
    ally, pact = _best_offer(view)
    mine = _taste(seed, view.seat, view.round) if pact is None else pact.yours
    left = None if pact is None else pact.mine
    weights = [MOST if clause == mine else 0 if clause == left else 1 for clause in range(CLAUSES)]
    return _raw("yea", weights, _rewriting(view, mine), note=_offer(view, seed, ally))


def _best_offer(view: View) -> tuple[int | None, Pact | None]:
    """The pact of whoever has the most influence; of those, of the lowest seat."""
    offers = [(sender, pact) for sender, text in view.heard if (pact := pact_in(text)) and pact.yours != pact.mine]
    return max(offers, key=lambda offer: (view.influence[offer[0]], -offer[0]), default=(None, None))


def _offer(view: View, seed: str, ally: int | None) -> Raw | None:
    """To its ally, who is thanked, or to the strongest of the others."""
    strongest = max(view.others, key=lambda seat: (view.influence[seat], -seat))
    draws = _draws(seed, view.seat, view.round + 1)  # whose first draw is its taste in that round
    mine = draws.below(CLAUSES)
    yours = (mine + 1 + draws.below(CLAUSES - 1)) % CLAUSES
    thanks = "" if ally is None else "Thank you. "
    return _note(view, strongest if ally is None else ally, thanks + pact_text(Pact(yours, mine)))


def _random(view: View, seed: str) -> Raw:
    draws = _draws(seed, view.seat, view.round)
    return _raw(
        draws.pick(VOTES),
        [draws.below(MOST + 1) for _ in range(CLAUSES)],
        draws.pick(tuple(AMENDMENTS)),
        filibuster=draws.below(SHY) == 0 and view.may_filibuster,
        veto=draws.below(SHY) == 0 and view.may_veto,
        note=_note(view, draws.pick(view.others), draws.pick(PHRASES[1:])) if draws.below(SHY) == 0 else None,
    )


def _taste(seed: str, seat: int, round: int) -> int:
    """The clause that a script would take in a round, if nobody offers it another."""
    return _draws(seed, seat, round).below(CLAUSES)


def _draws(seed: str, seat: int, round: int) -> Draws:
    return Draws(seed, "script", str(seat), str(round))


def _heaviest(weights: Sequence[int]) -> int | None:
    """The clause, the first of them, with the most weight; None where all have the same."""
    return None if min(weights) == max(weights) else weights.index(max(weights))


def _rewriting(view: View, clause: int) -> str:
    """The first amendment that rewrites this clause."""
    return AMENDMENT_NAMES[view.rewrites.index(clause)] if clause in view.rewrites else "none"


def _note(view: View, to: int, text: str) -> Raw | None:
    if view.note_length is None or len(text) > view.note_length:
        return None
    return {"to": to, "text": text}


def _raw(
    vote: str,
    priorities: Sequence[int] = UNIFORM,
    amendment: str = "none",
    *,
    filibuster: bool = False,
    veto: bool = False,
    note: Raw | None = None,
) -> Raw:
    return {"vote": vote, "priorities": list(priorities), "amendment": amendment, "filibuster": filibuster,
            "veto": veto, "note": note}  # fmt: skip


_BENCH = (
    Policy("always-yea", "Always yea", "Votes yea, and wants every clause alike.", _always_yea),
    Policy("greedy", "Greedy", "Votes yea, wants the clause that few others wanted, and amends it.", _greedy),
    Policy("veto-happy", "Veto-happy", "Votes nay, filibusters once, and vetoes whenever it has the chair.",
           _veto_happy),
    Policy("coalition-builder", "Coalition-builder",
           "Votes yea, offers the strongest a share of the clauses by note, and keeps the pacts it is offered.",
           _coalition_builder),
    Policy("random", "Random", "Decides by chance, extras and notes too.", _random),
)  # fmt: skip
POLICIES: Mapping[str, Policy] = {policy.name: policy for policy in _BENCH}
