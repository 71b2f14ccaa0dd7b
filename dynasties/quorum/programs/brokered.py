"""Episodes among scripts, played by Celery's workers on as many machines as there are.

An app of its own, with a queue of its own: a long batch keeps no Clerk from what is due, and nothing else's results are
kept. A worker for it: `celery -A dynasties.quorum.programs.brokered worker`. Needs REDIS_URL.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

from celery import Celery
from celery.exceptions import CeleryError
from celery.result import AsyncResult
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from dynasties.quorum.programs.batches import Chunk, chunks, largest_chunk, play_chunk
from dynasties.quorum.programs.rules import BenchPlan, BenchTally, plan_json, read_plan, read_tally, tally_json
from nomic.core.input import Field

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.settings.local")

WAITING = 16  # chunks that are given out at once
EXPIRES = 600  # seconds after which nobody begins with a chunk any more
LOOK = 0.05  # seconds between two looks at who is done
TIME_LIMIT = 60  # seconds for a chunk
CONNECTING = 2  # seconds that the broker has to answer

app = Celery("quorum", set_as_current=False)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    result_backend=settings.REDIS_URL or None,
    result_expires=EXPIRES,
    task_ignore_result=False,
    task_default_queue="quorum",
    task_time_limit=TIME_LIMIT,
    worker_prefetch_multiplier=1,
    broker_connection_timeout=CONNECTING,
    redis_socket_connect_timeout=CONNECTING,
    redis_socket_timeout=5,
    result_backend_transport_options={"retry_policy": {"max_retries": 1, "timeout": 5.0}},
)


class Unplayed(Exception):
    """Nobody played it: in words, why."""


@app.task(name="dynasties.quorum.play")
def play(plan: dict[str, Any], first: int, count: int) -> dict[str, Any]:
    """Play a chunk of a plan; answers with its tally. Raises `Invalid` for a plan that is none, or for too much."""
    told = read_plan(Field(plan))
    if not 0 < count <= largest_chunk(told):
        raise Field(count, "count").invalid(f"must be from 1 to {largest_chunk(told)}")
    return tally_json(play_chunk(told, Chunk(first, count)))


def has_broker() -> bool:
    """Whether this server has a broker."""
    return bool(settings.REDIS_URL)


def by_workers(plan: BenchPlan, episodes: int, patience: float) -> Iterator[BenchTally]:
    """Let workers play them; answers with the tally of each chunk as it is done.

    Raises `Unplayed` when the broker cannot be reached, a chunk fails, or nothing at all was done for `patience`
    seconds, as without a worker.
    """
    try:
        with app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, timeout=CONNECTING)
        yield from _tallies_from_workers(plan, chunks(plan, episodes), patience)
    # The last of them is what Celery raises when it waits for results and their store is gone.
    except (OperationalError, RedisError, CeleryError, RuntimeError) as error:
        raise Unplayed(f"The broker does not answer ({type(error).__name__}).") from error


def _tallies_from_workers(plan: BenchPlan, left: list[Chunk], patience: float) -> Iterator[BenchTally]:
    left, waiting = left[::-1], list[AsyncResult]()
    heard = time.monotonic()
    while left or waiting:
        while left and len(waiting) < WAITING:
            waiting.append(_send_chunk(plan, left.pop()))
        done = [each for each in waiting if each.ready()]
        for each in done:
            waiting.remove(each)
            yield _read_result(each)
        if done:
            heard = time.monotonic()
        elif time.monotonic() - heard > patience:
            raise Unplayed(f"No worker has played anything for {patience:g} seconds.")
        else:
            time.sleep(LOOK)


def _send_chunk(plan: BenchPlan, chunk: Chunk) -> AsyncResult:
    return play.apply_async((plan_json(plan), *chunk), expires=EXPIRES, retry=False)


def _read_result(result: AsyncResult) -> BenchTally:
    answer = result.result
    result.forget()
    if isinstance(answer, Exception):
        raise Unplayed(f"A worker could not play a chunk: {answer}")
    return read_tally(answer)
