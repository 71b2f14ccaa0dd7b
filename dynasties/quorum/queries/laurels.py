"""Who has taken how many laurels in the present Dynasty, and who has won by them. Reads only. (Rule Laurels)"""

from __future__ import annotations

from collections import Counter

from django.db.models import Prefetch

from dynasties.queries.dynasties import present
from dynasties.quorum.mechanics.laurels import laurel
from dynasties.quorum.models import Episode, EpisodeState, Seat
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent, Game


def taken(game: Game, law: Law) -> list[tuple[Agent, int]]:
    """The Agents with laurels of this Dynasty, who has the most first; nobody where the law has none."""
    dynasty = present(game.pk)
    if dynasty is None or not law.carries("senate.laurels_won"):
        return []
    ended = Episode.objects.filter(game=game, state=EpisodeState.OVER, ended_at__gte=dynasty.began_at)
    rows = ended.only("scores").prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))
    counts = Counter(agent for each in rows if (agent := _laurel(each)) is not None)
    agents = Agent.objects.in_bulk(counts)
    return sorted(((agents[key], count) for key, count in counts.items()), key=lambda each: (-each[1], each[0].name))


def _laurel(episode: Episode) -> int | None:
    return laurel(episode.scores or [], [seat.agent_id for seat in episode.seats.all()])


def has_won(game: Game, agent: Agent, law: Law) -> bool:
    """Whether an Agent has taken as many laurels as a victory asks for."""
    needed = law.count("senate.laurels")
    return needed is not None and any(who == agent and count >= needed for who, count in taken(game, law))
