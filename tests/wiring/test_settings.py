"""What each way of running insists on before it starts."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from nomic.settings import base

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {
    "DJANGO_SETTINGS_MODULE": "nomic.settings.production",
    "NOMIC_VAULT_KEYS": "bm9ib2R5IHNlYWxzIHdpdGggdGhpcyBrZXkgZXZlciE=",
    "SECRET_KEY": "nobody signs with this: it only has to be long and to vary, 0123456789",
    "ALLOWED_HOSTS": "nomic.example.org",
}


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """One command in a process of its own, with nothing in its environment but what is given."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def manage(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run("manage.py", *command, **environment)


def test_production_passes_the_deployment_checks(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", NOMIC_DATA_DIR=str(tmp_path), **PUBLIC)

    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_production_refuses_the_demo(tmp_path: Path) -> None:
    done = manage("check", NOMIC_DATA_DIR=str(tmp_path), NOMIC_DEMO="true", **PUBLIC)

    assert done.returncode != 0
    assert "production settings refuse it" in done.stderr


@pytest.mark.parametrize("missing", ["SECRET_KEY", "NOMIC_VAULT_KEYS", "ALLOWED_HOSTS"])
def test_production_does_not_start_without_a_secret_and_its_hosts(tmp_path: Path, missing: str) -> None:
    given = {name: value for name, value in PUBLIC.items() if name != missing}

    done = manage("check", NOMIC_DATA_DIR=str(tmp_path), **given)

    assert done.returncode != 0
    assert missing in done.stderr


@pytest.mark.parametrize(
    "database", [{}, {"DATABASE_URL": "postgres://nomic@127.0.0.1:5432/nomic"}], ids=["file", "server"]
)
def test_in_production_the_data_folder_is_made_where_a_database_file_goes(
    tmp_path: Path, database: dict[str, str]
) -> None:
    data = tmp_path / "new" / "data"

    done = run("-c", "import nomic.settings.production", NOMIC_DATA_DIR=str(data), **database, **PUBLIC)

    assert done.returncode == 0, done.stderr
    assert data.is_dir() == (not database)


def test_behind_a_proxy_visitors_are_throttled_by_their_own_address(tmp_path: Path) -> None:
    asked = (
        "from allauth.account.adapter import get_adapter; from django.test import RequestFactory; "
        "request = RequestFactory().get('/', HTTP_X_FORWARDED_FOR='6.6.6.6, 192.0.2.7', REMOTE_ADDR='127.0.0.1'); "
        "print(get_adapter().get_client_ip(request))"
    )

    done = manage("shell", "-v0", "-c", asked, NOMIC_DATA_DIR=str(tmp_path), **PUBLIC)

    assert done.stdout.strip() == "192.0.2.7", done.stderr


def secret(folder: Path, **environment: str) -> str:
    told = "from django.conf import settings; print(settings.SECRET_KEY)"
    done = run("-c", told, DJANGO_SETTINGS_MODULE="nomic.settings.local", NOMIC_DATA_DIR=str(folder), **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_local_secret_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    first, second = secret(tmp_path / "data"), secret(tmp_path / "data")

    assert first == second
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "data" / "secret-key").stat().st_mode) == 0o600


def test_a_given_secret_is_not_written_down_and_its_data_folder_is_made(tmp_path: Path) -> None:
    given = secret(tmp_path / "data", SECRET_KEY="from the environment")

    assert given == "from the environment"
    assert (tmp_path / "data").is_dir()
    assert not (tmp_path / "data" / "secret-key").exists()


def test_sqlite_takes_its_write_lock_at_once_and_never_maps_its_file() -> None:
    chosen = base.database("sqlite:////srv/nomic.sqlite3")

    assert chosen["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in chosen["OPTIONS"]["init_command"]
    assert "mmap" not in chosen["OPTIONS"]["init_command"]
    assert chosen["CONN_MAX_AGE"] == 60


def test_postgresql_pools_its_connections_and_keeps_none_beside_the_pool() -> None:
    chosen = base.database("postgres://nomic@127.0.0.1:5432/nomic")

    assert chosen["ENGINE"] == "django.db.backends.postgresql"
    assert chosen["OPTIONS"]["pool"]["max_size"] >= 8
    assert chosen["OPTIONS"]["pool"]["timeout"] == 10
    assert chosen["CONN_MAX_AGE"] == 0


def test_how_long_a_page_waits_for_postgresql_is_the_operators_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOMIC_DATABASE_WAIT", "2.5")

    chosen = base.database("postgres://nomic@127.0.0.1:5432/nomic")

    assert chosen["OPTIONS"]["pool"]["timeout"] == 2.5


def test_no_request_holds_a_transaction_from_end_to_end() -> None:
    assert not base.database("sqlite:////srv/nomic.sqlite3").get("ATOMIC_REQUESTS")
    assert not base.database("postgres://nomic@127.0.0.1:5432/nomic").get("ATOMIC_REQUESTS")


def mail_goes(folder: Path, **environment: str) -> tuple[str, str]:
    told = "from django.conf import settings as s; print(s.EMAIL_BACKEND.split('.')[-2], s.EMAIL_FILE_PATH)"
    given = {"DJANGO_SETTINGS_MODULE": "nomic.settings.local", "NOMIC_DATA_DIR": str(folder)}
    done = run("-c", told, **given | environment)
    assert done.returncode == 0, done.stderr
    backend, _, path = done.stdout.strip().partition(" ")
    return backend, path


def test_mail_that_nobody_takes_is_written_to_files_in_the_data_folder(tmp_path: Path) -> None:
    assert mail_goes(tmp_path / "a folder") == ("filebased", str(tmp_path / "a folder" / "mail"))


def test_mail_goes_where_the_environment_says(tmp_path: Path) -> None:
    backend, _ = mail_goes(tmp_path, EMAIL_URL="smtp+tls://user:word@mail.example.org:587")

    assert backend == "smtp"
