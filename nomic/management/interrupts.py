"""Ctrl-C that comes through, whatever is being done when it is pressed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

AGAIN = 1.0  # seconds


def taken() -> None:
    """The interrupt has been taken for what it is, and the process ends well.

    CPython notes an interrupt that comes out of code given as text, as dataclasses make their methods from, and ends by
    the signal afterwards, whoever has caught it since; the note goes when such code is run once more.
    """
    exec("")


@contextmanager
def insistent(again: float = AGAIN) -> Iterator[None]:
    """Inside, an interrupt is raised anew every so many seconds until it has come out. For the main thread alone.

    Python drops an exception that arises in a callback, such as importing and the garbage collector make: an interrupt
    that happens to fall there would be lost. Elsewhere it makes another error of it (`__set_name__`). So whatever comes
    out once somebody has interrupted is the interrupt.
    """
    pressed: list[int] = []

    def begin(number: int, frame: FrameType | None) -> NoReturn:
        pressed.append(number)
        signal.setitimer(signal.ITIMER_REAL, again, again)
        raise KeyboardInterrupt

    def insist(number: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, begin), signal.signal(signal.SIGALRM, insist)
    try:
        yield
    except Exception as error:
        if pressed:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGINT, before[0])
        signal.signal(signal.SIGALRM, before[1])
