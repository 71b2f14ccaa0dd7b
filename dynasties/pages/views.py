"""The gamestate pages: each as it is and as it was, its history, the difference of any two versions; and editing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from dynasties.actions import pages as actions
from dynasties.actions.pages import Edited
from dynasties.forms.pages import PageForm
from dynasties.mechanics.licences import Editors
from dynasties.queries import pages as queries
from dynasties.queries.pages import PageShown
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.keywords import Keywords
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game, law_of
from proposals.views.changes_shown import spans
from proposals.views.wording import address, grounds
from rulesets.forms import VersionsForm
from rulesets.mechanics.diff import words_diff

if TYPE_CHECKING:
    from dynasties.models import PageVersion


@require_safe
@in_game
def pages(request: GameRequest) -> HttpResponse:
    """All pages of the Gamestate. `?after=` the number of an event: as they were then."""
    seq = asked_seq(request)
    shown = queries.pages(request.game.pk, seq)
    rows = [{"page": each, "editors": editors(each, request.keywords), "rule_url": _rule_url(each, request)}
            for each in shown]  # fmt: skip
    return render(request, "dynasties/pages.html", {"rows": rows, "after": seq})


@require_safe
@in_game
def page(request: GameRequest, number: int) -> HttpResponse:
    """One page, as it is, or as it was after event `?after=`."""
    seq = asked_seq(request)
    shown = found(request, number, seq)
    return render(request, "dynasties/page.html", _head(shown, request) | {"after": seq, "tab": "page"})


@require_safe
@in_game
def history(request: GameRequest, number: int) -> HttpResponse:
    """All versions of a page, the newest first."""
    shown = found(request, number)
    versions = queries.page_versions(shown.row.pk)
    context = _head(shown, request) | {"versions": versions[::-1], "tab": "history"}
    return render(request, "dynasties/page_history.html", context)


@require_safe
@in_game
def version(request: GameRequest, number: int, n: int) -> HttpResponse:
    """One version, for good."""
    shown = found(request, number)
    old = queries.page_version(shown.row.pk, n)
    if old is None:
        raise Http404("This page never had that version.")
    context = _head(shown, request) | {"version": old, "tab": "page"}
    return render(request, "dynasties/page_version.html", context)


@require_safe
@in_game
def diff(request: GameRequest, number: int) -> HttpResponse:
    """The words that changed between two versions, or the last two."""
    shown = found(request, number)
    versions = {each.n: each for each in queries.page_versions(shown.row.pk)}
    last = shown.version.n
    asked = {"from": max(last - 1, 1), "to": last} | request.GET.dict()
    form = VersionsForm(asked, versions=[(n, _label(each)) for n, each in versions.items()])
    context = _head(shown, request) | {"form": form, "tab": "diff"}
    if form.is_valid():
        start, end = (versions[int(form.cleaned_data[name])] for name in ("from", "to"))
        context |= {"start": start, "end": end, "spans": difference(start.text, end.text)}
    return render(request, "dynasties/page_diff.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def edit(request: AgentRequest, number: int) -> HttpResponse:
    """Write a page anew, where its rule lets the reader."""
    shown = found(request, number)
    may = queries.may_edit_page(shown, request.agent, request.game, law_of(request))
    if request.method != "POST":
        may.or_refuse()
        return _sheet(request, shown, PageForm(initial={"text": shown.version.text, "base_version": shown.version.n}))
    form = PageForm(request.POST)
    if not form.is_valid():
        return _sheet(request, shown, form, status=422)
    if request.POST.get("do") == "preview":
        return _sheet(request, shown, form, preview=form.cleaned_data["text"])
    if not may.outcome:
        # What was typed stays on the page, with the reason why it is not taken.
        return _sheet(request, shown, form, refused=grounds(may.reasons, request), status=409)
    return _write(request, shown, form)


def _write(request: AgentRequest, shown: PageShown, form: PageForm) -> HttpResponse:
    try:
        done = actions.edit(
            actor_id=request.agent.pk, game_id=request.game.pk, number=shown.number, **form.cleaned_data
        )
    except Invalid as error:
        form.refuse(error)
        return _sheet(request, shown, form, status=422)
    if done.version is None:
        return _conflicting(request, shown, form, done)
    merged = form.cleaned_data["base_version"] < done.version.n - 1
    messages.success(request, "Your changes are merged with newer ones." if merged else "The page is written.")
    return redirect("page", request.game.slug, shown.number)


def _conflicting(request: AgentRequest, shown: PageShown, form: PageForm, done: Edited) -> HttpResponse:
    """Somebody changed the same words meanwhile: both are shown, and the form holds the whole text with marks."""
    typed, base = form.cleaned_data, queries.page_version(shown.row.pk, form.cleaned_data["base_version"])
    # Sent once more, it is drafted on the newest version.
    sheet = PageForm(typed | {"text": done.merged.marked, "base_version": done.newest.n})
    stale = {
        "conflicts": done.merged.conflicts,
        "newest": done.newest,
        "theirs": difference(base.text, done.newest.text) if base else [],
        "yours": difference(base.text, actions.page_text(typed["text"])) if base else [],
    }
    return _sheet(request, shown, sheet, stale=stale, status=409)


def _sheet(request: AgentRequest, shown: PageShown, form: PageForm, *, status: int = 200, **more: Any) -> HttpResponse:
    context = _head(shown, request) | {"form": form, "tab": ""} | more
    return render(request, "dynasties/page_edit.html", context, status=status)


# -- what pages are made of --------------------------------------------------------------------------


def found(request: GameRequest, number: int, seq: int | None = None) -> PageShown:
    """The page of that number, now or after event `seq`, or 404."""
    shown = queries.page(request.game.pk, number, seq)
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


def editors(shown: PageShown, keywords: Keywords) -> str:
    """Who the rule lets edit a page, in the game's words."""
    return {
        Editors.AGENTS: f"every {keywords.of('agent')}",
        Editors.ADMINS: f"every {keywords.of('admin')}",
        Editors.MASTERMIND: f"the {keywords.of('mastermind')}",
        Editors.NOBODY: "nobody; it changes by enactment",
    }[shown.licence.editors]


def difference(before: str, after: str) -> list[dict[str, str]]:
    """The words that changed, as `components/diff.html` takes them."""
    return spans(words_diff(before, after))


def _head(shown: PageShown, request: GameRequest) -> dict[str, Any]:
    may = queries.may_edit_page(shown, request.agent, request.game, law_of(request))
    return {
        "page": shown,
        "version": shown.version,
        "editors": editors(shown, request.keywords),
        "rule_url": _rule_url(shown, request),
        "may_edit": may.outcome,
        "grounds": grounds(may.reasons, request),
    }


def _rule_url(shown: PageShown, request: GameRequest) -> str:
    return address("rule", request, shown.row.rule_id)


def _label(version: PageVersion) -> str:
    return f"{version.n}: {version.by.name if version.by else 'by enactment'}, {version.at:%Y-%m-%d %H:%M} UTC"
