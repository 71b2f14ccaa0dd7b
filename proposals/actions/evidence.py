"""What a report of foul play rests on is sealed; the log gets a commitment to it, by which it can be shown later.

Whether two accounts are one person's is for people to find: the server keeps no addresses and no traces of devices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nomic.core import vault
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.sealing import commitment
from nomic.core.mechanics.writing import tidied
from proposals.actions.texts import LONGEST_BODY
from proposals.mechanics.fairplay import accused
from proposals.models import Evidence, Post


def taken(text: str, changes: Sequence[Mapping[str, Any]]) -> str:
    """The evidence as it is kept. Raises `Invalid` where the change list accuses nobody of anything."""
    text = tidied("evidence", "The evidence", text, LONGEST_BODY)
    if text and not accused(changes):
        raise Invalid("evidence", "Evidence goes with a change that removes or bars somebody.", "nobody-accused")
    return text


def keep(entry: Post, text: str) -> dict[str, Any]:
    """Step: seal it behind its post. Answers with what the log says of it."""
    if not text:
        return {}
    salt = vault.fresh_salt()
    Evidence.objects.create(post=entry, sealed=vault.seal({"text": text, "salt": salt}))
    return {"evidence": commitment({"post": entry.number, "text": text}, salt)}
