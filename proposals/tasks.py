"""The Clerk's round: once a minute, whatever is due gets looked at, each in its own floor. (DESIGN section 4)"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

from celery import shared_task

from nomic.core import clock
from nomic.core.duties import actions as duties_actions, queries as duties_queries
from nomic.core.registry import registry
from nomic.core.roster import actions_activity as roster_actions_activity, queries as roster_queries
from nomic.core.secrets import actions as secrets_actions, queries as secrets_queries
from proposals.deciding import actions as deciding_actions, notify as deciding_notify, queries as deciding_queries

log = logging.getLogger(__name__)
Look: TypeAlias = "partial[Any]"
ROUNDS = 100  # a resolution makes the next in the queue due; what is left after so many waits for the next minute


@shared_task(name="proposals.tasks.sweep")
def sweep() -> int:
    """Look at everything due, in due order, until nothing is; answers how many looks that took.

    Harmless to run twice, late, or on two machines at once: each look is one act on the floor that asks anew. A look
    that breaks stops no other: the server's log says why, the game's log that it waits for an Admin.
    """
    looks, broken = 0, set[tuple[str, int]]()
    for _ in range(ROUNDS):
        due = [(key, look) for key, look in _due_looks() if key not in broken]
        if not due:
            break
        for key, look in due:
            looks += 1
            try:
                look()
            except Exception:
                log.exception("the Clerk could not look at %s %s", *key)
                broken.add(key)
                _report_failure(key, look)
    _send_reminders()
    return looks


def _send_reminders() -> None:
    """After what is due is done: tell whose vote is missing, and which Admins' hands are waited for."""
    for game_id in deciding_queries.games_to_remind(clock.now()):
        try:
            deciding_notify.send_reminders(game_id)
        except Exception:
            log.exception("the Clerk could not remind anybody in game %s", game_id)


def _report_failure(key: tuple[str, int], look: Look) -> None:
    if key[0] == "matter":
        deciding_actions.record_task_failure(**look.keywords)


def _due_looks() -> Iterator[tuple[tuple[str, int], Look]]:
    now = clock.now()
    for game_id in secrets_queries.days_due(now):
        yield ("day", game_id), partial(secrets_actions.look_again_at_day, game_id=game_id)
    for game_id, post_id in deciding_queries.due_matters(now):
        yield ("matter", post_id), partial(deciding_actions.check_matter, game_id=game_id, post_id=post_id)
    for game_id, agent_id in roster_queries.agents_due(now):
        yield (
            ("agent", agent_id),
            partial(roster_actions_activity.look_again_at_agent, game_id=game_id, agent_id=agent_id),
        )
    for game_id, number in duties_queries.duties_due(now):
        yield (
            (f"duty of game {game_id}", number),
            partial(duties_actions.look_again_at_duty, game_id=game_id, number=number),
        )
    for plugin in registry().plugins.values():
        yield from plugin.due(now)
