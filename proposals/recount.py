"""Every past decision worked out anew from the stored facts and the law of its moment, and compared with the record.

`verify_log` says whether the log is whole; this says whether it is right, and whether the rows agree with it. It only
reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from nomic.core.models import Event, Game
from proposals.recounting import calls, decisions, endings, idlings, law, obligations, people, posts
from proposals.recounting.differences import Check, Difference

__all__ = ["Difference", "Recount", "recount"]


@dataclass(frozen=True, slots=True)
class Recount:
    """How many of each were worked out anew, and every difference."""

    counts: Mapping[str, int]
    differences: tuple[Difference, ...]


CHECKS: Mapping[str, Check] = {
    "decisions": decisions.decisions,
    "ends of matters": endings.endings,
    "Declarations": endings.declarations,
    "withdrawals": endings.withdrawals,
    "quorums on Calls": calls.latches,
    "authorships": calls.authorships,
    "idlings": idlings.idlings,
    "laws": law.laws,
    "rule texts": law.texts,
    "arrangements": law.arrangements,
    "standings": people.standings,
    "reigns": people.reigns,
    "votes": posts.votes,
    "post texts": posts.texts,
    "comments": posts.comments,
    "Admins' notes": posts.notes,
    "evidence": posts.evidence,
    "duties": obligations.duties,
    "acts done only so often": obligations.deeds,
    "private messages": obligations.messages,
}


def recount(game: Game, more: Mapping[str, Check] | None = None) -> Recount:
    """Work out a whole game anew. `more`: what the packages above have to say to it."""
    log = {event.seq: event for event in Event.objects.filter(game=game).order_by("seq")}
    counts, found = Counter[str](), list[Difference]()
    for name, check in {**CHECKS, **(more or {})}.items():
        counts[name] = 0
        for differences in check(game, log):
            counts[name] += 1
            found += differences
    return Recount(counts, tuple(found))
