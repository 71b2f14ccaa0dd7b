"""An Episode as the engine plays it, taken up from the tables. For acts and the door. Reads only."""

from __future__ import annotations

from dynasties.quorum.mechanics.episodes import Episode as Engine
from dynasties.quorum.models import Episode, Round
from dynasties.quorum.queries import episodes, sealed


def engine(episode: Episode, closed: list[Round] | None = None) -> Engine:
    """The Episode before its open round, or after its last; `closed`: its closed rounds, if they are read already."""
    rounds = episodes.closed_rounds(episode) if closed is None else closed
    seed, _ = sealed.seed_and_salt(episode)
    history = [episodes.record_of(round) for round in rounds]
    return Engine.at(
        episodes.config_of(episode), seed, episodes.senate_of(episode), history, sealed.notes(rounds)
    )
