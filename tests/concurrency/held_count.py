"""A process that counts a ballot and stands still in the middle of it, until it is killed.

Run by `test_ballots_killed`: `python -m tests.concurrency.held_count <game id> <number that does not finish passing>`.
"""

from __future__ import annotations

import signal
import sys
from typing import Any
from unittest.mock import patch

import django


def main() -> None:
    django.setup()
    from proposals.bnomic.ballot import actions as counting
    from proposals.bnomic.clock import actions as striking

    game_id, number = map(int, sys.argv[1:])
    make = counting._make_changes

    def hold(the_floor: Any, row: Any, *more: Any) -> None:
        """Say that the count is written, and what comes before this Proposal has passed; then wait for the end."""
        if row.number == number:
            print("holding", flush=True)
            signal.pause()
        make(the_floor, row, *more)

    with patch.object(counting, "_make_changes", hold):
        striking.run_clock(game_id=game_id)
    print("done", flush=True)


if __name__ == "__main__":
    main()
