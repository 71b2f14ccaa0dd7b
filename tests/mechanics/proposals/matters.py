"""A small cast and short ways to write down matters, votes and moments."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from nomic.catalogue import CATALOGUE
from nomic.core.decision import Reason
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.voting.rules import Ballot, MatterFacts, Roster, Vote

POSTED = datetime(2007, 3, 14, 1, 2, tzinfo=UTC)
LAW = CATALOGUE.standard()
SECOND = timedelta(seconds=1)
ICONS = {"F": Vote.FOR, "A": Vote.AGAINST, "D": Vote.DEFERENTIAL, "V": Vote.VETO}


def at(hours: float) -> datetime:
    """So many hours after the posting."""
    return POSTED + timedelta(hours=hours)


def roster(count: int, mastermind: str | None = "M", idle: str = "") -> Roster:
    """So many Agents: `author`, `M` where there is a Mastermind, then `P1`, `P2` …; `idle` names are set aside."""
    names = ["author"] + (["M"] if mastermind == "M" else [])
    names += [f"P{place}" for place in range(1, count + 1)]
    away = frozenset(idle.split())
    return Roster(tuple(name for name in names if name not in away)[:count], away, mastermind)


def votes(text: str, hour: float = 1) -> tuple[Ballot, ...]:
    """Ballots from “P1:F M:V@3”: a voter, an icon's first letter, and the hour after the posting."""
    ballots = []
    for word in text.split():
        who, _, rest = word.partition(":")
        icon, _, when = rest.partition("@")
        ballots.append(Ballot(who, ICONS[icon], at(float(when) if when else hour)))
    return tuple(ballots)


def matter(text: str = "", kind: MatterKind = PROPOSAL, author: str = "author", place: int = 1) -> MatterFacts:
    return MatterFacts(kind, author, POSTED, votes(text), place)


def hiatus(start: float, end: float | None = None) -> Interval:
    return Interval(at(start), None if end is None else at(end))


def without(*mechanisms: str) -> Law:
    """The starter law with some mechanisms repealed."""
    left = frozenset(LAW.mechanisms) - frozenset(mechanisms)
    return Law(LAW.values, left, LAW.rules, CATALOGUE)


def lacking(*dials: str) -> Law:
    """The starter law with some dials struck out of the text, so that they mean what they mean when absent."""
    absent = {name: CATALOGUE.dials[name].absent for name in dials}
    return Law({**LAW.values, **absent}, LAW.mechanisms, LAW.rules, CATALOGUE)


def codes(reasons: Iterable[Reason]) -> list[str]:
    return [reason.code for reason in reasons]
