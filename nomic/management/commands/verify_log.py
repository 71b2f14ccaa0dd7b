"""`manage.py verify_log [--game slug]`: whether the numbered log of each game is whole and unaltered."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from nomic.core import queries
from nomic.core.mechanics import chain

WORDS = {
    "missing": "missing: event {wanted} was to come, event {found} is there",
    "out-of-order": "out of order: event {wanted} was to come, event {found} is there",
    "not-chained": "reordered or cut: the hash before it is {wanted}, it holds {found}",
    "changed": "changed: its content makes {wanted}, it holds {found}",
    "head-differs": "head differs: the game remembers {wanted}, the log ends at {found}",
}


class Command(BaseCommand):
    help = "Verify that no event of any game's log was changed, dropped, put in or reordered. Exits 1 if one was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="slug", help="this game only")

    def handle(self, *args: Any, **options: Any) -> None:
        games = queries.games_called(options["game"])
        if options["game"] and not games:
            raise CommandError(f"There is no game at “{options['game']}”.")
        broken = 0
        for game in games:
            breaks = chain.breaks(queries.links(game.pk), last_seq=game.last_seq, last_hash=game.last_hash)
            for each in breaks:
                line = WORDS[each.code].format(wanted=each.wanted, found=each.found)
                self.stdout.write(f"{game.slug}: event {each.seq}: {line}")
            if not breaks:
                self.stdout.write(f"{game.slug}: OK, {game.last_seq} events, head {game.last_hash}")
            broken += len(breaks)
        if broken:
            raise SystemExit(1)
