"""THE door to who attempts a mission with whom, and who has claimed to have completed it. (Rule Missions)

`get_team`, `team_of` and `agents_in_waiting_claims` are for acts; everything that is shown comes through
`visible_teams`, `visible_claims` and, on the Mastermind's desk, `missions_queries.claims_to_rule`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from dynasties.spy.missions.models import Claim, Mission, Team
from dynasties.spy.missions.rules import GoalCheck, Progress, Whereabouts, measure_progress, own_part, read_checks
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.models import Theatre
from dynasties.spy.theatre.queries import Ledger
from nomic.core import vault
from nomic.core.games.models import Agent, Game


@dataclass(frozen=True, slots=True)
class TeamFacts:
    """A group: ids of who founded it, who is in it, in the order in which e came, and who is asked to join."""

    uid: str
    at: datetime
    founder: int
    members: tuple[int, ...]
    invited: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """As it is sealed."""
        return {"founder": self.founder, "members": list(self.members), "invited": list(self.invited)}


@dataclass(frozen=True, slots=True)
class ClaimFacts:
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
    seen: tuple[tuple[GoalCheck, Progress], ...]
    accepted: bool | None
    ruled_at: datetime | None
    reason: str
    part: int | None = None


def may_see_group(theatre: Theatre, those: Collection[int], viewer: Agent | None, game: Game) -> bool:
    """Whether a viewer, None for a visitor, sees what concerns these Agents: one of them, the Mastermind, or all once
    it is revealed."""
    if theatre.revealed_id is not None:
        return True
    concerned = viewer is not None and viewer.in_game and viewer.pk in those
    return concerned or theatre_queries.keeps_the_secrets(viewer, game)


def visible_teams(row: Mission, theatre: Theatre, viewer: Agent | None, game: Game) -> list[TeamFacts]:
    """The groups for a mission that the viewer may know of: eir own, those that ask em in, or as Mastermind all."""
    found = [each for each in _teams_of_mission(row) if each.members]
    return [each for each in found if may_see_group(theatre, (*each.members, *each.invited), viewer, game)]


def visible_claims(row: Mission, theatre: Theatre, viewer: Agent | None, game: Game) -> list[ClaimFacts]:
    """The claims of a mission that the viewer may know of, the oldest first; for one of the group without what the
    server saw of the others: where they are, their claim does not tell em."""
    found = [claim_facts(each) for each in Claim.objects.filter(mission=row).select_related("mission").order_by("pk")]
    known = [each for each in found if may_see_group(theatre, each.group, viewer, game)]
    return (
        known
        if viewer is None or may_see_group(theatre, (), viewer, game)
        else [_claim_part(each, viewer.pk) for each in known]
    )


def _claim_part(claim: ClaimFacts, agent_id: int) -> ClaimFacts:
    seen = tuple((check, own_part(check, found, agent_id)) for check, found in claim.seen)
    return replace(claim, seen=seen, part=agent_id)


def get_team(theatre: Theatre, uid: str) -> tuple[Team, TeamFacts] | None:
    """For acts: the group of that address."""
    found = Team.objects.filter(uid=uid, mission__theatre=theatre).select_related("mission").first()
    return (found, _team_facts(found)) if found else None


def own_team(those: Collection[TeamFacts], agent_id: int) -> TeamFacts | None:
    """Of groups that the viewer may know of, eir own."""
    return next((each for each in those if agent_id in each.members), None)


def team_of(row: Mission, agent_id: int) -> TeamFacts | None:
    """For acts: the group that an Agent is in."""
    return own_team(_teams_of_mission(row), agent_id)


def agents_in_waiting_claims(row: Mission, agent_id: int) -> frozenset[int]:
    """For acts: everybody who is in a claim of a mission with this Agent, emself included, that waits for a ruling."""
    waiting = (claim_facts(each) for each in Claim.objects.filter(mission=row, accepted=None).select_related("mission"))
    return frozenset(each for claim in waiting if agent_id in claim.group for each in claim.group)


def claim_facts(row: Claim) -> ClaimFacts:
    """For acts, and for who has been asked about: a claim, unsealed."""
    kept = vault.unseal(row.sealed)
    checks = read_checks([each["check"] for each in kept["seen"]])
    progresses = (Progress(each["have"], each["needs"], tuple(each["who"])) for each in kept["seen"])
    return ClaimFacts(
        row.uid,
        row.mission,
        row.at,
        kept["by"],
        tuple(kept["group"]),
        kept["team"],
        kept["words"],
        tuple(zip(checks, progresses, strict=True)),
        row.accepted,
        row.ruled_at,
        kept["reason"],
    )


# -- how far the goals are met -----------------------------------------------------------------------


def whereabouts(theatre: Theatre, agent_ids: Collection[int], ledger: Ledger | None = None) -> dict[int, Whereabouts]:
    """For acts, and for who has been asked about: where these Agents are, and what they hold; `ledger`: if it has been
    read already."""
    ledger = ledger or theatre_queries.read_ledger(theatre.game_id)
    places = theatre_queries_covers.covers_of(theatre, frozenset(agent_ids))
    return {each: Whereabouts(places[each].location, ledger.tickets(each)) for each in agent_ids}


def measurable_whereabouts(
    theatre: Theatre, viewer: Agent | None, game: Game, taking_part: Collection[int], ledger: Callable[[], Ledger]
) -> dict[int, Whereabouts] | None:
    """What a viewer may measure the goals by: the Mastermind all who take part, an Agent emself; None for others.

    `ledger`: brings what the tracker holds, which is asked for only where the viewer may measure anything.
    """
    asked = [each for each in taking_part if theatre_queries_covers.may_see_cover(theatre, each, viewer, game)]
    return whereabouts(theatre, asked, ledger()) if asked and viewer is not None else None


def progress_of(checks: Collection[GoalCheck], group: Mapping[int, Whereabouts]) -> list[tuple[GoalCheck, Progress]]:
    """How far a group has met each goal."""
    return [(each, measure_progress(each, group)) for each in checks]


def _teams_of_mission(row: Mission) -> list[TeamFacts]:
    return [_team_facts(each) for each in Team.objects.filter(mission=row).order_by("pk")]


def _team_facts(row: Team) -> TeamFacts:
    kept = vault.unseal(row.sealed)
    return TeamFacts(row.uid, row.at, kept["founder"], tuple(kept["members"]), tuple(kept["invited"]))
