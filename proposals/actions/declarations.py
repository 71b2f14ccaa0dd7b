"""What a Declaration of Victory does to the game while it is pending, and when it no longer is. (Rule 1.9)"""

from __future__ import annotations

from nomic.core.actions import hiatus
from nomic.core.floor import Floor
from nomic.core.mechanics.subjects import as_typed
from proposals.mechanics.votes import Kind, Status
from proposals.models import Matter, Post


def declared(the_floor: Floor, entry: Post) -> None:
    """Step: a Declaration opens, and the game goes into hiatus unless it is in one."""
    hiatus.begin(the_floor, f"Declaration of Victory {as_typed(entry.subject_key)}")


def undeclared(the_floor: Floor) -> None:
    """Step: a Declaration has failed or is none any more; the hiatus ends unless something else keeps it.

    Another Declaration that is pending does, and so does a new Mastermind who has yet to speak.
    """
    if the_floor.game.awaits_address:
        return
    others = Matter.objects.filter(game=the_floor.game, kind=Kind.DOV.value, status=Status.PENDING.value)
    if not others.exists():
        hiatus.end(the_floor, "no Declaration of Victory is pending")
