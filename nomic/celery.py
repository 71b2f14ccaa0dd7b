"""The Celery app and its one schedule: the sweep, and the mail, every minute. (DESIGN section 4)"""

from __future__ import annotations

import os

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.settings.local")

SWEEP, POST = "proposals.tasks.sweep", "nomic.core.tasks.post_mail"

app = Celery("nomic")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    # A tick nobody took before the next one is worth nothing: the next one finds the same things due.
    name: {
        "task": task,
        "schedule": settings.NOMIC_SWEEP_SECONDS,
        "options": {"expires": settings.NOMIC_SWEEP_SECONDS},
    }
    for name, task in {"sweep": SWEEP, "post": POST}.items()
}
