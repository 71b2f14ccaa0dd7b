"""The replay of an Episode that has ended: seed, every decision and every note, open by then; part of the door to an
Episode. (Rules Rounds and Caucus)
"""

from __future__ import annotations

from typing import Any

from dynasties.quorum.dials import EPISODES
from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, EpisodeState
from dynasties.quorum.replay.rules import ReplaySource, ToldEpisode, ToldRound, build_replay
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.rounds.models import Decision
from nomic.core.chain import plain_json
from nomic.core.decision import Reason, Refused
from nomic.core.law.queries import law
from nomic.core.secrets.queries import unseal_event


def get_replay(episode: Episode) -> dict[str, Any]:
    """The replay: seed, every decision and every note. Refused before the Episode has ended."""
    _require_ended(episode)
    seed, salt = rounds_queries.seed_and_salt(episode)
    rounds = rounds_queries.closed_rounds(episode)
    seats = [
        {"name": each.name, "kind": each.kind, "script": each.script} for each in episodes_queries.seats_of(episode)
    ]
    decisions = [rounds_queries.counted_decisions(round) for round in rounds]
    told = [ToldRound(round.bill, rounds_queries.record_of(round)) for round in rounds]
    adjourned = episode.state == EpisodeState.ADJOURNED
    return build_replay(
        ReplaySource(episodes_queries.config_of(episode), seed, salt, seats, decisions, adjourned),
        ToldEpisode(episode.seed_digest, told, episode.scores),
    )


def _require_ended(episode: Episode) -> None:
    if not episode.has_ended:
        raise Refused(Reason("not-ended", law(episode.game_id).rule(EPISODES)))


def openings_of(episode: Episode) -> list[dict[str, Any]]:
    """Every decision that counted, as it was committed to when it was made: by that the table kept to what was said.

    The SHA-256 of content and salt, as canonical JSON, is the commitment that the log gave when the round closed.
    Refused before the Episode has ended.
    """
    _require_ended(episode)
    counted = Decision.objects.filter(round__episode=episode, round__closed_at__isnull=False)
    rows = counted.select_related("private", "round", "seat").order_by("round__number", "seat__number")
    return [_opening_of(row) for row in rows]


def _opening_of(row: Decision) -> dict[str, Any]:
    said = unseal_event(row.private)
    return {
        "round": row.round.number,
        "seat": row.seat.number,
        "commitment": row.private.commitment,
        "content": plain_json(said.content),
        "salt": said.salt,
    }
