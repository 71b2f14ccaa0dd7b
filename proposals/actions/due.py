"""What changes a verdict other than time: then every pending matter is due for a look."""

from __future__ import annotations

from nomic.core.floor import Floor
from nomic.core.mechanics.effects import Effect
from proposals.mechanics.votes import Status
from proposals.models import Matter


def everything_is_due(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: roster, law, hiatus or queue changed; the sweep looks at every pending matter of the game again."""
    pending = Matter.objects.filter(game=the_floor.game, status=Status.PENDING.value)
    pending.update(next_check=the_floor.now)
