"""Private messages: a list, one of them, a new one. Each page asks `queries.message_of` for what it shows, or 404."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from django.contrib import messages as notes
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from nomic.core import queries
from nomic.core.actions import messages as actions
from nomic.core.forms.messages import MessageForm
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.views.entering import AgentRequest, GameRequest, ReaderRequest, as_agent, in_game, law_of

if TYPE_CHECKING:
    from nomic.core.models import Message

P = ParamSpec("P")
PER_PAGE = 30
PREFIX = "Re: "


def as_reader(view: Callable[Concatenate[ReaderRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view be called for everybody who is or was in the game: who has left still reads eir old messages."""

    @wraps(view)
    def enter(request: GameRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        reader = queries.reader(request.user.pk, request.game.pk)
        if reader is None:
            raise Refused(Reason("not-an-agent", law_of(request).rule("agents.admission")))
        asked = cast(ReaderRequest, request)
        asked.account, asked.reader = request.user, reader
        return view(asked, *args, **kwargs)

    return never_cache(in_game(enter))


def found(request: ReaderRequest, uid: str) -> Message:
    """The message, for one of its two ends; to anybody else there is none."""
    message = queries.message_of(request.reader, uid)
    if message is None:
        raise Http404("There is no such message.")
    return message


@require_safe
@as_reader
def page(request: ReaderRequest) -> HttpResponse:
    """What the reader received, or what e sent."""
    sent = request.GET.get("tab") == "sent"
    chosen = queries.messages_from(request.reader) if sent else queries.messages_to(request.reader)
    shown = Paginator(chosen, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "sent": sent,
        "letters": [queries.letter(each, request.reader) for each in shown.object_list],
        "page": shown,
        "query": "tab=sent&" if sent else "",
        "may_write": request.agent is not None,
    }
    return render(request, "core/messages.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@as_reader
def message(request: ReaderRequest, uid: str) -> HttpResponse:
    """One message with those that it answers and that answer it. Opening it is an act: its moment goes on record."""
    shown = found(request, uid)
    if request.method == "POST":
        actions.open_message(actor_id=request.reader.pk, game_id=request.game.pk, uid=uid)
        return redirect("message", request.game.slug, uid)
    context = {
        "letter": queries.letter(shown, request.reader),
        "letters": queries.conversation(shown, request.reader),
        "other": shown.recipient if shown.sender_id == request.reader.pk else shown.sender,
        "may_write": request.agent is not None,
    }
    return render(request, "core/message.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@as_agent
def new(request: AgentRequest) -> HttpResponse:
    """Write a message, or an answer to one."""
    who: dict[str, Any] = {"game": request.game, "agent": request.agent, "keywords": request.keywords}
    if request.method != "POST":
        return _written(request, MessageForm(initial=_begun(request), **who))
    form = MessageForm(request.POST, **who)
    if form.is_valid():
        try:
            sent = actions.send(actor_id=request.agent.pk, game_id=request.game.pk, **form.cleaned_data)
        except Invalid as error:
            form.refuse(error)
        else:
            notes.success(request, "Sent.")
            return redirect("message", request.game.slug, sent.uid)
    return _written(request, form, status=422)


def _written(request: AgentRequest, form: MessageForm, status: int = 200) -> HttpResponse:
    return render(request, "core/message_new.html", {"form": form}, status=status)


def _begun(request: AgentRequest) -> dict[str, Any]:
    """What the address says beforehand: to whom, and which message is answered."""
    begun: dict[str, Any] = {"to": request.GET.get("to", "")}
    answered = queries.message_of(request.agent, request.GET.get("answers", "").replace("\0", ""))
    if answered is None:
        return begun
    letter = queries.letter(answered, request.agent)
    other = answered.recipient_id if letter.is_sent else answered.sender_id
    subject = letter.subject or ""
    again = subject if subject.startswith(PREFIX) else f"{PREFIX}{subject}"
    return {"to": str(other), "answers": answered.uid, "subject": again[: actions.LONGEST_SUBJECT]}
