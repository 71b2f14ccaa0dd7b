"""THE door to an Episode: whatever anybody is shown of one comes through here. (Rules Rounds and Caucus)

A seat sees its own decision and the notes that it got; a visitor sees neither. Who else has decided is a mark, and no
more. The seed, all decisions and all notes are open when the Episode has ended, in its replay.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from dynasties.quorum.mechanics import decisions
from dynasties.quorum.mechanics.episodes import OBSERVATION
from dynasties.quorum.mechanics.replay import Told, build
from dynasties.quorum.mechanics.rounds import NO_EXTRAS, standing
from dynasties.quorum.models import Decision, Episode, EpisodeState, Round, Seat, SeatKind
from dynasties.quorum.queries import episodes, holders, sealed, tables
from nomic.core.mechanics.chain import canonical, plain
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.queries import law
from nomic.core.queries.secrets import opened

TAG_BYTES = 16
NOTHING = NO_EXTRAS._asdict()


def seat_for(episode: Episode, *, account_id: int | None = None, token: str | None = None) -> Seat | None:
    """Whose eyes somebody sees an Episode with: a person's own seat, or that of a token; None for a visitor."""
    return holders.seat_by_token(episode, token) if token is not None else episodes.seat_of(episode, account_id)


def observation(episode: Episode, seat: Seat | None) -> dict[str, Any]:
    """Everything that this seat sees, None being a visitor: the engine's observation, and what the table adds to it.

    `decided` holds a mark for each seat; `own` the seat's raw decision of the open round, if it has one.
    """
    seats, round = episodes.seats_of(episode), episodes.open_round(episode)
    seen = tables.engine(episode).observe(seat.number if seat else None) if episode.senate else _before(episode)
    own = sealed.decision(round, seat.pk) if round and seat else None
    return {
        **seen,
        "seat": seat.number if seat else None,
        "episode": episode.number,
        "state": episode.state,
        "names": [each.name for each in seats],
        "kinds": [each.kind for each in seats],
        "decided": _marks(episode, seats, round),
        "opened_at": plain(round.opened_at) if round else None,
        "closes_at": plain(round.closes_at) if round else None,
        "own": own,
        "own_problems": _problems(episode, seat, own),
        "seed_digest": episode.seed_digest,
        **_ending(episode),
    }


def _before(episode: Episode) -> dict[str, Any]:
    """What there is to see while seats are being taken."""
    config = episodes.config_of(episode)
    return {
        "format": OBSERVATION, "round": 0, "rounds": config.rounds, "seats": config.seats, "seat": None,
        "chair": 0, "over": False, "config": episode.config, "influence": [], "capital": [], "filibuster_used": [],
        "statutes": [], "bill": None, "threshold": None, "may": NOTHING, "notes": [], "history": [], "scores": None,
    }  # fmt: skip


def _marks(episode: Episode, seats: Sequence[Seat], round: Round | None) -> list[bool]:
    decided = set(Decision.objects.filter(round=round).values_list("seat_id", flat=True)) if round else set()
    return [each.kind == SeatKind.SCRIPT or each.pk in decided for each in seats]


def _problems(episode: Episode, seat: Seat | None, own: object | None) -> list[dict[str, str]]:
    if seat is None or own is None:
        return []
    where = standing(episodes.config_of(episode), episodes.senate_of(episode), seat.number)
    return [{"path": each.path, "code": each.code, "text": each.text} for each in decisions.problems(own, *where)]


def _ending(episode: Episode) -> dict[str, Any]:
    if not episode.ended:
        return {"seed": None, "replay": None}
    seed, _ = sealed.seed_and_salt(episode)
    # What lay before the Senate when it was adjourned is decided by nobody.
    return {
        "scores": episode.scores, "over": True, "bill": None, "may": NOTHING, "seed": seed,
        "replay": reverse("quorum_replay_json", args=[episode.game.slug, episode.number]),
    }  # fmt: skip


def etag(episode: Episode, seat: Seat | None) -> str:
    """A short word that changes exactly when what this seat sees does. It tells nothing by itself."""
    seats, round = episodes.seats_of(episode), episodes.open_round(episode)
    own = Decision.objects.filter(round=round, seat=seat).values_list("private__commitment", flat=True).first()
    moved = {
        "state": episode.state, "round": round and round.number, "closes_at": round and round.closes_at,
        "seats": [[each.kind, each.name] for each in seats], "decided": _marks(episode, seats, round),
        "seat": seat.number if seat else None, "own": own if round and seat else None,
    }  # fmt: skip
    return hashlib.sha256(canonical(moved)).hexdigest()[: 2 * TAG_BYTES]


def replay_of(episode: Episode) -> dict[str, Any]:
    """The replay: seed, every decision and every note. Refused before the Episode has ended."""
    _check_ended(episode)
    seed, salt = sealed.seed_and_salt(episode)
    rounds = episodes.closed_rounds(episode)
    return build(
        config=episodes.config_of(episode), seed=seed, salt=salt, seed_digest=episode.seed_digest,
        seats=[{"name": each.name, "kind": each.kind, "script": each.script} for each in episodes.seats_of(episode)],
        decisions=[sealed.as_counted(round) for round in rounds], adjourned=episode.state == EpisodeState.ADJOURNED,
        told=[Told(round.bill, episodes.record_of(round)) for round in rounds], scores=episode.scores,
    )  # fmt: skip


def _check_ended(episode: Episode) -> None:
    if not episode.ended:
        raise Refused(Reason("not-ended", law(episode.game_id).rule(episodes.EPISODES)))


def openings_of(episode: Episode) -> list[dict[str, Any]]:
    """Every decision that counted, as it was committed to when it was made: by that the table kept to what was said.

    The SHA-256 of content and salt, as canonical JSON, is the commitment that the log gave when the round closed.
    Refused before the Episode has ended.
    """
    _check_ended(episode)
    counted = Decision.objects.filter(round__episode=episode, round__closed_at__isnull=False)
    rows = counted.select_related("private", "round", "seat").order_by("round__number", "seat__number")
    return [_opening(row) for row in rows]


def _opening(row: Decision) -> dict[str, Any]:
    said = opened(row.private)
    return {
        "round": row.round.number, "seat": row.seat.number, "commitment": row.private.commitment,
        "content": plain(said.content), "salt": said.salt,
    }  # fmt: skip
