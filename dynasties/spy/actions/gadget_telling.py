"""Who is told of a request that is denied: whose it is. (`workings` says after which events)"""

from __future__ import annotations

from dynasties.spy.actions.gadget_requests import address, called
from dynasties.spy.queries import gadgets
from nomic.core.actions.telling import once, others
from nomic.core.actions.tidings import tell_all
from nomic.core.floor import Floor
from nomic.core.models import Event


def tell_requester(the_floor: Floor, event: Event) -> None:
    """Eir request is denied, by somebody else or by the Clerk."""
    row = gadgets.denied_in(the_floor.game.pk, event.seq)
    if row is None or not row.requester.in_game:
        return
    facts = {**called(row), "how": "denied", "by": event.by}
    tell_all(the_floor, others([row.requester.account_id], event), "matter-resolved", once(event), facts, address(row))
