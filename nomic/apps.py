from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, register as register_check

from nomic.core.registry import Registry, register, registry


class NomicConfig(AppConfig):
    name = "nomic"

    def ready(self) -> None:
        # Here and not in `nomic/__init__`: the pure mechanics below this package must not import Django.
        import nomic.celery  # noqa: F401 - binds the tasks to our app

        register(_make_registry)
        register_check(check_registry)


def _make_registry() -> Registry:
    # It knows every table, form and page: imported only where it is used.
    from nomic.registry import REGISTRY

    return REGISTRY


def check_registry(**options: Any) -> list[CheckMessage]:
    """Before a command runs: whether the registry is whole. Raises `TypeError` with the field that is missing."""
    registry()
    return []
