"""The table that most tests begin at, laid once for each cast and moment; from then on its rows are put back.

The first test of a run that begins so plays it through the real actions. Whoever tests founding, arriving or admitting
makes a `Table` of eir own. What a fixture goes on to do at such a table, `further` plays once, and then puts back too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import count
from typing import Any, TypeVar, cast

from django.apps import apps
from django.db import connection, transaction
from time_machine import Traveller

from nomic.core import clock
from nomic.core.games.models import Account, Game
from tests.casting import Table

T = TypeVar("T", bound=Table)
Row = tuple[Any, ...]
Statements = list[tuple[str, list[Row]]]  # each with the values that it is said with, time after time
Rows = dict[str, list[Row]]  # of each database table that is not empty, in the order of its keys
OURS = {"nomic", "rulesets", "proposals", "dynasties"}
UNUSED = 1000  # no opening has sent as many forms


@dataclass(frozen=True)
class Snapshot:
    """A table as it stood, and what to say to the database to have it there again.

    `tokens`: from where on no form has been sent. `heads`: those of its log and of its private chain.
    """

    table: Table
    tokens: int
    rows: Rows
    ended: datetime
    heads: tuple[str, str]
    statements: Statements

    def again(self) -> Table:
        """The same table, where the database holds nobody and nothing, or what this was played on from and no more."""
        say(self.statements)
        return _copied(self.table, self.tokens)


KEPT: dict[Hashable, Snapshot] = {}


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
    rows = all_rows()
    KEPT[opening] = Snapshot(
        _copied(table, tokens), tokens, rows, clock.now(), _heads(table), list(statements(rows, onto))
    )


def _heads(table: Table) -> tuple[str, str]:
    game = table.game
    return game.last_hash, game.private_hash


def _copied(table: Table, tokens: int) -> Table:
    copied = copy(table)
    copied.tokens = count(tokens)
    vars(copied).update(deepcopy({name: value for name, value in vars(table).items() if name != "tokens"}))
    return copied


@cache
def _selects() -> dict[str, str]:
    """For each of our tables the question for all its rows."""
    ours = (model._meta for model in apps.get_models() if model.__module__.partition(".")[0] in OURS)
    quoted = connection.ops.quote_name
    return {
        each.db_table: f"SELECT {', '.join(quoted(str(field.column)) for field in each.concrete_fields)}"
        f" FROM {quoted(each.db_table)} ORDER BY {quoted(str(each.pk.column))}"
        for each in ours
    }


def all_rows() -> Rows:
    """As the driver gives them, which is also how it takes them: neither way do they become objects."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for name, select in _selects().items():
            cursor.execute(select)
            if rows := cursor.fetchall():
                found[name] = rows
    return found


def statements(rows: Rows, onto: Rows) -> Iterator[tuple[str, list[Row]]]:
    """What makes of `onto` these rows."""
    differ = [name for name in onto | rows if rows.get(name) != onto.get(name)]
    for name in differ:
        if name in onto:
            yield f"DELETE FROM {connection.ops.quote_name(name)}", [()]
    for name in differ:
        if new := rows.get(name):
            columns = _selects()[name].removeprefix("SELECT ").partition(" FROM ")[0]
            places = ", ".join(["%s"] * len(new[0]))
            yield f"INSERT INTO {connection.ops.quote_name(name)} ({columns}) VALUES ({places})", new


def say(said: Statements) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for sql, rows in said:
            cursor.executemany(sql, rows)
