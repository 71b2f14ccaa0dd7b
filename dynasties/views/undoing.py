"""Taking back what was done on the tracker, and disputing that. (Rule 1.7)"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from dynasties.actions import tracker as actions
from dynasties.forms.updating import UndoForm
from dynasties.views import disputing
from dynasties.views.updates_shown import found, update_page
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Invalid
from nomic.core.views.entering import AgentRequest, as_agent
from proposals.actions.drafts import save_draft
from proposals.views.wording import address
from rulesets import queries as law


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def undo(request: AgentRequest, number: int) -> HttpResponse:
    """Take an update back, with the rule that it broke and how."""
    act = found(request, number)
    ruleset = law.ruleset(request.game.pk, act.seq)
    if request.method != "POST":
        form = UndoForm(ruleset=ruleset, initial={"token": fresh_token()})
        return _undoing(request, number, form)
    form = UndoForm(request.POST, ruleset=ruleset)
    if not form.is_valid():
        return _undoing(request, number, form, 422)
    try:
        done = actions.undo(actor_id=request.agent.pk, game_id=request.game.pk, number=number, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return _undoing(request, number, form, 422)
    messages.success(request, f"Update {number} is undone.")
    return redirect("tracker_update", request.game.slug, done.number)


def _undoing(request: AgentRequest, number: int, form: UndoForm, status: int = 200) -> HttpResponse:
    return render(request, "dynasties/tracker_undo.html", update_page(request, number) | {"form": form}, status=status)


@require_POST
@as_agent
def dispute(request: AgentRequest, number: int) -> HttpResponse:
    """A contested undoing is for a Call for Judgment to settle: its facts written down, as a draft."""
    act = found(request, number)
    if act.undoes is None:
        raise Invalid("number", "Only an undoing is disputed in this way.", "no-undoing")
    written = disputing.dispute(request, act)
    token = fresh_token()
    save_draft(
        actor_id=request.agent.pk, game_id=request.game.pk, token=token, category="cfj", title=written.title,
        body=written.body, changes=written.rows,
    )  # fmt: skip
    messages.success(request, "The facts are written down below, as a draft that only you see.")
    return redirect(f"{address('new-post', request)}?draft={token}")
