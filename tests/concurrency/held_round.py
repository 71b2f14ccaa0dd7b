"""A process that closes a round of the Senate and stands still in the middle of it, until it is killed.

Run by `test_quorum_killed`: `python -m tests.concurrency.held_round <game id> <number of the Episode>`.
"""

from __future__ import annotations

import signal
import sys
from unittest.mock import patch

import django


def hold(*given: object, **more: object) -> None:
    """Say that record, Senate and event are written, and neither the next round nor the end; then wait for it."""
    print("holding", flush=True)
    signal.pause()


def main() -> None:
    django.setup()
    from dynasties.quorum.rounds import actions as closing

    game_id, number = map(int, sys.argv[1:])
    with patch.multiple(closing, _begin_round=hold, _end_episode=hold):
        closing.close_if_due(game_id=game_id, number=number)
    print("done", flush=True)


if __name__ == "__main__":
    main()
