"""What tests of changes of the law look at."""

from __future__ import annotations

from typing import Any

from nomic.core.log.models import Event
from tests.casting import Table

STUBBORN = "The stone weighs [7](dial:proposals.pending_limit) pounds. No Proposal may amend or repeal this rule."


def events(table: Table, after: int) -> list[str]:
    return list(Event.objects.filter(game=table.made, seq__gt=after).order_by("seq").values_list("kind", flat=True))


def moved(table: Table) -> list[Any]:
    """What the newest `law.changed` says moved."""
    found: list[Any] = Event.objects.filter(game=table.made, kind="law.changed").latest("seq").data["moved"]
    return found
