"""The table that most tests begin at, laid once for each cast and moment; from then on its rows are put back.

The first test of a run that begins so plays it through the real actions. Whoever tests founding, arriving or admitting
makes a `Table` of eir own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy, deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any, TypeVar, cast

from django.apps import apps
from django.db import connection, models, transaction
from time_machine import Traveller

from nomic.core import clock
from nomic.core.models import Account, Game
from tests.casting import Table

T = TypeVar("T", bound=Table)
OURS = {"nomic", "rulesets", "proposals", "dynasties"}
UNUSED = 1000  # no opening has sent as many forms


@dataclass
class Laid:
    """A table as it stood at first: its rows and, once they have been put back for the first time, how that is said."""

    table: Table
    rows: dict[type[models.Model], list[models.Model]]
    ended: datetime
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


KEPT: dict[Hashable, Laid] = {}


def laid(*names: str, admins: Sequence[str] = ()) -> Table:
    """A `Table` of these people, `admins` the last to come. Where somebody is already, or time goes on, a new one."""

    def lay() -> Table:
        table = Table(*names)
        for name in admins:
            table.join(name, admin=True)
        return table

    return opened((names, tuple(admins)), lay)


def kept(play: Callable[[Traveller], T], traveller: Traveller) -> T:
    """The same for whatever `play` does from nothing: its table, with the clock where `play` left it."""
    opening, moment = (play.__module__, play.__qualname__), clock.now()
    table = opened(opening, lambda: play(traveller))
    if there := KEPT.get((opening, moment)):
        traveller.move_to(there.ended)
    return table


def opened(opening: Hashable, lay: Callable[[], T]) -> T:
    """The table that `lay` makes; from the second time on that of the same opening and moment is put back."""
    moment, stands = clock.now(), clock.now() == clock.now()
    fresh = not Account.objects.exists() and not Game.objects.exists()
    if fresh and (opening, moment) in KEPT:
        return cast(T, KEPT[opening, moment].again())
    table = lay()
    if fresh and stands:
        KEPT[opening, moment] = Laid(_copied(table), _all_rows(), clock.now())
    return table


def _copied(table: Table) -> Table:
    copied = copy(table)
    copied.tokens = count(UNUSED)
    vars(copied).update(deepcopy({name: value for name, value in vars(table).items() if name != "tokens"}))
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
