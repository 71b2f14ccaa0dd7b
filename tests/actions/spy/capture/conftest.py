"""The table at which Agents capture one another, and dice that fall as a test wants them."""

from __future__ import annotations

import pytest

from nomic.core.dice import actions as dice_actions
from nomic.core.dice.rules import dice_faces
from tests.actions.spy.capture.reading import Loaded
from tests.spying import SpyTable


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """The die of a hundred sides shows what the test says; all others fall."""

    def load(face: int) -> None:
        monkeypatch.setattr(
            dice_actions,
            "dice_faces",
            lambda seed, seq, nonce, count, sides: (
                (face,) if sides == 100 else dice_faces(seed, seq, nonce, count, sides)
            ),
        )

    return load


@pytest.fixture
def table(table: SpyTable) -> SpyTable:
    """Lulu of the World and Raven of the Mastermind, both in Paris; Josh, of nobody yet, in Warsaw."""
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "PAR", affiliation="Mastermind")
    table.put("Josh", "WAR")
    return table
