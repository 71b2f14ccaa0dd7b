"""Every column in which anything sealed is kept, of whichever app, and which of it the first key does not open.

A column that is called `sealed` is one; a model with others names them in `SEALED`. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cryptography.fernet import InvalidToken
from django.apps import apps
from django.db.models import Model

from nomic.core import vault

NAME = "sealed"
BATCH = 200  # rows read, and locked, at once


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """One column of one table."""

    model: type[Model]
    name: str

    def __str__(self) -> str:
        return f"{self.model._meta.label_lower}.{self.name}"

    def filled(self, after: object = None) -> Any:
        """Key and sealed value of every row that has one, beyond a key, in the order of the keys."""
        rows = self.model._default_manager.exclude(**{self.name: ""}).order_by("pk")
        return (rows if after is None else rows.filter(pk__gt=after)).values_list("pk", self.name)


@dataclass(frozen=True, slots=True)
class Behind:
    """How many rows of a column there are, how many need a key that is not the first, how many none of ours opens."""

    column: SealedColumn
    rows: int
    old: int
    lost: int


def sealed_columns() -> list[SealedColumn]:
    """All of them, by app and table."""
    return [SealedColumn(model, name) for model in apps.get_models() for name in _names(model)]


def _names(model: type[Model]) -> Iterator[str]:
    if any(each.name == NAME for each in model._meta.concrete_fields):
        yield NAME
    yield from getattr(model, "SEALED", ())


def behind() -> list[Behind]:
    """What of every column still needs the old keys."""
    return [_behind(each) for each in sealed_columns()]


def _behind(column: SealedColumn) -> Behind:
    rows = old = lost = 0
    for _, sealed in column.filled().iterator():
        rows += 1
        if not vault.is_newly_sealed(sealed):
            old, lost = (old + 1, lost) if _opens(sealed) else (old, lost + 1)
    return Behind(column, rows, old, lost)


def _opens(sealed: str) -> bool:
    try:
        vault.unseal(sealed)
    except InvalidToken:
        return False
    return True
