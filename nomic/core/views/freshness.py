"""Answers that change only by an event of the game: who has the newest is told so, and not sent it again."""

from __future__ import annotations

from datetime import datetime

from django.views.decorators.http import condition

from nomic.core import queries
from nomic.core.views.entering import GameRequest


def newest(request: GameRequest) -> datetime:
    """When the newest event happened."""
    return queries.last_moment(request.game)


def _version(request: GameRequest) -> str:
    return f'"{request.game.pk}-{request.game.last_seq}"'


unless_known = condition(etag_func=_version, last_modified_func=newest)
