"""The next number of what is counted up from 1, and of which nothing is ever taken away. Reads only."""

from __future__ import annotations

from typing import Any

from django.db.models import Max, QuerySet


def next_number(rows: QuerySet[Any], counted: str = "number") -> int:
    """One more than the highest number among `rows`: asked under the game's lock, nobody else gets it."""
    return (rows.order_by().aggregate(last=Max(counted))["last"] or 0) + 1
