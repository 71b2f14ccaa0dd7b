"""A small write beside a page: it waits for nobody, and where it cannot be made, the page goes on without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from django.db import OperationalError, connection, transaction

WAIT = 100  # milliseconds


def aside(write: Callable[[], object]) -> None:
    """Write in a transaction of its own that gives up after a tenth of a second: then it is not written."""
    with suppress(OperationalError), _impatient(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {WAIT}")
        write()


@contextmanager
def _impatient() -> Iterator[None]:
    """SQLite has one lock for all: an act that holds it would keep the reader waiting as long as another act."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    connection.connection.execute(f"PRAGMA busy_timeout = {WAIT}")
    try:
        yield
    finally:
        patience = int(connection.settings_dict.get("OPTIONS", {}).get("timeout", 5) * 1000)
        connection.connection.execute(f"PRAGMA busy_timeout = {patience}")
