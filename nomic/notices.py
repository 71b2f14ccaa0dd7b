"""The one table of who is told of what: for each kind of event, what makes its notices. Runs in the act's own floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nomic.core.floor import Floor
from nomic.core.models import Event

Teller = Callable[[Floor, Event], None]

TELLERS: Mapping[str, tuple[Teller, ...]] = {}


def notify(the_floor: Floor) -> None:
    """Tell whom it concerns of every event of an act, before it is committed."""
    for event in the_floor.events:
        for tell in TELLERS.get(event.kind, ()):
            tell(the_floor, event)
