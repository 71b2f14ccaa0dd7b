"""The one table of what an act of a lower package causes in a higher one. Handlers run in the same floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from dynasties.actions.columns import came_back, law_changed
from dynasties.actions.founding import begins_with_theme
from dynasties.actions.reigning import dynasty_begins, first_dynasty, nobody_heads_it
from nomic.core.actions.duties import rested, set_off
from nomic.core.actions.silence import look_again_at_everybody
from nomic.core.floor import Floor
from nomic.core.mechanics.effects import CameBack, Crowned, Founded, HiatusChanged, LawChanged, Resolved, RosterChanged
from nomic.core.mechanics.parts import Look
from nomic.workings import WORKINGS
from proposals.actions.due import turns_are_due
from proposals.actions.latching import quorums_may_agree
from proposals.actions.resolving import no_mastermind_declares

Handler = Callable[[Floor, Any], None]

OWN: Mapping[type, tuple[Handler, ...]] = {
    RosterChanged: (nobody_heads_it, no_mastermind_declares, quorums_may_agree, turns_are_due),
    LawChanged: (quorums_may_agree, turns_are_due, look_again_at_everybody, law_changed),
    Resolved: (set_off,),
    CameBack: (rested, came_back),
    HiatusChanged: (quorums_may_agree, turns_are_due,),
    Crowned: (dynasty_begins,),
    Founded: (first_dynasty, begins_with_theme),
}
# Those of procedures and themes come last: by then the game is as the act leaves it.
HANDLERS: Mapping[type, tuple[Handler, ...]] = {
    kind: (*own, *(each for part in WORKINGS for each in part.handlers.get(kind, ()))) for kind, own in OWN.items()
}


def strokes(the_floor: Floor) -> None:
    """Step: what has fallen due in the game by itself comes before whatever is done on this floor."""
    for part in WORKINGS:
        if part.strokes:
            part.strokes(the_floor)


def due(now: datetime) -> Iterator[Look]:
    """What of procedures and themes the Clerk shall look at."""
    for part in WORKINGS:
        yield from part.due(now)
