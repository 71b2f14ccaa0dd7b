"""What seats have decided, unsealed for acts and for the door; nobody else asks. (`queries.observing` is the door)

A raw decision is kept as the text of its JSON: what came in can then be anything that JSON can say.
"""

from __future__ import annotations

import json
from typing import Any

from dynasties.quorum.mechanics.episodes import SentNote
from dynasties.quorum.models import Decision, Episode, Round
from nomic.core import vault


def written(raw: object) -> str:
    """A raw decision as the one text that it is kept by: equal decisions give equal texts, all of it ASCII."""
    return json.dumps(raw, sort_keys=True, separators=(",", ":"), allow_nan=False)


def decisions(round: Round) -> dict[int, object]:
    """For acts: what the seats that have decided in an open round decided, raw, by the number of the seat."""
    rows = Decision.objects.filter(round=round).select_related("seat")
    return {row.seat.number: json.loads(vault.unseal(row.sealed)["raw"]) for row in rows}


def decision(round: Round, seat_id: int) -> object | None:
    """For acts and the door: what one seat decided in a round."""
    row = Decision.objects.filter(round=round, seat_id=seat_id).first()
    return json.loads(vault.unseal(row.sealed)["raw"]) if row else None


def as_counted(round: Round) -> list[object]:
    """For acts and the door: what every seat's decision in a closed round was, raw; None where there was none."""
    return [json.loads(text) for text in vault.unseal(round.sealed)["raws"]]


def seed_and_salt(episode: Episode) -> tuple[str, str]:
    """For acts and the door: the seed from which the bills follow, and the salt of its digest."""
    kept: dict[str, Any] = vault.unseal(episode.sealed_seed)
    return kept["seed"], kept["salt"]


def notes(rounds: list[Round]) -> list[SentNote]:
    """For acts and the door: every note that was sent in these closed rounds, as it counted."""
    return [SentNote(*each) for round in rounds for each in vault.unseal(round.sealed)["notes"]]
