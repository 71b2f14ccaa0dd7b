"""What is read of an ascension."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import time_machine

from nomic.core.decision import Refused
from nomic.core.log.models import Event
from tests.casting import Table
from tests.openings import laid

START = datetime(2026, 1, 1, tzinfo=UTC)


def won(clock: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu")
    table.enact_rule("Gadgets", "An Agent may hold a Gadget, and 3 Gadgets at most.")
    table.enact_rule("Tickets", "Each Agent's Tickets are tracked. A Reagent is none.")
    table.win("Josh", clock)
    return table


def refused(call: Callable[..., object], *args: object, **more: object) -> list[str]:
    with pytest.raises(Refused) as error:
        call(*args, **more)
    return sorted(reason.code for reason in error.value.reasons)


def kinds_after(table: Table, seq: int) -> list[str]:
    return list(Event.objects.filter(game=table.made, seq__gt=seq).order_by("seq").values_list("kind", flat=True))
