"""The game whose tracker the pages are measured on: thirty Agents and ten columns, and every cell changed twice."""

from __future__ import annotations

from datetime import timedelta

from dynasties.actions import tracker
from nomic.core import clock
from nomic.core.actions import accounts, joining
from nomic.core.floor import floor
from nomic.core.models import Agent, Game
from rulesets import queries as rules
from rulesets.actions import changing
from rulesets.actions.founding import found_game

AGENTS, COLUMNS, CHANGES = 30, 10, 2


def tracker_game() -> Game:
    with clock.set_to(clock.now() - timedelta(hours=3)):
        founder, *others = [accounts.without_password(f"tracked{number}") for number in range(AGENTS)]
        game = found_game(founder=founder, title="The Tracker", slug="bench-tracker", name="Zero")
        admin = Agent.objects.get(game=game)
        for number, account in enumerate(others, start=1):
            applied = joining.announce_arrival(account=account, game_id=game.pk, name=f"Tracked {number}")
            joining.admit(actor_id=admin.pk, game_id=game.pk, application_id=applied.pk)
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
        applied = rules.trial(rules.state(the_floor.game), rules.read([rule, *made]))
        changing.make(the_floor, applied, changing.Cause("post:0", admin))


def _fill(game: Game, admin: Agent, agents: list[int], column: int, change: int) -> None:
    cells = [{"column": column, "agent": agent, "op": "gain", "value": 1 + agent % 7} for agent in agents]
    tracker.update(actor_id=admin.pk, game_id=game.pk, cells=cells, token=f"bench-{column}-{change}")
