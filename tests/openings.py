"""The table that most tests begin at, laid once for each cast and moment; from then on its rows are put back.

The first test of a run that begins so plays it through the real actions. Whoever tests founding, arriving or admitting
makes a `Table` of eir own. What a fixture goes on to do at such a table, `further` plays once, and then puts back too.
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
from nomic.core.games.models import Account, Game
from tests.casting import Table

T = TypeVar("T", bound=Table)
Rows = dict[type[models.Model], list[models.Model]]
OURS = {"nomic", "rulesets", "proposals", "dynasties"}
UNUSED = 1000  # no opening has sent as many forms


@dataclass
class Laid:
    """A table as it stood: its rows and, once they have been put back for the first time, how that is said.

    `tokens`: from where on no form has been sent. `heads`: those of its log and of its private chain. `onto`: the rows
    of what it was played on from, if anything.
    """

    table: Table
    tokens: int
    rows: Rows
    ended: datetime
    heads: tuple[str, str]
    onto: Rows
    said: list[tuple[str, Any]] = field(default_factory=list)

    def again(self) -> Table:
        """The same table, where the database holds nobody and nothing, or `onto` and nothing else."""
        with transaction.atomic():
            if self.said:
                with connection.cursor() as cursor:
                    for sql, values in self.said:
                        cursor.execute(sql, values)
            else:
                with _overheard(self.said):
                    self._put_back()
        return _copied(self.table, self.tokens)

    def _put_back(self) -> None:
        differ = [model for model in self.onto | self.rows if _values(self.rows, model) != _values(self.onto, model)]
        for model in differ:
            if model in self.onto:
                model._base_manager.all()._raw_delete(connection.alias)
        for model in differ:
            model._base_manager.bulk_create(self.rows.get(model, []))


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


def further(play: Callable[[T, Traveller], object], table: T, traveller: Traveller) -> T:
    """The same for what `play` does at a table that one of these has put there, and at which nobody has acted since."""
    opening, moment = (table.opening, play.__module__, play.__qualname__), clock.now()
    before = KEPT.get(table.opening)
    stands = before is not None and clock.now() == moment and _heads(table) == before.heads
    if stands and (there := KEPT.get((opening, moment))):
        vars(table).update(vars(there.again()))
        traveller.move_to(there.ended)
        return table
    play(table, traveller)
    table.opening = None
    if before is not None and stands:
        _keep(table, (opening, moment), onto=before.rows)
    return table


def opened(opening: Hashable, lay: Callable[[], T]) -> T:
    """The table that `lay` makes; from the second time on that of the same opening and moment is put back."""
    moment, stands = clock.now(), clock.now() == clock.now()
    fresh = not Account.objects.exists() and not Game.objects.exists()
    if fresh and (opening, moment) in KEPT:
        return cast(T, KEPT[opening, moment].again())
    table = lay()
    table.opening = None
    if fresh and stands:
        _keep(table, (opening, moment), onto={})
    return table


def _keep(table: Table, opening: Hashable, onto: Rows) -> None:
    table.opening = opening
    tokens = UNUSED * (1 + next(table.tokens) // UNUSED)
    KEPT[opening] = Laid(_copied(table, tokens), tokens, _all_rows(), clock.now(), _heads(table), onto)


def _heads(table: Table) -> tuple[str, str]:
    game = table.game
    return game.last_hash, game.private_hash


def _copied(table: Table, tokens: int) -> Table:
    copied = copy(table)
    copied.tokens = count(tokens)
    vars(copied).update(deepcopy({name: value for name, value in vars(table).items() if name != "tokens"}))
    return copied


def _all_rows() -> Rows:
    ours = (model for model in apps.get_models() if model.__module__.partition(".")[0] in OURS)
    return {model: rows for model in ours if (rows := list(model._base_manager.order_by("pk")))}


def _values(rows: Rows, model: type[models.Model]) -> list[list[object]]:
    return [[getattr(row, each.attname) for each in model._meta.concrete_fields] for row in rows.get(model, [])]


@contextmanager
def _overheard(said: list[tuple[str, Any]]) -> Iterator[None]:
    """Keep every statement that puts rows in, or takes them away."""

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "DELETE")):
            said.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield
