"""Everything is revealed; and the secret story, for anybody to read and to check. (Rule Top Secret)"""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from dynasties.spy.actions import revealing as actions
from dynasties.spy.forms.disclosing import RevealForm
from dynasties.spy.queries import covers, openings, theatres
from dynasties.spy.words_story import SIDES, concerned, place, serves, told
from nomic.core import queries as core
from nomic.core.mechanics.keywords import Keywords
from nomic.core.mechanics.proofs import to_json
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game, law_of
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from dynasties.spy.mechanics.revealing import Opening
    from dynasties.spy.models import Theatre

PER_PAGE = 100


def _theatre(request: GameRequest, number: int, *, revealed: bool = True) -> Theatre:
    """The theatre of that number; while nothing of it is revealed there is nothing to see."""
    found = openings.theatre(request.game.pk, number)
    if found is None or (revealed and found.revealed_id is None):
        raise Http404("Nothing of that number is revealed.")
    return found


# -- the act


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@as_agent
def reveal_all(request: AgentRequest, number: int) -> HttpResponse:
    """GET: what it means. POST, with the box ticked: everything is revealed."""
    theatre = _theatre(request, number, revealed=False)
    form = RevealForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        actions.reveal_all(actor_id=request.agent.pk, game_id=request.game.pk, number=number)
        messages.success(request, "Everything is revealed.")
        return redirect("spy_revealed", request.game.slug, number)
    context = panel(request, theatre) | {"form": form}
    return render(request, "spy/reveal.html", context, status=422 if form.errors else 200)


def panel(request: GameRequest, theatre: Theatre) -> dict[str, Any]:
    """What `spy/_reveal.html` takes: `reveal_theatre`, and the grounds against revealing it now, none if it may be."""
    against = openings.why_not(theatre, request.game, request.agent, law_of(request))
    return {"reveal_theatre": theatre, "reveal_grounds": grounds(against, request)}


# -- the story


@require_safe
@in_game
def revealed(request: GameRequest, number: int) -> HttpResponse:
    """The whole secret story in the order of the private chain; `?agent=` what concerns one Agent."""
    theatre = _theatre(request, number)
    names, only = _names(request), _asked(request)
    links = [each for each in openings.opened_in(theatre) if only is None or only in concerned(each.content)]
    page = Paginator(links, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "theatre": theatre,
        "rows": [_row(each, names, request.keywords) for each in page.object_list],
        "page": page,
        "query": f"agent={only}&" if only is not None else "",
        "people": _people(theatre, request),
        "only": only,
        "only_name": names.get(only, "") if only is not None else "",
        "whole": theatre.revealed,
        "pieces": openings.pieces_of(theatre),
    }
    return render(request, "spy/revealed.html", context)


def _asked(request: GameRequest) -> int | None:
    asked = request.GET.get("agent", "")
    return int(asked) if asked.isdecimal() and len(asked) < 18 else None


def _names(request: GameRequest) -> dict[int, str]:
    everybody = [*core.roster(request.game.pk), *core.former_agents(request.game.pk)]
    return {each.pk: each.name for each in everybody}


def _row(opening: Opening, names: dict[int, str], keywords: Keywords) -> dict[str, Any]:
    content, at = opening.content, datetime.fromisoformat(opening.content["at"])
    return {"n": opening.n, "at": at, "by": names.get(content["actor"], ""), "said": told(content, names, keywords)}


def _people(theatre: Theatre, request: GameRequest) -> list[dict[str, Any]]:
    """What everybody was in the end."""
    spies = theatres.spies(theatre)
    last = [covers.seen(theatre, each.agent_id, request.agent, request.game) for each in spies]
    return [
        {
            "id": spy.agent_id, "name": spy.agent.name,
            "affiliation": serves(cover.affiliation, request.keywords) or "none declared",
            "location": place(cover.location), "side": SIDES.get(cover.side or "", ""),
            "prison": place(cover.prison) if cover.prison else "",
        }
        for spy, cover in zip(spies, last, strict=True) if cover is not None
    ]  # fmt: skip


@require_safe
@in_game
def link(request: GameRequest, number: int, n: int) -> HttpResponse:
    """One link of the private chain, opened, with the proof that it was there by the end of its day."""
    theatre = _theatre(request, number)
    opening = next((each for each in openings.opened_in(theatre) if each.n == n), None)
    if opening is None:
        raise Http404("No such link was opened.")
    proof = openings.proven(theatre, n).get(n)
    said = _opening(opening) | ({"proof": to_json(proof)} if proof else {})
    context = {
        "theatre": theatre,
        "row": _row(opening, _names(request), request.keywords),
        "commitment": opening.committed,
        "opening": json.dumps(_opening(opening), ensure_ascii=False, indent=1),
        "proof": json.dumps(said["proof"], ensure_ascii=False, indent=1) if proof else "",
        "event": proof.event if proof else None,
    }
    return render(request, "spy/revealed_link.html", context)


@require_safe
@in_game
def download(request: GameRequest, number: int) -> JsonResponse:
    """All of it as JSON, with what is needed to check it by SHA-256 alone; the page says how."""
    theatre = _theatre(request, number)
    proofs, opened = openings.proven(theatre), openings.opened_in(theatre)
    assert theatre.revealed is not None
    answer = JsonResponse(
        {
            "theatre": theatre.number,
            "event": theatre.revealed.seq,
            "digest": theatre.revealed.data["digest"],
            "openings": [each.said for each in opened],
            "ways": {str(n): _way(to_json(proof)) for n, proof in proofs.items()},
        },
        json_dumps_params={"ensure_ascii": False},
    )
    answer["Content-Disposition"] = f'attachment; filename="theatre-{theatre.number}.json"'
    return answer


def _opening(opening: Opening) -> dict[str, Any]:
    return {"content": dict(opening.content), "salt": opening.salt}


def _way(proof: dict[str, Any]) -> dict[str, Any]:
    """A proof without what it opens: that stands among the openings."""
    return {name: value for name, value in proof.items() if name != "opened"}
