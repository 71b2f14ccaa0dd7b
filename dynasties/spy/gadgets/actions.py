"""What an approved Gadget costs: the Mastermind owes it an answer, and gives it. (Rule Gadgets)"""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from dynasties.spy.actions import entering
from dynasties.spy.mechanics.gadgets import COSTS, DEAREST, PRICING, may_price, price_by
from dynasties.spy.models import Gadget, Theatre
from dynasties.spy.queries import gadgets, theatres
from nomic.core.actions import duties
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.effects import LawChanged, RosterChanged
from nomic.core.models import Duty

OWED = "spy.price:"


def price(*, actor_id: int, game_id: int, number: int, air: int, sea: int, land: int) -> Gadget:
    """The Mastermind sets what a Gadget costs, in Tickets of each kind; within the time that e has for it, also anew.

    Raises `Invalid` at `air`, `sea` or `land` for a number that cannot be paid.
    """
    for path, count in (("air", air), ("sea", sea), ("land", land)):
        if not 0 <= count <= DEAREST:
            raise Invalid(path, f"From 0 to {DEAREST} Tickets.", "out-of-bounds")
    with floor(game_id) as the_floor:
        theatre, actor = entering.mastermind(the_floor, actor_id, COSTS)
        gadget = found(the_floor, theatre, number)
        anew = gadget.priced_at is not None
        may_price(gadget.approved_at, anew, the_floor.law, the_floor.now).or_refuse()
        gadget.air, gadget.sea, gadget.land, gadget.priced_at = air, sea, land, the_floor.now
        gadget.save(update_fields=["air", "sea", "land", "priced_at"])
        the_floor.record(
            "spy.gadget-priced", actor=actor, subject=f"gadget:{number}", name=gadget.name, air=air, sea=sea,
            land=land, anew=anew,
        )  # fmt: skip
        for duty in _owed(the_floor, _key(gadget)):
            duties.fulfil(the_floor, duty.key, by=actor, note="The cost is set.")
    return gadget


def found(the_floor: Floor, theatre: Theatre, number: int) -> Gadget:
    """Step: a Gadget of this theatre. Refused for no such one."""
    gadget = Gadget.objects.filter(theatre=theatre, number=number).first()
    if gadget is None:
        raise Refused(Reason("no-such-gadget", the_floor.law.rule(PRICING)))
    return gadget


def owe(the_floor: Floor, gadget: Gadget, since: datetime | None = None) -> Duty | None:
    """Step: the Mastermind owes its cost, in the time that the law gives from the approval, or from `since` on.

    Where there is no Mastermind, nobody does until there is one. Who owes it already, or has said that e has done it,
    owes it no second time.
    """
    head = the_floor.game.mastermind
    if head is None or not head.in_game:
        return None
    last = Duty.objects.filter(game=the_floor.game, key__startswith=_key(gadget)).order_by("-number").first()
    if last is not None and last.owed_by_id == head.pk and (last.done_at is None or last.done_by_id is not None):
        return None
    due_at = price_by(since or gadget.approved_at, the_floor.law)
    # With the number of its event in the key: e may be Mastermind again, and owe it again.
    return duties.arise(
        the_floor, f"{_key(gadget)}{the_floor.next_seq}", head, f"Set the cost of the Gadget “{gadget.name}”",
        the_floor.law.rule(PRICING), f"gadget:{gadget.number}", due_at,
    )  # fmt: skip


def prices_fall_on_the_mastermind(the_floor: Floor, effect: RosterChanged | LawChanged) -> None:
    """Handler: whoever is Mastermind now owes what has no cost yet, and who was it does no longer. Repeatable."""
    if not the_floor.law.carries(COSTS) or (theatre := theatres.present(the_floor.game.pk)) is None:
        lapse(the_floor)
        return
    head = the_floor.game.mastermind
    for gadget in gadgets.unpriced(theatre):
        for duty in _owed(the_floor, _key(gadget)).exclude(owed_by=head):
            duties.fulfil(the_floor, duty.key, by=None, note="Somebody else is to set it now, if anybody.")
        owe(the_floor, gadget, since=the_floor.now)


def lapse(the_floor: Floor) -> None:
    """Step: nobody owes a cost any more, since nobody can set one."""
    for duty in _owed(the_floor, OWED):
        duties.fulfil(the_floor, duty.key, by=None, note="Nobody can set it any more.")


def _owed(the_floor: Floor, prefix: str) -> QuerySet[Duty]:
    return Duty.objects.filter(game=the_floor.game, key__startswith=prefix, done_at=None).order_by("number")


def _key(gadget: Gadget) -> str:
    """How the keys of all duties begin by which this Gadget is to be priced."""
    return f"{OWED}{gadget.number}:"
