"""Gadgets change hands: claimed from who owns too many, or thrown away. (Rule Gadgets)"""

from __future__ import annotations

from typing import Any

from dynasties.spy.actions import entering
from dynasties.spy.mechanics import gadgets as rule_of
from dynasties.spy.mechanics.gadgets import CLAIMING, DISCARDING
from dynasties.spy.models import Holding, Theatre
from dynasties.spy.queries import gadgets, theatres
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Reason, Refused


def claim(*, actor_id: int, game_id: int, holding_id: int) -> Holding:
    """An Agent takes a Gadget of somebody who owns more than e may. Of two who want the same, the first gets it."""
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, CLAIMING)
        holding = _held(the_floor, theatre, holding_id, CLAIMING)
        owner, held = holding.owner, theatres.ledger(the_floor.game.pk)
        before, claimant = (gadgets.belongings(theatre, key, held) for key in (owner.pk, actor.pk))
        gadgets.may_claim(claimant, before, actor, owner, the_floor.law).or_refuse()
        _close(the_floor, holding)
        taken = Holding.objects.create(
            gadget=holding.gadget, owner=actor, how="claimed", since_at=the_floor.now, since_seq=the_floor.next_seq
        )
        the_floor.record(
            "spy.gadget-claimed", actor=actor, owner=owner.pk, owner_name=owner.name, owned=before.owned,
            limit=before.limit, **_called(holding),
        )  # fmt: skip
    return taken


def discard(*, actor_id: int, game_id: int, holding_id: int) -> Holding:
    """An Agent throws a Gadget of eirs away, whenever e likes."""
    with floor(game_id) as the_floor:
        theatre, actor = entering.anybody(the_floor, actor_id, DISCARDING)
        holding = _held(the_floor, theatre, holding_id, DISCARDING)
        rule_of.may_discard(holding.owner_id == actor.pk, the_floor.law).or_refuse()
        _close(the_floor, holding)
        the_floor.record("spy.gadget-discarded", actor=actor, **_called(holding))
    return holding


def _held(the_floor: Floor, theatre: Theatre, holding_id: int, mechanism: str) -> Holding:
    """A Gadget that somebody owns now; refused if it has changed hands since the page was shown."""
    holding = gadgets.in_play(theatre).filter(pk=holding_id).first()
    if holding is None:
        raise Refused(Reason("gone-already", the_floor.law.rule(mechanism)))
    return holding


def _close(the_floor: Floor, holding: Holding) -> None:
    holding.until_at, holding.until_seq = the_floor.now, the_floor.next_seq
    holding.save(update_fields=["until_at", "until_seq"])


def _called(holding: Holding) -> dict[str, Any]:
    gadget = holding.gadget
    return {"subject": f"gadget:{gadget.number}", "name": gadget.name, "since": holding.since_seq}
