"""A database whose tables the migrations have made, as they are made for whoever plays."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.wiring.serving import ROOT


def migrate(url: str) -> None:
    """Run the command on the database of this `DATABASE_URL`."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "nomic.settings.test", "DATABASE_URL": url}
    subprocess.run(command, cwd=ROOT, env=env, check=True)
