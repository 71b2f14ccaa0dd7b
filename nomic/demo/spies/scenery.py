"""What a stage has besides, where spies play on it: found by the words of the script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.queries import attempts, covers, errands, gadgets, missions, teams, theatres
from nomic.core import queries as core
from nomic.demo.stage import Stage

if TYPE_CHECKING:
    from dynasties.spy.models import Mission, Theatre


@dataclass(frozen=True, slots=True)
class Scenery:
    """The theatre of the present."""

    stage: Stage

    @property
    def theatre(self) -> Theatre:
        found = theatres.present(self.stage.game_id)
        assert found is not None, "no law of spies is in force yet"
        return found

    def cover(self, name: str) -> Cover:
        return covers.cover(self.theatre, self.stage.agent(name))

    def mission(self, title: str) -> Mission:
        return next(each.row for each in missions.board(self.theatre) if each.row.title == title)

    def group(self, row: Mission, agent_id: int) -> str:
        """The address of the group for a mission that somebody is in."""
        found = teams.team_of(row, agent_id)
        assert found is not None, "e is in no group"
        return found.uid

    def waiting_claim(self, title: str) -> str:
        return next(each.uid for each in missions.claims_to_rule(self.theatre) if each.mission.title == title)

    def request(self, name: str) -> int:
        """The latest request for a Gadget of that name."""
        return max(each.number for each in gadgets.requests(self.theatre) if each.name == name)

    def gadget(self, name: str) -> int:
        return next(each.number for each in gadgets.gadgets(self.theatre) if each.name == name)

    def waiting_attempt(self) -> str:
        return next(each.uid for each in attempts.everything(self.theatre) if each.open)

    def prisoner(self, among: tuple[str, ...]) -> int:
        return next(self.stage.agent(name) for name in among if self.cover(name).prison)

    def unnoticed(self) -> str:
        """The errand of whoever passed the checkpoint last, of whom nobody has been told."""
        game = core.game(self.stage.script.slug)
        assert game is not None
        passed = errands.passages(self.theatre, game.mastermind, game)
        return next(each.uid for each in reversed(passed) if each.post is None)
