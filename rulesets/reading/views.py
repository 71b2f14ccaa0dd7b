"""One rule: its text now, every version it ever had, the difference of any two, and who wrote which words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core import queries as core
from nomic.core.mechanics.decision import Invalid
from nomic.core.views.entering import AgentRequest, GameRequest, as_admin, in_game
from rulesets import queries
from rulesets.actions import correcting, voiding
from rulesets.forms import CorrectionForm, VersionsForm
from rulesets.mechanics.anchors import named
from rulesets.mechanics.blame import sentences as grouped
from rulesets.mechanics.entrenchment import may_be_found_void
from rulesets.mechanics.fold import fold
from rulesets.queries import Edition
from rulesets.views import showing

if TYPE_CHECKING:
    from rulesets.models import RuleVersion


@require_safe
@in_game
def rule(request: GameRequest, rid: int) -> HttpResponse:
    """The rule as it is now, or as it was repealed, and its history."""
    versions, edition = _versions(request, rid), queries.edition(request.game.pk)
    now = edition.ruleset.rule(rid)
    page = _page(request, versions, edition) | {"offence": _offence(request, edition, rid)}
    page["may_correct"] = bool(now and request.agent and request.agent.is_admin)
    if now:
        folded, former = fold(edition.ruleset, core.catalogue()), queries.former_titles(request.game.pk)
        page["shown"] = showing.show(now, edition, folded, former, request.keywords)
    return render(request, "rulesets/rule.html", page | {"tab": "rule"})


@require_safe
@in_game
def version(request: GameRequest, rid: int, n: int) -> HttpResponse:
    """One version, for good."""
    versions = _versions(request, rid)
    shown = next((each for each in versions if each.n == n), None)
    if shown is None:
        raise Http404("This rule never had that version.")
    page = _page(request, versions, queries.edition(request.game.pk))
    page |= {"origin": showing.origin(shown), "marks": showing.past(shown.text)}
    return render(request, "rulesets/version.html", page | {"tab": "rule"})


@require_safe
@in_game
def diff(request: GameRequest, rid: int) -> HttpResponse:
    """The words that changed between two versions, or the last two. `?raw`: with the links as written."""
    versions = _versions(request, rid)
    last = versions[-1].n
    asked = {"from": max(last - 1, 1), "to": last} | request.GET.dict()
    form = VersionsForm(asked, versions=[(each.n, _label(each)) for each in versions])
    page = _page(request, versions, queries.edition(request.game.pk)) | {"form": form, "tab": "diff"}
    page["raw"] = "raw" in request.GET
    if form.is_valid():
        start, end = (versions[int(form.cleaned_data[name]) - 1] for name in ("from", "to"))
        spans = showing.spans(start.text, end.text, raw="raw" in request.GET)
        page |= {"start": showing.origin(start), "end": showing.origin(end), "spans": spans}
    return render(request, "rulesets/rule_diff.html", page, status=422 if form.errors else 200)


@require_safe
@in_game
def blame(request: GameRequest, rid: int) -> HttpResponse:
    """The newest text by sentences, with the versions that wrote them. `?raw`: with the links as written."""
    versions = _versions(request, rid)
    origins = {each.n: showing.origin(each) for each in versions}
    sentences = grouped(queries.rule_blame(versions))
    parts = showing.authored(sentences, raw="raw" in request.GET)
    page = _page(request, versions, queries.edition(request.game.pk)) | {
        "sentences": [
            {"origins": [origins[n] for n in each.keys], "parts": found}
            for each, found in zip(sentences, parts, strict=True)
        ],
        "tab": "blame",
        "raw": "raw" in request.GET,
    }  # fmt: skip
    return render(request, "rulesets/blame.html", page)


@require_safe
@in_game
def by_name(request: GameRequest, name: str) -> HttpResponse:
    """From a title, present or former, to the rule that bears it or bore it last."""
    rid = named(name, queries.ruleset(request.game.pk), queries.former_titles(request.game.pk))
    if rid is None:
        raise Http404("No rule ever bore that title.")
    return redirect("rule", request.game.slug, rid)


@require_http_methods(["GET", "HEAD", "POST"])
@as_admin
def find_void(request: AgentRequest, rid: int) -> HttpResponse:
    """An Admin confirms, with the offending sentence in sight, that a rule bars its own repeal. (Reading 47)"""
    if request.method == "POST":
        voiding.find_void(actor_id=request.agent.pk, game_id=request.game.pk, rid=rid)
        messages.success(request, "The rule is void from now on.")
        return redirect("rule", request.game.slug, rid)
    versions, edition = _versions(request, rid), queries.edition(request.game.pk)
    offence = may_be_found_void(edition.ruleset, rid).or_refuse().outcome
    page = _page(request, versions, edition) | {"offence": offence}
    return render(request, "rulesets/find_void.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@as_admin
def correct(request: AgentRequest, rid: int) -> HttpResponse:
    """An Admin corrects a slip in the text. (Reading 48)"""
    versions, edition = _versions(request, rid), queries.edition(request.game.pk)
    newest = versions[-1]
    form = CorrectionForm(request.POST or None, initial={"text": newest.text, "base_version": newest.n})
    if request.method == "POST" and form.is_valid():
        try:
            correcting.correct(actor_id=request.agent.pk, game_id=request.game.pk, rid=rid, **form.cleaned_data)
        except Invalid as error:
            form.add_error("text", error.text)
        else:
            messages.success(request, "Corrected.")
            return redirect("rule", request.game.slug, rid)
    page = _page(request, versions, edition) | {"form": form}
    return render(request, "rulesets/correct.html", page, status=422 if form.errors else 200)


@require_POST
@as_admin
def reverse(request: AgentRequest, rid: int) -> HttpResponse:
    """An Admin puts back what was corrected last."""
    correcting.reverse(actor_id=request.agent.pk, game_id=request.game.pk, rid=rid)
    messages.success(request, "The correction is reversed.")
    return redirect("rule", request.game.slug, rid)


def _versions(request: GameRequest, rid: int) -> list[RuleVersion]:
    versions = list(queries.rule_versions(request.game.pk, rid))
    if not versions:
        raise Http404("There never was such a rule.")
    return versions


def _page(request: GameRequest, versions: list[RuleVersion], edition: Edition) -> dict[str, Any]:
    newest = versions[-1]
    return {
        "newest": newest,
        "number": edition.ruleset.numbers().get(newest.rule.rid, ""),
        "is_void": newest.rule.rid in edition.ruleset.void,
        "past_marks": showing.past(newest.text),
        "origins": [showing.origin(each) for each in reversed(versions)],
    }


def _offence(request: GameRequest, edition: Edition, rid: int) -> str | None:
    """The sentence that a rule could be found void for, where the reader is an Admin."""
    if not (request.agent and request.agent.is_admin):
        return None
    return may_be_found_void(edition.ruleset, rid).outcome


def _label(version: RuleVersion) -> str:
    return f"{version.n}: {showing.origin(version).did.lower()}, {version.at:%Y-%m-%d %H:%M} UTC"
