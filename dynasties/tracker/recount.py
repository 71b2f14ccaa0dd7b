"""The tracker: its columns and the values of its public cells told anew from the log; and what is sealed, unsealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from dynasties.tracker.models import Column, Update, Value
from dynasties.tracker.queries import value_before, value_in
from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from nomic.core.secrets import queries as secrets_queries

CHANGES = frozenset({"tracker.updated", "tracker.undone"})
SAID = ("name", "scope", "least", "most", "choices", "standard", "secret")


def recount_columns(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every column, against the events that made, renamed and dropped it; and no such event without one."""
    made = {event.subject: event for event in log.values() if event.kind == "column.made"}
    called = {event.subject: event.data["name"] for event in log.values() if event.kind == "column.renamed"}
    dropped = {event.subject: event.seq for event in log.values() if event.kind == "column.dropped"}
    for row in Column.objects.filter(game=game):
        subject = f"column:{row.number}"
        event = made.pop(subject, None)
        yield [
            *compare_values(row.made_seq, subject, _columns_in_log(event, called.get(subject)), _columns_kept(row)),
            *compare_values(row.made_seq, f"end of {subject}", dropped.pop(subject, None), row.dropped_seq),
        ]
    for subject, seq in [*((subject, event.seq) for subject, event in made.items()), *dropped.items()]:
        yield [Difference(seq, subject, subject, None)]


def _columns_in_log(event: Event | None, called: str | None) -> dict[str, Any] | None:
    if event is None:
        return None
    data = event.data | ({"name": called} if called else {})
    return {name: data[name] for name in SAID} | {"kind": data["column_kind"], "rule": data["rule"], "seq": event.seq}


def _columns_kept(row: Column) -> dict[str, Any]:
    said = {name: getattr(row, name) for name in SAID}
    return said | {"kind": row.kind, "rule": row.rule_id, "seq": row.made_seq}


def recount_values(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every public act with its values, against its event; and no such event without one."""
    told = {event.subject: event for event in log.values() if event.kind in CHANGES}
    for act in _acts(game).filter(number__isnull=False).order_by("number"):
        subject = f"update:{act.number}"
        event = told.pop(subject, None)
        recorded = (event.seq, _cells(event.data)) if event else None
        yield compare_values(act.seq, f"values of {subject}", recorded, (act.seq, _cells_kept(act)))
    for subject, event in told.items():
        yield [Difference(event.seq, f"values of {subject}", _cells(event.data), None)]


def _acts(game: Game) -> QuerySet[Update]:
    """Acts with their values, by as many queries for a thousand as for one."""
    return Update.objects.filter(game=game).prefetch_related("values__column")


def _cells(data: Any) -> list[tuple[object, ...]]:
    cells = ((each["column"], each["agent"], each["before"], each["after"]) for each in data["cells"])
    return sorted(cells, key=repr)


def _cells_kept(act: Update) -> list[tuple[object, ...]]:
    cells = ((row.column.number, row.agent_id, value_before(row), value_in(row)) for row in act.values.all())
    return sorted(cells, key=repr)


def recount_chains(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every cell, value by value: each begins with what the one before it left, the first with the standard."""
    now: dict[tuple[int, int | None], object] = {}
    for row in Value.objects.filter(game=game).select_related("column").order_by("pk"):
        key = (row.column.number, row.agent_id)
        before = value_before(row)
        # Who was idle when a column was made had nothing in it until e came back.
        expected = None if key not in now and before is None else now.get(key, row.column.standard)
        yield compare_values(row.seq, f"column:{key[0]}, what it held before", before, expected)
        now[key] = value_in(row)


def recount_secrets(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every secret act, against its link of the private chain: that they agree, never what they say."""
    for act in _acts(game).filter(number__isnull=True).select_related("private").order_by("pk"):
        same = act.private is not None and _cells(secrets_queries.unseal_event(act.private).data) == _cells_kept(act)
        yield compare_values(act.seq, "a secret act", True, same)
