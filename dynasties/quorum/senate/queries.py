"""The Episodes of a game in a list, and how many rounds wait for somebody. Nothing sealed is opened. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from dynasties.quorum.episodes.models import Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.episodes.queries import CURRENT_STATES
from dynasties.quorum.rounds.models import Decision, Round


@dataclass(frozen=True, slots=True)
class ListedEpisode:
    """An Episode as a list shows it. `decided`: how many of its seats have, scripts always; `waits`: for the reader."""

    episode: Episode
    seats: Sequence[Seat]
    round: int | None
    closes_at: datetime | None
    decided: int
    waits: bool

    @property
    def free(self) -> int:
        return sum(seat.kind == SeatKind.EMPTY for seat in self.seats)


def current_episodes(game_id: int, account_id: int | None) -> list[ListedEpisode]:
    """The Episodes that sit or gather, the newest first; as many queries for thirty as for three."""
    rounds = Round.objects.filter(closed_at__isnull=True).only("episode_id", "number", "closes_at")
    rows = (
        _episodes_to_list(game_id)
        .filter(state__in=CURRENT_STATES)
        .prefetch_related(Prefetch("rounds", rounds, to_attr="open_rounds"))
    )
    sitting = Decision.objects.filter(round__episode__game_id=game_id, round__closed_at__isnull=True)
    decided = set(sitting.values_list("seat_id", flat=True))
    return [_listed_episode(row, decided, account_id) for row in rows]


def past_episodes(game_id: int) -> QuerySet[Episode]:
    """The Episodes that are over, were adjourned or called off, the newest first, with their seats."""
    return _episodes_to_list(game_id).exclude(state__in=CURRENT_STATES)


def listed_past_episode(row: Episode) -> ListedEpisode:
    """One of those that are past, for which nobody waits."""
    return ListedEpisode(row, list(row.seats.all()), None, None, 0, waits=False)


def _episodes_to_list(game_id: int) -> QuerySet[Episode]:
    """What a list shows of Episodes: neither seeds nor what stands before a round."""
    rows = Episode.objects.filter(game_id=game_id).order_by("-number").defer("sealed_seed", "senate")
    return rows.prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))


def _listed_episode(row: Episode, decided: set[int], account_id: int | None) -> ListedEpisode:
    open_rounds: list[Round] = getattr(row, "open_rounds", [])
    round, seats = next(iter(open_rounds), None), list(row.seats.all())
    if round is None or row.state != EpisodeState.SITTING:
        return listed_past_episode(row)
    ready = [each.kind == SeatKind.SCRIPT or each.pk in decided for each in seats]
    own = [each.kind == SeatKind.PERSON and account_id is not None and each.account_id == account_id for each in seats]
    # In a hiatus a round has no time to close at, and nobody decides.
    waits = round.closes_at is not None and any(mine and not done for mine, done in zip(own, ready, strict=True))
    return ListedEpisode(row, seats, round.number, round.closes_at, sum(ready), waits)


def count_waiting_rounds(game_id: int, account_id: int) -> int:
    """In how many open rounds of a game somebody has still to decide emself; in none while it is in hiatus."""
    seats = Seat.objects.filter(
        episode__game_id=game_id,
        episode__state=EpisodeState.SITTING,
        account_id=account_id,
        kind=SeatKind.PERSON,
        episode__rounds__closed_at__isnull=True,
        episode__rounds__closes_at__isnull=False,
    )
    decided = Decision.objects.filter(seat=OuterRef("pk"), round__closed_at__isnull=True)
    return seats.exclude(Exists(decided)).count()
