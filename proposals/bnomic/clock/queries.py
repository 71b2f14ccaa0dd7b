"""The ndays of a game as they were and will be, its openings and counts, and the Administrator's desk. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q, QuerySet, Subquery

from nomic.core.chain import plain_json
from nomic.core.decision import Fact
from nomic.core.games.models import Agent, Game
from nomic.core.law.rules import Law
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from proposals.bnomic.clock import rules as clock_rules
from proposals.bnomic.clock.rules import ClockDeed, Nday
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.queries import ClockReading
from proposals.bnomic.nweeks.rules import Course, Place, ProposalState, ndays_ahead
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.models import Proposal

if TYPE_CHECKING:
    from proposals.bnomic.nweeks.models import NweekClock

DEEDS = {
    "bnomic.nday": ClockDeed.BEGUN,
    "bnomic.clock-set": ClockDeed.SET,
    "bnomic.opened": ClockDeed.OPENED,
    "bnomic.counted": ClockDeed.COUNTED,
    "bnomic.clock-off": ClockDeed.STOPPED,
    "bnomic.clock-paused": ClockDeed.STOPPED,
    "bnomic.clock-on": ClockDeed.GONE_ON,
}
MOST_TOLD = 400  # events since an nweek began, the newest of them
BACK = timedelta(days=366)
FURTHEST = 400  # ndays


@dataclass(frozen=True, slots=True)
class Calendar:
    """What the Clock says, and the ndays from the beginning of the nweek that it stands in on record, all as of one
    moment of the record.

    `stroke_at`: what the Clock on record waits for: a midnight, or the end of its pause; None where it stands without
    a known end.
    """

    hands: ClockReading
    stroke_at: datetime | None
    ndays: list[Nday]


class CalendarEvent(NamedTuple):
    """An opening, or else a count: `numbers` is how many Proposals it was about, None while it is to come."""

    nweek: int
    is_count: bool
    at: datetime
    numbers: int | None = None
    won: int = 0


def calendar_of(game: Game, law: Law, now: datetime) -> Calendar | None:
    """None in a game without a Clock."""
    row = nweeks_queries.clock_row(game)
    if row is None:
        return None
    hands = nweeks_queries.reading_of(row, now, law)
    begun = clock_rules.chronicle(row.nweek, list(_clock_entries(row)))
    place, counted = nweeks_queries.clock_facts(row).place, nweeks_queries.counted_by(row)
    ndays = clock_rules.continue_ndays(begun, place, nweeks_queries.next_midnight(row), hands.course, counted)
    return Calendar(hands, row.game.stroke_at, ndays)


def _clock_entries(row: NweekClock) -> Iterator[clock_rules.ClockEntry]:
    """The record of the Clock since it was first in the nweek in which it is. One query."""
    deeds = log_queries.log(row.game_id, kinds=("bnomic.",)).filter(kind__in=DEEDS)
    own = deeds.filter(subject=f"nweek:{row.nweek}").order_by("seq").values("seq")
    told = deeds.filter(seq__gte=Subquery(own[:1]), seq__lte=row.game.last_seq)
    nday = 0
    for event in reversed(told[:MOST_TOLD]):
        nday = event.data.get("nday", nday)
        won = len(event.data.get("passed", []))
        yield clock_rules.ClockEntry(
            DEEDS[event.kind],
            _due_time(event),
            Place(event.data["nweek"], nday),
            opened=len(event.data.get("numbers", [])),
            won=won,
            lost=len(event.data.get("strength", {})) - won,
        )


def _due_time(event: Event) -> datetime:
    due = event.data.get("due_at")
    return datetime.fromisoformat(due) if due else event.at


def calendar_events(game: Game, law: Law) -> list[CalendarEvent]:
    """Openings and counts: those of the year before the newest event, and those of a year ahead. Each nweek has one of
    each at most: of several openings, the last. All this changes by nothing but an event of the game."""
    found = {(each.nweek, each.is_count): each for each in (*_past_events(game), *_coming_events(game, law))}
    return sorted(found.values(), key=lambda each: (each.at, not each.is_count))


def _past_events(game: Game) -> Iterator[CalendarEvent]:
    since = log_queries.last_moment(game) - BACK
    kinds = ("bnomic.opened", "bnomic.counted")
    for event in log_queries.log(game.pk, kinds=kinds).filter(at__gte=since).order_by("seq"):
        is_count = event.kind == "bnomic.counted"
        numbers = event.data["strength"] if is_count else event.data["numbers"]
        won = len(event.data.get("passed", []))
        yield CalendarEvent(event.data["nweek"], is_count, _due_time(event), len(numbers), won)


def _coming_events(game: Game, law: Law) -> Iterator[CalendarEvent]:
    row = nweeks_queries.clock_row(game)
    midnight = nweeks_queries.next_midnight(row) if row else None
    if row is None or midnight is None:
        return
    place, counted = nweeks_queries.clock_facts(row).place, nweeks_queries.counted_by(row)
    for day in ndays_ahead(place, midnight, Course.of(law), FURTHEST, counted):
        # What opened at the beginning of the present nday is on record.
        if day.opens and day.place != place:
            yield CalendarEvent(day.place.nweek, False, day.begins_at)
        if day.counts:
            yield CalendarEvent(day.place.nweek, True, day.ends_at)


# What lies on the Administrator's desk, and what has been done there. Reads only.

ACTS = (
    "bnomic.clock-on",
    "bnomic.clock-off",
    "bnomic.clock-paused",
    "bnomic.clock-set",
    "bnomic.numbered-from",
    "bnomic.carried-out",
)
FATES = ("bnomic.passed-without-effect", "bnomic.stumbled")


@dataclass(frozen=True, slots=True)
class UncarriedProposal:
    """A Won Proposal that may be marked as carried out. `fate`: how its changes came to nothing, as the kind of that
    event; empty where they were made, and where it listed none. `at`: when it was counted."""

    row: Proposal
    at: datetime
    fate: str


def desk_acts(game_id: int) -> QuerySet[Event]:
    """What people have done at the desk, the newest first. What the Clock did by itself is none of it."""
    return log_queries.log(game_id, kinds=ACTS).filter(actor__isnull=False)


def did_last(agent: Agent, kind: str, **facts: Fact) -> bool:
    """Whether the last thing that happened at the desk is that this Agent did just this."""
    last = log_queries.log(agent.game_id, kinds=ACTS).first()
    if last is None or last.kind != kind or last.actor_id != agent.pk:
        return False
    return all(last.data.get(name) == plain_json(fact) for name, fact in facts.items())


def proposals_to_carry_out(game_id: int, law: Law, asked: int | None = None) -> list[UncarriedProposal]:
    """The Won Proposals that wait for somebody to carry out what they say, by Number: those that list no changes, and
    those whose changes could not be made. `asked`: the Number of another that may be marked, for what it says besides
    its changes."""
    won = register_queries.all_proposals(game_id).filter(state=ProposalState.WON.value, carried_out_at=None)
    waiting = Q(post__changes=[]) | Q(passed=False) | Q(number=asked)
    rows = [row for row in won.filter(waiting) if register_queries.may_carry_out(row, law).outcome]
    about = [row.post.subject_key for row in rows if not row.passed]
    fates = dict(log_queries.log(game_id, kinds=FATES, about=about).values_list("subject", "kind")) if about else {}
    return [UncarriedProposal(row, row.count.due_at, fates.get(row.post.subject_key, "")) for row in rows if row.count]
