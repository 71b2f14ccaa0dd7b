"""What tests of rule texts share."""

from __future__ import annotations

import pytest

from nomic.catalogue import CATALOGUE
from nomic.core.decision import Invalid
from rulesets.text.rules import check_text

TIMEOUT = "[48 hours](dial:enactment.timeout)"


def refusal_of(text: str) -> Invalid:
    with pytest.raises(Invalid) as refusal:
        check_text(text, CATALOGUE)
    assert refusal.value.path == "text"
    return refusal.value
