"""Run a command that ends when its parent ends, however the parent ends: `python -m nomic.management.tether PID CMD…`.

The kernel is asked to send TERM on the parent's death, and then this process becomes the command. Only the standard
library, so that it costs a child no more than a blink. Elsewhere than on Linux the command merely runs.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def command(*argv: str) -> list[str]:
    """The argument list that runs `argv` tethered to this process."""
    return [sys.executable, "-m", "nomic.management.tether", str(os.getpid()), *argv]


def tie_to(parent: int) -> None:
    """Ask for TERM when the parent dies; one that is dead already sends none, so look."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        raise SystemExit(1)


if __name__ == "__main__":
    tie_to(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
