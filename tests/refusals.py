"""Why something was refused, in codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nomic.core.decision import Refused


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [each.code for each in caught.value.reasons]


def why(act: Callable[..., object], *args: Any, **more: Any) -> list[str]:
    """Why an act is refused, which it must be."""
    with pytest.raises(Refused) as caught:
        act(*args, **more)
    return codes(caught)
