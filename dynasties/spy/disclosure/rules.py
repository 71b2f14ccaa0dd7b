"""What becomes known to whom: an Affiliation declared to the Mastermind, one thing disclosed to one Agent,
everything revealed in the end. (Rules Affiliation and Top Secret)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from dynasties.spy.dials import AFFILIATION, DECLARE_WITHIN, DISCLOSURE, REVEALING
from dynasties.spy.theatre.rules import Affiliation
from nomic.core.chain import commitment, digest
from nomic.core.decision import Decision, Reason, permission, refusal
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval, elapsed_time, moment_when

MOMENT = timedelta(microseconds=1)


def declare_by(since: datetime, law: Law, stops: Sequence[Interval]) -> datetime | None:
    """The last moment in time for who is counted since `since`. None: nobody has to, or the clock stands.

    In a hiatus nobody can declare, and so the time stands as well.
    """
    within = law[DECLARE_WITHIN]
    if within is None or not law.carries(AFFILIATION):
        return None
    return moment_when(since, within, stops)


def must_be_idled(
    *, declared: bool, since: datetime, law: Law, now: datetime, stops: Sequence[Interval]
) -> Decision[bool]:
    """Whether the Clerk makes an Agent idle now for eir silence about eir Affiliation."""
    within = law[DECLARE_WITHIN]
    if declared or within is None or not law.carries(AFFILIATION):
        return Decision(False)
    # Dynastic rules idle nobody in a hiatus.
    if any(stop.covers(now) for stop in stops):
        return Decision(False)
    # Whoever lets two weeks pass is made Idle: the last moment of them is still in time.
    if elapsed_time(since, now, stops) <= within:
        by = declare_by(since, law, stops)
        return Decision(False, next_check=by + MOMENT if by is not None else None)
    return Decision(True, (Reason("undeclared", law.rule(AFFILIATION), {"since": since, "within": within}),))


# What the Mastermind may tell one Agent about another. (Rule Top Secret)

# What can be disclosed, as a cover has it, with the words for it.
DISCLOSABLE_THINGS = {
    "affiliation": "Affiliation",
    "location": "Location",
    "side": "side of the Iron Curtain",
    "prison": "prison",
}


def may_disclose(law: Law, *, owner: int, to: int, mastermind: int) -> Decision[bool]:
    """Whether a thing about an Agent may be disclosed to another. Agents are their keys."""
    # A rule lets the Mastermind do it.
    if not (carried := law.requires(DISCLOSURE)).outcome:
        return carried
    title = law.rule(DISCLOSURE)
    # Nobody is told of emself, nor the Mastermind what e keeps.
    if to == owner:
        return refusal("own-secret", title)
    if to == mastermind:
        return refusal("keeps-the-secrets", title)
    return permission()


# When everything secret is opened, and in how many pieces the log takes it. (Rule Top Secret)

MOST_LINKS_IN_AN_EVENT = 100  # links that one event opens


@dataclass(frozen=True, slots=True)
class Opening:
    """What one link of the private chain says, and the salt (hex) with which anybody can check that it does."""

    n: int
    content: Mapping[str, Any]
    salt: str

    def to_json(self) -> dict[str, Any]:
        """As the log holds it."""
        return {"n": self.n, "content": dict(self.content), "salt": self.salt}

    @property
    def commitment(self) -> str:
        """The commitment that it opens."""
        return commitment(self.content, self.salt)


def may_reveal(law: Law, *, over: bool, revealed: bool) -> Decision[bool]:
    """Whether a Mastermind may reveal everything. `law`: that of the moment, or the last before it was all gone."""
    # A rule has em do it.
    if not (carried := law.requires(REVEALING)).outcome:
        return carried
    title = law.rule(REVEALING)
    # When the Dynasty is over, and not before.
    if not over:
        return refusal("not-over", title)
    # Once.
    if revealed:
        return refusal("all-revealed", title)
    return permission()


def story_parts(openings: Sequence[Opening]) -> Iterator[Sequence[Opening]]:
    """In the order of the chain, as many at once as one event holds."""
    for start in range(0, len(openings), MOST_LINKS_IN_AN_EVENT):
        yield openings[start : start + MOST_LINKS_IN_AN_EVENT]


def story_digest(openings: Sequence[Opening]) -> str:
    """What the log says of all of them together: SHA-256 over the list of them, as it holds them."""
    return digest([each.to_json() for each in openings])


def may_declare(current: Affiliation | None, now: Affiliation, law: Law) -> Decision[bool]:
    """Whether an Agent whose Affiliation is `current` (None: not declared yet) may declare `now`."""
    if not law.carries(AFFILIATION):
        return law.requires(AFFILIATION)
    # Once declared, an Affiliation changes only where a rule lets it. To say the same again changes nothing.
    if current is not None and current is not now:
        return refusal("affiliation-stands", law.rule(AFFILIATION))
    return permission()
