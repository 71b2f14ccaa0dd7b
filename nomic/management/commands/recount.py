"""`manage.py recount [--game slug]`: every past decision worked out anew, and compared with the record."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dynasties.recounting import CHECKS
from nomic.core import queries
from nomic.core.mechanics.chain import plain
from nomic.workings import WORKINGS
from proposals.recounting import Difference, recount

LONGEST = 300

THEIRS = {name: check for part in WORKINGS for name, check in part.checks.items()}


class Command(BaseCommand):
    help = "Work out every past decision, law and standing anew from the stored facts. Exits 1 at any difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="slug", help="this game only")

    def handle(self, *args: Any, **options: Any) -> None:
        games = queries.games_called(options["game"])
        if options["game"] and not games:
            raise CommandError(f"There is no game at “{options['game']}”.")
        differing = 0
        for game in games:
            result = recount(game, {**CHECKS, **THEIRS})
            for each in result.differences:
                self.stdout.write(f"{game.slug}: event {each.seq}: {_line(each)}")
            if not result.differences:
                counts = ", ".join(f"{count} {name}" for name, count in result.counts.items())
                self.stdout.write(f"{game.slug}: no difference in {counts}")
            differing += len(result.differences)
        if differing:
            raise SystemExit(1)


def _line(each: Difference) -> str:
    return f"{each.what}: recorded {_shown(each.recorded)}, recomputed {_shown(each.recomputed)}"


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(_plain(value), ensure_ascii=False)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _plain(value: object) -> object:
    try:
        return plain(value)
    except TypeError:
        return str(value)
