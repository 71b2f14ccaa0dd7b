"""A process that enacts a Proposal and stands still in the middle of it, holding the floor, until it is killed.

Run by `test_floor`: `python -m tests.concurrency.held_floor <game id> <admin id> <post number>`.
"""

from __future__ import annotations

import signal
import sys
from dataclasses import replace

import django


def hold(*given: object) -> None:
    """Say that rules, log and snapshot are written and not yet committed; then wait for the end."""
    print("holding", flush=True)
    signal.pause()


def main() -> None:
    django.setup()
    from nomic.core.effects import LawChanged
    from nomic.core.registry import register, registry
    from proposals.deciding import actions as resolving

    holding = replace(registry(), handlers={LawChanged: (hold,)})
    register(lambda: holding)
    game_id, admin_id, number = map(int, sys.argv[1:])
    resolving.enact_matter(actor_id=admin_id, game_id=game_id, number=number)
    print("done", flush=True)


if __name__ == "__main__":
    main()
