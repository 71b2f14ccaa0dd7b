"""What a report of foul play rests on, and whose eyes it is for. (Rule Agents: one person, one Agent)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

ACCUSING = frozenset({"remove-agent", "bar-agent"})  # the kinds of change that only foul play gives cause for


def accused(changes: Iterable[Mapping[str, Any]]) -> frozenset[int]:
    """The ids of the Agents whom a change list (JSON form) would remove or bar."""
    return frozenset(each["agent"] for each in changes if each.get("kind") in ACCUSING)


def may_see_evidence(
    *, reader: int | None, is_author: bool, is_admin: bool, accused_ever: Iterable[int]
) -> bool:
    """Whether this Agent (an id; None for a stranger) reads the evidence."""
    # It names people, on suspicion: strangers and other Agents read the charge and not the evidence.
    if reader is None:
        return False
    # Who wrote it knows it.
    if is_author:
        return True
    # An Admin judges it, but not in a cause of eir own.
    return is_admin and reader not in set(accused_ever)
