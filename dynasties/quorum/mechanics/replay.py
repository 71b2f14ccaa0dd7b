"""The document `quorum-replay-1`: an Episode as it was played, with all that it takes to play it again.

Whoever has it needs nothing else: seed and raw decisions make every bill, record and score once more. How, is told in
`docs/QUORUM-REPLAY.md`; its form is in `replay.schema.json`. (Rules Rounds, Decisions and Scoring)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dynasties.quorum.mechanics.bills import BILLS, bill_json
from dynasties.quorum.mechanics.config import Config, config_json
from dynasties.quorum.mechanics.episodes import Episode
from dynasties.quorum.mechanics.keeping import kept
from dynasties.quorum.mechanics.rounds import Record
from dynasties.quorum.mechanics.telling import record_json
from nomic.core.mechanics.sealing import commitment

FORMAT = "quorum-replay-1"


class Told(NamedTuple):
    """What was told of a round when it was played: its bill, and its public record, as JSON."""

    bill: Mapping[str, object]
    record: Mapping[str, object]


def build(
    *,
    config: Config,
    seed: str,
    salt: str,
    seats: Sequence[Mapping[str, str | None]],
    decisions: Sequence[Sequence[object]],
    adjourned: bool = False,
    seed_digest: str | None = None,
    told: Sequence[Told] | None = None,
    scores: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The replay of an Episode that has ended, `adjourned` or after its last round.

    `seats`: name, kind and script of each. `decisions`: of each round that was closed, the raw decisions by seat, None
    where there was none. What was told at the time, `seed_digest`, `told` and `scores`, goes in as it was told, so that
    whoever plays it again sees whether it was right; what is left out is worked out.
    """
    raws = [[kept(raw) for raw in each] for each in decisions]
    replay = played(config, seed, salt, [_seat_json(seat) for seat in seats], raws, adjourned)
    if seed_digest is not None:
        replay["seed_digest"] = seed_digest
    if scores is not None:
        replay["scores"] = list(scores)
    for round, each in zip(replay["rounds"], told or (), strict=False):
        # What was dropped of notes was told to nobody.
        round.update(bill=dict(each.bill), record={**each.record, "dropped": round["record"]["dropped"]})
    return replay


def played(
    config: Config,
    seed: str,
    salt: str,
    seats: Sequence[Mapping[str, object]],
    decisions: Sequence[Sequence[object]],
    adjourned: bool,
) -> dict[str, Any]:
    """The replay as these rules play it: everything in it but what is given here is worked out."""
    episode = Episode(config, seed)
    return {
        "format": FORMAT,
        "bills": BILLS,
        "config": config_json(config),
        "seed": seed,
        "seed_salt": salt,
        "seed_digest": commitment({"seed": seed}, salt),
        "seats": list(seats),
        "adjourned": adjourned,
        "rounds": [_round_json(episode, raws) for raws in decisions],
        "scores": episode.scores,
    }


def written(document: Mapping[str, object]) -> bytes:
    """The one way to write a replay: names sorted, no spaces, ASCII with `\\u` escapes, a line's end at its end."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.encode("ascii") + b"\n"


def _round_json(episode: Episode, raws: Sequence[object]) -> dict[str, Any]:
    bill = episode.bill
    record = episode.step(raws)
    assert bill is not None  # or there was no step
    return {
        "round": record.round,
        "bill": bill_json(bill),
        "decisions": list(raws),
        "record": record_json(record),
        "notes": _notes_json(record),
    }


def _notes_json(record: Record) -> list[dict[str, object]]:
    """The notes that were delivered, in the order of the seats that wrote them."""
    notes = [(seat, decision.note) for seat, decision in enumerate(record.decisions) if decision.note]
    return [{"from": seat, "to": note.to, "text": note.text} for seat, note in notes]


def _seat_json(seat: Mapping[str, str | None]) -> dict[str, str | None]:
    return {"name": seat["name"], "kind": seat["kind"], "script": seat.get("script") or None}
