"""Run a command beside a PostgreSQL and a Redis of its own: `python -m tools.with_services -- pytest …`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests import services


def main(argv: list[str]) -> int:
    """The command's own exit status; `DATABASE_URL` and `REDIS_URL` point it to the servers."""
    command = argv[1:] if argv[:1] == ["--"] else argv
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the servers are stopped then, too
    with services.postgresql() as database, services.redis() as broker:
        return subprocess.call(command, env=os.environ | {"DATABASE_URL": database, "REDIS_URL": broker})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
