"""A post as every page shows it: its title, category, status and author; and the difference of two versions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nomic.core.requests import GameRequest
from nomic.core.templatetags.nomic_markdown import plain
from proposals.changes.presenters import ShownChange, present_changes, shorten_diff
from proposals.kinds import kind_of
from proposals.reasons.presenters import address
from proposals.voting.rules import Status
from rulesets.history.rules_differences import words_diff
from rulesets.reading.presenters import DiffPiece

if TYPE_CHECKING:
    from proposals.posts.models import Post, PostVersion


def author_url(post: Post, request: GameRequest) -> str:
    """Where a post's author has eir page; empty where nobody is shown."""
    return address("agent", request, post.author_id) if post.author_id is not None else ""


@dataclass(frozen=True, slots=True)
class VersionsCompared:
    """The words that changed between two versions, and both change lists where those differ."""

    old: int
    new: int
    same: bool
    title: list[DiffPiece]
    body: list[DiffPiece]
    category: tuple[str, str] | None
    changes: list[list[ShownChange]] | None


def compare_versions(old: PostVersion, new: PostVersion, request: GameRequest) -> VersionsCompared:
    categories = (old.get_category_display(), new.get_category_display()) if old.category != new.category else None
    lists = [present_changes(row.changes, row.seq, request, pending=False) for row in (old, new)]
    return VersionsCompared(
        old.n,
        new.n,
        old.digest == new.digest,
        shorten_diff(words_diff(old.title, new.title)) if old.title != new.title else [],
        shorten_diff(words_diff(old.body, new.body)) if old.body != new.body else [],
        categories,
        lists if old.changes != new.changes else None,
    )


EXCERPT = 280
EXCERPT_SOURCE = 4 * EXCERPT  # of a body with its markup: as much as an excerpt is made of


@dataclass(frozen=True, slots=True)
class Kicker:
    """What stands over a post: category and status, as the style guide names them and in words; number and title."""

    category: str
    category_label: str
    status: str
    status_label: str
    title: str
    number: int | None


def kicker_of(post: Post) -> Kicker:
    """What another procedure decides has a number of its own: in its title, before the first colon."""
    title: str = post.title
    number: int | None = post.number
    if post.filed_as.is_decided_elsewhere:
        name, _, subject = title.partition(": ")
        word = name.rpartition(" ")[2]
        title, number = subject or name, int(word) if word.isdecimal() else None
    return Kicker(post.filed_as.style, post.filed_as.label, *status_of(post), title, number)


def status_of(post: Post) -> tuple[str, str]:
    """A post's status, and the word for it; a plain post has none unless it is withdrawn."""
    if not post.votable:
        return ("withdrawn", "Withdrawn") if post.withdrawn_at else ("", "")
    status = Status(post.matter.status)
    return status.value, kind_of(post.matter.kind).status_word(status).capitalize()


def excerpt_of(body: str) -> str:
    """The first words of a text on one line."""
    line = plain(body[:EXCERPT_SOURCE])
    return line if len(line) <= EXCERPT else line[:EXCERPT].rsplit(" ", 1)[0] + " …"


def post_head(entry: Post, request: GameRequest) -> dict[str, Any]:
    """What stands over every page about one post."""
    names = ("post", "edit-post", "withdraw-post", "own-post", "post-versions", "comment-on")
    return {
        "post": entry,
        "kicker": kicker_of(entry),
        "author_url": author_url(entry, request),
        "urls": {name.replace("-", "_"): address(name, request, entry.number) for name in names},
    }
