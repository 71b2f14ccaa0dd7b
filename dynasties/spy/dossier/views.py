"""An Agent's own dossier: all that is top secret about em, and what e may do about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dynasties.spy.actions import affiliation, capturing, prisons
from dynasties.spy.forms.dossier import CaptureForm, DeclareForm, RescueForm
from dynasties.spy.queries import attempts
from dynasties.spy.queries import dossier as queries
from dynasties.spy.views.doing import done
from dynasties.spy.views.dossier_shown import Folder, choices, others
from dynasties.spy.views.played import played
from dynasties.spy.words_story import serves
from nomic.core.mechanics import proofs
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.views.entering import AgentRequest, as_agent, law_of
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from dynasties.spy.models import Attempt

PER_PAGE = 30


@require_safe
@never_cache
@as_agent
def page(request: AgentRequest) -> HttpResponse:
    """All of it, for its owner."""
    return shown(request)


def shown(
    request: AgentRequest, typed: Mapping[str, forms.Form] | None = None, refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """`typed`: forms that could not be taken, by name; `refused`: why the rules do not allow it."""
    folder = _folder(request)
    log = Paginator(folder.log, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        **folder.context(typed or {}),
        "log": [folder.line(each) for each in log.object_list],
        "page": log,
        "refused": grounds(refused, request),
    }
    return render(request, "spy/dossier.html", context, status=status)


def _folder(request: AgentRequest) -> Folder:
    theatre = played(request)
    spy = queries.spy_of(theatre, request.agent, request.game, law_of(request))
    if spy is None:
        raise Refused(Reason("takes-no-part", law_of(request).rule("spy.mastermind_plays")))
    return Folder(request, theatre, spy)


# -- acts


@require_POST
@never_cache
@as_agent
def declare(request: AgentRequest) -> HttpResponse:
    """Tell the Mastermind whom one serves."""
    form = DeclareForm(request.POST, choices=choices(request.keywords))
    said = f"The {request.keywords.mastermind} knows, and nobody else."
    return _done(request, "declare", form, affiliation.declare, lambda made: said)


@require_POST
@never_cache
@as_agent
def capture(request: AgentRequest) -> HttpResponse:
    """Tell the Mastermind whom one would capture; the answer is for the captor alone."""
    form = CaptureForm(request.POST, people=others(request), auto_id="capture_%s")
    return _done(request, "capture", form, capturing.attempt_capture, lambda made: _answer(made, request))


def _answer(made: Attempt, request: AgentRequest) -> str:
    head = request.keywords.mastermind
    if attempts.read(made).answer == attempts.WAITS:
        return f"E is where you are. Your attempt waits for the {head}’s die."
    return f"There is nobody of that name where you are. Nobody else learns that you tried, but for the {head}."


@require_POST
@never_cache
@as_agent
def rescue(request: AgentRequest) -> HttpResponse:
    """Pay for the freedom of a prisoner."""
    form = RescueForm(request.POST, people=others(request), auto_id="rescue_%s")
    return _done(request, "rescue", form, prisons.rescue, lambda made: "It is paid, and the prisoner is free.")


@require_POST
@never_cache
@as_agent
def turn(request: AgentRequest) -> HttpResponse:
    """A Double Agent turns."""
    after = prisons.turn(actor_id=request.agent.pk, game_id=request.game.pk)
    messages.success(request, f"Your Affiliation is {serves(after.affiliation, request.keywords)} now.")
    return redirect("spy_dossier", request.game.slug)


def _done(
    request: AgentRequest, name: str, form: Any, act: Callable[..., Any], says: Callable[[Any], str]
) -> HttpResponse:
    _folder(request)
    return done(request, name, form, act, says=says, shown=shown, home="spy_dossier")


# -- proofs


@require_safe
@never_cache
@as_agent
def proof(request: AgentRequest, commitment: str) -> HttpResponse:
    """One line of the reader's own log with the proof of it: whoever is given that can check the line."""
    theatre = played(request)
    found = queries.proof_of(theatre, request.agent, commitment)
    if found is None:
        raise Http404("There is no such line in your log.")
    row, made = found
    said = proofs.to_json(made) if made else None
    if said and "download" in request.GET:
        answer = JsonResponse(said, json_dumps_params={"ensure_ascii": False, "indent": 1})
        answer["Content-Disposition"] = 'attachment; filename="proof.json"'
        return answer
    context = {
        "at": row.at, "commitment": commitment, "event": made.event if made else None,
        "proof": json.dumps(said, ensure_ascii=False, indent=1) if said else "",
        "line": Folder.lone_line(request, theatre, commitment),
    }  # fmt: skip
    return render(request, "spy/dossier_proof.html", context)
