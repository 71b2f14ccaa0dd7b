"""Private messages: the list, one of them, a new one; and proofs of them, which anybody can check.

Each page asks `queries.message_of` for what it shows, or answers 404.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from django.contrib import messages as notes
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from nomic.core.decision import Reason, Refused
from nomic.core.forms import NotDone, run_form
from nomic.core.law.dials import AGENTS_ADMISSION
from nomic.core.messages import actions as messages_actions, queries as messages_queries
from nomic.core.messages.forms import CheckForm, MessageForm
from nomic.core.requests import AgentRequest, GameRequest, ReaderRequest, actor_of, agent_required, in_game, law_of
from nomic.core.roster import queries as roster_queries
from nomic.core.secrets import queries as secrets_queries, rules as secrets_rules
from nomic.core.secrets.rules import Proof

if TYPE_CHECKING:
    from nomic.core.messages.models import Message

P = ParamSpec("P")
PER_PAGE = 30
PREFIX = "Re: "


def reader_required(view: Callable[Concatenate[ReaderRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view be called for everybody who is or was in the game: who has left still reads eir old messages."""

    @wraps(view)
    def enter(request: GameRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        reader = messages_queries.reader_of(request.user.pk, request.game.pk)
        if reader is None:
            raise Refused(Reason("not-an-agent", law_of(request).rule(AGENTS_ADMISSION)))
        asked = cast(ReaderRequest, request)
        asked.account, asked.reader = request.user, reader
        return view(asked, *args, **kwargs)

    return never_cache(in_game(enter))


def get_message_or_404(request: ReaderRequest, uid: str) -> Message:
    """The message, for one of its two ends; to anybody else there is none."""
    message = messages_queries.message_of(request.reader, uid)
    if message is None:
        raise Http404("There is no such message.")
    return message


@require_safe
@reader_required
def messages_page(request: ReaderRequest) -> HttpResponse:
    """What the reader received, or what e sent."""
    sent = request.GET.get("tab") == "sent"
    chosen = messages_queries.messages_from(request.reader) if sent else messages_queries.messages_to(request.reader)
    shown = Paginator(chosen, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "sent": sent,
        "letters": [messages_queries.letter(each, request.reader) for each in shown.object_list],
        "page": shown,
        "query": "tab=sent&" if sent else "",
        "may_write": request.agent is not None,
    }
    return render(request, "core/messages.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@reader_required
def message_page(request: ReaderRequest, uid: str) -> HttpResponse:
    """One message with those that it answers and that answer it. Opening it is an act: its moment goes on record."""
    shown = get_message_or_404(request, uid)
    if request.method == "POST":
        messages_actions.open_message(actor_id=request.reader.pk, game_id=request.game.pk, uid=uid)
        return redirect("message", request.game.slug, uid)
    context = {
        "letter": messages_queries.letter(shown, request.reader),
        "letters": messages_queries.conversation(shown, request.reader),
        "other": shown.recipient if shown.sender_id == request.reader.pk else shown.sender,
        "may_write": request.agent is not None,
    }
    return render(request, "core/message.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@agent_required
def new_message(request: AgentRequest) -> HttpResponse:
    """Write a message, or an answer to one."""
    who: dict[str, Any] = {"game": request.game, "agent": request.agent, "keywords": request.keywords}
    if request.method != "POST":
        return _sent_message(request, MessageForm(initial=_initial_values(request), **who))
    form = MessageForm(request.POST, **who)
    sent = run_form(
        form,
        lambda: messages_actions.send_message(
            **actor_of(request), letter=form.letter(), token=form.cleaned_data["token"]
        ),
    )
    if isinstance(sent, NotDone):
        return _sent_message(request, form, sent.status)
    notes.success(request, "Sent.")
    return redirect("message", request.game.slug, sent.uid)


def _sent_message(request: AgentRequest, form: MessageForm, status: int = 200) -> HttpResponse:
    return render(request, "core/message_new.html", {"form": form}, status=status)


def _initial_values(request: AgentRequest) -> dict[str, Any]:
    """What the address says beforehand: to whom, and which message is answered."""
    begun: dict[str, Any] = {"to": request.GET.get("to", "")}
    answered = messages_queries.message_of(request.agent, request.GET.get("answers", "").replace("\0", ""))
    if answered is None:
        return begun
    letter = messages_queries.letter(answered, request.agent)
    other = answered.recipient_id if letter.is_sent else answered.sender_id
    subject = letter.subject or ""
    again = subject if subject.startswith(PREFIX) else f"{PREFIX}{subject}"
    return {"to": str(other), "answers": answered.uid, "subject": again[: messages_actions.LONGEST_SUBJECT]}


# Proofs of messages: given to their two ends, and checked for anybody who has one.

# How much a proof shows, from the least: that there was something; by whom, to whom and when; also what it said.
SHOWS = ("nothing", "sending", "text", "receipt")
FOUND = {
    "root-published": "The log published this root in the event that the proof names.",
    "way-leads": "The commitment leads to that root: what it stands for was in the private chain by then.",
    "content-committed": "What the proof opens is what was committed to.",
    "text-committed": "The text is the one whose commitment the message was sent with.",
}


@require_safe
@reader_required
def proof_page(request: ReaderRequest, uid: str) -> HttpResponse:
    """The proof of one message, showing no more than its end asks for: `?show=nothing|sending|text|receipt`."""
    message, asked = get_message_or_404(request, uid), request.GET.get("show", "")
    show = asked if asked in SHOWS else SHOWS[0]
    made = _proof_for(message, request, show)
    said = secrets_rules.proof_to_json(made) if made else None
    if said and "download" in request.GET:
        answer = JsonResponse(said, json_dumps_params={"ensure_ascii": False, "indent": 1})
        answer["Content-Disposition"] = 'attachment; filename="proof.json"'
        return answer
    context = {
        "letter": messages_queries.letter(message, request.reader),
        "show": show,
        "proof": json.dumps(said, ensure_ascii=False, indent=1) if said else "",
        "event": made.event if made else None,
    }
    return render(request, "core/message_proof.html", context)


def _proof_for(message: Message, request: ReaderRequest, show: str) -> Proof | None:
    if show == "receipt":
        return messages_queries.proof_of_receipt(message)
    # Who has not opened it yet does not know what it says.
    opened = messages_queries.letter(message, request.reader).body is not None
    return messages_queries.proof_of_sending(message, disclose=show != "nothing", with_text=show == "text" and opened)


@require_http_methods(["GET", "HEAD", "POST"])
@in_game
def check_page(request: GameRequest) -> HttpResponse:
    """Anybody pastes a proof, and sees step by step whether it holds."""
    if not request.POST:
        return render(request, "core/message_check.html", {"form": CheckForm(), "checked": None})
    form = CheckForm(request.POST)
    checked = run_form(form, lambda: _check_context(request, secrets_rules.read_proof(form.cleaned_data["proof"])))
    if isinstance(checked, NotDone):
        return render(request, "core/message_check.html", {"form": form, "checked": None}, status=checked.status)
    return render(request, "core/message_check.html", {"form": form, "checked": checked})


def _check_context(request: GameRequest, the_proof: Proof) -> dict[str, object]:
    """Each finding in words; and, if all hold, what is proven."""
    steps = secrets_rules.findings(the_proof, secrets_queries.published_root(request.game.pk, the_proof.event))
    holds = all(each.holds for each in steps)
    names: dict[object, str] = {
        each.pk: each.name
        for each in [*roster_queries.roster(request.game.pk), *roster_queries.former_agents(request.game.pk)]
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
