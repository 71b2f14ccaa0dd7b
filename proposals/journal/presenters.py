"""The strip over every page of a game: what waits for the reader, and what is new since eir last visit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from nomic.core import queries as core
from nomic.core.mechanics.parts import Unvoted
from nomic.core.views.entering import GameRequest, once
from proposals import procedures
from proposals.queries import Judged
from proposals.views import standing
from proposals.views.scenes import pending_of, waiting_of
from proposals.views.wording import address

if TYPE_CHECKING:
    from nomic.core.models import Visit

SHOWN = 3  # matters that are named one by one
WORDS = {
    "posts": ("post", "posts"),
    "comments": ("comment", "comments"),
    "votes": ("vote", "votes"),
    "decisions": ("decision", "decisions"),
    "laws": ("change of the law", "changes of the law"),
    "events": ("event", "events"),
}


class Item(TypedDict):
    """One thing of which so many wait, and where."""

    count: int
    label: str
    url: str


def strip(request: GameRequest) -> dict[str, Any] | None:
    """What `_waiting.html` shows: three queries at most beyond those of bar and sidebar; None for a stranger."""
    if request.agent is None:
        return None
    unvoted = [each for each in pending_of(request) if standing.unvoted(each, request)]
    elsewhere = procedures.unvoted(request)
    votes = [*_votes(unvoted, request), *(vote for each in elsewhere for vote in _named(each.owed))]
    found = {"items": _items(request, unvoted, elsewhere), "votes": votes, "news": _news(request)}
    return found | {"any": bool(found["items"] or found["news"])}


def visit_of(request: GameRequest) -> Visit | None:
    """The reader's visit as it was when this page was asked for: read once a request."""
    return once(request, "visit", lambda: core.visit(request.user.pk, request.game.pk))


def _items(request: GameRequest, unvoted: list[Judged], elsewhere: list[Unvoted]) -> list[Item]:
    waiting = waiting_of(request)
    hands = f"for the {request.keywords.plural('admin')}"
    found = [
        (len(unvoted), "vote to cast", "votes to cast", "pending"),
        *(
            (len(each.owed), f"vote to cast {each.where}", f"votes to cast {each.where}", each.page)
            for each in elsewhere
        ),
        (waiting.duties, "duty", "duties", "duties"),
        (waiting.messages, "unread message", "unread messages", "messages"),
        (standing.desk(request), hands, hands, "queue"),
    ]
    return [
        Item(count=count, label=one if count == 1 else many, url=address(name, request))
        for count, one, many, name in found
        if count
    ]


def _votes(unvoted: list[Judged], request: GameRequest) -> list[dict[str, str]]:
    """The first few matters by name; the rest is told by their number."""
    titled = ((f"#{each.post.number} {each.post.title}", each.post.number) for each in unvoted)
    return _named([(title, address("post", request, number)) for title, number in titled])


def _named(owed: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"title": title, "url": url} for title, url in owed[:SHOWN]]


def _news(request: GameRequest) -> dict[str, Any] | None:
    """What others did since the reader's last visit; None where that is nothing, and on eir first."""
    assert request.agent is not None
    after = core.seen_before(visit_of(request), request.now)
    if after is None:
        return None
    counts = core.news(request.game, request.agent, after)
    if counts is None:
        counts = {"events": request.game.last_seq - after}
    told = [f"{count} {WORDS[name][count != 1]}" for name, count in counts.items()]
    return {"told": told, "url": f"{address('log', request)}?after={after}"} if told else None
