"""The journal, the page of each post with its comments and votes, and withdrawing a post."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core.chain import canonical_json
from nomic.core.forms import NotDone, run_form
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, law_of
from nomic.core.roster import queries as roster_queries
from proposals import procedures
from proposals.changes.presenters import ShownChange, present_changes
from proposals.comments import actions as comments_actions
from proposals.comments.presenters import conversation_context, mark_read
from proposals.composer import actions as composer_actions
from proposals.composer.presenters import edit_windows
from proposals.deciding.presenters import (
    TallyColumn,
    deciding_context,
    pending_matters_of,
    queued_line,
    tally_columns,
    tally_lines,
    verdict_state,
)
from proposals.kinds import kind_of
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal.dials import PROPOSALS_POSTING
from proposals.posts import queries as posts_queries
from proposals.posts.forms import CommentForm, FilterForm
from proposals.posts.presenters import EXCERPT_SOURCE, Kicker, author_url, excerpt_of, kicker_of, post_head
from proposals.posts.views import get_journal_post_or_404, get_post_or_404
from proposals.reasons.presenters import address, reasons_context
from proposals.repairs.presenters import admin_field
from proposals.voting.presenters import forget_facts, judging_context_of
from proposals.voting.rules import Status
from rulesets.history import queries as history_queries

if TYPE_CHECKING:
    from proposals.posts.models import Post
    from rulesets.models import RuleVersion

POSTS_A_PAGE = 20


@require_safe
@in_game
def journal_page(request: GameRequest) -> HttpResponse:
    """A page of posts, those that the filters let through."""
    wanted = FilterForm(request.GET).chosen_filters()
    page = Paginator(posts_queries.filtered_posts(request.game.pk, **wanted), POSTS_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "cards": post_cards(page.object_list, request),
        "query": urlencode(wanted) + "&" if wanted else "",
        "filters": filter_choices(wanted, request),
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
    return roster_queries.application_of(request.user, request.game.pk)


class FilterChoices(NamedTuple):
    """A filter: its choices, and which is in force."""

    name: str
    label: str
    choices: list[tuple[str, str]]
    chosen: str


def filter_choices(wanted: dict[str, str], request: GameRequest) -> list[FilterChoices]:
    offered = {
        "category": ("Category", posts_queries.all_categories()),
        "status": ("Status", [(each.value, each.value.capitalize()) for each in Status]),
        "by": ("Author", [(name, name) for name in posts_queries.author_names(request.game.pk)]),
    }
    if procedures.composer_links(request) and not law_of(request).carries(PROPOSALS_POSTING):
        # Its Proposals have other states, which their own pages sift by.
        offered = {name: each for name, each in offered.items() if name != "status"}
    return [FilterChoices(name, *each, wanted.get(name, "")) for name, each in offered.items()]


# -- one card ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PostCard:
    """A post as `components/post_card.html` takes it; `comments` and `unread` count."""

    kicker: Kicker
    url: str
    author: str
    author_url: str
    posted_at: datetime
    comments: int
    excerpt: str
    unread: int
    tally: list[TallyColumn]
    quorum: int | None
    verdict_state: str
    verdict_line: str


def post_cards(posts: Iterable[Post], request: GameRequest) -> list[PostCard]:
    """The cards of a page, each with how many comments the reader has not seen."""
    shown, told = list(posts), {}
    if any(each.filed_as.is_decided_elsewhere for each in shown):
        told = procedures.procedure_states(shown, request)
    unread = posts_queries.unread_comments(request.agent, [each.pk for each in shown]) if request.agent else {}
    return [_post_card(each, told.get(each.pk), unread.get(each.pk, 0), request) for each in shown]


def _post_card(post: Post, told: procedures.ProcedureState | None, unread: int, request: GameRequest) -> PostCard:
    """`told`: what another procedure tells of a post that it decides."""
    kicker, body = kicker_of(post), post.body
    if told is not None:
        kicker = replace(kicker, status=told.style, status_label=told.word)
        body = told.prose(body[:EXCERPT_SOURCE])
    tally, quorum, state, line = _decision_parts(post, request) if post.votable else ([], None, "", "")
    return PostCard(
        kicker,
        address("post", request, post.number),
        post.byline,
        author_url(post, request),
        post.posted_at,
        post.comment_count,  # type: ignore[attr-defined]  # annotated by the query
        excerpt_of(body),
        unread,
        tally,
        quorum,
        state,
        line,
    )


def _decision_parts(post: Post, request: GameRequest) -> tuple[list[TallyColumn], int | None, str, str]:
    """The count, the quorum, the state of the verdict and the line about it."""
    judged = next((each for each in pending_matters_of(request) if each.post.pk == post.pk), None)
    if judged:
        tally = tally_columns(judged.facts.kind, tally_lines(judged.verdict), request)
        return tally, judged.verdict.quorum, verdict_state(judged), queued_line(judged, request)
    closing = post.matter.closing or {}
    tally = _closed_tally(kind_of(post.matter.kind), closing["votes"]) if "votes" in closing else []
    return tally, closing.get("quorum"), "", closing.get("why", "")


def _closed_tally(kind: MatterKind, votes: Iterable[Mapping[str, str]]) -> list[TallyColumn]:
    """How many votes on record count for each icon that a list shows."""
    counts = Counter(each["as"] for each in votes)
    return [TallyColumn(icon, sum(counts[side] for side in sides)) for icon, sides in kind.listed_icons.items()]


# One post: its page, its versions, and taking it back.

IDLE = "It no longer fitted the text, and whoever enacted this declared that it does nothing."
WRITTEN = "It met with newer words, and whoever enacted this settled the text by hand: see the rule’s history."


@dataclass(frozen=True, slots=True)
class MadeVersion:
    """A version of a rule that a matter brought about, and where to read it; `diff` is empty for a rule's first."""

    version: RuleVersion
    url: str
    diff: str


@require_safe
@in_game
def post_page(request: GameRequest, number: int) -> HttpResponse:
    """Its page; what another procedure decides has one of that procedure's."""
    entry = get_post_or_404(request, number)
    page = procedures.page_of(entry)
    return show_post(request, entry) if page is None else redirect(page)


def show_post(
    request: GameRequest, entry: Post, form: CommentForm | None = None, preview: str = "", status: int = 200
) -> HttpResponse:
    """The whole page of a post; also around a comment that could not be taken, or is only looked at.

    Of what another procedure decides, the text alone, under a title that leads to its page.
    """
    versions, elsewhere = list(posts_queries.post_versions(entry.pk)), procedures.page_of(entry) is not None
    context = (
        conversation_context(entry, request, form, preview)
        | post_head(entry, request)
        | {
            "version": versions[-1],
            "edited": len(versions) > 1,
            "changes": _changes_context(entry, versions[-1].seq, request),
            "enacted": _has_status(entry, Status.ENACTED),
            "made": _made_versions(entry, request),
            "windows": edit_windows(entry, request),
            "owned": _reveal_context(entry),
            "charge": {"evidence": posts_queries.evidence_for(entry, request.agent)}
            if posts_queries.has_evidence(entry)
            else None,
            "admin_field": admin_field(entry, request) if entry.official and not elsewhere else None,
            "deciding": deciding_context(entry, request) if entry.votable else None,
            "linked": elsewhere,
        }
    )
    answer = render(request, "proposals/post.html", context, status=status)
    if request.method == "GET":
        mark_read(context, request)
    return answer


@dataclass(frozen=True, slots=True)
class RevealedAuthor:
    """That its author put eir name to it later, and what anybody needs to check that e told the truth."""

    at: datetime
    content: str
    salt: str
    commitment: str | None


def _reveal_context(entry: Post) -> RevealedAuthor | None:
    told = posts_queries.reveal_event(entry) if entry.filed_as.may_be_anonymous and not entry.anonymous else None
    if told is None:
        return None
    content = canonical_json(told.data["content"]).decode()
    return RevealedAuthor(told.at, content, told.data["salt"], posts_queries.author_commitment(entry))


def _changes_context(entry: Post, seq: int, request: GameRequest) -> list[ShownChange]:
    """The change list; of an enacted one, also what an Admin had to settle by hand."""
    changes = present_changes(entry.changes, seq, request, pending=_has_status(entry, Status.PENDING))
    if not changes or not _has_status(entry, Status.ENACTED):
        return changes
    hands = posts_queries.settled_by_hand(entry)
    return [
        replace(change, settled=WRITTEN if place in hands.written else IDLE if place in hands.idle else "")
        for place, change in enumerate(changes)
    ]


def _made_versions(entry: Post, request: GameRequest) -> list[MadeVersion]:
    """What an enacted matter made of the law, with the ways to each rule as it reads now and to what changed."""
    if not _has_status(entry, Status.ENACTED):
        return []
    return [
        _made_version(each, request) for each in history_queries.versions_by(request.game.pk, f"post:{entry.number}")
    ]


def _made_version(version: RuleVersion, request: GameRequest) -> MadeVersion:
    rid = version.rule.rid
    diff = f"{address('rule-diff', request, rid)}?from={version.n - 1}&to={version.n}" if version.n > 1 else ""
    return MadeVersion(version, address("rule", request, rid), diff)


def _has_status(entry: Post, status: Status) -> bool:
    return entry.votable and entry.matter.status == status


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def withdraw_page(request: AgentRequest, number: int) -> HttpResponse:
    """Asks whether the author means it, then takes the post back."""
    entry = get_journal_post_or_404(request, number)
    if request.method == "POST":
        composer_actions.withdraw_post(actor_id=request.agent.pk, game_id=request.game.pk, number=number)
        messages.success(request, f"#{number} is withdrawn. It stays here to be read.")
        return redirect("post", request.game.slug, number)
    context = post_head(entry, request) | {"windows": edit_windows(entry, request)}
    return render(request, "proposals/withdraw.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def reveal_author_page(request: AgentRequest, number: int) -> HttpResponse:
    """Asks whether the author means it, then puts eir name to what e posted without."""
    entry = get_journal_post_or_404(request, number)
    if request.method == "POST":
        composer_actions.reveal_author(actor_id=request.agent.pk, game_id=request.game.pk, number=number)
        messages.success(request, f"#{number} bears your name now.")
        return redirect("post", request.game.slug, number)
    may = posts_queries.may_reveal_author(request.agent, entry, judging_context_of(request).law)
    context = post_head(entry, request) | {"may": may.outcome, "reasons": reasons_context(may.reasons, request)}
    return render(request, "proposals/own_up.html", context)


# Commenting on a post and voting on it; each comment has an address of its own.

VOTED = "voted"  # what the deciding section listens for


@require_safe
@in_game
def comment_page(request: GameRequest, number: int, comment_number: int) -> HttpResponse:
    """The lasting address of a comment leads to its place on the page."""
    if not posts_queries.comment_exists(request.game.pk, number, comment_number):
        raise Http404("There is no such comment.")
    page = procedures.page_of(get_post_or_404(request, number)) or address("post", request, number)
    return HttpResponseRedirect(f"{page}#comment-{comment_number}")


@require_POST
@agent_required
def add_comment(request: AgentRequest, number: int) -> HttpResponse:
    """Comment, and vote if an icon is chosen; or only look at what it would look like."""
    form = CommentForm(request.POST)
    if request.POST.get("do") == "preview":
        return _show_again(request, number, form, preview=request.POST.get("body", ""))
    post = comments_actions.post_comment
    comment = run_form(form, lambda: post(**actor_of(request), number=number, **form.cleaned_data))
    if isinstance(comment, NotDone):
        return _show_again(request, number, form, status=comment.status)
    if not request.htmx:
        return redirect("comment", request.game.slug, number, comment.number)
    forget_facts(request)
    shown = conversation_context(get_post_or_404(request, number), request) | {"voted": bool(form.cleaned_data["vote"])}
    shown["comments"] = [replace(each, is_new=each.number == comment.number) for each in shown["comments"]]
    answer = render(request, "proposals/_conversation.html", shown)
    mark_read(shown, request)
    answer["HX-Trigger"] = VOTED
    return answer


def _show_again(
    request: AgentRequest, number: int, form: CommentForm, preview: str = "", status: int = 200
) -> HttpResponse:
    entry = get_post_or_404(request, number)
    if request.htmx:
        context = conversation_context(entry, request, form, preview)
        return render(request, "proposals/_conversation.html", context, status=status)
    return show_post(request, entry, form, preview, status)
