"""Hiatus begins and ends. (Rule 1.9: Victory and Ascension)"""

from __future__ import annotations

from nomic.core import queries
from nomic.core.floor import Floor
from nomic.core.mechanics.effects import HiatusChanged
from nomic.core.models import Hiatus


def begin(the_floor: Floor, because: str) -> None:
    """Step: the game goes into hiatus, if it is not in one already."""
    if queries.open_hiatus(the_floor.game.pk):
        return
    Hiatus.objects.create(
        game=the_floor.game, began_at=the_floor.now, began_seq=the_floor.next_seq, because=because[:200]
    )
    the_floor.record("hiatus.began", because=because)
    the_floor.cause(HiatusChanged())


def end(the_floor: Floor, because: str) -> None:
    """Step: the hiatus ends, if there is one."""
    ended = Hiatus.objects.filter(game=the_floor.game, ended_at__isnull=True).update(
        ended_at=the_floor.now, ended_seq=the_floor.next_seq
    )
    if ended:
        the_floor.record("hiatus.ended", because=because)
        the_floor.cause(HiatusChanged())
