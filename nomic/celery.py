"""The Celery app and its one schedule: the sweep, and the mail, every minute; and a broker that needs no server.
(DESIGN section 4)
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from django.conf import settings
from kombu.transport import memory

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.settings.local")

SWEEP, POST = "proposals.tasks.sweep", "nomic.core.tasks.post_mail"

app = Celery("nomic")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    # A tick nobody took before the next one is worth nothing: the next one finds the same things due.
    name: {"task": task, "schedule": settings.NOMIC_SWEEP_SECONDS, "options": {"expires": settings.NOMIC_SWEEP_SECONDS}}
    for name, task in {"sweep": SWEEP, "post": POST}.items()
}


# A broker that needs no server: a queue inside the Clerk's own process, which notices quickly that it should end.

LONGEST = 0.2  # seconds


class Transport(memory.Transport):
    """kombu's queue in memory. Celery looks only between two waits whether to stop, and would wait two seconds each."""

    polling_interval = 0.1

    def drain_events(self, connection: Any, timeout: float | None = None, **more: Any) -> Any:
        return super().drain_events(connection, timeout=min(timeout or LONGEST, LONGEST))  # type: ignore[no-untyped-call]  # kombu has no types
