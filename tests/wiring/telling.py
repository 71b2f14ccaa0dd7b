"""A demo that is told once for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import time_machine
from django.test import TestCase
from pytest_django.plugin import DjangoDbBlocker

from nomic.demo.playing import play
from nomic.demo.script import Script


@contextmanager
def told_once(script: Script, now: datetime, blocker: DjangoDbBlocker) -> Iterator[None]:
    """The demo as it is at `now`; what one test does to it is rolled back."""

    class Kept(TestCase):
        pass

    with time_machine.travel(now, tick=False), blocker.unblock():
        Kept.setUpClass()
        play(script)
        yield
        Kept.tearDownClass()
