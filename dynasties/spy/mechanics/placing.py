"""What becomes of a cover when somebody is put in a territory, and did not move there. (Rules Smuggling, Capture)"""

from __future__ import annotations

from dataclasses import replace

from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.mechanics.curtain import Curtain


def placed(cover: Cover, to: str, curtain: Curtain, *, prison: str | None = None) -> Cover:
    """The same Agent, put there. `prison`: e is a prisoner in it; else e is none. (Reading 49)"""
    kept = cover.kept_side
    here = curtain.side(cover.location, kept) if cover.location else kept
    # Who came in another way is on the side of the last territory that was clearly on one. (Reading 19)
    side = curtain.side(to, here)
    return replace(cover, location=to, side=side.value if side else None, prison=prison, walked_in=False)
