"""Who takes the laurel of an Episode. (Rule Laurels)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def laurel(scores: Sequence[str], agents: Sequence[int | None]) -> int | None:
    """The Agent with the highest score of an Episode that was played to its end; None where nobody takes it.

    `agents`: by seat, who sits in it or answers for its program; None for scripts and for people who are no Agents.
    """
    # With fewer than two Agents in it an Episode is practice.
    if len({agent for agent in agents if agent is not None}) < 2:
        return None
    exact = [Fraction(score) for score in scores]
    best = [seat for seat, score in enumerate(exact) if score == max(exact)]
    # Senators who tie for the highest score take none.
    return agents[best[0]] if len(best) == 1 else None
