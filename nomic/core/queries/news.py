"""What happened in a game since somebody last looked, and what e owes there. Reads only."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db.models import Count, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from nomic.core.models import Agent, AgentState, Duty, Event, Game, Message

MOST = 2_000  # events that are told apart; who has missed more is told their number
NEWS = ("posts", "comments", "votes", "decisions", "laws")
_DECIDED = (".enacted", ".passed", ".failed", "-illegal", ".reopened")


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
    if kind in about:
        return about[kind]
    if kind.partition(".")[0] in {"proposal", "cfj", "dov", "post"} and kind.endswith(_DECIDED):
        return "decisions"
    return "laws" if kind.startswith("rule.") else ""


def owed(agent: Agent) -> tuple[int, int]:
    """How many duties wait for an Agent, eirs or any Admin's, and how many messages e has not opened. One query.

    While e is idle eir duties rest.
    """
    own = Q(owed_by=agent, owed_by__state=AgentState.ACTIVE)
    whose = own | Q(owed_by=None) if agent.is_admin and agent.playing else own
    duties = Duty.objects.filter(whose, game=agent.game_id, done_at=None)
    unread = Message.objects.filter(recipient=agent, received_at=None)
    row = Agent.objects.filter(pk=agent.pk).values_list(_count(duties, "game"), _count(unread, "recipient")).get()
    return row[0], row[1]


def _count(rows: QuerySet[Any], same: str) -> Coalesce:
    """The number of rows, all of which have the `same` in common, as a part of another query."""
    counted = rows.order_by().values(same).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)
