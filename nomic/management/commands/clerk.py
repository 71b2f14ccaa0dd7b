"""`manage.py clerk`: the server acting as an admin, a Celery worker with its clock in one process."""

from __future__ import annotations

import contextlib
import warnings
from argparse import ArgumentParser
from typing import Any

from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning
from django.core.management.base import BaseCommand
from kombu.exceptions import OperationalError

from nomic.celery import POST, SWEEP, app


class Command(BaseCommand):
    help = "Run the Clerk: carry out what is due, once a minute, until TERM."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-schedule", action="store_true", help="only work; another Clerk keeps the clock (needs REDIS_URL)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Celery warns of root because pickled messages could run code; ours are JSON.
        warnings.simplefilter("ignore", SecurityWarning)
        worker = app.Worker(
            pool="threads",
            concurrency=2,
            quiet=True,
            loglevel="INFO",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        if not options["no_schedule"]:
            # Whatever fell due while nobody looked. Without a broker yet, the clock asks again as soon as there is one.
            with contextlib.suppress(OperationalError):
                for task in (SWEEP, POST):
                    app.send_task(task, retry=False)
            # Without a file of its own: a tick too many or too few is harmless, a stale or broken file is not.
            EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler").start()
        worker.start()
        raise SystemExit(worker.exitcode or 0)
