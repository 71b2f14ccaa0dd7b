"""What is read of a capture."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dynasties.models import Update
from dynasties.spy.models import Attempt
from dynasties.spy.queries import attempts
from nomic.core.mechanics.decision import Refused
from tests.spying import SpyTable

Loaded = Callable[[int], None]


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.reasons[0].code


def answer(attempt: Attempt) -> str:
    return attempts.read(attempt).answer


def newest(table: SpyTable) -> Update:
    return Update.objects.filter(game=table.made).latest("pk")
