from __future__ import annotations

from django.apps import AppConfig


class NomicConfig(AppConfig):
    name = "nomic"

    def ready(self) -> None:
        # Here and not in `nomic/__init__`: the pure mechanics below this package must not import Django.
        import nomic.celery  # noqa: F401 - binds the tasks to our app
