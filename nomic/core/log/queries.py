"""The public log, as lines and as a chain. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from nomic.core import chain
from nomic.core.decision import Fact
from nomic.core.games.models import Game
from nomic.core.games.queries import only_row
from nomic.core.log.models import Event
from nomic.core.registry import registry


def event_content(event: Event) -> dict[str, Fact]:
    """Everything of an event that its hash covers."""
    return {
        "game": event.game_id,
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "actor": event.actor_id,
        "by": event.by,
        "subject": event.subject,
        "data": event.data,
        "decision": event.decision,
    }


def links(game_id: int) -> Iterator[chain.Link]:
    """The log of a game as a chain, in the order of its numbers."""
    for event in Event.objects.filter(game_id=game_id).order_by("seq").iterator():
        yield chain.Link(event.seq, event_content(event), event.previous, event.hash)


def last_moment(game: Game) -> datetime:
    """When the newest event happened; the founding for an empty log."""
    newest = only_row(Event.objects.filter(game=game, seq=game.last_seq).values_list("at", flat=True))
    return newest or game.founded_at


def seq_at(game_id: int, moment: datetime) -> int:
    """The number of the last event that had happened by `moment`; 0 before the first."""
    until = Event.objects.filter(game_id=game_id, at__lte=moment).order_by("-seq")
    return until.values_list("seq", flat=True).first() or 0


def log(
    game_id: int,
    *,
    kinds: Iterable[str] = (),
    by: str = "",
    subject: str = "",
    about: Iterable[str] | None = None,
    after: int = 0,
) -> QuerySet[Event]:
    """The public log, newest first. A kind such as `proposal.` stands for all that begin so.

    `about`: only what is about one of these subjects. `after`: only what came after that event.
    """
    events = Event.objects.filter(game_id=game_id).order_by("-seq")
    if prefixes := list(kinds):
        events = events.filter(reduce(or_, (Q(kind__startswith=prefix) for prefix in prefixes)))
    if by:
        events = events.filter(by=by)
    if subject:
        events = events.filter(subject=subject)
    if after:
        events = events.filter(seq__gt=after)
    if about is not None:
        events = events.filter(subject__in=list(about))
    return events


def decision_kinds() -> tuple[str, ...]:
    """The kinds of events by which posts are decided: of matters, and of what procedures decide."""
    return registry().decisions


def decisions(game_id: int) -> QuerySet[Event]:
    """Every decision of a post, the newest first."""
    return Event.objects.filter(game_id=game_id, kind__in=decision_kinds()).order_by("-seq")


def subjects_called(game_id: int, words: str) -> list[str]:
    """Everything that the log ever called by this title or name: posts, rules, people."""
    called = Q(data__title__iexact=words) | Q(data__name__iexact=words)
    found = Event.objects.filter(called, game_id=game_id).exclude(subject="").order_by()
    return sorted(found.values_list("subject", flat=True).distinct())


def last_called(game_id: int, subject: str) -> dict[str, Fact]:
    """The facts of the newest event that calls a subject by its title or name; none where none does."""
    events = log(game_id, subject=subject).filter(Q(data__has_key="title") | Q(data__has_key="name"))
    return events.values_list("data", flat=True).first() or {}


def log_authors(game_id: int) -> list[str]:
    """Everybody by whom something was ever recorded."""
    by = Event.objects.filter(game_id=game_id).order_by().values_list("by", flat=True).distinct()
    return sorted(by, key=str.casefold)


def log_after(game_id: int, seq: int, count: int) -> list[Event]:
    """The next so many events after event `seq`, in the order of their numbers."""
    return list(Event.objects.filter(game_id=game_id, seq__gt=seq).order_by("seq")[:count])


def event(game_id: int, seq: int) -> Event | None:
    return Event.objects.filter(game_id=game_id, seq=seq).first()
