"""The game whose tracker the pages are measured on: thirty Agents and ten columns, and every cell changed twice."""

from __future__ import annotations

from datetime import timedelta

from dynasties.tracker import actions as tracker_actions
from nomic.core import clock
from nomic.core.floor import floor
from nomic.core.games.models import Agent, Game
from nomic.core.lobby import actions as lobby_actions
from nomic.core.roster import actions as roster_actions
from rulesets.changes import actions as changes_actions, queries as changes_queries
from rulesets.founding.actions import found_game

AGENTS, COLUMNS, CHANGES = 30, 10, 2


def tracker_game() -> Game:
    with clock.set_to(clock.now() - timedelta(hours=3)):
        founder, *others = [lobby_actions.ensure_account(f"tracked{number}") for number in range(AGENTS)]
        game = found_game(founder=founder, title="The Tracker", slug="bench-tracker", name="Zero")
        admin = Agent.objects.get(game=game)
        for number, account in enumerate(others, start=1):
            applied = roster_actions.announce_arrival(account=account, game_id=game.pk, name=f"Tracked {number}")
            roster_actions.admit_applicant(actor_id=admin.pk, game_id=game.pk, application_id=applied.pk)
        _columns(game, admin)
        agents = list(Agent.objects.filter(game=game).values_list("pk", flat=True))
        for change in range(CHANGES):
            for column in range(1, COLUMNS + 1):
                _fill(game, admin, agents, column, change)
    return game


def _columns(game: Game, admin: Agent) -> None:
    rule = {"kind": "enact", "section": "dynastic", "title": "Goods", "text": "Goods are kept in the tracker."}
    made = [
        {"kind": "make-column", "name": f"Good {number}", "column_kind": "number", "rule": "Goods"}
        for number in range(1, COLUMNS + 1)
    ]
    with floor(game.pk) as the_floor:
        applied = changes_queries.try_changes(
            changes_queries.current_state(the_floor.game), changes_queries.read_changes([rule, *made])
        )
        changes_actions.enact_changes(the_floor, applied, changes_actions.Cause("post:0", admin))


def _fill(game: Game, admin: Agent, agents: list[int], column: int, change: int) -> None:
    cells = [{"column": column, "agent": agent, "op": "gain", "value": 1 + agent % 7} for agent in agents]
    tracker_actions.update_cells(actor_id=admin.pk, game_id=game.pk, cells=cells, token=f"bench-{column}-{change}")
