"""What tests of rule texts share."""

from __future__ import annotations

import pytest

from nomic.catalogue import CATALOGUE
from nomic.core.mechanics.decision import Invalid
from rulesets.mechanics.text import check

TIMEOUT = "[48 hours](dial:enactment.timeout)"


def refusal_of(text: str) -> Invalid:
    with pytest.raises(Invalid) as refusal:
        check(text, CATALOGUE)
    assert refusal.value.path == "text"
    return refusal.value
