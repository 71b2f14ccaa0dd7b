"""Child processes that live and die together under one foreground process, and Ctrl-C that always comes through."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, Self

from nomic.management import tether

ASKED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
BLINK = 0.05  # seconds between two looks at the children


class Children:
    """Start children, watch them, and leave none behind. Whoever asks this process to end, ends them all.

    Each child has a session of its own: Ctrl-C reaches the whole foreground group, and a worker that gets it twice
    drops its work instead of finishing it.
    """

    def __init__(self, patience: float = 10.0) -> None:
        self.patience = patience  # seconds a child has to finish what it is doing
        self.asked = False
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        self._before = {each: signal.signal(each, self._ask) for each in ASKED}
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        for each, handler in self._before.items():
            signal.signal(each, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.asked = True

    def start(self, name: str, argv: Iterable[str], pass_fds: tuple[int, ...] = ()) -> None:
        self._running[name] = subprocess.Popen(
            tether.command(*argv), stdin=subprocess.DEVNULL, start_new_session=True, pass_fds=pass_fds
        )

    def wait(self) -> str:
        """Block until somebody asks for the end ("") or a child has ended by itself (its name)."""
        while not self.asked:
            for name, child in self._running.items():
                if child.poll() is not None:
                    return name
            time.sleep(BLINK)
        return ""

    def stop(self) -> None:
        """Ask every child to finish; kill what has not within the patience."""
        self._send(signal.SIGTERM)
        deadline = time.monotonic() + self.patience
        while self._alive() and time.monotonic() < deadline:
            time.sleep(BLINK)
        self._send(signal.SIGKILL, to=os.killpg)

    def _alive(self) -> list[subprocess.Popen[bytes]]:
        return [child for child in self._running.values() if child.poll() is None]

    def _send(self, number: int, to: Callable[[int, int], None] = os.kill) -> None:
        for child in self._alive():
            to(child.pid, number)
            if number == signal.SIGKILL:
                child.wait()


# Ctrl-C that comes through, whatever is being done when it is pressed.

AGAIN = 1.0  # seconds


def acknowledge_interrupt() -> None:
    """The interrupt has been taken for what it is, and the process ends well.

    CPython notes an interrupt that comes out of code given as text, as dataclasses make their methods from, and ends by
    the signal afterwards, whoever has caught it since; the note goes when such code is run once more.
    """
    exec("")


@contextmanager
def insist_on_interrupts(again: float = AGAIN) -> Iterator[None]:
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
