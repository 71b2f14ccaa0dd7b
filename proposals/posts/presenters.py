"""A post as every page shows it: its title, category, status and author; and the difference of two versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nomic.core.requests import GameRequest
from nomic.core.templatetags.nomic_markdown import plain
from proposals.changes.presenters import present_changes, shorten_diff
from proposals.kinds import kind_of
from proposals.reasons.presenters import address
from proposals.voting.rules import Status
from rulesets.history.rules_differences import words_diff

if TYPE_CHECKING:
    from proposals.posts.models import Post, PostVersion


def author_url(post: Post, request: GameRequest) -> str:
    """Where a post's author has eir page; empty where nobody is shown."""
    return address("agent", request, post.author_id) if post.author_id is not None else ""


def compare_versions(old: PostVersion, new: PostVersion, request: GameRequest) -> dict[str, Any]:
    """The words that changed between two versions, and both change lists where those differ."""
    lists = [present_changes(row.changes, row.seq, request, pending=False) for row in (old, new)]
    return {
        "old": old.n,
        "new": new.n,
        "title": shorten_diff(words_diff(old.title, new.title)) if old.title != new.title else [],
        "body": shorten_diff(words_diff(old.body, new.body)) if old.body != new.body else [],
        "category": (old.get_category_display(), new.get_category_display()) if old.category != new.category else None,
        "changes": lists if old.changes != new.changes else None,
        "same": old.digest == new.digest,
    }


EXCERPT = 280
EXCERPT_SOURCE = 4 * EXCERPT  # of a body with its markup: as much as an excerpt is made of


def title_parts(post: Post) -> dict[str, Any]:
    """Its title, and the number that it goes by. What another procedure decides has its own: in its title, before the
    first colon."""
    if not post.filed_as.is_decided_elsewhere:
        return {"title": post.title, "number": post.number}
    name, _, subject = post.title.partition(": ")
    number = name.rpartition(" ")[2]
    return {"title": subject or name, "number": int(number) if number.isdecimal() else None}


def kicker_of(post: Post) -> dict[str, Any]:
    """Category and status, as the style guide names them and in words."""
    status, label = status_of(post)
    return {
        "category": post.filed_as.style,
        "category_label": post.filed_as.label,
        "status": status,
        "status_label": label,
    }


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
        "kicker": kicker_of(entry) | title_parts(entry),
        "author_url": author_url(entry, request),
        "urls": {name.replace("-", "_"): address(name, request, entry.number) for name in names},
    }
