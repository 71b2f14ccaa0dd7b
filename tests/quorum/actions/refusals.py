"""What an act in the Senate was refused for, or not understood at."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nomic.core.decision import Invalid, Refused


def refused(act: Callable[[], object]) -> list[str]:
    """The codes of an act's refusal. Fails if it is done."""
    with pytest.raises(Refused) as told:
        act()
    return [each.code for each in told.value.reasons]


def unreadable(act: Callable[[], object]) -> tuple[str, str]:
    """Path and code of what is not understood. Fails if it is."""
    with pytest.raises(Invalid) as told:
        act()
    return told.value.path, told.value.code
