"""One post: its page, its versions, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from nomic.core.mechanics.chain import canonical
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game
from proposals import procedures, queries
from proposals.actions import owning, posting
from proposals.forms import CommentForm
from proposals.mechanics.votes import Kind, Status
from proposals.views.admin_field import admin_field
from proposals.views.changes_shown import shown_changes
from proposals.views.journal import called, kicker
from proposals.views.presenting import deciding
from proposals.views.scenes import scene_of
from proposals.views.thread import conversation, seen
from proposals.views.windows import windows
from proposals.views.wording import address, author_url, grounds
from rulesets import queries as law

if TYPE_CHECKING:
    from proposals.models import Post
    from rulesets.models import RuleVersion

IDLE = "It no longer fitted the text, and whoever enacted this declared that it does nothing."
WRITTEN = "It met with newer words, and whoever enacted this settled the text by hand: see the rule’s history."


@dataclass(frozen=True, slots=True)
class Made:
    """A version of a rule that a matter brought about, and where to read it; `diff` is empty for a rule's first."""

    version: RuleVersion
    url: str
    diff: str


def found(request: GameRequest, number: int) -> Post:
    """The post of that number, or 404."""
    entry = queries.post(request.game.pk, number)
    if entry is None:
        raise Http404("There is no such post.")
    return entry


def of_the_journal(request: GameRequest, number: int) -> Post:
    """The post of that number, or 404, also where another procedure than the journal's own decides it."""
    entry = found(request, number)
    if procedures.page_of(entry) is not None:
        raise Http404("Another page than the journal's is for that.")
    return entry


@require_safe
@in_game
def post(request: GameRequest, number: int) -> HttpResponse:
    """Its page; what another procedure decides has one of that procedure's."""
    entry = found(request, number)
    page = procedures.page_of(entry)
    return show(request, entry) if page is None else redirect(page)


def show(
    request: GameRequest, entry: Post, form: CommentForm | None = None, preview: str = "", status: int = 200
) -> HttpResponse:
    """The whole page of a post; also around a comment that could not be taken, or is only looked at.

    Of what another procedure decides, the text alone, under a title that leads to its page.
    """
    versions, elsewhere = list(queries.post_versions(entry.pk)), procedures.page_of(entry) is not None
    context = conversation(entry, request, form, preview) | head(entry, request) | {
        "version": versions[-1],
        "edited": len(versions) > 1,
        "changes": _changes(entry, versions[-1].seq, request),
        "enacted": _has(entry, Status.ENACTED),
        "made": _made(entry, request),
        "windows": windows(entry, request),
        "owned": _owned(entry),
        "charge": {"evidence": queries.evidence(entry, request.agent)} if queries.has_evidence(entry) else None,
        "admin_field": admin_field(entry, request) if entry.official and not elsewhere else None,
        "deciding": deciding(entry, request) if entry.votable else None,
        "linked": elsewhere,
    }  # fmt: skip
    answer = render(request, "proposals/post.html", context, status=status)
    if request.method == "GET":
        seen(context, request)
    return answer


def _owned(entry: Post) -> dict[str, Any] | None:
    """That its author put eir name to it later, and what anybody needs to check that e told the truth."""
    told = queries.owned(entry) if entry.category == Kind.CFJ and not entry.anonymous else None
    if told is None:
        return None
    content = canonical(told.data["content"]).decode()
    return {"at": told.at, "content": content, "salt": told.data["salt"], "commitment": queries.committed(entry)}


def _changes(entry: Post, seq: int, request: GameRequest) -> list[dict[str, Any]]:
    """The change list; of an enacted one, also what an Admin had to settle by hand."""
    changes = shown_changes(entry.changes, seq, request, pending=_has(entry, Status.PENDING))
    if not changes or not _has(entry, Status.ENACTED):
        return changes
    hands = queries.settled_by_hand(entry)
    return [
        change | {"settled": WRITTEN if place in hands.written else IDLE if place in hands.idle else ""}
        for place, change in enumerate(changes)
    ]


def _made(entry: Post, request: GameRequest) -> list[Made]:
    """What an enacted matter made of the law, with the ways to each rule as it reads now and to what changed."""
    if not _has(entry, Status.ENACTED):
        return []
    return [_made_of(each, request) for each in law.versions_by(request.game.pk, f"post:{entry.number}")]


def _made_of(version: RuleVersion, request: GameRequest) -> Made:
    rid = version.rule.rid
    diff = f"{address('rule-diff', request, rid)}?from={version.n - 1}&to={version.n}" if version.n > 1 else ""
    return Made(version, address("rule", request, rid), diff)


def _has(entry: Post, status: Status) -> bool:
    return entry.votable and entry.matter.status == status


def head(entry: Post, request: GameRequest) -> dict[str, Any]:
    """What stands over every page about one post."""
    names = ("post", "edit-post", "withdraw-post", "own-post", "post-versions", "comment-on")
    return {
        "post": entry,
        "kicker": kicker(entry) | called(entry),
        "author_url": author_url(entry, request),
        "urls": {name.replace("-", "_"): address(name, request, entry.number) for name in names},
    }


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def withdraw(request: AgentRequest, number: int) -> HttpResponse:
    """Asks whether the author means it, then takes the post back."""
    entry = of_the_journal(request, number)
    if request.method == "POST":
        posting.withdraw(actor_id=request.agent.pk, game_id=request.game.pk, number=number)
        messages.success(request, f"#{number} is withdrawn. It stays here to be read.")
        return redirect("post", request.game.slug, number)
    context = head(entry, request) | {"windows": windows(entry, request)}
    return render(request, "proposals/withdraw.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def own_up(request: AgentRequest, number: int) -> HttpResponse:
    """Asks whether the author means it, then puts eir name to what e posted without."""
    entry = of_the_journal(request, number)
    if request.method == "POST":
        owning.own_up(actor_id=request.agent.pk, game_id=request.game.pk, number=number)
        messages.success(request, f"#{number} bears your name now.")
        return redirect("post", request.game.slug, number)
    may = queries.may_own_up(request.agent, entry, scene_of(request).law)
    context = head(entry, request) | {"may": may.outcome, "reasons": grounds(may.reasons, request)}
    return render(request, "proposals/own_up.html", context)
