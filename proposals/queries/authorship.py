"""Who wrote what bears no name: the one door to it. It answers to the author, and to nobody else. Reads only."""

from __future__ import annotations

from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent, Event
from nomic.core.queries import Opened
from proposals.mechanics import posting
from proposals.models import NOBODY_SHOWN, Post

OWNED = "post.owned"


def sealed_authorship(entry: Post) -> Opened | None:
    """What the private chain keeps of an anonymous post: for the server alone, which shows it to its author."""
    return core.opened(entry.authorship) if entry.authorship is not None else None


def is_author(reader: Agent | None, entry: Post) -> bool:
    """Whether the post is this Agent's own, whether or not it bears eir name."""
    if reader is None:
        return False
    sealed = sealed_authorship(entry)
    return (entry.author_id if sealed is None else sealed.actor_id) == reader.pk


def author_to(reader: Agent | None, entry: Post) -> str:
    """The author's name as the mechanics compare it with the reader's: eirs alone if it is eir own."""
    if reader is None or not entry.anonymous:
        return entry.byline
    return reader.name if is_author(reader, entry) else NOBODY_SHOWN


def posted(agent: Agent, token: str) -> Post | None:
    """The post that this form of this Agent has made already, with eir name or without."""
    named = Post.objects.filter(author=agent, token=token).first()
    if named is not None:
        return named
    nameless = Post.objects.filter(game_id=agent.game_id, author__isnull=True, token=token)
    return next((each for each in nameless.select_related("authorship") if is_author(agent, each)), None)


def may_be_anonymous(category: str, law: Law) -> Decision[bool]:
    """Whether a post of this category may go without its author's name."""
    return posting.may_be_anonymous(category, law)


def may_own_up(reader: Agent | None, entry: Post, law: Law) -> Decision[bool]:
    """Whether this Agent may put eir name to the post."""
    return posting.may_own_up(author=is_author(reader, entry), anonymous=entry.anonymous, law=law)


def owned(entry: Post) -> Event | None:
    """The event with which the author put eir name to what e had posted without; None where there is none."""
    return core.log(entry.game_id, subject=entry.subject_key).filter(kind=OWNED).first()


def committed(entry: Post) -> str:
    """What the log said of an anonymous post's author when it was made: a commitment, 64 hex digits; else empty."""
    made = core.log(entry.game_id, subject=entry.subject_key).filter(kind="post.made").first()
    return str(made.data.get("commitment", "")) if made else ""
