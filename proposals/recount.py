"""Every past decision worked out anew from the stored facts and the law of its moment, and compared with the record.

`verify_log` says whether the log is whole; this says whether it is right, and whether the rows agree with it. It only
reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Check, Difference
from nomic.core.messages import recount as messages_recount
from nomic.core.roster import recount as roster_recount
from proposals.deciding import recount as deciding_recount
from proposals.posts import recount as posts_recount
from rulesets.history import recount as history_recount


@dataclass(frozen=True, slots=True)
class Recount:
    """How many of each were worked out anew, and every difference."""

    counts: Mapping[str, int]
    differences: tuple[Difference, ...]


CHECKS: Mapping[str, Check] = {
    "decisions": deciding_recount.recount_decisions,
    "ends of matters": deciding_recount.recount_endings,
    "Declarations": deciding_recount.recount_declarations,
    "withdrawals": posts_recount.recount_withdrawals,
    "quorums on Calls": deciding_recount.recount_latches,
    "authorships": posts_recount.recount_authorships,
    "idlings": roster_recount.recount_idlings,
    "laws": history_recount.recount_laws,
    "rule texts": history_recount.recount_rule_texts,
    "arrangements": history_recount.recount_arrangements,
    "standings": roster_recount.recount_standings,
    "reigns": roster_recount.recount_reigns,
    "votes": posts_recount.recount_votes,
    "post texts": posts_recount.recount_post_texts,
    "comments": posts_recount.recount_comments,
    "Admins' notes": posts_recount.recount_notes,
    "evidence": posts_recount.recount_evidence,
    "duties": messages_recount.recount_duties,
    "acts done only so often": messages_recount.recount_deeds,
    "private messages": messages_recount.recount_messages,
}


def recount_game(game: Game, more: Mapping[str, Check] | None = None) -> Recount:
    """Work out a whole game anew. `more`: what the packages above have to say to it."""
    log = {event.seq: event for event in Event.objects.filter(game=game).order_by("seq")}
    counts, found = Counter[str](), list[Difference]()
    for name, check in {**CHECKS, **(more or {})}.items():
        counts[name] = 0
        for differences in check(game, log):
            counts[name] += 1
            found += differences
    return Recount(counts, tuple(found))
