"""Counts that have been made, and what became of the Proposals that Won. Reads only. (Rules The Count, Passing)"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nomic.core.mechanics.decision import Reason
from nomic.core.models import Event
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import NweekCount, Proposal
from proposals.bnomic.queries import ballots
from rulesets.models import RuleVersion

PASSINGS = ("bnomic.passed", "bnomic.passed-without-effect", "bnomic.stumbled")


@dataclass(frozen=True, slots=True)
class Passing:
    """How a Won Proposal Passed. `event`: which the log has of it; `made`: the versions of rules that it brought about.
    """

    row: Proposal
    event: Event | None
    made: Sequence[RuleVersion]

    @property
    def seq(self) -> int | None:
        """The number of that event."""
        return self.event.seq if self.event else None

    @property
    def stumbled(self) -> bool:
        """Whether the server failed over it."""
        return self.event is not None and self.event.kind == "bnomic.stumbled"

    @property
    def problems(self) -> list[tuple[int, Reason]]:
        """Which of its changes could not be made, as places in its list counted from 0, and why; none if it had effect.
        """
        if self.event is None or self.row.passed:
            return []
        told = self.event.data.get("problems", ())
        return [(each["place"], Reason(each["code"], "", each["facts"])) for each in told]


def counted_nweeks(game_id: int) -> list[int]:
    """The nweeks whose ballot has been counted, the newest first."""
    return list(ballots.counts(game_id).values_list("nweek", flat=True))


def without_effect(count: NweekCount) -> frozenset[int]:
    """The Numbers of those whose changes could not all be made, so that none was. One query."""
    return frozenset(count.proposals.filter(passed=False).values_list("number", flat=True))


def passings(count: NweekCount) -> list[Passing]:
    """All that Won in a count, in the order in which they Passed. Three queries."""
    return _passings(count, list(ballots.proposals(count.game_id).filter(count=count, state=State.WON.value)))


def passing(row: Proposal) -> Passing | None:
    """How one Proposal Passed; None for a Lost one, and before its count. Two queries."""
    if row.state != State.WON.value or row.count is None:
        return None
    return _passings(row.count, [row])[0]


def _passings(count: NweekCount, rows: Sequence[Proposal]) -> list[Passing]:
    subjects = [row.post.subject_key for row in rows]
    events, made = _events(count, subjects), _made(count.game_id, subjects)
    return [Passing(row, events.get(row.post.subject_key), made[row.post.subject_key]) for row in rows]


def _events(count: NweekCount, subjects: Sequence[str]) -> Mapping[str, Event]:
    """Each Passes once."""
    told = Event.objects.filter(game_id=count.game_id, seq__gt=count.seq, kind__in=PASSINGS, subject__in=subjects)
    return {event.subject: event for event in told}


def _made(game_id: int, subjects: Sequence[str]) -> Mapping[str, list[RuleVersion]]:
    found: dict[str, list[RuleVersion]] = defaultdict(list)
    versions = RuleVersion.objects.filter(game_id=game_id, cause__in=subjects).select_related("rule")
    for version in versions.order_by("seq"):
        found[version.cause].append(version)
    return found
