"""The journal: every post of the game, newest first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from nomic.core import queries as core
from nomic.core.templatetags.nomic_markdown import plain
from nomic.core.views.entering import GameRequest, in_game, law_of
from proposals import procedures, queries
from proposals.forms import FilterForm
from proposals.mechanics.votes import Kind, Status
from proposals.views.presenting import columns, lines_of, state
from proposals.views.scenes import pending_of
from proposals.views.standing import queued_line
from proposals.views.wording import address, author_url

if TYPE_CHECKING:
    from proposals.models import Post

POSTS_A_PAGE = 20
EXCERPT = 280
BEGINNING = 4 * EXCERPT  # of a body with its markup: as much as an excerpt is made of
# The style guide's name, where it is another.
MOTION = "motion"
CATEGORIES = {"plain": "post", "address": "ascension", "motion": "proposal"}


@require_safe
@in_game
def journal(request: GameRequest) -> HttpResponse:
    """A page of posts, those that the filters let through."""
    wanted = FilterForm(request.GET).wanted()
    page = Paginator(queries.journal(request.game.pk, **wanted), POSTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "cards": cards(page.object_list, request),
        "query": urlencode(wanted) + "&" if wanted else "",
        "filters": filters(wanted, request),
        "wanted": wanted,
        "stranger": request.agent is None,
        "application": _application(request),
        "admins": request.keywords.plural("admin"),
    }
    return render(request, "proposals/journal.html", context)


def _application(request: GameRequest) -> Any:
    """The reader's own announced arrival, if e is at the door."""
    if request.agent is not None or not request.user.is_authenticated:
        return None
    return core.application_of(request.user, request.game.pk)


def filters(wanted: dict[str, str], request: GameRequest) -> list[dict[str, Any]]:
    """The choices of each filter, the one in force marked."""
    offered = {
        "category": ("Category", queries.all_categories()),
        "status": ("Status", [(each.value, each.value.capitalize()) for each in Status]),
        "by": ("Author", [(name, name) for name in queries.authors(request.game.pk)]),
    }
    if procedures.doors(request) and not law_of(request).carries("proposals.posting"):
        # Its Proposals have other states, which their own pages sift by.
        offered = {name: each for name, each in offered.items() if name != "status"}
    return [
        {"name": name, "label": label, "choices": choices, "chosen": wanted.get(name, "")}
        for name, (label, choices) in offered.items()
    ]


# -- one card ----------------------------------------------------------------------------------------


def cards(posts: Iterable[Post], request: GameRequest) -> list[dict[str, Any]]:
    """The cards of a page, each with how many comments the reader has not seen."""
    shown, told = list(posts), {}
    if any(each.category == MOTION for each in shown):
        told = procedures.told_of(shown, request)
    unread = queries.unread_comments(request.agent, [each.pk for each in shown]) if request.agent else {}
    return [card(each, request) | _told(each, told.get(each.pk)) | {"unread": unread.get(each.pk, 0)} for each in shown]


def _told(post: Post, told: procedures.Told | None) -> dict[str, str]:
    """What is told otherwise of a post that another procedure decides."""
    if told is None:
        return {}
    return {
        "status": told.style,
        "status_label": told.word,
        "excerpt": excerpt(told.prose(post.body[:BEGINNING])),
    }


def card(post: Post, request: GameRequest) -> dict[str, Any]:
    """A post as `components/post_card.html` takes it."""
    return {
        "url": address("post", request, post.number),
        **called(post),
        "author": post.byline,
        "author_url": author_url(post, request),
        "posted_at": post.posted_at,
        "comments": post.comment_count,  # type: ignore[attr-defined]  # annotated by the query
        "excerpt": excerpt(post.body),
    } | kicker(post) | (_decided(post, request) if post.votable else {})  # fmt: skip


def called(post: Post) -> dict[str, Any]:
    """Its title, and the number that it goes by. What another procedure decides has its own: in its title, before the
    first colon."""
    if post.category != MOTION:
        return {"title": post.title, "number": post.number}
    name, _, subject = post.title.partition(": ")
    number = name.rpartition(" ")[2]
    return {"title": subject or name, "number": int(number) if number.isdecimal() else None}


def kicker(post: Post) -> dict[str, Any]:
    """Category and status, as the style guide names them and in words."""
    status, label = status_of(post)
    return {
        "category": CATEGORIES.get(post.category, post.category),
        "category_label": queries.category_label(post.category),
        "status": status,
        "status_label": label,
    }


def status_of(post: Post) -> tuple[str, str]:
    """A post's status, and the word for it; a plain post has none unless it is withdrawn."""
    if not post.votable:
        return ("withdrawn", "Withdrawn") if post.withdrawn_at else ("", "")
    status = Status(post.matter.status)
    return status.value, status.shown(Kind(post.matter.kind)).capitalize()


def excerpt(body: str) -> str:
    """The first words of a text on one line."""
    line = plain(body[:BEGINNING])
    return line if len(line) <= EXCERPT else line[:EXCERPT].rsplit(" ", 1)[0] + " …"


def _decided(post: Post, request: GameRequest) -> dict[str, Any]:
    judged = next((each for each in pending_of(request) if each.post.pk == post.pk), None)
    if judged:
        return {
            "tally": columns(judged.facts.kind, lines_of(judged.verdict), request),
            "quorum": judged.verdict.quorum,
            "verdict_state": state(judged),
            "verdict_line": queued_line(judged, request),
        }
    closing = post.matter.closing or {}
    count = closing.get("tally", {})
    counts = {"FOR": count.get("for"), "AGAINST": count.get("against"), "VETO": int(bool(count.get("vetoed")))}
    tally = [{"vote": vote, "label": "", "count": number} for vote, number in counts.items()]
    return {"tally": tally if count else [], "quorum": closing.get("quorum"), "verdict_line": closing.get("why", "")}
