"""`manage.py recount [--game slug]`: every past decision worked out anew, and compared with the record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dynasties.recount import CHECKS
from nomic.core.chain import plain_json
from nomic.core.log.recount import Difference
from nomic.management.checking import CheckingCommand
from nomic.plugins import PLUGINS
from proposals.recount import recount_game

if TYPE_CHECKING:
    from nomic.core.games.models import Game

LONGEST = 300

THEIRS = {name: check for part in PLUGINS.values() for name, check in part.checks.items()}


class Command(CheckingCommand):
    help = "Work out every past decision, law and standing anew from the stored facts. Exits 1 at any difference."

    def examine(self, game: Game) -> tuple[list[str], str]:
        result = recount_game(game, {**CHECKS, **THEIRS})
        counts = ", ".join(f"{count} {name}" for name, count in result.counts.items())
        return [f"event {each.seq}: {_line(each)}" for each in result.differences], f"no difference in {counts}"


def _line(each: Difference) -> str:
    return f"{each.what}: recorded {_short_text(each.recorded)}, recomputed {_short_text(each.recomputed)}"


def _short_text(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(_plain(value), ensure_ascii=False)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _plain(value: object) -> object:
    try:
        return plain_json(value)
    except TypeError:
        return str(value)
