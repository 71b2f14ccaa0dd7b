"""The product with a database of its own in which the demo games are told: its tables, its commands, its clock.

Import this after Django is set up.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from hashlib import sha256
from typing import Any

import celery
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import connection, transaction

from tools.answers.chance import CHANCE

# Django's own bookkeeping: in what order which code was installed, and the names of models. And who is signed in.
NOT_OURS = {"django_content_type", "django_migrations", "auth_permission", "django_session", "sqlite_sequence"}
NUMBERED = {"core_event": "seq", "core_privateevent": "n"}  # what a game's events are numbered by
INSERT = re.compile(r'INSERT INTO "(\w+)" \(([^)]*)\)')
SEALED = "gAAAAA"  # how whatever Fernet encrypted begins
ROUNDS = ("proposals.tasks.sweep", "nomic.core.tasks.post_mail")
COMMANDS = (
    ("dials",),
    ("dials", "--json"),
    ("verify_log",),
    ("recount",),
    ("rotate_keys", "--check"),
    ("verify_log", "--game", "nowhere"),
    ("check",),
    ("makemigrations", "--check", "--dry-run"),
)
THEIRS = ("django.", "whitenoise.", "allauth")


def tell_demo_games() -> str:
    """Make the tables and play the demo games; answers what the command said."""
    connection.execute_wrappers.append(_follow_events)
    call_command("migrate", verbosity=0, interactive=False)
    CHANCE.begin_streams("the demo")
    return run_command("seed_demo")


def _follow_events(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """Chance begins anew with each event of a game, so that one act's does not hang on that of the acts before."""
    if sql.startswith("INSERT") and (found := INSERT.match(sql)) and found[1] in NUMBERED:
        names = found[2].replace('"', "").split(", ")
        CHANCE.mark_place(f"{found[1]} {params[names.index('game_id')]} {params[names.index(NUMBERED[found[1]])]}")
    return execute(sql, params, many, context)


@contextmanager
def rollback_after() -> Iterator[None]:
    """Whatever is written meanwhile has never been."""
    block = transaction.atomic()
    setattr(block, "_from_testcase", True)  # noqa: B010 - as in Django's own tests: acts may be durable within it
    with block:
        yield
        transaction.set_rollback(True)


def run_command(*words: str) -> str:
    """What a management command prints, and how it ends."""
    out, ended = io.StringIO(), "0"
    try:
        with redirect_stdout(out):
            call_command(*words, stdout=out, stderr=out, no_color=True)
    except CommandError as error:
        ended = f"refused: {error}"
    except SystemExit as error:
        ended = str(error.code)
    return f"{out.getvalue()}\nended: {ended}\n"


def command_answers() -> dict[str, str]:
    """What the commands say that look at all games, and what each command of ours says of itself."""
    said = {" ".join(words): run_command(*words) for words in COMMANDS}
    for name, app in sorted(get_commands().items()):
        if isinstance(app, str) and not app.startswith(THEIRS):
            said[f"{name} --help"] = load_command_class(app, name).create_parser("manage.py", name).format_help()
    return said


def static_answers() -> dict[str, str]:
    """The digest of every static file, by its address."""
    found: dict[str, str] = {}
    for finder in get_finders():
        for path, storage in finder.list([]):
            with storage.open(path) as file:
                found.setdefault(path, sha256(file.read()).hexdigest())
    return dict(sorted(found.items()))


def run_rounds() -> str:
    """The Clerk's round and the post's, once each; answers what they say."""
    celery.current_app.loader.import_default_modules()
    return ", ".join(f"{name}: {celery.current_app.tasks[name]()}" for name in ROUNDS)


def fetch_rows(sql: str, *values: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def run_sql(sql: str) -> None:
    """Change rows behind the product's back: what no page of a demo lets anybody do."""
    with connection.cursor() as cursor:
        cursor.execute(sql)


def games_of(name: str) -> list[str]:
    """The games in which somebody is, or waits to be."""
    found = fetch_rows(
        "SELECT slug FROM core_game WHERE id IN ("
        "SELECT game_id FROM core_agent JOIN core_account a ON a.id = account_id WHERE username = %s UNION "
        "SELECT game_id FROM core_application JOIN core_account a ON a.id = account_id WHERE username = %s"
        ") ORDER BY id",
        name,
        name,
    )
    return [slug for (slug,) in found]


def table_names() -> list[str]:
    """Every table that holds something of ours."""
    names = fetch_rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in names if name not in NOT_OURS]


def schema_answers() -> dict[str, str]:
    """How every table and index is declared."""
    found = fetch_rows("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
    return {f"{kind} {name}": sql.replace(", ", ",\n").replace(" (", " (\n", 1) for kind, name, sql in found}


def last_rows() -> dict[str, int]:
    """The number of the newest row of each table that has had any."""
    return dict(fetch_rows("SELECT name, seq FROM sqlite_sequence ORDER BY name"))


def row_answers(table: str, after: int = 0) -> dict[str, str]:
    """The rows of a table that are newer than `after`, a line for each column; what is sealed is opened."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT rowid, * FROM "{table}" WHERE rowid > %s ORDER BY rowid', [after])
        names = [column[0] for column in cursor.description][1:]
        rows = cursor.fetchall()
    return {
        f"{table} {number}": "\n".join(f"{name}: {_open_sealed(value)}" for name, value in zip(names, row, strict=True))
        for number, *row in rows
    }


def new_rows(before: Mapping[str, int]) -> str:
    """Every row that was added since `last_rows` said so."""
    grown = [name for name, last in last_rows().items() if last > before.get(name, 0) and name not in NOT_OURS]
    found = [each for name in grown for each in row_answers(name, before.get(name, 0)).items()]
    return "\n\n".join(f"{name}\n{row}" for name, row in found)


def _open_sealed(value: object) -> object:
    if not (isinstance(value, str) and value.startswith(SEALED)):
        return value
    keys = MultiFernet([Fernet(key) for key in settings.NOMIC_VAULT_KEYS])
    return f"sealed {keys.decrypt(value.encode()).decode().rstrip()}"
