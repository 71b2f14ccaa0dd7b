"""The step by which anything top secret changes: committed to in the private chain, and sealed."""

from __future__ import annotations

from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.models import Cover as CoverRow
from dynasties.spy.models import Theatre
from nomic.core import vault
from nomic.core.floor import Floor
from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.decision import Fact
from nomic.core.models import Agent


def hide(the_floor: Floor, theatre: Theatre, cover: Cover, why: str, *, actor: Agent | None, **facts: Fact) -> CoverRow:
    """Step: an Agent's cover is this from now on. `why` is a code, `facts` what else its owner and the Mastermind may
    read of it. The public log gains nothing."""
    kept = {**cover.kept, "why": why, "facts": plain(facts)}
    link = the_floor.conceal("spy.cover", actor=actor, theatre=theatre.number, **kept)
    return CoverRow.objects.create(theatre=theatre, private=link, at=the_floor.now, sealed=vault.seal(kept))
