"""The only reader of the wall clock. An action reads it once, after the lock; see `floor`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.utils import timezone

_set: ContextVar[datetime | None] = ContextVar("set_clock", default=None)


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return _set.get() or timezone.now()


@contextmanager
def set_to(moment: datetime) -> Iterator[None]:
    """Within the block, and this thread or task only, the clock stands at `moment`: for telling a demo's past.

    Raises `ValueError` for a moment to come: nothing can be made to fall due before its time.
    """
    if moment > timezone.now():
        raise ValueError("the clock can be set to the past only")
    token = _set.set(moment)
    try:
        yield
    finally:
        _set.reset(token)
