"""Commenting on a post and voting on it; each comment has an address of its own."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from nomic.core.mechanics.decision import Invalid
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game
from proposals import procedures, queries
from proposals.actions import voting
from proposals.forms import CommentForm
from proposals.views.posts import found, show
from proposals.views.scenes import afresh
from proposals.views.thread import conversation, seen
from proposals.views.wording import address

VOTED = "voted"  # what the deciding section listens for


@require_safe
@in_game
def comment(request: GameRequest, number: int, comment_number: int) -> HttpResponse:
    """The lasting address of a comment leads to its place on the page."""
    if not queries.comment_exists(request.game.pk, number, comment_number):
        raise Http404("There is no such comment.")
    page = procedures.page_of(found(request, number)) or address("post", request, number)
    return HttpResponseRedirect(f"{page}#comment-{comment_number}")


@require_POST
@as_agent
def comment_on(request: AgentRequest, number: int) -> HttpResponse:
    """Comment, and vote if an icon is chosen; or only look at what it would look like."""
    form = CommentForm(request.POST)
    if request.POST.get("do") == "preview":
        return _again(request, number, form, preview=request.POST.get("body", ""))
    made = _made(request, number, form)
    if made is None:
        return _again(request, number, form, status=422)
    if not request.htmx:
        return redirect("comment", request.game.slug, number, made)
    afresh(request)
    shown = conversation(found(request, number), request) | {"voted": bool(form.cleaned_data["vote"])}
    for each in shown["comments"]:
        each["is_new"] = each["number"] == made
    answer = render(request, "proposals/_conversation.html", shown)
    seen(shown, request)
    answer["HX-Trigger"] = VOTED
    return answer


def _made(request: AgentRequest, number: int, form: CommentForm) -> int | None:
    """The number of the comment made, or None with the errors in the form."""
    if not form.is_valid():
        return None
    typed = form.cleaned_data
    try:
        return voting.comment(
            actor_id=request.agent.pk, game_id=request.game.pk, number=number, body=typed["body"],
            vote=typed["vote"], token=typed["token"],
        ).number  # fmt: skip
    except Invalid as error:
        form.refuse(error)
        return None


def _again(request: AgentRequest, number: int, form: CommentForm, preview: str = "", status: int = 200) -> HttpResponse:
    entry = found(request, number)
    if request.htmx:
        context = conversation(entry, request, form, preview)
        return render(request, "proposals/_conversation.html", context, status=status)
    return show(request, entry, form, preview, status)
