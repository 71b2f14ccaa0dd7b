"""The law after every event, and whether a hiatus was on: read once, and asked for each event of the log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from nomic.core import queries as core
from nomic.core.mechanics.law import Law
from nomic.core.models import Game, LawSnapshot
from proposals.recounting.differences import Log

HIATUS = {"hiatus.began": True, "hiatus.ended": False}


class Laws:
    """The laws of a game, by the numbers of the events since which each was in force."""

    def __init__(self, game: Game, log: Log) -> None:
        rows = LawSnapshot.objects.filter(game=game).order_by("seq")
        self._since: Sequence[int] = list(rows.values_list("seq", flat=True))
        self._laws: Sequence[Law] = [core.law(game.pk, seq) for seq in (0, *self._since)]
        turns = [event for event in log.values() if event.kind in HIATUS]
        self._halts: Sequence[bool] = [False, *(HIATUS[event.kind] for event in turns)]
        self._halted: Sequence[int] = [event.seq for event in turns]

    def after(self, seq: int) -> Law:
        """The law after event `seq`."""
        return self._laws[bisect_right(self._since, seq)]

    def clock_goes(self, seq: int) -> bool:
        """Whether midnights meant anything after event `seq`: by law there is a Clock, and no hiatus was on."""
        return self.after(seq).carries("nweek.clock") and not self._halts[bisect_right(self._halted, seq)]
