"""How far somebody has read: eir own bookmark in each post, which nothing shows to anybody else."""

from __future__ import annotations

from datetime import datetime

from nomic.core.actions.asides import aside
from proposals.models import Seen


def bookmark(*, account_id: int, post_id: int, upto: int, now: datetime) -> None:
    """An account has been shown the comments up to that one. A bookmark never moves back."""
    aside(lambda: _move(account_id, post_id, upto, now))


def _move(account_id: int, post_id: int, upto: int, now: datetime) -> None:
    first = Seen(account_id=account_id, post_id=post_id, upto=upto, at=now)
    Seen.objects.bulk_create([first], ignore_conflicts=True)
    Seen.objects.filter(account_id=account_id, post_id=post_id, upto__lt=upto).update(upto=upto, at=now)
