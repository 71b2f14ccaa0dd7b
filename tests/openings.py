"""The table that most tests begin at, laid once for each cast and moment; from then on its rows are put back.

The first test of a run that begins so plays it through the real actions. Whoever tests founding, arriving or admitting
makes a `Table` of eir own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy, deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any, TypeAlias

from django.apps import apps
from django.db import connection, models, transaction

from nomic.core import clock
from nomic.core.models import Account, Game
from tests.casting import Table

OURS = {"nomic", "rulesets", "proposals", "dynasties"}
Opening: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], datetime]


@dataclass
class Laid:
    """A table as it stood at first: its rows and, once they have been put back for the first time, how that is said."""

    table: Table
    rows: dict[type[models.Model], list[models.Model]]
    said: list[tuple[str, Any]] = field(default_factory=list)

    def again(self) -> Table:
        """The same table, where the database holds nobody and nothing."""
        with transaction.atomic():
            if self.said:
                with connection.cursor() as cursor:
                    for sql, values in self.said:
                        cursor.execute(sql, values)
            else:
                with _overheard(self.said):
                    for model, rows in self.rows.items():
                        model._base_manager.bulk_create(rows)
        return _copied(self.table)


KEPT: dict[Opening, Laid] = {}


def laid(*names: str, admins: Sequence[str] = ()) -> Table:
    """A `Table` of these people, `admins` the last to come. Where somebody is already, or time goes on, a new one."""
    moment = clock.now()
    opening = (names, tuple(admins), moment)
    fresh = not Account.objects.exists() and not Game.objects.exists()
    if fresh and opening in KEPT:
        return KEPT[opening].again()
    table = Table(*names)
    for name in admins:
        table.join(name, admin=True)
    if fresh and clock.now() == moment:
        KEPT[opening] = Laid(_copied(table), _all_rows())
    return table


def _copied(table: Table) -> Table:
    copied = copy(table)
    copied.tokens, copied.accounts, copied.made = count(1), deepcopy(table.accounts), deepcopy(table.made)
    return copied


def _all_rows() -> dict[type[models.Model], list[models.Model]]:
    ours = (model for model in apps.get_models() if model.__module__.partition(".")[0] in OURS)
    return {model: rows for model in ours if (rows := list(model._base_manager.order_by("pk")))}


@contextmanager
def _overheard(said: list[tuple[str, Any]]) -> Iterator[None]:
    """Keep every statement that puts a row in."""

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("INSERT"):
            said.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield
