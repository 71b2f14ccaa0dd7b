"""Who is told of what happens in an Episode: those who sit in it. (`workings` says after which events)

Of an Episode whose rounds last less than an hour people are told only that it opens: then they are at the table, and
whoever answers for programs may have hundreds of them there.
"""

from __future__ import annotations

from django.urls import reverse

from dynasties.quorum.models import Episode, SeatKind
from dynasties.quorum.queries import episodes, waiting
from dynasties.quorum.queries.waiting import Late
from nomic.core.actions.telling import once
from nomic.core.actions.tidings import tell_all
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Fact
from nomic.core.models import Event

SLOW = 3600  # seconds
PERSONS = (SeatKind.PERSON.value,)


def tell_of_opening(the_floor: Floor, event: Event) -> None:
    """Who sits in it, but for who filled its last seat."""
    row = _episode(the_floor, event)
    round = episodes.open_round(row)
    if round is None or round.number:
        return  # it was over before anybody could decide
    own = {each.actor.account_id for each in the_floor.events if each.actor}
    sitting = _accounts(row, episodes.LIVE if _is_slow(row) else PERSONS)
    facts: dict[str, Fact] = {"what": "opened", "episode": row.number, "closes_at": round.closes_at}
    tell_all(the_floor, sorted(sitting - own), "senate", once(event), facts, _address(the_floor, row))


def tell_of_round(the_floor: Floor, event: Event) -> None:
    """The people in it, that the next round waits for em."""
    row = _episode(the_floor, event)
    round = episodes.open_round(row) if _is_slow(row) else None
    if round is None or round.number != event.data["round"] + 1:
        return
    facts: dict[str, Fact] = {"episode": row.number, "round": round.number, "closes_at": round.closes_at}
    key = waiting.key_of(row.number, round.number)
    tell_all(the_floor, sorted(_accounts(row, PERSONS)), "senate-round", key, facts, _address(the_floor, row))


def remind(*, game_id: int) -> int:
    """Tell whoever has not decided shortly before a round closes; answers how many. Harmless twice."""
    with floor(game_id) as the_floor:
        return sum(_remind(the_floor, each) for each in waiting.late(the_floor.now) if each.game_id == game_id)


def _remind(the_floor: Floor, each: Late) -> int:
    facts: dict[str, Fact] = {"episode": each.number, "round": each.round, "closes_at": each.closes_at}
    url = reverse("quorum_episode", args=[the_floor.game.slug, each.number])
    return len(tell_all(the_floor, [each.account_id], waiting.NEAR, each.key, facts, url))


def tell_of_end(the_floor: Floor, event: Event) -> None:
    """Who sat in it."""
    row = _episode(the_floor, event)
    if _is_slow(row):
        facts: dict[str, Fact] = {"what": row.state, "episode": row.number}
        sitting = sorted(_accounts(row, episodes.LIVE))
        tell_all(the_floor, sitting, "senate", once(event), facts, _address(the_floor, row))


def _episode(the_floor: Floor, event: Event) -> Episode:
    return Episode.objects.get(game=the_floor.game, number=event.data["episode"])


def _is_slow(row: Episode) -> bool:
    return row.decision_seconds >= SLOW


def _accounts(row: Episode, kinds: frozenset[str] | tuple[str, ...]) -> set[int]:
    seats = row.seats.filter(kind__in=kinds, account__isnull=False)
    return set(seats.values_list("account_id", flat=True))


def _address(the_floor: Floor, row: Episode) -> str:
    return reverse("quorum_episode", args=[the_floor.game.slug, row.number])
