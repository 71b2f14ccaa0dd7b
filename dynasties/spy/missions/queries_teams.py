"""THE door to who attempts a mission with whom, and who has claimed to have completed it. (Rule Missions)

`team`, `team_of` and `waiting_with` are for acts; everything that is shown comes through `teams_seen`, `claims_seen`
and, on the Mastermind's desk, `missions.claims_to_rule`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from dynasties.spy.mechanics.goals import Check, Progress, Whereabouts, own_part, progress, read_checks
from dynasties.spy.models import Claim, Mission, Team, Theatre
from dynasties.spy.queries import covers, theatres
from dynasties.spy.queries.theatres import Ledger
from nomic.core import vault
from nomic.core.models import Agent, Game


@dataclass(frozen=True, slots=True)
class TeamShown:
    """A group: ids of who founded it, who is in it, in the order in which e came, and who is asked to join."""

    uid: str
    at: datetime
    founder: int
    members: tuple[int, ...]
    invited: tuple[int, ...]

    @property
    def kept(self) -> dict[str, Any]:
        """As it is sealed."""
        return {"founder": self.founder, "members": list(self.members), "invited": list(self.invited)}


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """What the Mastermind was told, by whom, for whom; what the server saw of the goals then; and what e has ruled.

    `part`: the id of the one whose part alone is in `seen`; None where all of it is.
    """

    uid: str
    mission: Mission
    at: datetime
    by: int
    group: tuple[int, ...]
    team: str
    words: str
    seen: tuple[tuple[Check, Progress], ...]
    accepted: bool | None
    ruled_at: datetime | None
    reason: str
    part: int | None = None


def may_see(theatre: Theatre, those: Collection[int], viewer: Agent | None, game: Game) -> bool:
    """Whether a viewer, None for a visitor, sees what concerns these Agents: one of them, the Mastermind, or all once
    it is revealed."""
    if theatre.revealed_id is not None:
        return True
    concerned = viewer is not None and viewer.in_game and viewer.pk in those
    return concerned or theatres.keeps_the_secrets(viewer, game)


def teams_seen(row: Mission, theatre: Theatre, viewer: Agent | None, game: Game) -> list[TeamShown]:
    """The groups for a mission that the viewer may know of: eir own, those that ask em in, or as Mastermind all."""
    found = [each for each in _teams(row) if each.members]
    return [each for each in found if may_see(theatre, (*each.members, *each.invited), viewer, game)]


def claims_seen(row: Mission, theatre: Theatre, viewer: Agent | None, game: Game) -> list[ClaimShown]:
    """The claims of a mission that the viewer may know of, the oldest first; for one of the group without what the
    server saw of the others: where they are, their claim does not tell em."""
    found = [claim_shown(each) for each in Claim.objects.filter(mission=row).select_related("mission").order_by("pk")]
    known = [each for each in found if may_see(theatre, each.group, viewer, game)]
    return known if viewer is None or may_see(theatre, (), viewer, game) else [_part(each, viewer.pk) for each in known]


def _part(claim: ClaimShown, agent_id: int) -> ClaimShown:
    seen = tuple((check, own_part(check, found, agent_id)) for check, found in claim.seen)
    return replace(claim, seen=seen, part=agent_id)


def team(theatre: Theatre, uid: str) -> tuple[Team, TeamShown] | None:
    """For acts: the group of that address."""
    found = Team.objects.filter(uid=uid, mission__theatre=theatre).select_related("mission").first()
    return (found, _team(found)) if found else None


def own_team(those: Collection[TeamShown], agent_id: int) -> TeamShown | None:
    """Of groups that the viewer may know of, eir own."""
    return next((each for each in those if agent_id in each.members), None)


def team_of(row: Mission, agent_id: int) -> TeamShown | None:
    """For acts: the group that an Agent is in."""
    return own_team(_teams(row), agent_id)


def waiting_with(row: Mission, agent_id: int) -> frozenset[int]:
    """For acts: everybody who is in a claim of a mission with this Agent, emself included, that waits for a ruling."""
    waiting = (claim_shown(each) for each in Claim.objects.filter(mission=row, accepted=None).select_related("mission"))
    return frozenset(each for claim in waiting if agent_id in claim.group for each in claim.group)


def claim_shown(row: Claim) -> ClaimShown:
    """For acts, and for who has been asked about: a claim, unsealed."""
    kept = vault.unseal(row.sealed)
    checks = read_checks([each["check"] for each in kept["seen"]])
    progresses = (Progress(each["have"], each["needs"], tuple(each["who"])) for each in kept["seen"])
    return ClaimShown(
        row.uid, row.mission, row.at, kept["by"], tuple(kept["group"]), kept["team"], kept["words"],
        tuple(zip(checks, progresses, strict=True)), row.accepted, row.ruled_at, kept["reason"],
    )  # fmt: skip


# -- how far the goals are met -----------------------------------------------------------------------


def whereabouts(
    theatre: Theatre, agent_ids: Collection[int], ledger: Ledger | None = None
) -> dict[int, Whereabouts]:  # fmt: skip
    """For acts, and for who has been asked about: where these Agents are, and what they hold; `ledger`: if it has been
    read already."""
    ledger = ledger or theatres.ledger(theatre.game_id)
    places = covers.covers(theatre, frozenset(agent_ids))
    return {each: Whereabouts(places[each].location, ledger.tickets(each)) for each in agent_ids}


def looked_at(
    theatre: Theatre, viewer: Agent | None, game: Game, taking_part: Collection[int], ledger: Callable[[], Ledger]
) -> dict[int, Whereabouts] | None:
    """What a viewer may measure the goals by: the Mastermind all who take part, an Agent emself; None for others.

    `ledger`: brings what the tracker holds, which is asked for only where the viewer may measure anything.
    """
    asked = [each for each in taking_part if covers.may_see(theatre, each, viewer, game)]
    return whereabouts(theatre, asked, ledger()) if asked and viewer is not None else None


def progress_of(checks: Collection[Check], group: Mapping[int, Whereabouts]) -> list[tuple[Check, Progress]]:
    """How far a group has met each goal."""
    return [(each, progress(each, group)) for each in checks]


def _teams(row: Mission) -> list[TeamShown]:
    return [_team(each) for each in Team.objects.filter(mission=row).order_by("pk")]


def _team(row: Team) -> TeamShown:
    kept = vault.unseal(row.sealed)
    return TeamShown(row.uid, row.at, kept["founder"], tuple(kept["members"]), tuple(kept["invited"]))
