"""An Agent's own dossier: all that is top secret about them, and what they may do about it; with the runner of its
forms.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dynasties.spy.dials import MASTERMIND_PLAYS
from dynasties.spy.disclosure import actions as disclosure_actions
from dynasties.spy.dossier import queries as dossier_queries
from dynasties.spy.dossier.forms import CaptureForm, DeclareForm, RescueForm
from dynasties.spy.dossier.presenters import Folder, affiliation_choices, other_players
from dynasties.spy.prison import actions as prison_actions, queries as prison_queries
from dynasties.spy.theatre.presenters import get_theatre_or_404
from dynasties.spy.theatre.words import affiliation_words
from nomic.core.decision import Reason, Refused
from nomic.core.forms import NotDone, run_form
from nomic.core.requests import AgentRequest, actor_of, agent_required, law_of
from nomic.core.secrets import rules as secrets_rules
from proposals.reasons.presenters import reasons_context

if TYPE_CHECKING:
    from dynasties.spy.theatre.models import Attempt

PER_PAGE = 30


@require_safe
@never_cache
@agent_required
def dossier_page(request: AgentRequest) -> HttpResponse:
    """All of it, for its owner."""
    return render_dossier(request)


def render_dossier(
    request: AgentRequest,
    typed: Mapping[str, forms.Form] | None = None,
    refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:
    """`typed`: forms that could not be taken, by name; `refused`: why the rules do not allow it."""
    folder = _reader_folder(request)
    log = Paginator(folder.log, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        **folder.context(typed or {}),
        "log": [folder.line(each) for each in log.object_list],
        "page": log,
        "refused": reasons_context(refused, request),
    }
    return render(request, "spy/dossier.html", context, status=status)


def _reader_folder(request: AgentRequest) -> Folder:
    theatre = get_theatre_or_404(request)
    spy = dossier_queries.viewer_spy(theatre, request.agent, request.game, law_of(request))
    if spy is None:
        raise Refused(Reason("takes-no-part", law_of(request).rule(MASTERMIND_PLAYS)))
    return Folder(request, theatre, spy)


# -- acts


@require_POST
@never_cache
@agent_required
def declare_affiliation(request: AgentRequest) -> HttpResponse:
    """Tell the Mastermind whom one serves."""
    form = DeclareForm(request.POST, choices=affiliation_choices(request.keywords))
    said = f"The {request.keywords.mastermind} knows, and nobody else."
    return _run_act(request, "declare", form, disclosure_actions.declare_affiliation, lambda made: said)


@require_POST
@never_cache
@agent_required
def attempt_capture(request: AgentRequest) -> HttpResponse:
    """Tell the Mastermind whom one would capture; the answer is for the captor alone."""
    form = CaptureForm(request.POST, people=other_players(request), auto_id="capture_%s")
    return _run_act(
        request, "capture", form, prison_actions.attempt_capture, lambda made: _captor_answer(made, request)
    )


def _captor_answer(made: Attempt, request: AgentRequest) -> str:
    head = request.keywords.mastermind
    if prison_queries.unseal_attempt(made).answer == prison_queries.WAITS:
        return f"E is where you are. Your attempt waits for the {head}’s die."
    return f"There is nobody of that name where you are. Nobody else learns that you tried, but for the {head}."


@require_POST
@never_cache
@agent_required
def rescue_prisoner(request: AgentRequest) -> HttpResponse:
    """Pay for the freedom of a prisoner."""
    form = RescueForm(request.POST, people=other_players(request), auto_id="rescue_%s")
    return _run_act(
        request, "rescue", form, prison_actions.rescue_prisoner, lambda made: "It is paid, and the prisoner is free."
    )


@require_POST
@never_cache
@agent_required
def turn_affiliation(request: AgentRequest) -> HttpResponse:
    """A Double Agent turns."""
    after = prison_actions.turn_affiliation(actor_id=request.agent.pk, game_id=request.game.pk)
    messages.success(request, f"Your Affiliation is {affiliation_words(after.affiliation, request.keywords)} now.")
    return redirect("spy_dossier", request.game.slug)


def _run_act(
    request: AgentRequest, name: str, form: Any, act: Callable[..., Any], says: Callable[[Any], str]
) -> HttpResponse:
    _reader_folder(request)
    return SecretPage("spy_dossier", render_dossier).run_form(request, name, form, act, says)


# -- proofs


@require_safe
@never_cache
@agent_required
def line_proof(request: AgentRequest, commitment: str) -> HttpResponse:
    """One line of the reader's own log with the proof of it: whoever is given that can check the line."""
    theatre = get_theatre_or_404(request)
    found = dossier_queries.line_proof(theatre, request.agent, commitment)
    if found is None:
        raise Http404("There is no such line in your log.")
    row, made = found
    said = secrets_rules.proof_to_json(made) if made else None
    if said and "download" in request.GET:
        answer = JsonResponse(said, json_dumps_params={"ensure_ascii": False, "indent": 1})
        answer["Content-Disposition"] = 'attachment; filename="proof.json"'
        return answer
    context = {
        "at": row.at,
        "commitment": commitment,
        "event": made.event if made else None,
        "proof": json.dumps(said, ensure_ascii=False, indent=1) if said else "",
        "line": Folder.lone_line(request, theatre, commitment),
    }
    return render(request, "spy/dossier_proof.html", context)


# What is done by one of several forms on a page of secrets; where it cannot be, the page comes again and says why.


@dataclass(frozen=True, slots=True)
class SecretPage:
    """`render(request, typed, refused, status=…)`: the page with what was typed and why it is refused.

    `home`: the name of its address.
    """

    home: str
    render: Callable[..., HttpResponse]

    def run_form(
        self, request: AgentRequest, name: str, form: Any, act: Callable[..., Any], says: Callable[[Any], str]
    ) -> HttpResponse:
        """Do `act` with what stands in the form of that name. `says`: what is said of what the act answers."""
        made = run_form(form, lambda: act(**actor_of(request), **form.cleaned_data), shows_refusals=True)
        if isinstance(made, NotDone):
            return self.render(request, {name: form}, made.reasons, status=made.status)
        messages.success(request, says(made))
        return redirect(self.home, request.game.slug)
