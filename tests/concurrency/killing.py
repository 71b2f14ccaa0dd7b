"""Another process that holds the floor in the middle of an act, and is killed there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).parents[2]


def killed_in(module: str, *words: object) -> None:
    """Let a module of this folder run with these words until it says that it is “holding”, and kill it there."""
    environment = os.environ | {"DATABASE_URL": _database_url(), "DJANGO_SETTINGS_MODULE": "nomic.settings.test"}
    command = [sys.executable, "-m", f"tests.concurrency.{module}", *map(str, words)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "holding\n"
        finally:
            process.send_signal(signal.SIGKILL)
        assert process.wait(10) == -signal.SIGKILL


def _database_url() -> str:
    """The test database, as another process reaches it."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    user, password, host, name = (
        quote(str(connection.settings_dict[key] or ""), safe="") for key in ("USER", "PASSWORD", "HOST", "NAME")
    )
    port = f":{connection.settings_dict['PORT']}" if connection.settings_dict["PORT"] else ""
    return f"postgresql://{user}:{password}@{host}{port}/{name}"
