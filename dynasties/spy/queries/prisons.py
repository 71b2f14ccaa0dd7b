"""Rescues, as the records of the rescued have them. For acts. Reads only."""

from __future__ import annotations

from dynasties.models import Update
from dynasties.spy.models import Cover, Theatre
from nomic.core import vault


def is_rescue(theatre: Theatre, update: Update, prisoner_id: int) -> bool:
    """Whether an act in the tracker paid for the rescue of this Agent."""
    rows = Cover.objects.filter(theatre=theatre, at=update.at).values_list("sealed", flat=True)
    kept = (vault.unseal(each) for each in rows)
    return any(
        (each["why"], each["agent"], each["facts"].get("update")) == ("rescued", prisoner_id, update.number)
        for each in kept
    )  # fmt: skip
