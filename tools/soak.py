"""`make soak`: the drills on servers once, then all that tests try at random, round after round from other seeds, until
the time is over or one fails.

`make test` holds the short form of each, from seeds that are written down. A seed that fails is printed with the
command that plays it once more. (`python -m tools.soak MINUTES`)
"""

from __future__ import annotations

import os
import random
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-m")
DRILLS = (*PYTEST, "(drill or hypothesis) and not browser and not servers")
ON_SERVERS = (sys.executable, "-m", "tools.with_services", "--", *PYTEST, "drill and servers", "tests/servers")


def main(argv: list[str]) -> int:
    until = time.monotonic() + 60 * float(argv[0])
    drills: tuple[str, ...] = ON_SERVERS
    while time.monotonic() < until:
        seed = random.randrange(10**9)
        command = [*drills, f"--soak={seed}", f"--hypothesis-seed={seed}"]
        drills = DRILLS
        print(f"\n=== {shlex.join(command)}", flush=True)
        if code := subprocess.call(
            command, cwd=ROOT, env=os.environ | {"DJANGO_SETTINGS_MODULE": "nomic.settings.test"}
        ):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
