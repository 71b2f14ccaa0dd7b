"""Admins put a post right: strike it off, open it again, add a note. Each has a page that asks, and one action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.core.decision import Decision
from nomic.core.forms import NotDone, run_form
from nomic.core.requests import AgentRequest, admin_required
from proposals.posts.views import get_journal_post_or_404
from proposals.reasons.presenters import address
from proposals.repairs import actions as repairs_actions, queries as repairs_queries
from proposals.repairs.forms import AdminNoteForm, FindingForm
from proposals.repairs.rules import may_note
from proposals.voting.presenters import judging_context_of
from rulesets.history import queries as history_queries

if TYPE_CHECKING:
    from proposals.posts.models import Post

METHODS = ["GET", "HEAD", "POST"]
Act = Callable[..., object]


@require_http_methods(METHODS)
@admin_required
def mark_illegal_page(request: AgentRequest, number: int) -> HttpResponse:
    """GET: asks why, and under which rule. POST: marks the post as never having been a legal matter. (Reading 12)"""
    entry = get_journal_post_or_404(request, number)
    may = repairs_queries.may_mark_illegal(entry, judging_context_of(request).law)
    return _finding_page(request, entry, may, "illegal", repairs_actions.mark_illegal, "is marked illegal")


@require_http_methods(METHODS)
@admin_required
def reopen_page(request: AgentRequest, number: int) -> HttpResponse:
    """GET: asks why, and under which rule. POST: the matter is pending again."""
    entry = get_journal_post_or_404(request, number)
    may = repairs_queries.may_reopen(entry, request.game, judging_context_of(request))
    return _finding_page(request, entry, may, "reopen", repairs_actions.reopen_matter, "is pending again")


def _finding_page(
    request: AgentRequest, entry: Post, may: Decision[bool], name: str, act: Act, done: str
) -> HttpResponse:
    may.or_refuse()
    form = FindingForm(history_queries.ruleset(request.game.pk), request.POST if request.method == "POST" else None)

    def put_right() -> object:
        why, rule = form.cleaned_data["why"], form.cleaned_data["rule"]
        return act(actor_id=request.agent.pk, game_id=request.game.pk, number=entry.number, why=why, rule_id=rule)

    if request.method == "POST" and not isinstance(run_form(form, put_right), NotDone):
        messages.success(request, f"#{entry.number} {done}.")
        return redirect("post", request.game.slug, entry.number)
    return _ask_with(request, name, entry, form)


@require_http_methods(METHODS)
@admin_required
def note_page(request: AgentRequest, number: int) -> HttpResponse:
    """GET: asks for the note. POST: it stands under the post."""
    entry = get_journal_post_or_404(request, number)
    may_note(entry.official, judging_context_of(request).law).or_refuse()
    form = AdminNoteForm(request.POST if request.method == "POST" else None)

    def act() -> object:
        text = form.cleaned_data["text"]
        return repairs_actions.append_note(actor_id=request.agent.pk, game_id=request.game.pk, number=number, text=text)

    if request.method == "POST" and not isinstance(run_form(form, act), NotDone):
        messages.success(request, f"The note stands under #{number}.")
        return redirect("post", request.game.slug, number)
    return _ask_with(request, "note", entry, form)


def _ask_with(request: AgentRequest, name: str, entry: Post, form: forms.Form) -> HttpResponse:
    context: dict[str, Any] = {
        "entry": entry,
        "form": form,
        "post_url": address("post", request, entry.number),
        "here": address(name, request, entry.number),
    }
    return render(request, f"proposals/{name}.html", context, status=422 if form.errors else 200)
