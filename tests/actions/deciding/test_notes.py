"""The note under a verdict stands whole, or is not taken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from nomic.core.decision import Invalid
from nomic.core.log.models import Event
from proposals.deciding import actions as deciding_actions
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.openings import laid


@pytest.fixture
def table(db: None) -> Iterator[Table]:
    """#1 may be enacted, and #2, once #1 is out of its way, may be failed."""
    with time_machine.travel("2026-01-05T12:00:00Z", tick=False) as clock:
        table = laid("Lulu", "Raven", "Sam")
        table.propose("Lulu", "Gone", [table.repeal("Dice")])
        table.propose("Raven", "No", [table.repeal("Dice")])
        table.vote("Raven", 1)
        table.vote("Sam", 1)
        table.vote("Kevan", 2, Vote.VETO)
        clock.shift(12 * 3600)
        yield table


def note(table: Table, number: int) -> tuple[str, object]:
    event = Event.objects.filter(game=table.game, subject=f"post:{number}", data__has_key="note").order_by("seq").last()
    assert event is not None
    return table.notes(number)[-1], event.data.get("note")


def test_a_note_of_two_thousand_characters_stands_and_one_more_enacts_nothing(table: Table) -> None:
    with pytest.raises(Invalid) as caught:
        table.enact("Kevan", 1, note="x" * 2001)
    before = table.status(1)
    table.enact("Kevan", 1, note="x" * 2000)

    assert (caught.value.path, caught.value.code) == ("note", "too-long")
    assert before == "pending"
    assert note(table, 1) == ("x" * 2000, "x" * 2000)


def test_a_note_that_is_too_long_fails_nothing(table: Table) -> None:
    table.enact("Kevan", 1)
    kevan = {"actor_id": table.agent("Kevan").pk, "game_id": table.game.pk, "number": 2}

    with pytest.raises(Invalid) as caught:
        deciding_actions.fail_matter(**kevan, note="x" * 2001)
    before = table.status(2)
    deciding_actions.fail_matter(**kevan, note="x" * 2000)

    assert (caught.value.path, caught.value.code) == ("note", "too-long")
    assert before == "pending"
    assert note(table, 2) == ("x" * 2000, "x" * 2000)
