"""Admins put a post right: strike it off, open it again, add a note. Each has a page that asks, and one action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.core.mechanics.decision import Decision
from nomic.core.views.entering import AgentRequest, as_admin
from proposals import queries
from proposals.actions import repairs
from proposals.forms.repairs import AdminNoteForm, FindingForm
from proposals.mechanics.repairs import may_note
from proposals.views.posts import of_the_journal
from proposals.views.resolving import taken
from proposals.views.scenes import scene_of
from proposals.views.wording import address
from rulesets import queries as law

if TYPE_CHECKING:
    from proposals.models import Post

METHODS = ["GET", "HEAD", "POST"]
Act = Callable[..., object]


@require_http_methods(METHODS)
@as_admin
def illegal(request: AgentRequest, number: int) -> HttpResponse:
    """GET: asks why, and under which rule. POST: marks the post as never having been a legal matter. (Reading 12)"""
    entry = of_the_journal(request, number)
    may = queries.may_mark_illegal(entry, scene_of(request).law)
    return _finding(request, entry, may, "illegal", repairs.mark_illegal, "is marked illegal")


@require_http_methods(METHODS)
@as_admin
def reopen(request: AgentRequest, number: int) -> HttpResponse:
    """GET: asks why, and under which rule. POST: the matter is pending again."""
    entry = of_the_journal(request, number)
    may = queries.may_reopen(entry, request.game, scene_of(request))
    return _finding(request, entry, may, "reopen", repairs.reopen, "is pending again")


def _finding(
    request: AgentRequest, entry: Post, may: Decision[bool], name: str, act: Act, done: str
) -> HttpResponse:
    may.or_refuse()
    form = FindingForm(law.ruleset(request.game.pk), request.POST if request.method == "POST" else None)

    def put_right() -> object:
        why, rule = form.cleaned_data["why"], form.cleaned_data["rule"]
        return act(
            actor_id=request.agent.pk, game_id=request.game.pk, number=entry.number, why=why, rule_id=rule
        )

    if request.method == "POST" and taken(form, put_right):
        messages.success(request, f"#{entry.number} {done}.")
        return redirect("post", request.game.slug, entry.number)
    return _asked(request, name, entry, form)


@require_http_methods(METHODS)
@as_admin
def note(request: AgentRequest, number: int) -> HttpResponse:
    """GET: asks for the note. POST: it stands under the post."""
    entry = of_the_journal(request, number)
    may_note(entry.official, scene_of(request).law).or_refuse()
    form = AdminNoteForm(request.POST if request.method == "POST" else None)

    def act() -> object:
        text = form.cleaned_data["text"]
        return repairs.append_note(actor_id=request.agent.pk, game_id=request.game.pk, number=number, text=text)

    if request.method == "POST" and taken(form, act):
        messages.success(request, f"The note stands under #{number}.")
        return redirect("post", request.game.slug, number)
    return _asked(request, "note", entry, form)


def _asked(request: AgentRequest, name: str, entry: Post, form: forms.Form) -> HttpResponse:
    context: dict[str, Any] = {
        "entry": entry,
        "form": form,
        "post_url": address("post", request, entry.number),
        "here": address(name, request, entry.number),
    }
    return render(request, f"proposals/{name}.html", context, status=422 if form.errors else 200)
