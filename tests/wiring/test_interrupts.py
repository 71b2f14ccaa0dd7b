"""Ctrl-C comes through, also where Python would drop it."""

from __future__ import annotations

import signal
from threading import Event

import pytest

from nomic.management.interrupts import insistent

BOUND = 30  # seconds


class Leaving:
    """Presses Ctrl-C as it goes, where no exception can leave."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def press_in_a_callback(passed: list[str]) -> None:
    with insistent(again=0.05):
        Leaving()
        passed.append("it was dropped")
        Event().wait(BOUND)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_falls_into_a_callback_is_raised_again() -> None:
    passed: list[str] = []

    with pytest.raises(KeyboardInterrupt):
        press_in_a_callback(passed)

    assert passed == ["it was dropped"]


def test_an_interrupt_is_raised_at_once_and_afterwards_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM)

    with pytest.raises(KeyboardInterrupt), insistent():
        signal.raise_signal(signal.SIGINT)

    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM)) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
