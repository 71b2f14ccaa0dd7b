"""Proofs of messages: given to their two ends, and checked for anybody who has one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from nomic.core import queries
from nomic.core.forms.messages import CheckForm
from nomic.core.mechanics import proofs
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.proofs import Proof
from nomic.core.views.entering import GameRequest, ReaderRequest, in_game
from nomic.core.views.messages import as_reader, found

if TYPE_CHECKING:
    from nomic.core.models import Message

# How much a proof shows, from the least: that there was something; by whom, to whom and when; also what it said.
SHOWS = ("nothing", "sending", "text", "receipt")
FOUND = {
    "root-published": "The log published this root in the event that the proof names.",
    "way-leads": "The commitment leads to that root: what it stands for was in the private chain by then.",
    "content-committed": "What the proof opens is what was committed to.",
    "text-committed": "The text is the one whose commitment the message was sent with.",
}


@require_safe
@as_reader
def proof(request: ReaderRequest, uid: str) -> HttpResponse:
    """The proof of one message, showing no more than its end asks for: `?show=nothing|sending|text|receipt`."""
    message, asked = found(request, uid), request.GET.get("show", "")
    show = asked if asked in SHOWS else SHOWS[0]
    made = _made(message, request, show)
    said = proofs.to_json(made) if made else None
    if said and "download" in request.GET:
        answer = JsonResponse(said, json_dumps_params={"ensure_ascii": False, "indent": 1})
        answer["Content-Disposition"] = 'attachment; filename="proof.json"'
        return answer
    context = {
        "letter": queries.letter(message, request.reader),
        "show": show,
        "proof": json.dumps(said, ensure_ascii=False, indent=1) if said else "",
        "event": made.event if made else None,
    }
    return render(request, "core/message_proof.html", context)


def _made(message: Message, request: ReaderRequest, show: str) -> Proof | None:
    if show == "receipt":
        return queries.proof_of_receipt(message)
    # Who has not opened it yet does not know what it says.
    opened = queries.letter(message, request.reader).body is not None
    return queries.proof_of_sending(message, disclose=show != "nothing", with_text=show == "text" and opened)


@require_http_methods(["GET", "HEAD", "POST"])
@in_game
def check(request: GameRequest) -> HttpResponse:
    """Anybody pastes a proof, and sees step by step whether it holds."""
    form = CheckForm(request.POST or None)
    checked = None
    if request.method == "POST" and form.is_valid():
        try:
            checked = _checked(request, proofs.read(form.cleaned_data["proof"]))
        except Invalid as error:
            form.add_error("proof", error.text)
    status = 422 if request.method == "POST" and form.errors else 200
    return render(request, "core/message_check.html", {"form": form, "checked": checked}, status=status)


def _checked(request: GameRequest, the_proof: Proof) -> dict[str, object]:
    """Each finding in words; and, if all hold, what is proven."""
    steps = proofs.findings(the_proof, queries.published_root(request.game.pk, the_proof.event))
    holds = all(each.holds for each in steps)
    names: dict[object, str] = {
        each.pk: each.name for each in [*queries.roster(request.game.pk), *queries.former_agents(request.game.pk)]
    }
    content = the_proof.content if holds and the_proof.content else {}
    data = content.get("data", {})
    return {
        "steps": [(FOUND[each.code], each.holds) for each in steps],
        "holds": holds,
        "event": the_proof.event,
        "kind": content.get("kind", ""),
        "by": names.get(content.get("actor")),
        "to": names.get(data.get("to")) if isinstance(data, dict) else None,
        "at": content.get("at", ""),
        "text": the_proof.text if holds else None,
    }
