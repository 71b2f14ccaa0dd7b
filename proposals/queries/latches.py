"""What decided a Call for Judgment when its quorum was reached: kept by the ids of then, read in the names of now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from nomic.core.mechanics.chain import Json, plain
from nomic.core.models import AgentState
from proposals.mechanics.tally import hands, in_order
from proposals.mechanics.votes import Latch, Roster, Vote
from proposals.mechanics.votes import Matter as MatterFacts
from proposals.models import Matter

if TYPE_CHECKING:
    from proposals.queries.scenes import Scene


def latch_json(found: Latch, facts: MatterFacts, scene: Scene, seq: int) -> dict[str, Json]:
    """A latch as it is kept: when and after which event, which side, the count, the quorum, and who there was."""
    roster = found.roster or scene.roster
    return {
        "outcome": found.outcome.value,
        "at": plain(found.at),
        "seq": seq,
        "ballots": found.ballots,
        "quorum": found.quorum,
        "tally": hands(roster, in_order(facts)[: found.ballots]).counts,
        "agents": _ids(scene, AgentState.ACTIVE),
        "idle": _ids(scene, AgentState.IDLE),
        "mastermind": scene.facts.mastermind,
    }


def _ids(scene: Scene, state: str) -> list[Json]:
    return [*sorted(member.id for member in scene.facts.members if member.state == state)]


def latch_of(matter: Matter, scene: Scene, upto: int | None = None) -> Latch | None:
    """The kept latch, as of event `upto` if that is given: one of later is none yet."""
    kept: Mapping[str, Json] | None = matter.latch
    if kept is None or (upto is not None and int(str(kept["seq"])) > upto):
        return None
    return _read(kept, scene)


def _read(kept: Mapping[str, Json], scene: Scene) -> Latch:
    names = {group: tuple(scene.name(int(str(each))) for each in _listed(kept[group])) for group in ("agents", "idle")}
    leader = kept["mastermind"]
    return Latch(
        outcome=Vote(str(kept["outcome"])),
        at=datetime.fromisoformat(str(kept["at"])),
        ballots=int(str(kept["ballots"])),
        roster=Roster(names["agents"], frozenset(names["idle"]), scene.name(int(str(leader))) if leader else None),
        quorum=int(str(kept["quorum"])),
    )


def _listed(group: Json) -> list[Json]:
    return group if isinstance(group, list) else []
