"""The strip over every page of a game: what waits for the reader, and what is new since their last visit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from nomic.core.lobby import queries as lobby_queries
from nomic.core.notifications import queries as notifications_queries
from nomic.core.plugin import Unvoted
from nomic.core.requests import GameRequest, cached_on_request
from proposals import procedures
from proposals.deciding import presenters as deciding_presenters
from proposals.deciding.presenters import pending_matters_of
from proposals.deciding.queries import JudgedMatter
from proposals.reasons.presenters import address
from proposals.voting.presenters import waiting_of

if TYPE_CHECKING:
    from nomic.core.notifications.models import Visit

SHOWN = 3  # matters that are named one by one
WORDS = {
    "posts": ("post", "posts"),
    "comments": ("comment", "comments"),
    "votes": ("vote", "votes"),
    "decisions": ("decision", "decisions"),
    "laws": ("change of the law", "changes of the law"),
    "events": ("event", "events"),
}


class WaitingItem(NamedTuple):
    """A thing of which so many wait, and where."""

    number: int
    label: str
    url: str


class VoteLink(NamedTuple):
    title: str
    url: str


class News(NamedTuple):
    """What others did since the reader's last visit, in words."""

    told: list[str]
    url: str


@dataclass(frozen=True, slots=True)
class WaitingStrip:
    """What waits for the reader, as `_waiting.html` shows it."""

    items: list[WaitingItem]
    votes: list[VoteLink]
    news: News | None

    @property
    def any(self) -> bool:
        return bool(self.items or self.news)


def waiting_strip(request: GameRequest) -> WaitingStrip | None:
    """Three queries at most beyond those of bar and sidebar; None for a stranger."""
    if request.agent is None:
        return None
    unvoted = [each for each in pending_matters_of(request) if deciding_presenters.is_unvoted(each, request)]
    elsewhere = procedures.unvoted_elsewhere(request)
    votes = [*_vote_links(unvoted, request), *(vote for each in elsewhere for vote in _named_links(each.owed))]
    return WaitingStrip(_waiting_items(request, unvoted, elsewhere), votes, _news(request))


def visit_of(request: GameRequest) -> Visit | None:
    """The reader's visit as it was when this page was asked for: read once a request."""
    return cached_on_request(request, "visit", lambda: notifications_queries.visit(request.user.pk, request.game.pk))


def _waiting_items(request: GameRequest, unvoted: list[JudgedMatter], elsewhere: list[Unvoted]) -> list[WaitingItem]:
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
        (deciding_presenters.count_admin_work(request), hands, hands, "queue"),
    ]
    return [
        WaitingItem(count, one if count == 1 else many, address(name, request))
        for count, one, many, name in found
        if count
    ]


def _vote_links(unvoted: list[JudgedMatter], request: GameRequest) -> list[VoteLink]:
    """The first few matters by name; the rest is told by their number."""
    titled = ((f"#{each.post.number} {each.post.title}", each.post.number) for each in unvoted)
    return _named_links([(title, address("post", request, number)) for title, number in titled])


def _named_links(owed: Sequence[tuple[str, str]]) -> list[VoteLink]:
    return [VoteLink(*each) for each in owed[:SHOWN]]


def _news(request: GameRequest) -> News | None:
    """None where that is nothing, and on eir first visit."""
    assert request.agent is not None
    after = notifications_queries.seen_before(visit_of(request), request.now)
    if after is None:
        return None
    counts = lobby_queries.news(request.game, request.agent, after)
    if counts is None:
        counts = {"events": request.game.last_seq - after}
    told = [f"{count} {WORDS[name][count != 1]}" for name, count in counts.items()]
    return News(told, f"{address('log', request)}?after={after}") if told else None
