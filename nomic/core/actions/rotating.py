"""Keys are changed: what older ones sealed is sealed anew with the first one. (DESIGN idea 5)

It runs beside everything else: no game's floor is taken, and a row that was written meanwhile stays as it was written,
for whoever wrote it used the first key already. Interrupted, it goes on where it stopped.
"""

from __future__ import annotations

from dataclasses import dataclass

from cryptography.fernet import InvalidToken
from django.db import transaction

from nomic.core import vault
from nomic.core.queries.sealed_columns import BATCH, SealedColumn, sealed_columns


@dataclass(frozen=True, slots=True)
class Rotated:
    """How many rows of a column there are, how many were sealed anew, how many no key of ours opens."""

    column: SealedColumn
    rows: int
    renewed: int
    lost: int


def rotate_keys(*, batch: int = BATCH) -> list[Rotated]:
    """Seal with the first key whatever only an older one opens. What no key opens is left as it is, and counted."""
    return [_rotated(each, batch) for each in sealed_columns()]


def _rotated(column: SealedColumn, batch: int) -> Rotated:
    done, last = Rotated(column, 0, 0, 0), None
    while True:
        with transaction.atomic(durable=True):
            rows = list(column.filled(last).select_for_update()[:batch])
            fates = [_renew(column, key, sealed) for key, sealed in rows]
        if not rows:
            return done
        last = rows[-1][0]
        done = Rotated(
            column, done.rows + len(rows), done.renewed + fates.count("renewed"), done.lost + fates.count("lost")
        )


def _renew(column: SealedColumn, key: object, sealed: str) -> str:
    """Step: one row, if it still holds what was read: SQLite locks no rows."""
    if vault.is_newly_sealed(sealed):
        return "new"
    try:
        anew = vault.reseal(sealed)
    except InvalidToken:
        return "lost"
    same = column.model._default_manager.filter(**{"pk": key, column.name: sealed})
    return "renewed" if same.update(**{column.name: anew}) else "changed"
