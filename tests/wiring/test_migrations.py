"""The tests' tables are made from the models; this holds that the migrations make the same ones, on either engine."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.clerking import database_url
from tests.wiring.migrating import migrate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

BESIDE = "migrated"
# The table in which it is kept which migrations there were: no model has it. And a number of Django's own, which is as
# long as its app says if a model makes the table, and as our settings say if a migration does.
OF_DJANGO = ("django_migrations", "auth_group_permissions.id")
SQLITE = ("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL",)
POSTGRESQL = (
    """SELECT 'column', table_name || '.' || column_name, concat_ws(' ', data_type, character_maximum_length,
              numeric_precision, is_nullable, column_default, identity_generation, collation_name)
         FROM information_schema.columns WHERE table_schema = 'public'""",
    """SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
    "SELECT 'index', tablename || '.' || indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
)
Described = dict[tuple[str, str], object]


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[str]:
    """The `DATABASE_URL` of an empty database beside that of the tests."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / BESIDE}"
        return
    with psycopg.connect(database_url(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {BESIDE}")
        yield database_url().rpartition("/")[0] + f"/{BESIDE}"
        server.execute(f"DROP DATABASE {BESIDE}")


def test_the_migrations_make_the_tables_of_the_models(empty: str) -> None:
    migrate(empty)

    migrated, modelled = described(empty), described(database_url())

    assert {name: text for name, text in migrated.items() if modelled.get(name) != text} == {}
    assert modelled.keys() == migrated.keys()
    assert len(migrated) > 100


def described(url: str) -> Described:
    """Every table or column, index and constraint by name, with all that the engine knows of it but columns' order."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            found = rows(file.execute(query).fetchall() for query in SQLITE)
        return {key: parts(text) if key[0] == "table" else text for key, text in found.items()}
    with psycopg.connect(url) as server:
        return rows(server.execute(query).fetchall() for query in POSTGRESQL)


def rows(answers: Iterator[list[tuple[str, str, str]]]) -> Described:
    return {(kind, name): text for answer in answers for kind, name, text in answer if not name.startswith(OF_DJANGO)}


def parts(created: object) -> list[str]:
    """What stands between the commas of a `CREATE TABLE`, brackets kept together, in no order."""
    body = str(created).partition("(")[2].rpartition(")")[0]
    depth, pieces = 0, [""]
    for piece in re.split(r"([(),])", body):
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if piece == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += piece
    return sorted(piece.strip() for piece in pieces)
