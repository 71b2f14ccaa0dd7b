"""What happened in a game since somebody last looked, and what waits for em there. Reads only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Func, IntegerField, Q, QuerySet, Subquery, Value

from nomic.core.models import Agent, Duty, Event, Game, Message, Notice
from nomic.core.queries.arrivals import waiting_applications
from nomic.core.queries.events import decision_kinds
from nomic.core.queries.people import asking_in

MOST = 2_000  # events that are told apart; who has missed more is told their number
NEWS = ("posts", "comments", "votes", "decisions", "laws")


def news(game: Game, agent: Agent, after: int) -> dict[str, int] | None:
    """How many posts, comments, votes, decisions and changes of the law came after event `after`, by others.

    None where so much has happened that it is not told apart. One query, however many.
    """
    if game.last_seq - after > MOST:
        return None
    rows = Event.objects.filter(game=game, seq__gt=after).exclude(actor=agent)
    kinds = rows.order_by().values_list("kind").annotate(count=Count("pk"))
    counted = Counter[str]()
    for kind, count in kinds:
        counted[_group(kind)] += count
    return {each: counted[each] for each in NEWS if counted[each]}


def _group(kind: str) -> str:
    about = {"post.made": "posts", "comment.made": "comments", "vote.cast": "votes"}
    about |= dict.fromkeys(decision_kinds(), "decisions")
    return about.get(kind, "laws" if kind.startswith("rule.") else "")


@dataclass(frozen=True, slots=True)
class Waiting:
    """How much waits for an Agent in a game: eir duties and any Admin's, messages and notices that e has not opened;
    and for an Admin who is not idle, announced arrivals and wishes to idle or to come back."""

    duties: int = 0
    messages: int = 0
    notices: int = 0
    arrivals: int = 0
    wishes: int = 0

    @property
    def at_the_desk(self) -> int:
        """What only an Admin can see to."""
        return self.arrivals + self.wishes


def waiting_for(agent: Agent) -> Waiting:
    """What waits for an Agent. One query; a notice waits wherever it came from. While e is idle eir duties rest."""
    game, admin = agent.game_id, agent.is_admin and agent.playing
    whose = Q(owed_by=agent) | Q(owed_by=None) if admin else Q(owed_by=agent)
    duties = Duty.objects.filter(whose, game=game, done_at=None)
    counts: list[Subquery | Value] = [
        _count(duties) if agent.playing else Value(0),
        _count(Message.objects.filter(recipient=agent, received_at=None)),
        _count(Notice.objects.filter(account=agent.account_id, read_at=None)),
    ]
    if admin:
        counts += [_count(waiting_applications(game)), _count(asking_in(game))]
    return Waiting(*Agent.objects.filter(pk=agent.pk).values_list(*counts).get())


def _count(rows: QuerySet[Any]) -> Subquery:
    """The number of rows, as a part of another query. (`Count` would count them by groups, and find none for none.)"""
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(counted=number).values("counted"))
