"""The Celery app and its one schedule: the sweep, every minute. (DESIGN section 4)"""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.settings.local")

app = Celery("nomic")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {"sweep": {"task": "proposals.tasks.sweep", "schedule": 60.0}}
