"""Prisoners: who may leave, who may rescue em, and who may turn. (Rule Prisons; Readings 21, 49)"""

from __future__ import annotations

from collections.abc import Set

from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.theatre.rules import SIDES, Affiliation, name_of_prison
from dynasties.spy.theatre.rules_tickets import Tickets, missing_tickets
from nomic.core.decision import Decision, Reason, permission, refusal
from nomic.core.law.rules import Law

NO_LICENCES: frozenset[GadgetLicence] = frozenset()


def prison_location(code: str) -> str:
    """The last known location of somebody who is put in the prison there: “ICE-PRI”."""
    return f"{code}-PRI"


def may_leave(
    prison: str | None, affiliation: Affiliation | None, law: Law, licences: Set[GadgetLicence] = NO_LICENCES
) -> Decision[bool]:
    """Whether one may move away. `prison`: where e is a prisoner; None for who is none, rescued or only walking by."""
    if prison is None or not law.carries("spy.prisons"):
        return permission()
    rule = law.rule("spy.prisons")
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
    each = law.count("spy.rescue_price") or 0
    return Tickets(each, each, each)


def may_rescue(
    rescuer: Tickets,
    *,
    rescuer_place: str | None,
    came_by_move: bool,
    imprisoned_self: bool,
    prisoner_place: str | None,
    prisoner_imprisoned: bool,
    law: Law,
) -> Decision[bool]:
    """Whether one prisoner may be rescued by an Agent who holds `rescuer` Tickets, the move there being paid."""
    if not law.carries("spy.rescue"):
        return law.requires("spy.rescue")
    rule = law.rule("spy.rescue")
    # An Agent who has moved
    if imprisoned_self:
        return refusal("rescuer-in-prison", rule)
    if not came_by_move:
        return refusal("not-moved-here", rule)
    # (For each prisoner e spends a Ticket of every kind, and nobody does so who has too few of any: that comes first,
    # as all of it is known to em. Who could not pay would else find out for nothing who is a prisoner where e is.)
    if too_few := missing_tickets(rescuer, rescue_cost(law), rule):
        return Decision(False, too_few)
    # to where a prisoner is may rescue em.
    if rescuer_place is None or rescuer_place != prisoner_place or not prisoner_imprisoned:
        return refusal("no-prisoner-here", rule)
    return permission()


def may_turn(affiliation: Affiliation | None, prison: str | None, law: Law) -> Decision[Affiliation | None]:
    """The Affiliation to which a prisoner may turn, None if e may not."""
    if refusal := law.requires("spy.turning").reasons:
        return Decision(None, refusal)
    rule = law.rule("spy.turning")
    if prison is None:
        return Decision(None, (Reason("no-prisoner", rule),))
    # A Double Agent in the prison of the side that e serves in truth may make that side eir Affiliation.
    if affiliation is None or affiliation in SIDES:
        return Decision(None, (Reason("no-double-agent", rule),))
    if affiliation.true is not name_of_prison(prison):
        return Decision(None, (Reason("prison-of-the-other-side", rule, {"prison": prison}),))
    return Decision(affiliation.true)
