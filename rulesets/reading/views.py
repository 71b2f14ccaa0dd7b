"""The ruleset page at any moment, the difference of two moments, and the pages of one rule."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core.forms import NotDone, run_form
from nomic.core.law import queries as law_queries
from nomic.core.log import queries as log_queries
from nomic.core.requests import AgentRequest, GameRequest, actor_of, admin_required, in_game
from rulesets.changes import actions as changes_actions
from rulesets.history import actions as history_actions, queries as history_queries
from rulesets.history.forms import CompareForm, CorrectionForm, InstantForm, VersionsForm
from rulesets.history.queries import Edition
from rulesets.history.rules import RuleChange, compare_rulesets, group_sentences, instant_words
from rulesets.reading import presenters as reading_presenters
from rulesets.reading.presenters import Moment, moment_of
from rulesets.text.rules import RuleText
from rulesets.text.rules_citations import rule_by_anchor
from rulesets.text.rules_entrenchment import may_be_found_void
from rulesets.text.rules_folding import fold_ruleset

if TYPE_CHECKING:
    from rulesets.models import RuleVersion


@require_safe
@in_game
def ruleset_page(request: GameRequest) -> HttpResponse:
    return render(request, "rulesets/ruleset.html", _ruleset_context(request, history_queries.edition(request.game.pk)))


@require_safe
@in_game
def ruleset_print(request: GameRequest) -> HttpResponse:
    """The law alone, for paper: no bar, no sidebar."""
    bare = {"glance": None, "game_nav": None, "printing": True}
    return render(
        request, "rulesets/ruleset.html", _ruleset_context(request, history_queries.edition(request.game.pk)) | bare
    )


@require_safe
@in_game
def ruleset_when(request: GameRequest) -> HttpResponse:
    """From the form that asks for a date and a time to the address that names the instant."""
    form = InstantForm(request.GET)
    if form.is_valid():
        return redirect("ruleset-at", request.game.slug, instant_words(form.instant()))
    page = _ruleset_context(request, history_queries.edition(request.game.pk)) | {"when_form": form, "when_open": True}
    return render(request, "rulesets/ruleset.html", page, status=422)


@require_safe
@in_game
def ruleset_at(request: GameRequest, instant: str) -> HttpResponse:
    """As the law stood at an instant."""
    return _ruleset_as_of(request, moment_of(request, instant))


@require_safe
@in_game
def ruleset_after(request: GameRequest, seq: int) -> HttpResponse:
    """As the law stood after an event of the log."""
    return _ruleset_as_of(request, moment_of(request, str(seq)))


@require_safe
@in_game
def ruleset_diff(request: GameRequest) -> HttpResponse:
    """Rules added, removed and changed between two moments, by word. Without any, since the founding."""
    initial = {"from": history_queries.laid_down_at(request.game.pk), "to": request.game.last_seq}
    form = CompareForm(request.GET or None, initial=initial)
    page: dict[str, Any] = {"form": form, "ready": _ready_ruleset(request)}
    if form.is_bound and form.is_valid():
        start, end = (moment_of(request, form.cleaned_data[name]) for name in ("from", "to"))
        page |= {"start": start, "end": end, "changes": _differences(request.game.pk, start, end)}
    return render(request, "rulesets/diff.html", page, status=422 if form.errors else 200)


def _ready_ruleset(request: GameRequest) -> list[tuple[str, int, int]]:
    """Comparisons that are often asked for: what each is called, and after which two events the law is compared."""
    game, now = request.game, request.now
    spans = (("since yesterday", timedelta(days=1)), ("since a week ago", timedelta(days=7)))
    # Before the founding there was no law to compare with.
    found = [(name, log_queries.seq_at(game.pk, now - span)) for name, span in spans if now - span > game.founded_at]
    enactment = history_queries.before_last_enactment(game.pk)
    found += [("by the last enactment", enactment)] if enactment else []
    found.append(("since the founding", history_queries.laid_down_at(game.pk)))
    return [(name, seq, game.last_seq) for name, seq in found]


def _ruleset_as_of(request: GameRequest, moment: Moment) -> HttpResponse:
    edition = history_queries.edition(request.game.pk, moment.seq)
    at = moment.at or request.game.founded_at
    form = InstantForm(initial={"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M:%S}"})
    page = _ruleset_context(request, edition) | {
        "moment": moment,
        "when_form": form,
        "newest_seq": request.game.last_seq,
    }
    return render(request, "rulesets/ruleset.html", page)


def _ruleset_context(request: GameRequest, edition: Edition) -> dict[str, Any]:
    return {
        "chapters": reading_presenters.chapters(
            edition, history_queries.former_titles(request.game.pk), request.keywords
        ),
        "edition": edition,
        "gone": [reading_presenters.version_origin(version) for version in edition.gone],
        "when_form": InstantForm(initial={"date": f"{request.now:%Y-%m-%d}", "time": f"{request.now:%H:%M}"}),
    }


class RuleDifference(NamedTuple):
    change: RuleChange
    spans: list[reading_presenters.DiffPiece]


def _differences(game_id: int, start: Moment, end: Moment) -> list[RuleDifference]:
    before, after = history_queries.ruleset(game_id, start.seq), history_queries.ruleset(game_id, end.seq)
    return [RuleDifference(each, _spans(each)) for each in compare_rulesets(before, after)]


def _spans(change: RuleChange) -> list[reading_presenters.DiffPiece]:
    """The words that changed; none where the text is the same."""
    was, now = _rule_text(change.before), _rule_text(change.after)
    return [] if was == now else reading_presenters.diff_spans(was, now)


def _rule_text(rule: RuleText | None) -> str:
    return rule.text if rule else ""


# One rule: its text now, every version it ever had, the difference of any two, and who wrote which words.


@require_safe
@in_game
def rule_page(request: GameRequest, rid: int) -> HttpResponse:
    """The rule as it is now, or as it was repealed, and its history."""
    versions, edition = _rule_versions(request, rid), history_queries.edition(request.game.pk)
    now = edition.ruleset.rule(rid)
    page = _rule_context(request, versions, edition) | {"offence": _offence(request, edition, rid)}
    page["may_correct"] = bool(now and request.agent and request.agent.is_admin)
    if now:
        folded, former = (
            fold_ruleset(edition.ruleset, law_queries.catalogue()),
            history_queries.former_titles(request.game.pk),
        )
        page["shown"] = reading_presenters.present_rule(now, edition, folded, former, request.keywords)
    return render(request, "rulesets/rule.html", page | {"tab": "rule"})


@require_safe
@in_game
def version_page(request: GameRequest, rid: int, n: int) -> HttpResponse:
    """One version, for good."""
    versions = _rule_versions(request, rid)
    shown = next((each for each in versions if each.n == n), None)
    if shown is None:
        raise Http404("This rule never had that version.")
    page = _rule_context(request, versions, history_queries.edition(request.game.pk))
    page |= {"origin": reading_presenters.version_origin(shown), "marks": reading_presenters.present_past(shown.text)}
    return render(request, "rulesets/version.html", page | {"tab": "rule"})


@require_safe
@in_game
def rule_diff(request: GameRequest, rid: int) -> HttpResponse:
    """The words that changed between two versions, or the last two. `?raw`: with the links as written."""
    versions = _rule_versions(request, rid)
    last = versions[-1].n
    asked = {"from": max(last - 1, 1), "to": last} | request.GET.dict()
    form = VersionsForm(asked, versions=[(each.n, _version_label(each)) for each in versions])
    page = _rule_context(request, versions, history_queries.edition(request.game.pk)) | {"form": form, "tab": "diff"}
    page["raw"] = "raw" in request.GET
    if form.is_valid():
        start, end = (versions[int(form.cleaned_data[name]) - 1] for name in ("from", "to"))
        spans = reading_presenters.diff_spans(start.text, end.text, raw="raw" in request.GET)
        page |= {
            "start": reading_presenters.version_origin(start),
            "end": reading_presenters.version_origin(end),
            "spans": spans,
        }
    return render(request, "rulesets/rule_diff.html", page, status=422 if form.errors else 200)


@require_safe
@in_game
def rule_blame_page(request: GameRequest, rid: int) -> HttpResponse:
    """The newest text by sentences, with the versions that wrote them. `?raw`: with the links as written."""
    versions = _rule_versions(request, rid)
    origins = {each.n: reading_presenters.version_origin(each) for each in versions}
    sentences = group_sentences(history_queries.rule_blame(versions))
    parts = reading_presenters.authored_parts(sentences, raw="raw" in request.GET)
    page = _rule_context(request, versions, history_queries.edition(request.game.pk)) | {
        "sentences": [
            {"origins": [origins[n] for n in each.keys], "parts": found}
            for each, found in zip(sentences, parts, strict=True)
        ],
        "tab": "blame",
        "raw": "raw" in request.GET,
    }
    return render(request, "rulesets/blame.html", page)


@require_safe
@in_game
def rule_by_name(request: GameRequest, name: str) -> HttpResponse:
    """From a title, present or former, to the rule that bears it or bore it last."""
    rid = rule_by_anchor(name, history_queries.ruleset(request.game.pk), history_queries.former_titles(request.game.pk))
    if rid is None:
        raise Http404("No rule ever bore that title.")
    return redirect("rule", request.game.slug, rid)


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def find_void_page(request: AgentRequest, rid: int) -> HttpResponse:
    """An Admin confirms, with the offending sentence in sight, that a rule bars its own repeal. (Reading 47)"""
    if request.method == "POST":
        changes_actions.find_rule_void(actor_id=request.agent.pk, game_id=request.game.pk, rid=rid)
        messages.success(request, "The rule is void from now on.")
        return redirect("rule", request.game.slug, rid)
    versions, edition = _rule_versions(request, rid), history_queries.edition(request.game.pk)
    offence = may_be_found_void(edition.ruleset, rid).or_refuse().outcome
    page = _rule_context(request, versions, edition) | {"offence": offence}
    return render(request, "rulesets/find_void.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def correct_page(request: AgentRequest, rid: int) -> HttpResponse:
    """An Admin corrects a slip in the text. (Reading 48)"""
    versions, edition = _rule_versions(request, rid), history_queries.edition(request.game.pk)
    newest = versions[-1]
    form = CorrectionForm(request.POST or None, initial={"text": newest.text, "base_version": newest.n})

    def correct() -> None:
        history_actions.correct_rule(**actor_of(request), rid=rid, **form.cleaned_data)

    if request.method == "POST" and not isinstance(run_form(form, correct), NotDone):
        messages.success(request, "Corrected.")
        return redirect("rule", request.game.slug, rid)
    page = _rule_context(request, versions, edition) | {"form": form}
    return render(request, "rulesets/correct.html", page, status=422 if form.errors else 200)


@require_POST
@admin_required
def reverse_page(request: AgentRequest, rid: int) -> HttpResponse:
    """An Admin puts back what was corrected last."""
    history_actions.reverse_correction(actor_id=request.agent.pk, game_id=request.game.pk, rid=rid)
    messages.success(request, "The correction is reversed.")
    return redirect("rule", request.game.slug, rid)


def _rule_versions(request: GameRequest, rid: int) -> list[RuleVersion]:
    versions = list(history_queries.rule_versions(request.game.pk, rid))
    if not versions:
        raise Http404("There never was such a rule.")
    return versions


def _rule_context(request: GameRequest, versions: list[RuleVersion], edition: Edition) -> dict[str, Any]:
    newest = versions[-1]
    return {
        "newest": newest,
        "number": edition.ruleset.numbers().get(newest.rule.rid, ""),
        "is_void": newest.rule.rid in edition.ruleset.void,
        "past_marks": reading_presenters.present_past(newest.text),
        "origins": [reading_presenters.version_origin(each) for each in reversed(versions)],
    }


def _offence(request: GameRequest, edition: Edition, rid: int) -> str | None:
    """The sentence that a rule could be found void for, where the reader is an Admin."""
    if not (request.agent and request.agent.is_admin):
        return None
    return may_be_found_void(edition.ruleset, rid).outcome


def _version_label(version: RuleVersion) -> str:
    return f"{version.n}: {reading_presenters.version_origin(version).did.lower()}, {version.at:%Y-%m-%d %H:%M} UTC"
