"""Thousands of Episodes among scripts, in chunks, on all cores of this machine.

What comes out hangs on the plan alone, and not on who plays which chunk, or when.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from dynasties.quorum.programs.rules import (
    BenchPlan,
    BenchTally,
    PlayedEpisode,
    play_episode,
    tally_episode,
    total_tally,
)
from dynasties.quorum.replay.rules import ReplaySource, build_replay, replay_bytes

ROUNDS = 2_000  # in a chunk: a second or less of one core


class Chunk(NamedTuple):
    """Episodes of a plan, by number: so many (`size`) from `first` on."""

    first: int
    size: int

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.size)


def largest_chunk(plan: BenchPlan) -> int:
    """How many Episodes are in a chunk, at most."""
    return max(1, ROUNDS // plan.config.rounds)


def chunks(plan: BenchPlan, episodes: int) -> list[Chunk]:
    """So many Episodes, cut into pieces that one core plays in about a second."""
    size = largest_chunk(plan)
    return [Chunk(first, min(size, episodes - first)) for first in range(0, episodes, size)]


def count_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def by_processes(plan: BenchPlan, episodes: int, jobs: int, folder: Path | None = None) -> Iterator[BenchTally]:
    """Play them on so many cores; answers with the tally of each chunk. With a `folder`, each leaves its replay there.

    Raises `OSError` where a replay cannot be written.
    """
    work = partial(play_chunk, plan, folder=folder)
    if jobs == 1:
        yield from map(work, chunks(plan, episodes))
        return
    # Started afresh: a copy of this process would have its connections, too.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start_worker) as pool:
        yield from pool.map(work, chunks(plan, episodes))


def _start_worker() -> None:
    """How a process that plays begins: Ctrl-C is for the one that asked, and without that one nobody is played for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_who_asked, daemon=True).start()


def _end_with_who_asked() -> None:
    if (asked := parent_process()) is not None:
        asked.join()
        os._exit(1)  # from a thread nothing else ends a process


def play_chunk(plan: BenchPlan, chunk: Chunk, folder: Path | None = None) -> BenchTally:
    """Play these Episodes and add up what came of them."""
    return total_tally([_tally_and_keep(plan, number, play_episode(plan, number), folder) for number in chunk.numbers])


def file_of(number: int) -> str:
    """What the replay of an Episode is called."""
    return f"episode-{number:06d}.json"


def _tally_and_keep(plan: BenchPlan, number: int, played: PlayedEpisode, folder: Path | None) -> BenchTally:
    if folder is not None:
        (folder / file_of(number)).write_bytes(replay_bytes(_replay_json(plan, played)))
    return tally_episode(played)


def _replay_json(plan: BenchPlan, played: PlayedEpisode) -> dict[str, object]:
    # Who asked for the run knows its seed: a salt would keep it from nobody.
    seats = [{"name": f"Seat {seat}", "kind": "script", "script": name} for seat, name in enumerate(played.bench)]
    return build_replay(ReplaySource(plan.config, played.episode.seed, "", list(seats), played.decisions))
