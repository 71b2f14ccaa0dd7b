"""The tables at which the pages of a ballot are read."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.three import at_the_beginning, with_three_open, with_three_pending
from tests.openings import kept
from tests.reading import _read_without_layout as _read_without_layout


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    """Nday 1 of nweek 1, nine in the morning. Kevan is the Administrator."""
    time_machine.move_to(MIDNIGHT, tick=False)
    return kept(at_the_beginning, time_machine)


@pytest.fixture
def pending(time_machine: Traveller) -> BallotTable:
    """Cats; Dogs, against Cats; and Kittens, which need Cats and enact a rule of the same name."""
    time_machine.move_to(MIDNIGHT, tick=False)
    return kept(with_three_pending, time_machine)


@pytest.fixture
def opened(time_machine: Traveller) -> BallotTable:
    """The same on nday 9."""
    time_machine.move_to(MIDNIGHT, tick=False)
    return kept(with_three_open, time_machine)
