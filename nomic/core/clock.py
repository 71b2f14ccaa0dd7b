"""The only reader of the wall clock. An action reads it once, after the lock; see `floor`."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return timezone.now()
