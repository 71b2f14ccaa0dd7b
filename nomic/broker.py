"""A broker that needs no server: a queue inside the Clerk's own process, which notices quickly that it should end."""

from __future__ import annotations

from typing import Any

from kombu.transport import memory

LONGEST = 0.2  # seconds


class Transport(memory.Transport):
    """kombu's queue in memory. Celery looks only between two waits whether to stop, and would wait two seconds each."""

    polling_interval = 0.1

    def drain_events(self, connection: Any, timeout: float | None = None, **more: Any) -> Any:
        return super().drain_events(connection, timeout=min(timeout or LONGEST, LONGEST))  # type: ignore[no-untyped-call]  # kombu has no types
