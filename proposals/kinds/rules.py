"""What the rules of every kind of matter are asked about, and what they answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nomic.core.decision import Reason
from nomic.core.law.dials import AGENTS_IDLING
from nomic.core.law.rules import Law

if TYPE_CHECKING:
    from proposals.kinds.proposal.rules import Slots


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingFacts:
    """An Agent who would post a matter. `slots` is None for a kind that has none."""

    slots: Slots | None
    is_idle: bool
    is_mastermind: bool
    in_hiatus: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopeningFacts:
    """The game around a matter that an Admin would open again.

    `overtaken`: somebody has won since it was posted, or its author has become the Mastermind.
    """

    in_hiatus: bool
    awaits_address: bool
    overtaken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HiatusClock:
    """Whether a stretch of hiatus counts as time open, the code of why, and the title of the rule that says so."""

    counts: bool
    why: str
    rule: str


def idle_reasons(facts: PostingFacts, law: Law) -> tuple[Reason, ...]:
    """Only Agents post matters, and an idle one is none."""
    return (Reason("is-idle", law.rule(AGENTS_IDLING)),) if facts.is_idle else ()
