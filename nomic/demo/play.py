"""The games of the demo, in the order in which they are told, and how one is played: each act at its own moment."""

from __future__ import annotations

from datetime import datetime

from nomic.core import clock
from nomic.core.games import queries as games_queries
from nomic.core.lobby import actions as lobby_actions
from nomic.core.log import queries as log_queries
from nomic.core.secrets import actions as secrets_actions
from nomic.demo.ballot import LITTLE_SOAKING_PIER
from nomic.demo.commons import THE_COMMONS
from nomic.demo.doers import DOERS
from nomic.demo.script import Script
from nomic.demo.senate import THE_DRAUGHTY_HOUSE
from nomic.demo.spies_story import THE_COLD_BUFFET
from nomic.demo.stage import DemoStage
from rulesets.founding.actions import found_game

SCRIPTS = (THE_COMMONS, THE_COLD_BUFFET, THE_DRAUGHTY_HOUSE, LITTLE_SOAKING_PIER)


def play(script: Script) -> int:
    """Play a script to its end, and answer how many acts that took: none, if it has been played already.

    Acts are told apart by their moments. One that is not later than the newest event has been done: so a playing that
    broke off goes on where it stopped, unless somebody has acted in the game since. What leaves no event (a message, a
    visit) is harmless to do twice.
    """
    if games_queries.game(script.slug) is None:
        _found_game(script)
    game = games_queries.game(script.slug)
    assert game is not None
    stage, reached = DemoStage(script, game.pk, game.founded_at), log_queries.last_moment(game)
    left = [act for act in script.acts if stage.moment(act) > reached]
    begins = game.next_day_at
    for act in left:
        begins = _turn_days(script.slug, game.pk, begins, stage.moment(act))
        with clock.set_to(stage.moment(act)):
            DOERS[type(act)](stage, act)
    return len(left)


def _found_game(script: Script) -> None:
    founder = lobby_actions.ensure_account(script.usernames[script.founder])
    with clock.set_to(clock.now().replace(microsecond=0) - script.length):
        found_game(founder=founder, title=script.title, slug=script.slug, name=script.founder, starter=script.starter)


def _turn_days(slug: str, game_id: int, begins: datetime | None, moment: datetime) -> datetime | None:
    """Every day that begins before this moment is turned as it begins: later than anything that was done before it.

    `begins` and the answer: when the next day does.
    """
    while begins and begins < moment:
        with clock.set_to(begins):
            secrets_actions.look_again_at_day(game_id=game_id)
        begins = _next_day(slug)
    return begins


def _next_day(slug: str) -> datetime | None:
    game = games_queries.game(slug)
    return game.next_day_at if game else None
