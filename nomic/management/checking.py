"""Commands that check what games have recorded: all, or the one that is named. Anything amiss is exit code 1."""

from __future__ import annotations

from abc import ABC, abstractmethod
from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from nomic.core.games import queries as games_queries

if TYPE_CHECKING:
    from nomic.core.games.models import Game


class CheckingCommand(BaseCommand, ABC):
    """A command that checks games. What it finds goes out in lines that begin with the game's address."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="slug", help="this game only")

    def handle(self, *args: Any, **options: Any) -> None:
        games = games_queries.games_called(options["game"])
        if options["game"] and not games:
            raise CommandError(f"There is no game at “{options['game']}”.")
        if sum([self._report_game(game) for game in games]):
            raise SystemExit(1)

    def _report_game(self, game: Game) -> int:
        amiss, well = self.examine(game)
        for line in amiss or [well]:
            self.stdout.write(f"{game.slug}: {line}")
        return len(amiss)

    @abstractmethod
    def examine(self, game: Game) -> tuple[list[str], str]:
        """A line for each thing that is amiss in a game; and the one that is said where nothing is."""
