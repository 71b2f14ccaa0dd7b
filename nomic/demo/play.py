"""A script is played: each act at the moment it is set for, and in between the Clerk turns the days."""

from __future__ import annotations

from datetime import datetime

from nomic.core import clock
from nomic.core import queries as core
from nomic.core.actions import accounts, days
from nomic.demo.doing import DOERS
from nomic.demo.script import Script
from nomic.demo.stage import Stage
from rulesets.actions.founding import found_game


def play(script: Script) -> int:
    """Play a script to its end, and answer how many acts that took: none, if it has been played already.

    Acts are told apart by their moments. One that is not later than the newest event has been done: so a playing that
    broke off goes on where it stopped, unless somebody has acted in the game since. What leaves no event (a message, a
    visit) is harmless to do twice.
    """
    if core.game(script.slug) is None:
        _found(script)
    game = core.game(script.slug)
    assert game is not None
    stage, reached = Stage(script, game.pk, game.founded_at), core.last_moment(game)
    left = [act for act in script.acts if stage.moment(act) > reached]
    begins = game.next_day_at
    for act in left:
        begins = _turn_days(script.slug, game.pk, begins, stage.moment(act))
        with clock.set_to(stage.moment(act)):
            DOERS[type(act)](stage, act)
    return len(left)


def _found(script: Script) -> None:
    founder = accounts.without_password(script.usernames[script.founder])
    with clock.set_to(clock.now().replace(microsecond=0) - script.length):
        found_game(
            founder=founder, title=script.title, slug=script.slug, name=script.founder, starter=script.starter
        )


def _turn_days(slug: str, game_id: int, begins: datetime | None, moment: datetime) -> datetime | None:
    """Every day that begins before this moment is turned as it begins: later than anything that was done before it.

    `begins` and the answer: when the next day does.
    """
    while begins and begins < moment:
        with clock.set_to(begins):
            days.look_again_at_day(game_id=game_id)
        begins = _next_day(slug)
    return begins


def _next_day(slug: str) -> datetime | None:
    game = core.game(slug)
    return game.next_day_at if game else None
