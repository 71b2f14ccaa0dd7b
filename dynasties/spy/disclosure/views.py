"""The Mastermind discloses one thing, or reveals everything; and the secret story, for anybody to read and to check.
(Rule Top Secret)
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from dynasties.spy.dials import DISCLOSURE
from dynasties.spy.disclosure import actions as disclosure_actions, queries_story as disclosure_queries_story
from dynasties.spy.disclosure.forms import RevealForm
from dynasties.spy.disclosure.presenters import (
    disclose_context,
    disclose_form,
    final_states,
    reveal_context,
    story_line,
)
from dynasties.spy.disclosure.words import agents_concerned
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.presenters import get_theatre_or_404
from nomic.core.decision import Reason, Refused
from nomic.core.forms import NotDone, run_form
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, law_of
from nomic.core.roster import queries as roster_queries
from nomic.core.secrets.rules import proof_to_json
from proposals.reasons.presenters import reasons_context

if TYPE_CHECKING:
    from dynasties.spy.disclosure.rules import Opening
    from dynasties.spy.theatre.models import Theatre


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@agent_required
def disclose_thing(request: AgentRequest) -> HttpResponse:
    """GET: what and to whom. POST: disclosed."""
    theatre = get_theatre_or_404(request)
    if request.agent.pk != request.game.mastermind_id:
        raise Refused(Reason("for-the-mastermind", law_of(request).rule(DISCLOSURE)))
    spies = theatre_queries.spies(theatre)
    form = disclose_form(request, spies, request.POST if request.method == "POST" else None)
    shown = NotDone(200)
    if request.method == "POST":
        disclose = disclosure_actions.disclose_thing
        done = run_form(form, lambda: disclose(**actor_of(request), **form.cleaned_data), shows_refusals=True)
        if not isinstance(done, NotDone):
            messages.success(request, "It is disclosed. Both have news in eir dossiers.")
            return redirect("spy_disclose", request.game.slug)
        shown = done
    context = disclose_context(request, theatre, form) | {"refused": reasons_context(shown.reasons, request)}
    return render(request, "spy/disclose.html", context, status=shown.status)


# Everything is revealed; and the secret story, for anybody to read and to check. (Rule Top Secret)

PER_PAGE = 100


def _get_theatre_or_404(request: GameRequest, number: int, *, revealed: bool = True) -> Theatre:
    """The theatre of that number; while nothing of it is revealed there is nothing to see."""
    found = disclosure_queries_story.get_theatre(request.game.pk, number)
    if found is None or (revealed and found.revealed_id is None):
        raise Http404("Nothing of that number is revealed.")
    return found


# -- the act


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@agent_required
def reveal_all(request: AgentRequest, number: int) -> HttpResponse:
    """GET: what it means. POST, with the box ticked: everything is revealed."""
    theatre = _get_theatre_or_404(request, number, revealed=False)
    form = RevealForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        disclosure_actions.reveal_all(actor_id=request.agent.pk, game_id=request.game.pk, number=number)
        messages.success(request, "Everything is revealed.")
        return redirect("spy_revealed", request.game.slug, number)
    context = reveal_context(request, theatre) | {"form": form}
    return render(request, "spy/reveal.html", context, status=422 if form.errors else 200)


# -- the story


@require_safe
@in_game
def secret_story(request: GameRequest, number: int) -> HttpResponse:
    """The whole secret story in the order of the private chain; `?agent=` what concerns one Agent."""
    theatre = _get_theatre_or_404(request, number)
    names, only = _agent_names(request), _asked_agent(request)
    links = [
        each
        for each in disclosure_queries_story.opened_links(theatre)
        if only is None or only in agents_concerned(each.content)
    ]
    page = Paginator(links, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "theatre": theatre,
        "rows": [story_line(each, names, request.keywords) for each in page.object_list],
        "page": page,
        "query": f"agent={only}&" if only is not None else "",
        "people": final_states(theatre, request),
        "only": only,
        "only_name": names.get(only, "") if only is not None else "",
        "whole": theatre.revealed,
        "pieces": disclosure_queries_story.opening_events(theatre),
    }
    return render(request, "spy/revealed.html", context)


def _asked_agent(request: GameRequest) -> int | None:
    asked = request.GET.get("agent", "")
    return int(asked) if asked.isdecimal() and len(asked) < 18 else None


def _agent_names(request: GameRequest) -> dict[int, str]:
    everybody = [*roster_queries.roster(request.game.pk), *roster_queries.former_agents(request.game.pk)]
    return {each.pk: each.name for each in everybody}


@require_safe
@in_game
def story_link(request: GameRequest, number: int, n: int) -> HttpResponse:
    """One link of the private chain, opened, with the proof that it was there by the end of its day."""
    theatre = _get_theatre_or_404(request, number)
    opening = next((each for each in disclosure_queries_story.opened_links(theatre) if each.n == n), None)
    if opening is None:
        raise Http404("No such link was opened.")
    proof = disclosure_queries_story.link_proofs(theatre, n).get(n)
    said = _opening_json(opening) | ({"proof": proof_to_json(proof)} if proof else {})
    context = {
        "theatre": theatre,
        "row": story_line(opening, _agent_names(request), request.keywords),
        "commitment": opening.commitment,
        "opening": json.dumps(_opening_json(opening), ensure_ascii=False, indent=1),
        "proof": json.dumps(said["proof"], ensure_ascii=False, indent=1) if proof else "",
        "event": proof.event if proof else None,
    }
    return render(request, "spy/revealed_link.html", context)


@require_safe
@in_game
def download_story(request: GameRequest, number: int) -> JsonResponse:
    """All of it as JSON, with what is needed to check it by SHA-256 alone; the page says how."""
    theatre = _get_theatre_or_404(request, number)
    proofs, opened = disclosure_queries_story.link_proofs(theatre), disclosure_queries_story.opened_links(theatre)
    assert theatre.revealed is not None
    answer = JsonResponse(
        {
            "theatre": theatre.number,
            "event": theatre.revealed.seq,
            "digest": theatre.revealed.data["digest"],
            "openings": [each.to_json() for each in opened],
            "ways": {str(n): _proof_json(proof_to_json(proof)) for n, proof in proofs.items()},
        },
        json_dumps_params={"ensure_ascii": False},
    )
    answer["Content-Disposition"] = f'attachment; filename="theatre-{theatre.number}.json"'
    return answer


def _opening_json(opening: Opening) -> dict[str, Any]:
    return {"content": dict(opening.content), "salt": opening.salt}


def _proof_json(proof: dict[str, Any]) -> dict[str, Any]:
    """A proof without what it opens: that stands among the openings."""
    return {name: value for name, value in proof.items() if name != "opened"}
