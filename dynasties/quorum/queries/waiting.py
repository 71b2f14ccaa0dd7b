"""For whom a round of an Episode still waits, and who is to be reminded of it. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from dynasties.quorum.models import Decision, EpisodeState, Round, Seat, SeatKind
from nomic.core.mechanics.tidings import NEARLY
from nomic.core.models import Notice

NEAR = "senate-near"
# Where a round is shorter than this, whoever is told that it begins is told late enough.
LONG = round(2 * NEARLY.total_seconds())


@dataclass(frozen=True, slots=True)
class Late:
    """Somebody who has not decided shortly before a round closes. `number`: of the Episode; `round`: from 0."""

    game_id: int
    number: int
    round: int
    closes_at: datetime
    account_id: int

    @property
    def key(self) -> str:
        return key_of(self.number, self.round)


def key_of(number: int, round: int) -> str:
    """What a notice of a round goes by."""
    return f"episode:{number}@{round}"


def late(now: datetime) -> list[Late]:
    """The people to be reminded, and not reminded yet, in rounds that close within the next twelve hours."""
    known = _undecided(now)
    told = Notice.objects.filter(kind=NEAR, key__in={each.key for each in known})
    heard = set(told.values_list("game_id", "key", "account_id"))
    return [each for each in known if (each.game_id, each.key, each.account_id) not in heard]


def _undecided(now: datetime) -> list[Late]:
    rows = Seat.objects.filter(
        kind=SeatKind.PERSON, account__is_active=True, episode__state=EpisodeState.SITTING,
        episode__decision_seconds__gte=LONG, episode__rounds__closed_at__isnull=True,
        episode__rounds__closes_at__gt=now, episode__rounds__closes_at__lte=now + NEARLY,
    )  # fmt: skip
    decided = Decision.objects.filter(seat=OuterRef("pk"), round__closed_at__isnull=True)
    found = rows.exclude(Exists(decided)).order_by("episode__game_id", "episode__number", "number").values_list(
        "episode__game_id", "episode__number", "episode__rounds__number", "episode__rounds__closes_at", "account_id"
    )  # fmt: skip
    return [Late(game_id, number, of, until, who) for game_id, number, of, until, who in found if until is not None]


def still_waits(told: Notice) -> bool:
    """Whether what a notice says of a round still holds: it is open, and its reader has not decided in it."""
    number, _, of = told.key.removeprefix("episode:").partition("@")
    open_ = Round.objects.filter(
        episode__game=told.game, episode__number=number, number=of, closed_at__isnull=True, episode__ended_at=None
    )
    sits = open_.filter(episode__seats__account=told.account_id, episode__seats__kind=SeatKind.PERSON)
    return sits.exists() and not open_.filter(decisions__seat__account=told.account_id,
                                              decisions__seat__kind=SeatKind.PERSON).exists()  # fmt: skip
