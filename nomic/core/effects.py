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


@dataclass(frozen=True, slots=True)
class Crowned:
    """A Declaration of Victory has passed: `agent_id` heads the Dynasty that begins.

    None: whoever declared has left the game since, and nobody heads it.
    """

    agent_id: int | None


@dataclass(frozen=True, slots=True)
class Founded:
    """A game has its law and its first Agent: its first Dynasty begins under `agent_id`; None, nobody heads it.

    `package`: the theme that it is founded with, if any.
    """

    agent_id: int | None
    package: str = ""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A Proposal was enacted or failed; `by` is the Agent who did it, None the Clerk. The law is still that of before,
    unless the Proposal said outright that it applies to itself (`applies_to_itself`): then it is that of after.

    `subject` names the post, as `post:12`.
    """

    subject: str
    enacted: bool
    by: int | None
    applies_to_itself: bool = False


@dataclass(frozen=True, slots=True)
class CameBack:
    """An idle Agent is an Agent again: what of eirs has no meaning any more becomes what a newcomer gets."""

    agent_id: int
    by: int | None = None


Effect = RosterChanged | LawChanged | HiatusChanged | Crowned | Founded | Resolved | CameBack
