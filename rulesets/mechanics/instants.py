"""An instant as an address says it: `2026-11-29T20:00:00Z`, `2026-11-29T20:00Z`, or a day for its first moment."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from nomic.core.mechanics.decision import Invalid

SHAPE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?")


def read_instant(words: str) -> datetime:
    """The instant in UTC; one that names no zone is UTC. Raises `Invalid` for anything else, or no such day."""
    if SHAPE.fullmatch(words):
        try:
            moment = datetime.fromisoformat(words)
            return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
    said = words[:40] or "nothing"
    raise Invalid("instant", f"“{said}” is no instant; write “2026-11-29T20:00:00Z” or “2026-11-29”.", "bad-instant")


def instant_words(moment: datetime) -> str:
    """The instant as an address says it, to the second."""
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
