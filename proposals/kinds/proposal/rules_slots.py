"""How many Proposals an Agent may have pending and make on a day, and whether e may post one. (Rule Proposals;
Readings 11, 16, 39)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic.core.decision import Decision, Reason
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import day_of
from proposals.kinds.rules import PostingFacts, idle_reasons


@dataclass(frozen=True, slots=True)
class Slots:
    """What an author has used of eir limits; a limit of None is no limit. `resets_at` is the next GMT midnight."""

    pending: int
    pending_limit: int | None
    made_today: int
    daily_limit: int | None
    resets_at: datetime

    @property
    def pending_full(self) -> bool:
        return self.pending_limit is not None and self.pending >= self.pending_limit

    @property
    def day_full(self) -> bool:
        return self.daily_limit is not None and self.made_today >= self.daily_limit


def slots(pending: int, made_today: int, law: Law, now: datetime) -> Slots:
    """The slots of an author with so many Proposals pending and so many made on the GMT day of `now`. (Reading 11)

    Self-killed and vetoed ones are pending until failed; withdrawn ones count for the day only (Reading 16).
    """
    resets_at = day_of(now) + timedelta(days=1)
    limits = law.count("proposals.pending_limit"), law.count("proposals.daily_limit")
    return Slots(pending, limits[0], made_today, limits[1], resets_at)


def may_post_proposal(facts: PostingFacts, law: Law) -> Decision[bool]:
    """Whether an Agent with these slots used may post a Proposal now. `next_check`: when time alone lets em."""
    reasons: list[Reason] = []
    used = facts.slots
    assert used is not None  # the kind has slots
    # Some live rule must say that Proposals are posted at all.
    reasons += law.requires("proposals.posting").reasons
    # Only Agents post them, and an idle one is none.
    reasons += idle_reasons(facts, law)
    # None is posted in hiatus. (Reading 39)
    if facts.in_hiatus:
        reasons.append(Reason("hiatus", law.rule("dov.declaring")))
    # No more than so many of one Agent are pending at a time.
    if used.pending_full:
        pending = {"pending": used.pending, "limit": used.pending_limit}
        reasons.append(Reason("pending-limit", law.rule("proposals.pending_limit"), pending))
    # No more than so many are made by one Agent on one day.
    if used.day_full:
        daily = {"made": used.made_today, "limit": used.daily_limit, "at": used.resets_at}
        reasons.append(Reason("daily-limit", law.rule("proposals.daily_limit"), daily))
    only_the_day = [reason.code for reason in reasons] == ["daily-limit"] and used.daily_limit != 0
    return Decision(not reasons, tuple(reasons), used.resets_at if only_the_day else None)
