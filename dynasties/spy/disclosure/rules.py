"""When everything secret is opened, and in how many pieces the log takes it. (Rule Top Secret)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.core.mechanics.chain import digest
from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.sealing import commitment

MOST_IN_AN_EVENT = 100  # links that one event opens


@dataclass(frozen=True, slots=True)
class Opening:
    """What one link of the private chain says, and the salt (hex) with which anybody can check that it does."""

    n: int
    content: Mapping[str, Any]
    salt: str

    @property
    def said(self) -> dict[str, Any]:
        """As the log holds it."""
        return {"n": self.n, "content": dict(self.content), "salt": self.salt}

    @property
    def committed(self) -> str:
        """The commitment that it opens."""
        return commitment(self.content, self.salt)


def may_reveal(law: Law, *, over: bool, revealed: bool) -> Decision[bool]:
    """Whether a Mastermind may reveal everything. `law`: that of the moment, or the last before it was all gone."""
    # A rule has em do it.
    if not (carried := law.requires("spy.revealing")).outcome:
        return carried
    title = law.rule("spy.revealing")
    # When the Dynasty is over, and not before.
    if not over:
        return refused("not-over", title)
    # Once.
    if revealed:
        return refused("all-revealed", title)
    return allowed()


def pieces(openings: Sequence[Opening]) -> Iterator[Sequence[Opening]]:
    """In the order of the chain, as many at once as one event holds."""
    for start in range(0, len(openings), MOST_IN_AN_EVENT):
        yield openings[start : start + MOST_IN_AN_EVENT]


def digest_of(openings: Sequence[Opening]) -> str:
    """What the log says of all of them together: SHA-256 over the list of them, as it holds them."""
    return digest([each.said for each in openings])
