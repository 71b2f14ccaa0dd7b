"""How long something takes the processor, told in a line: what the benches of pure mechanics have in common."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from statistics import median


def report_times(name: str, acts: Iterable[Callable[[], object]], places: int = 1) -> float:
    """Print and return the median of the acts in milliseconds of the processor, with the worst beside it.

    `places`: decimals that are printed.
    """
    spent = sorted(_milliseconds(act) for act in acts)
    print(f"  {name}: {median(spent):.{places}f} ms, at worst {spent[-1]:.{places}f} ms")
    return median(spent)


def _milliseconds(act: Callable[[], object]) -> float:
    started = time.process_time()
    act()
    return (time.process_time() - started) * 1000
