"""How the tables are emptied after a test that commits: row by row, of which there are few.

Django would have each table made anew, and what it keeps of models and permissions written once more: forty times as
long on PostgreSQL.
"""

from __future__ import annotations

from functools import cache

from django.db import connection, transaction

OF_DJANGO = {"django_content_type", "auth_permission"}  # which no test changes


def empty_tables(*_: object) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@cache
def _tables() -> list[str]:
    found = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [table for table in found if table not in OF_DJANGO]
