"""What it costs to verify a day: a thousand rolls, each derived anew from the day's seed, and the log beneath them."""

from __future__ import annotations

import time
from datetime import timedelta
from io import StringIO
from statistics import median

from django.core.management import call_command

from nomic.core import clock
from nomic.core.dice import actions as dice_actions
from nomic.core.games.models import Agent, Game
from nomic.core.lobby import actions as lobby_actions
from rulesets.founding.actions import found_game

ROLLS, ROUNDS = 1_000, 3


def measure() -> None:
    game = _game()
    seconds = median(_round(game) for _ in range(ROUNDS))
    print(f"\nDice: verify_log of a game with {ROLLS:,} rolls on one day")
    print(f"  {seconds * 1000:.0f} ms, {ROLLS / seconds:,.0f} rolls a second")


def _round(game: Game) -> float:
    started = time.perf_counter()
    call_command("verify_log", game=game.slug, stdout=StringIO())  # raises `CommandError` if anything does not hold
    return time.perf_counter() - started


def _game() -> Game:
    with clock.set_to(clock.now() - timedelta(hours=1)):
        game = found_game(
            founder=lobby_actions.ensure_account("roller"), title="Dice", slug="bench-dice", name="Roller"
        )
        roller = Agent.objects.get(game=game)
        for number in range(ROLLS):
            said = dice_actions.ThrowWords("2DICE6", f"Roll {number}")
            dice_actions.roll_dice(actor_id=roller.pk, game_id=game.pk, said=said, token=f"roll-{number}")
    return game
