"""The models of Quorum, for Django: each is defined in its noun."""

from __future__ import annotations

from dynasties.quorum.episodes.models import Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.rounds.models import Decision, Reply, Round

__all__ = ["Decision", "Episode", "EpisodeState", "Reply", "Round", "Seat", "SeatKind"]
