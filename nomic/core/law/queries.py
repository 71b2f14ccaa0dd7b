"""The law in force, and what it was after any event. Reads only."""

from __future__ import annotations

from nomic.core.law.models import LawSnapshot
from nomic.core.law.rules import Catalogue, Law
from nomic.core.registry import registry


def catalogue() -> Catalogue:
    """Every dial and mechanism that the server knows."""
    return registry().catalogue


def law_snapshot(game_id: int, seq: int | None = None) -> LawSnapshot | None:
    """The snapshot in force now, or after event `seq`."""
    snapshots = LawSnapshot.objects.filter(game_id=game_id)
    if seq is not None:
        snapshots = snapshots.filter(seq__lte=seq)
    return snapshots.order_by("-seq").first()


def law(game_id: int, seq: int | None = None) -> Law:
    """The law in force now, or after event `seq`: every dial that the text sets, every mechanism that it carries."""
    return law_of(law_snapshot(game_id, seq))


def last_rule(game_id: int, mechanism: str) -> str | None:
    """The title of the rule that carries a mechanism, or was the last to; None in a game whose law has never had it."""
    carried = LawSnapshot.objects.filter(game_id=game_id, mechanisms__has_key=mechanism).order_by("-seq")
    found = carried.values_list("mechanisms", flat=True).first()
    return str(found[mechanism]) if found else None


def law_of(snapshot: LawSnapshot | None) -> Law:
    """The law that a snapshot holds; without one, the law of a game whose text says nothing."""
    if snapshot is None:
        return catalogue().law({}, (), {})
    return catalogue().load(snapshot.dials, snapshot.mechanisms, snapshot.terms)
