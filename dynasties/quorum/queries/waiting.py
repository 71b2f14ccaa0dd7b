"""Whether a round of an Episode still waits for a person. Reads only."""

from __future__ import annotations

from dynasties.quorum.models import Episode, Round, SeatKind
from nomic.core.models import Notice


def key_of(episode: Episode, round: Round) -> str:
    """What a notice of a round goes by."""
    return f"episode:{episode.number}@{round.number}"


def still_waits(told: Notice) -> bool:
    """Whether what a notice says of a round still holds: it is open, and its reader has not decided in it."""
    number, _, of = told.key.removeprefix("episode:").partition("@")
    open_ = Round.objects.filter(
        episode__game=told.game, episode__number=number, number=of, closed_at__isnull=True, episode__ended_at=None
    )
    sits = open_.filter(episode__seats__account=told.account_id, episode__seats__kind=SeatKind.PERSON)
    return sits.exists() and not open_.filter(decisions__seat__account=told.account_id,
                                              decisions__seat__kind=SeatKind.PERSON).exists()  # fmt: skip
