"""Why something was refused or not understood, in codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from nomic.core.decision import Invalid, Refused


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [each.code for each in caught.value.reasons]


def why(act: Callable[..., object], *args: Any, **more: Any) -> list[str]:
    """Why an act is refused, which it must be."""
    with pytest.raises(Refused) as caught:
        act(*args, **more)
    return codes(caught)


def unreadable(act: Callable[[], object]) -> tuple[str, str]:
    """Path and code of what is not understood. Fails if it is."""
    with pytest.raises(Invalid) as caught:
        act()
    return caught.value.path, caught.value.code


def refusals_among(answers: Iterable[object]) -> list[str]:
    """The codes of the refusals among the answers."""
    return [each.code for answer in answers if isinstance(answer, Refused) for each in answer.reasons]
