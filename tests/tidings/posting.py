"""What goes out by post in tests."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.floor import floor
from nomic.core.notifications.actions import tell_account
from tests.casting import Table

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)


def message(table: Table, name: str = "Josh", key: str = "message:x") -> None:
    with floor(table.made.pk) as the_floor:
        tell_account(the_floor, table.account(name).pk, "message", key, {"from": "Lulu"}, "/g/table/messages/x/")
