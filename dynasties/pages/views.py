"""The gamestate pages: each as it is and as it was, its history, the difference of any two versions; and editing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from dynasties.pages import actions as pages_actions, queries as pages_queries
from dynasties.pages.actions import PageEdit
from dynasties.pages.forms import PageForm
from dynasties.pages.queries import PageShown
from dynasties.pages.rules import Editors
from nomic.core.decision import Invalid
from nomic.core.forms import NotDone, run_form
from nomic.core.language.rules import Keywords
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, law_of
from proposals.changes.presenters import shorten_diff
from proposals.reasons.presenters import address, reasons_context
from rulesets.history.forms import VersionsForm
from rulesets.history.rules_differences import words_diff
from rulesets.reading.presenters import DiffPiece

if TYPE_CHECKING:
    from dynasties.pages.models import PageVersion


@require_safe
@in_game
def pages_page(request: GameRequest) -> HttpResponse:
    """All pages of the Gamestate. `?after=` the number of an event: as they were then."""
    seq = asked_seq(request)
    shown = pages_queries.live_pages(request.game.pk, seq)
    rows = [
        {"page": each, "editors": editors_text(each, request.keywords), "rule_url": _rule_url(each, request)}
        for each in shown
    ]
    return render(request, "dynasties/pages.html", {"rows": rows, "after": seq})


@require_safe
@in_game
def page_page(request: GameRequest, number: int) -> HttpResponse:
    """One page, as it is, or as it was after event `?after=`."""
    seq = asked_seq(request)
    shown = get_page_or_404(request, number, seq)
    return render(request, "dynasties/page.html", _page_head(shown, request) | {"after": seq, "tab": "page"})


@require_safe
@in_game
def page_history(request: GameRequest, number: int) -> HttpResponse:
    """All versions of a page, the newest first."""
    shown = get_page_or_404(request, number)
    versions = pages_queries.page_versions(shown.row.pk)
    context = _page_head(shown, request) | {"versions": versions[::-1], "tab": "history"}
    return render(request, "dynasties/page_history.html", context)


@require_safe
@in_game
def page_version_page(request: GameRequest, number: int, n: int) -> HttpResponse:
    """One version, for good."""
    shown = get_page_or_404(request, number)
    old = pages_queries.page_version(shown.row.pk, n)
    if old is None:
        raise Http404("This page never had that version.")
    context = _page_head(shown, request) | {"version": old, "tab": "page"}
    return render(request, "dynasties/page_version.html", context)


@require_safe
@in_game
def page_diff(request: GameRequest, number: int) -> HttpResponse:
    """The words that changed between two versions, or the last two."""
    shown = get_page_or_404(request, number)
    versions = {each.n: each for each in pages_queries.page_versions(shown.row.pk)}
    last = shown.version.n
    asked = {"from": max(last - 1, 1), "to": last} | request.GET.dict()
    form = VersionsForm(asked, versions=[(n, _version_label(each)) for n, each in versions.items()])
    context = _page_head(shown, request) | {"form": form, "tab": "diff"}
    if form.is_valid():
        start, end = (versions[int(form.cleaned_data[name])] for name in ("from", "to"))
        context |= {"start": start, "end": end, "spans": version_difference(start.text, end.text)}
    return render(request, "dynasties/page_diff.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def edit_page_page(request: AgentRequest, number: int) -> HttpResponse:
    """Write a page anew, where its rule lets the reader."""
    shown = get_page_or_404(request, number)
    may = pages_queries.may_edit_page(shown, request.agent, request.game, law_of(request))
    if request.method != "POST":
        may.or_refuse()
        return _editor_context(
            request, shown, PageForm(initial={"text": shown.version.text, "base_version": shown.version.n})
        )
    form = PageForm(request.POST)
    if not form.is_valid():
        return _editor_context(request, shown, form, status=422)
    if request.POST.get("do") == "preview":
        return _editor_context(request, shown, form, preview=form.cleaned_data["text"])
    if not may.outcome:
        # What was typed stays on the page, with the reason why it is not taken.
        return _editor_context(request, shown, form, refused=reasons_context(may.reasons, request), status=409)
    return _save_page(request, shown, form)


def _save_page(request: AgentRequest, shown: PageShown, form: PageForm) -> HttpResponse:
    done = run_form(
        form, lambda: pages_actions.edit_page(**actor_of(request), number=shown.number, **form.cleaned_data)
    )
    if isinstance(done, NotDone):
        return _editor_context(request, shown, form, status=done.status)
    if done.version is None:
        return _conflict_context(request, shown, form, done)
    merged = form.cleaned_data["base_version"] < done.version.n - 1
    messages.success(request, "Your changes are merged with newer ones." if merged else "The page is written.")
    return redirect("page", request.game.slug, shown.number)


def _conflict_context(request: AgentRequest, shown: PageShown, form: PageForm, done: PageEdit) -> HttpResponse:
    """Somebody changed the same words meanwhile: both are shown, and the form holds the whole text with marks."""
    typed, base = form.cleaned_data, pages_queries.page_version(shown.row.pk, form.cleaned_data["base_version"])
    # Sent once more, it is drafted on the newest version.
    sheet = PageForm(typed | {"text": done.merged.marked, "base_version": done.newest.n})
    stale = {
        "conflicts": done.merged.conflicts,
        "newest": done.newest,
        "theirs": version_difference(base.text, done.newest.text) if base else [],
        "yours": version_difference(base.text, pages_actions.page_text(typed["text"])) if base else [],
    }
    return _editor_context(request, shown, sheet, stale=stale, status=409)


def _editor_context(
    request: AgentRequest, shown: PageShown, form: PageForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = _page_head(shown, request) | {"form": form, "tab": ""} | more
    return render(request, "dynasties/page_edit.html", context, status=status)


# -- what pages are made of --------------------------------------------------------------------------


def get_page_or_404(request: GameRequest, number: int, seq: int | None = None) -> PageShown:
    """The page of that number, now or after event `seq`, or 404."""
    shown = pages_queries.get_page(request.game.pk, number, seq)
    if shown is None:
        raise Http404("There is no such page.")
    return shown


def asked_seq(request: GameRequest) -> int | None:
    """The number of the event after which the reader would see the game; None for now."""
    asked = request.GET.get("after", "").strip()
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= 15):
        raise Invalid("after", "“after” is the number of an event.")
    return int(asked)


def editors_text(shown: PageShown, keywords: Keywords) -> str:
    """Who the rule lets edit a page, in the game's words."""
    return {
        Editors.AGENTS: f"every {keywords.of('agent')}",
        Editors.ADMINS: f"every {keywords.of('admin')}",
        Editors.MASTERMIND: f"the {keywords.of('mastermind')}",
        Editors.NOBODY: "nobody; it changes by enactment",
    }[shown.licence.editors]


def version_difference(before: str, after: str) -> list[DiffPiece]:
    """The words that changed, as `components/diff.html` takes them."""
    return shorten_diff(words_diff(before, after))


def _page_head(shown: PageShown, request: GameRequest) -> dict[str, object]:
    may = pages_queries.may_edit_page(shown, request.agent, request.game, law_of(request))
    return {
        "page": shown,
        "version": shown.version,
        "editors": editors_text(shown, request.keywords),
        "rule_url": _rule_url(shown, request),
        "may_edit": may.outcome,
        "grounds": reasons_context(may.reasons, request),
    }


def _rule_url(shown: PageShown, request: GameRequest) -> str:
    return address("rule", request, shown.row.rule_id)


def _version_label(version: PageVersion) -> str:
    return f"{version.n}: {version.by.name if version.by else 'by enactment'}, {version.at:%Y-%m-%d %H:%M} UTC"
