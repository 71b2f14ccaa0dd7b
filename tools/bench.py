"""`make bench`: how quick pages, the Clerk's sweep, the referee, ballots, the map of spies and the Senate are here.

Writes nothing that stays.

`python -m tools.bench [pages] [sweep] [referee] [dice] [ballot] [spy] [quorum]` measures what is named, or everything.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path


def main(names: list[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server and the folder go then, too
    with tempfile.TemporaryDirectory(prefix="nomic-bench-") as folder:
        _set_up(Path(folder))
        measures = _measures()
        if unknown := set(names) - set(measures):
            print(f"There is no measure called {', '.join(sorted(unknown))}; there are {', '.join(measures)}.")
            return 2
        for name in names or measures:
            measures[name]()
    return 0


def _set_up(folder: Path) -> None:
    """A database file of the bench's own, in a folder that goes when the bench is over."""
    for variable in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(variable, None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "nomic.settings.local",
        "NOMIC_DATA_DIR": str(folder),
        "LOG_LEVEL": "WARNING",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _measures() -> Mapping[str, Callable[[], None]]:
    # These need Django set up.
    from tools import bench_ballot, bench_dice, bench_pages, bench_quorum, bench_referee, bench_spy, bench_sweep

    return {
        "sweep": bench_sweep.measure,
        "referee": bench_referee.measure,
        "dice": bench_dice.measure,
        "ballot": bench_ballot.measure,
        "spy": bench_spy.measure,
        "quorum": bench_quorum.measure,
        "pages": bench_pages.measure,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
