"""The days of a game, its seeds, and who is due for a new page of the calendar. Reads only.

A seed that is not published yet is nobody's to read: here, and in no page, stand commitments and published seeds alone.
"""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import QuerySet

from nomic.core import vault
from nomic.core.models import Day, Game, SecretSeed


def days_due(now: datetime) -> list[int]:
    """Games in which a day begins that has not been turned yet, in due order."""
    due = Game.objects.filter(next_day_at__lte=now).order_by("next_day_at", "pk")
    return list(due.values_list("pk", flat=True))


def days(game_id: int) -> QuerySet[Day]:
    """Every day that was turned, the newest first, with the events that committed and published its seed."""
    return Day.objects.filter(game_id=game_id).select_related("event", "opened").order_by("-day")


def day(game_id: int, day: date) -> Day | None:
    return Day.objects.filter(game_id=game_id, day=day).first()


def seed_in(sealed: str) -> str:
    """A seed that may not be published yet, for what derives from it or verifies it: no page may show it.

    Raises `cryptography.fernet.InvalidToken` where no key of ours opens it.
    """
    return str(vault.unseal(sealed)["seed"])


def secret_seeds(game_id: int) -> QuerySet[SecretSeed]:
    """The seeds of secret rolls, the newest (which is in use) first."""
    return SecretSeed.objects.filter(game_id=game_id).select_related("event", "opened").order_by("-n")
