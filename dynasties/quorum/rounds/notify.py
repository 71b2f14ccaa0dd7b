"""Who is notified of what happens in an Episode: those who sit in it. (`plugin` says after which events)

Of an Episode whose rounds last less than an hour people are told only that it opens: then they are at the table,
and whoever answers for programs may have hundreds of them there.
"""

from __future__ import annotations

from django.urls import reverse

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, SeatKind
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.rounds.queries import LateSenator
from nomic.core.decision import Fact
from nomic.core.floor import Floor, floor
from nomic.core.log.models import Event
from nomic.core.notifications.actions import event_key, tell_accounts

SLOW_SECONDS = 3600  # seconds
PERSONS = (SeatKind.PERSON.value,)


def notify_of_opening(the_floor: Floor, event: Event) -> None:
    """Who sits in it, but for who filled its last seat."""
    row = _get_episode(the_floor, event)
    round = rounds_queries.open_round(row)
    if round is None or round.number:
        return  # it was over before anybody could decide
    own = {each.actor.account_id for each in the_floor.events if each.actor}
    sitting = _account_ids(row, episodes_queries.LIVE_KINDS if _is_slow(row) else PERSONS)
    facts: dict[str, Fact] = {"what": "opened", "episode": row.number, "closes_at": round.closes_at}
    tell_accounts(the_floor, sorted(sitting - own), "senate", event_key(event), facts, _episode_url(the_floor, row))


def notify_of_round(the_floor: Floor, event: Event) -> None:
    """The people in it, that the next round waits for em."""
    row = _get_episode(the_floor, event)
    round = rounds_queries.open_round(row) if _is_slow(row) else None
    if round is None or round.number != event.data["round"] + 1:
        return
    facts: dict[str, Fact] = {"episode": row.number, "round": round.number, "closes_at": round.closes_at}
    key = rounds_queries.notice_key(row.number, round.number)
    tell_accounts(
        the_floor, sorted(_account_ids(row, PERSONS)), "senate-round", key, facts, _episode_url(the_floor, row)
    )


def remind_senators(*, game_id: int) -> int:
    """Tell whoever has not decided shortly before a round closes; answers how many. Harmless twice."""
    with floor(game_id) as the_floor:
        return sum(
            _remind_senator(the_floor, each)
            for each in rounds_queries.late_senators(the_floor.now)
            if each.game_id == game_id
        )


def _remind_senator(the_floor: Floor, each: LateSenator) -> int:
    facts: dict[str, Fact] = {"episode": each.number, "round": each.round, "closes_at": each.closes_at}
    url = reverse("quorum_episode", args=[the_floor.game.slug, each.number])
    return len(tell_accounts(the_floor, [each.account_id], rounds_queries.NEAR_NOTICE, each.key, facts, url))


def notify_of_end(the_floor: Floor, event: Event) -> None:
    """Who sat in it."""
    row = _get_episode(the_floor, event)
    if _is_slow(row):
        facts: dict[str, Fact] = {"what": row.state, "episode": row.number}
        sitting = sorted(_account_ids(row, episodes_queries.LIVE_KINDS))
        tell_accounts(the_floor, sitting, "senate", event_key(event), facts, _episode_url(the_floor, row))


def _get_episode(the_floor: Floor, event: Event) -> Episode:
    return Episode.objects.get(game=the_floor.game, number=event.data["episode"])


def _is_slow(row: Episode) -> bool:
    return row.decision_seconds >= SLOW_SECONDS


def _account_ids(row: Episode, kinds: frozenset[str] | tuple[str, ...]) -> set[int]:
    seats = row.seats.filter(kind__in=kinds, account__isnull=False)
    return set(seats.values_list("account_id", flat=True))


def _episode_url(the_floor: Floor, row: Episode) -> str:
    return reverse("quorum_episode", args=[the_floor.game.slug, row.number])
