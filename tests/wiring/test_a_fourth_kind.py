"""A kind of matter is added as a folder and a line for each of its halves: here Straw Polls, in `tests/straw_poll`.

They are played in a process of their own, for categories, tables and catalogue follow from the table of kinds when the
server starts.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from nomic.management import tether

ROOT = Path(__file__).resolve().parents[2]


def test_a_kind_is_one_folder_and_two_lines(tmp_path: Path) -> None:
    play = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--ds=tests.straw_poll.settings")

    done = subprocess.run(
        tether.command(sys.executable, *play, "tests/straw_poll/play.py"),
        cwd=ROOT,
        env={"NOMIC_DATA_DIR": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert re.search(r"^\d{2} passed in", done.stdout.splitlines()[-1]), done.stdout + done.stderr
