"""Ctrl-C comes through, also where Python would drop it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from nomic.management.processes import insist_on_interrupts

ROOT = Path(__file__).resolve().parents[2]
BOUND = 30  # seconds


class Leaving:
    """Presses Ctrl-C as it goes, where no exception can leave."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def press_in_a_callback(passed: list[str]) -> None:
    with insist_on_interrupts(again=0.05):
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

    with pytest.raises(KeyboardInterrupt), insist_on_interrupts():
        signal.raise_signal(signal.SIGINT)

    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM)) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


class Interrupted:
    """Presses Ctrl-C while a class is made, where Python makes another error of it."""

    def __set_name__(self, owner: type, name: str) -> None:
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_of_which_python_has_made_another_error_is_one() -> None:
    with pytest.raises(KeyboardInterrupt), insist_on_interrupts():
        type("Field", (), {"attribute": Interrupted()})


def test_an_error_without_an_interrupt_is_that_error() -> None:
    with pytest.raises(ZeroDivisionError), insist_on_interrupts():
        raise ZeroDivisionError


INTERRUPTED = """
from nomic.management.processes import acknowledge_interrupt, insist_on_interrupts
try:
    with insist_on_interrupts():
        exec("import signal; signal.raise_signal(signal.SIGINT)")
except KeyboardInterrupt:
    acknowledge_interrupt()
"""


def test_whoever_has_taken_an_interrupt_ends_well_though_it_came_out_of_code_given_as_text() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], cwd=ROOT, check=False)

    assert done.returncode == 0
