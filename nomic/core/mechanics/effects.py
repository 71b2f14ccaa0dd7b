"""What an act of a lower package causes in a higher one: named, typed records.

`nomic.effects` is the one table that says who handles which; a handler runs in the same floor.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RosterChanged:
    """Somebody joined, left, went idle or came back, or the Mastermind changed: quorums may have moved."""


@dataclass(frozen=True, slots=True)
class LawChanged:
    """The text of the law changed: any dial or mechanism may have moved."""


@dataclass(frozen=True, slots=True)
class HiatusChanged:
    """A hiatus began or ended: clocks stopped or run again."""


Effect = RosterChanged | LawChanged | HiatusChanged
