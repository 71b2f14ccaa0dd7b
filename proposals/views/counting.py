"""The count behind a verdict, for the page: who counts where, and how each vote came to count so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest
from proposals.mechanics.tally import As
from proposals.mechanics.verdict import Verdict
from proposals.mechanics.votes import ICONS, Kind, Vote
from proposals.views.scenes import scene_of
from proposals.views.wording import address, said

Shown = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a tally's trail, of now or from the record."""

    voter: str
    cast: str
    as_: str
    why: str


def lines_of(verdict: Verdict) -> list[Line]:
    return [Line(each.voter, each.cast or "", each.as_, each.why) for each in verdict.tally.counted]


SIDES: Mapping[str, tuple[str, ...]] = {
    Vote.FOR: (As.FOR,),
    Vote.AGAINST: (As.AGAINST,),
    Vote.DEFERENTIAL: (As.ABSTAIN, As.UNRESOLVED),
    Vote.VETO: (As.VETO,),
}
COUNTS_AS = {As.FOR: "FOR", As.AGAINST: "AGAINST", As.VETO: "VETO", As.ABSTAIN: "an abstention",
             As.UNRESOLVED: "nothing yet", As.NONE: "nothing"}  # fmt: skip
NOTES = {
    "implied": "author, implied",
    "follows-mastermind": "DEFERENTIAL, follows the {mastermind}",
    "abstains-no-mastermind": "abstains: no {mastermind}",
    "unresolved-mastermind-silent": "the {mastermind} is silent",
    "unresolved-mastermind-idle": "the {mastermind} is idle",
    "unresolved-under-veto": "the {mastermind} has vetoed",
}


def columns(kind: Kind, lines: Iterable[Line], request: GameRequest) -> list[Shown]:
    """A column of `components/tally.html` for each icon that the matter knows, each vote where it counts."""
    ways = list(lines)
    return [_column(vote, [line for line in ways if line.as_ in SIDES[vote]], request) for vote in ICONS[kind]]


def _column(vote: str, lines: list[Line], request: GameRequest) -> Shown:
    return {"vote": vote, "label": "", "count": len(lines), "voters": [_voter(line, request) for line in lines]}


def _voter(line: Line, request: GameRequest) -> Shown:
    note = NOTES.get(line.why, "").format(mastermind=request.keywords.mastermind)
    return {"name": line.voter, "url": _voter_url(line.voter, request), "note": note}


def _voter_url(name: str, request: GameRequest) -> str:
    member = next((each for each in scene_of(request).facts.members if each.name == name), None)
    return address("agent", request, member.id) if member else ""


def trail(lines: Iterable[Line], request: GameRequest) -> list[Shown]:
    """How each vote counts, and why."""
    return [
        {
            "voter": line.voter,
            "cast": line.cast,
            "counts_as": COUNTS_AS[As(line.as_)],
            "why": said(Reason(line.why, ""), request),
        }
        for line in lines
    ]
