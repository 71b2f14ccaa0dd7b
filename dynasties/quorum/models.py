"""The tables of Quorum."""
from __future__ import annotations

from dynasties.quorum.models.episodes import ENDED, Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.models.rounds import Decision, Reply, Round

__all__ = ["ENDED", "Decision", "Episode", "EpisodeState", "Reply", "Round", "Seat", "SeatKind"]
