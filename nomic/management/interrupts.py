"""Ctrl-C that comes through, whatever is being done when it is pressed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

AGAIN = 1.0  # seconds


@contextmanager
def insistent(again: float = AGAIN) -> Iterator[None]:
    """Inside, an interrupt is raised anew every so many seconds until it has come out.

    Python drops an exception that arises in a callback, such as importing and the garbage collector make: an interrupt
    that happens to fall there would be lost. For the main thread alone.
    """

    def begin(number: int, frame: FrameType | None) -> NoReturn:
        signal.setitimer(signal.ITIMER_REAL, again, again)
        raise KeyboardInterrupt

    def insist(number: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, begin), signal.signal(signal.SIGALRM, insist)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGINT, before[0])
        signal.signal(signal.SIGALRM, before[1])
