"""`manage.py clerk` by itself: no Redis, nobody signed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from nomic.core.games.models import AgentState
from proposals.kinds.proposal.dials import ENACTMENT_TIMEOUT
from tests import clerking

CLERK = ("manage.py", "clerk")


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_the_clerk_sweeps_as_soon_as_it_starts(tmp_path: Path) -> None:
    won, lost = clerking.enactable("won"), clerking.failable("lost")
    timeout = won.law[ENACTMENT_TIMEOUT]

    with clerking.running(CLERK, tmp_path, NOMIC_SWEEP_SECONDS="3600"):
        clerking.until(lambda: won.status(1) == "enacted" and lost.status(1) == "failed", tmp_path)
        clerking.until(lambda: won.agent("Zack").state == AgentState.IDLE, tmp_path)

    assert clerking.resolver(won) is None
    assert clerking.resolver(lost) is None
    assert won.law[ENACTMENT_TIMEOUT] != timeout
    assert won.agent("Josh").state == AgentState.ACTIVE


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_the_clerk_sweeps_again_and_again_and_leaves_an_admin_the_grace(tmp_path: Path) -> None:
    first, later, waiting = clerking.enactable("first"), clerking.undecided("later"), clerking.graced("waiting")

    with clerking.running(CLERK, tmp_path, NOMIC_SWEEP_SECONDS="0.3"):
        clerking.until(lambda: first.status(1) == "enacted", tmp_path)
        clerking.veto(later)
        clerking.until(lambda: later.status(1) == "failed", tmp_path)
        seen = waiting.status(1)
        waiting.enact("Kevan", 1)

    assert seen == "pending"
    assert waiting.status(1) == "enacted"
    assert clerking.resolver(waiting) == "Kevan"
