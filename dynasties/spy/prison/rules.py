"""Prisoners: who may leave, who may rescue em, and who may turn. (Rule Prisons; Readings 21, 49)"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Self

from dynasties.spy.dials import (
    AFFILIATION,
    CAPTURE,
    CAPTURE_BACKFIRE,
    CAPTURE_DRAW,
    CAPTURE_NEWS,
    CAPTURE_SUCCESS,
    LOCATION,
    PRISONS,
    RESCUE,
    RESCUE_PRICE,
    TURNING,
)
from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.theatre.rules import SIDES, Affiliation, SecretState, name_of_prison, prison_of
from dynasties.spy.theatre.rules_map import borders
from dynasties.spy.theatre.rules_tickets import Tickets, missing_tickets
from nomic.core.decision import Decision, Reason, permission, refusal
from nomic.core.law.rules import Law
from nomic.core.law.rules_wordings import in_band

NO_LICENCES: frozenset[GadgetLicence] = frozenset()


def prison_location(code: str) -> str:
    """The last known location of somebody who is put in the prison there: “ICE-PRI”."""
    return f"{code}-PRI"


def may_leave(
    prison: str | None, affiliation: Affiliation | None, law: Law, licences: Set[GadgetLicence] = NO_LICENCES
) -> Decision[bool]:
    """Whether one may move away. `prison`: where e is a prisoner; None for who is none, rescued or only walking by."""
    if prison is None or not law.carries(PRISONS):
        return permission()
    rule = law.rule(PRISONS)
    # A prisoner shall not leave unless e has a Gadget that lets em,
    if GadgetLicence.LEAVE_PRISON in licences:
        return _leaving_decision(rule, prison, GadgetLicence.LEAVE_PRISON)
    # or eir Affiliation is that which the prison bears in its name.
    if affiliation is name_of_prison(prison):
        return _leaving_decision(rule, prison, "affiliation")
    return refusal("in-prison", rule, prison=prison)


def _leaving_decision(rule: str, prison: str, licence: str) -> Decision[bool]:
    return Decision(True, (Reason("leaves-prison", rule, {"prison": prison, "licence": str(licence)}),))


def rescue_cost(law: Law) -> Tickets:
    """What the rescue of one prisoner costs: so many Tickets of every kind."""
    each = law[RESCUE_PRICE]
    return Tickets(each, each, each)


@dataclass(frozen=True, slots=True)
class RescueFacts:
    """Who would rescue whom: eir Tickets, the move there being paid, and where both of them are."""

    tickets: Tickets
    rescuer_place: str | None
    came_by_move: bool
    imprisoned_self: bool
    prisoner_place: str | None
    prisoner_imprisoned: bool


def may_rescue(rescue: RescueFacts, law: Law) -> Decision[bool]:
    """Whether one prisoner may be rescued."""
    if not law.carries(RESCUE):
        return law.requires(RESCUE)
    rule = law.rule(RESCUE)
    # An Agent who has moved
    if rescue.imprisoned_self:
        return refusal("rescuer-in-prison", rule)
    if not rescue.came_by_move:
        return refusal("not-moved-here", rule)
    # (For each prisoner e spends a Ticket of every kind, and nobody does so who has too few of any: that comes first,
    # as all of it is known to em. Who could not pay would else find out for nothing who is a prisoner where e is.)
    if too_few := missing_tickets(rescue.tickets, rescue_cost(law), rule):
        return Decision(False, too_few)
    # to where a prisoner is may rescue em.
    place = rescue.rescuer_place
    if place is None or place != rescue.prisoner_place or not rescue.prisoner_imprisoned:
        return refusal("no-prisoner-here", rule)
    return permission()


def may_turn(affiliation: Affiliation | None, prison: str | None, law: Law) -> Decision[Affiliation | None]:
    """The Affiliation to which a prisoner may turn, None if e may not."""
    if gone := law.requires(TURNING).reasons:
        return Decision(None, gone)
    rule = law.rule(TURNING)
    if prison is None:
        return Decision(None, (Reason("no-prisoner", rule),))
    # A Double Agent in the prison of the side that e serves in truth may make that side eir Affiliation.
    if affiliation is None or affiliation in SIDES:
        return Decision(None, (Reason("no-double-agent", rule),))
    if affiliation.true is not name_of_prison(prison):
        return Decision(None, (Reason("prison-of-the-other-side", rule, {"prison": prison}),))
    return Decision(affiliation.true)


# Who may try to capture whom, and what a roll does to both. (Rule Capture; Readings 17, 20, 27, 49)

# The rows of the table, in their order, by the dial that holds their numbers.
CAPTURE_ROWS = (CAPTURE_SUCCESS, CAPTURE_BACKFIRE, CAPTURE_DRAW, CAPTURE_NEWS)


@dataclass(frozen=True, slots=True)
class CaptureParty:
    """One of the two. `affiliation`: None for who has declared none yet; `prison`: where e is a prisoner."""

    location: str | None
    affiliation: Affiliation | None
    prison: str | None = None

    @classmethod
    def of(cls, cover: SecretState) -> Self:
        """An Agent as eir cover has em."""
        return cls(cover.location, cover.affiliation_served, cover.prison)


@dataclass(frozen=True, slots=True)
class CaptureFate:
    """What becomes of one of them. `sent_to`: a prison; `moves_at_random`: to what borders on eir Location, and free;
    `lkl`: what eir last known location becomes, None where it stays."""

    sent_to: str | None = None
    moves_at_random: bool = False
    lkl: str | None = None


@dataclass(frozen=True, slots=True)
class CaptureOutcome:
    """`row`: from 1 to 4; None where no row has the number, and nothing happens."""

    row: int | None
    captor: CaptureFate
    target: CaptureFate

    @property
    def is_public(self) -> bool:
        """Whether the row speaks of LKLs, which everybody sees, whatever becomes of those of these two."""
        return self.row in TELLING_ROWS


UNHARMED = CaptureFate()
TELLING_ROWS = (1, 2, 4)  # the rows by which somebody goes to prison, or both are in the news


def may_attempt(captor: CaptureParty, law: Law) -> Decision[bool]:
    """Whether an Agent may tell the Mastermind of any attempt at all: what e lacks emself."""
    if not law.carries(CAPTURE):
        return law.requires(CAPTURE)
    # E has to be somewhere,
    if captor.location is None:
        return refusal("no-location", law.rule(LOCATION))
    # and, where Affiliations are declared, to have declared eirs: it decides into which prison a captive is put.
    if captor.affiliation is None and law.carries(AFFILIATION):
        return refusal("declare-first", law.rule(CAPTURE))
    return permission()


def may_capture(captor: CaptureParty, target: CaptureParty, law: Law) -> Decision[bool]:
    """Whether the attempt may be made. A refusal is the captor's alone to see, and tells em nothing but that."""
    if not law.carries(CAPTURE):
        return law.requires(CAPTURE)
    # An Agent who is where another Agent is may attempt it.
    if captor.location is None:
        return refusal("no-location", law.rule(LOCATION))
    if captor.location != target.location:
        return refusal("not-in-one-place", law.rule(CAPTURE))
    return permission()


def capture_row(roll: int, law: Law) -> int | None:
    """The first row that has the number, from 1; None if none has. (Reading 17)"""
    return next((number for number, dial in enumerate(CAPTURE_ROWS, 1) if in_band(roll, law[dial])), None)


def capture_outcome(roll: int, captor: CaptureParty, target: CaptureParty, law: Law) -> CaptureOutcome:
    """What the roll does to both."""
    found = capture_row(roll, law)
    match found:
        # the target goes to the prison of the captor's apparent Affiliation;
        case 1:
            return CaptureOutcome(found, UNHARMED, _prison_fate(captor.affiliation))
        # the captor goes to the prison of the target's apparent Affiliation;
        case 2:
            return CaptureOutcome(found, _prison_fate(target.affiliation), UNHARMED)
        # it is a draw, and both end up in adjacent territories drawn at random;
        case 3:
            return CaptureOutcome(found, CaptureFate(moves_at_random=True), CaptureFate(moves_at_random=True))
        # it is the same, but first the LKL of each becomes eir Location.
        case 4:
            return CaptureOutcome(found, _news_fate(captor), _news_fate(target))
        case _:
            return CaptureOutcome(None, UNHARMED, UNHARMED)


def _prison_fate(by: Affiliation | None) -> CaptureFate:
    # Who has declared no Affiliation appears to have none, and so there is no prison to go to.
    if by is None:
        return UNHARMED
    prison = prison_of(by.apparent)
    return CaptureFate(sent_to=prison, lkl=prison_location(prison))


def _news_fate(party: CaptureParty) -> CaptureFate:
    return CaptureFate(moves_at_random=True, lkl=party.location)


def random_neighbours(code: str) -> tuple[str, ...]:
    """Where a draw may lead, by code: over borders of any kind, with no airlink, whatever the Iron Curtain says."""
    return tuple(sorted(borders(code)))
