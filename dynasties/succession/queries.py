"""The Dynasties of a game, their names and their statistics. Reads only. (Rule 1.8)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Case, Count, IntegerField, QuerySet, When

from dynasties.succession.models import Dynasty
from dynasties.succession.rules import dynasty_name
from nomic.core.games.models import Agent, Game
from nomic.core.games.queries import only_row
from nomic.core.log.models import Event

COUNTED = {
    "posts": ("post.made",),
    "enacted": ("proposal.enacted",),
    "failed": ("proposal.failed",),
    "judgments": ("cfj.passed", "cfj.failed"),
    "declarations": ("dov.passed", "dov.failed"),
    "rules_enacted": ("rule.enacted",),
    "rules_repealed": ("rule.repealed",),
}


def present_dynasty(game_id: int) -> Dynasty | None:
    """The Dynasty that is being played."""
    return only_row(Dynasty.objects.filter(game_id=game_id, ended_at__isnull=True).select_related("head"))


def all_dynasties(game_id: int) -> QuerySet[Dynasty]:
    """Every Dynasty of the game, the newest first."""
    return Dynasty.objects.filter(game_id=game_id).select_related("head", "address").order_by("-number")


def get_dynasty(game_id: int, number: int) -> Dynasty | None:
    return all_dynasties(game_id).filter(number=number).first()


def dynasty_name_of(row: Dynasty) -> str:
    """“The Second Dynasty of Ada”."""
    return dynasty_name(row.head_name, row.ordinal)


def subject_key(row: Dynasty) -> str:
    """How the log names a Dynasty."""
    return f"dynasty:{row.number}"


def count_headed(game_id: int, head: Agent | None) -> int:
    """How many Dynasties of the game an Agent has headed; 0 for nobody."""
    return Dynasty.objects.filter(game_id=game_id, head=head).count() if head else 0


def was_handed_on(row: Dynasty) -> bool:
    """Whether the winner passed the role to its head."""
    return Event.objects.filter(game_id=row.game_id, kind="dynasty.handed-on", subject=subject_key(row)).exists()


@dataclass(frozen=True, slots=True)
class Statistics:
    """What happened in a Dynasty, in numbers. `lasted` runs until `now` for the one that is being played."""

    lasted: timedelta
    posts: int
    enacted: int
    failed: int
    judgments: int
    declarations: int
    rules_enacted: int
    rules_repealed: int


def statistics(rows: Sequence[Dynasty], now: datetime) -> dict[int, Statistics]:
    """Of Dynasties of one game, by number: counted from the log, from the event with which each began to the one with
    which the next did. One query, however many."""
    if not rows:
        return {}
    kinds = [kind for group in COUNTED.values() for kind in group]
    when = (When(seq__gt=row.began_seq, **_until(row), then=row.number) for row in rows)
    events = Event.objects.filter(game_id=rows[0].game_id, kind__in=kinds).order_by()
    of_each = events.annotate(dynasty=Case(*when, output_field=IntegerField())).values("dynasty", "kind")
    found = Counter({(each["dynasty"], each["kind"]): each["count"] for each in of_each.annotate(count=Count("pk"))})
    return {row.number: _statistics(row, now, found) for row in rows}


def _until(row: Dynasty) -> dict[str, int]:
    return {} if row.ended_seq is None else {"seq__lte": row.ended_seq}


def _statistics(row: Dynasty, now: datetime, found: Counter[tuple[int, str]]) -> Statistics:
    counts = {name: sum(found[row.number, kind] for kind in group) for name, group in COUNTED.items()}
    return Statistics(lasted=(row.ended_at or now) - row.began_at, **counts)


def won_by(row: Dynasty) -> Event | None:
    """The event of the Declaration of Victory that ended it."""
    events = Event.objects.filter(game_id=row.game_id, kind="dov.passed", seq__gt=row.began_seq)
    return events.filter(seq__lte=row.ended_seq).order_by("-seq").first() if row.ended_seq else None


def accent(game: Game) -> int | None:
    """The hue of the game's page."""
    row = present_dynasty(game.pk)
    return row.accent if row else None
