"""What lies on the Administrator's desk, and what has been done there. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from nomic.core import queries as core
from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.decision import Fact
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent, Event
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import Proposal
from proposals.bnomic.queries import ballots, permits

ACTS = (
    "bnomic.clock-on", "bnomic.clock-off", "bnomic.clock-paused", "bnomic.clock-set", "bnomic.numbered-from",
    "bnomic.carried-out",
)  # fmt: skip
FATES = ("bnomic.passed-without-effect", "bnomic.stumbled")


@dataclass(frozen=True, slots=True)
class Told:
    """A Won Proposal that may be marked as carried out. `fate`: how its changes came to nothing, as the kind of that
    event; empty where they were made, and where it listed none. `at`: when it was counted."""

    row: Proposal
    at: datetime
    fate: str


def acts(game_id: int) -> QuerySet[Event]:
    """What people have done at the desk, the newest first. What the Clock did by itself is none of it."""
    return core.log(game_id, kinds=ACTS).filter(actor__isnull=False)


def did_last(agent: Agent, kind: str, **facts: Fact) -> bool:
    """Whether the last thing that happened at the desk is that this Agent did just this."""
    last = core.log(agent.game_id, kinds=ACTS).first()
    if last is None or last.kind != kind or last.actor_id != agent.pk:
        return False
    return all(last.data.get(name) == plain(fact) for name, fact in facts.items())


def to_carry_out(game_id: int, law: Law, asked: int | None = None) -> list[Told]:
    """The Won Proposals that wait for somebody to carry out what they say, by Number: those that list no changes, and
    those whose changes could not be made. `asked`: the Number of another that may be marked, for what it says besides
    its changes."""
    won = ballots.proposals(game_id).filter(state=State.WON.value, carried_out_at=None)
    waiting = Q(post__changes=[]) | Q(passed=False) | Q(number=asked)
    rows = [row for row in won.filter(waiting) if permits.may_carry_out(row, law).outcome]
    about = [row.post.subject_key for row in rows if not row.passed]
    fates = dict(core.log(game_id, kinds=FATES, about=about).values_list("subject", "kind")) if about else {}
    return [Told(row, row.count.due_at, fates.get(row.post.subject_key, "")) for row in rows if row.count]
