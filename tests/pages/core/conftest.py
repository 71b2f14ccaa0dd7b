"""A clock that stands: at the same moment a table need not be laid anew for each test."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.moments import stands_at

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


clock = stands_at(NOON)
