"""The one row that there is, where the database lets there be no second one. Reads only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def single(rows: Iterable[T]) -> T | None:
    """The only row of a query that a unique constraint leaves at most one; None where there is none.

    `first()` would have them sorted before: to put that into words takes as long again as all the rest of the query.
    """
    return next(iter(rows), None)
