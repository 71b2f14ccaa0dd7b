"""What is read of a capture."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dynasties.spy.prison import queries as prison_queries
from dynasties.spy.theatre.models import Attempt
from dynasties.tracker.models import Update
from nomic.core.decision import Refused
from tests.spying import SpyTable

Loaded = Callable[[int], None]


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.reasons[0].code


def answer(attempt: Attempt) -> str:
    return prison_queries.unseal_attempt(attempt).answer


def newest(table: SpyTable) -> Update:
    return Update.objects.filter(game=table.made).latest("pk")
