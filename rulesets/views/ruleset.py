"""The whole law on one page: now, as of any instant, after any event; and two moments side by side."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from nomic.core import queries as core
from nomic.core.views.entering import GameRequest, in_game
from rulesets import queries
from rulesets.forms import CompareForm, InstantForm
from rulesets.mechanics.comparison import Changed, compared
from rulesets.mechanics.instants import instant_words
from rulesets.mechanics.ruleset import Rule
from rulesets.queries import Edition
from rulesets.views import showing
from rulesets.views.moments import Moment, moment_of


@require_safe
@in_game
def ruleset(request: GameRequest) -> HttpResponse:
    return render(request, "rulesets/ruleset.html", _page(request, queries.edition(request.game.pk)))


@require_safe
@in_game
def ruleset_print(request: GameRequest) -> HttpResponse:
    """The law alone, for paper: no bar, no sidebar."""
    bare = {"glance": None, "game_nav": None, "printing": True}
    return render(request, "rulesets/ruleset.html", _page(request, queries.edition(request.game.pk)) | bare)


@require_safe
@in_game
def ruleset_when(request: GameRequest) -> HttpResponse:
    """From the form that asks for a date and a time to the address that names the instant."""
    form = InstantForm(request.GET)
    if form.is_valid():
        return redirect("ruleset-at", request.game.slug, instant_words(form.instant()))
    page = _page(request, queries.edition(request.game.pk)) | {"when_form": form, "when_open": True}
    return render(request, "rulesets/ruleset.html", page, status=422)


@require_safe
@in_game
def ruleset_at(request: GameRequest, instant: str) -> HttpResponse:
    """As the law stood at an instant."""
    return _as_of(request, moment_of(request, instant))


@require_safe
@in_game
def ruleset_after(request: GameRequest, seq: int) -> HttpResponse:
    """As the law stood after an event of the log."""
    return _as_of(request, moment_of(request, str(seq)))


@require_safe
@in_game
def ruleset_diff(request: GameRequest) -> HttpResponse:
    """Rules added, removed and changed between two moments, by word. Without any, since the founding."""
    initial = {"from": queries.laid_down_at(request.game.pk), "to": request.game.last_seq}
    form = CompareForm(request.GET or None, initial=initial)
    page: dict[str, Any] = {"form": form, "ready": _ready(request)}
    if form.is_bound and form.is_valid():
        start, end = (moment_of(request, form.cleaned_data[name]) for name in ("from", "to"))
        page |= {"start": start, "end": end, "changes": _differences(request.game.pk, start, end)}
    return render(request, "rulesets/diff.html", page, status=422 if form.errors else 200)


def _ready(request: GameRequest) -> list[tuple[str, int, int]]:
    """Comparisons that are often asked for: what each is called, and after which two events the law is compared."""
    game, now = request.game, request.now
    spans = (("since yesterday", timedelta(days=1)), ("since a week ago", timedelta(days=7)))
    # Before the founding there was no law to compare with.
    found = [(name, core.seq_at(game.pk, now - span)) for name, span in spans if now - span > game.founded_at]
    enactment = queries.before_last_enactment(game.pk)
    found += [("by the last enactment", enactment)] if enactment else []
    found.append(("since the founding", queries.laid_down_at(game.pk)))
    return [(name, seq, game.last_seq) for name, seq in found]


def _as_of(request: GameRequest, moment: Moment) -> HttpResponse:
    edition = queries.edition(request.game.pk, moment.seq)
    at = moment.at or request.game.founded_at
    form = InstantForm(initial={"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M:%S}"})
    page = _page(request, edition) | {"moment": moment, "when_form": form, "newest_seq": request.game.last_seq}
    return render(request, "rulesets/ruleset.html", page)


def _page(request: GameRequest, edition: Edition) -> dict[str, Any]:
    return {
        "chapters": showing.chapters(edition, queries.former_titles(request.game.pk), request.keywords),
        "edition": edition,
        "gone": [showing.origin(version) for version in edition.gone],
        "when_form": InstantForm(initial={"date": f"{request.now:%Y-%m-%d}", "time": f"{request.now:%H:%M}"}),
    }


def _differences(game_id: int, start: Moment, end: Moment) -> list[dict[str, Any]]:
    before, after = queries.ruleset(game_id, start.seq), queries.ruleset(game_id, end.seq)
    return [{"change": each, "spans": _spans(each)} for each in compared(before, after)]


def _spans(change: Changed) -> list[dict[str, str]]:
    """The words that changed; none where the text is the same."""
    was, now = _text(change.before), _text(change.after)
    return [] if was == now else showing.spans(was, now)


def _text(rule: Rule | None) -> str:
    return rule.text if rule else ""
