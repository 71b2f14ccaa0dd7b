"""A question that the referee is asked."""

from __future__ import annotations

from typing import Any, TypeAlias

Case: TypeAlias = dict[str, Any]

EXAMPLE: Case = {
    "procedure": "blognomic",
    "kind": "proposal",
    "agents": ["P1", "P2", "P3"],
    "idle": [],
    "author": "P1",
    "mastermind": "P2",
    "posted_at": "2007-03-14T01:02:00Z",
    "now": "2007-03-16T01:02:00Z",
    "hiatus": [["2007-03-15T00:00:00Z", None]],
    "queue_position": 1,
    "votes": [{"voter": "P3", "vote": "FOR", "at": "2007-03-14T05:00:00Z"}],
    "dials": {"enactment.timeout": "48 hours"},
}
