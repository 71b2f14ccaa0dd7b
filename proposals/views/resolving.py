"""Admins enact and fail: a page that shows what will happen, then one action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.views.entering import AgentRequest, as_admin
from proposals import queries
from proposals.actions import resolving
from proposals.forms.resolving import EnactForm, NoteForm, suggested_note
from proposals.mechanics.votes import Kind, Status
from proposals.queries import Judged, outlook
from proposals.views import presenting
from proposals.views.changes_shown import read
from proposals.views.deciding import matter_or_404
from proposals.views.rehearsing import applied_shown, quietly
from proposals.views.scenes import judged_of, scene_of, state_of
from proposals.views.wording import address
from rulesets.mechanics.apply import Applied
from rulesets.queries import lints_between

if TYPE_CHECKING:
    from proposals.models import Post

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
@as_admin
def enact(request: AgentRequest, number: int) -> HttpResponse:
    """GET: what enacting will change, and what must be settled by hand. POST: enacts. What was typed is kept."""
    entry, judged = _pending(request, number)
    applied = outlook.applied(judged, state_of(request))
    case = outlook.case(judged, lambda: applied)
    presenting.may_resolve(judged, case, Status.ENACTED, request.agent).or_refuse()
    form = _enact_form(request, judged, applied)

    def act() -> object:
        return resolving.enact(
            actor_id=request.agent.pk, game_id=request.game.pk, number=number, resolutions=form.resolutions,
            skipped=form.skipped, note=form.cleaned_data["note"],
        )  # fmt: skip

    if request.method == "POST" and taken(form, act):
        return _done(request, entry, "has passed" if judged.facts.kind is not Kind.PROPOSAL else "is enacted")
    return _ask(request, "enact", entry, judged, form, _changes(applied, entry, request))


def _enact_form(request: AgentRequest, judged: Judged, applied: Applied) -> EnactForm:
    initial = {"note": suggested_note(judged, request.agent.name)}
    return EnactForm(applied.problems, request.POST if request.method == "POST" else None, initial=initial)


def _changes(applied: Applied, entry: Post, request: AgentRequest) -> dict[str, Any]:
    before = state_of(request)
    return {
        "applied": applied_shown(applied, read(entry.changes), before, request),
        **quietly(lints_between(before.ruleset, applied.state.ruleset), request),
    }


@require_http_methods(METHODS)
@as_admin
def fail(request: AgentRequest, number: int) -> HttpResponse:
    """GET: asks for the note. POST: fails the matter."""
    entry, judged = _pending(request, number)
    case = presenting.case_of(judged, request)
    presenting.may_resolve(judged, case, Status.FAILED, request.agent).or_refuse()
    note = {"note": suggested_note(judged, request.agent.name)}
    form = NoteForm(request.POST if request.method == "POST" else None, initial=note)

    def act() -> object:
        note = form.cleaned_data["note"]
        return resolving.fail(actor_id=request.agent.pk, game_id=request.game.pk, number=number, note=note)

    if request.method == "POST" and taken(form, act):
        return _done(request, entry, "has failed")
    return _ask(request, "fail", entry, judged, form, {})


def taken(form: forms.Form, act: Callable[[], object]) -> bool:
    """Whether what was sent could be done; what was not understood is told at its field."""
    if not form.is_valid():
        return False
    try:
        act()
    except Invalid as error:
        form.add_error(error.path if error.path in form.fields else None, error.text)
    return form.is_valid()


def _pending(request: AgentRequest, number: int) -> tuple[Post, Judged]:
    """The matter, for an Admin; whoever comes second is told who was first."""
    entry = matter_or_404(request, number)
    judged = judged_of(request, entry)
    if judged is None:
        raise Refused(queries.resolved_already(entry, scene_of(request).law))
    return entry, judged


def _done(request: AgentRequest, entry: Post, what: str) -> HttpResponse:
    messages.success(request, f"#{entry.number} {what}.")
    return redirect("post", request.game.slug, entry.number)


def _ask(
    request: AgentRequest, name: str, entry: Post, judged: Judged, form: forms.Form, more: dict[str, Any]
) -> HttpResponse:
    context = more | {
        "entry": entry,
        "form": form,
        "verdict": presenting.verdict_of(judged, request),
        "prose_only": judged.prose_only,
        "enact_word": presenting.enact_word(judged),
        "post_url": address("post", request, entry.number),
        "here": address(name, request, entry.number),
    }
    return render(request, f"proposals/{name}.html", context, status=422 if form.errors else 200)
