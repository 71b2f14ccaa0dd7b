"""What is done by one of several forms on a page of secrets; where it cannot be, the page comes again and says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.views.entering import AgentRequest


def done(
    request: AgentRequest, name: str, form: Any, act: Callable[..., Any], *,
    says: Callable[[Any], str], shown: Callable[..., HttpResponse], home: str,
) -> HttpResponse:  # fmt: skip
    """Do `act` with what stands in the form of that name.

    `says`: what is said of what the act answers; `shown(request, typed, refused, status=…)`: the page with what was
    typed and why it is refused; `home`: the name of its address.
    """
    if not form.is_valid():
        return shown(request, {name: form}, status=422)
    try:
        made = act(actor_id=request.agent.pk, game_id=request.game.pk, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return shown(request, {name: form}, status=422)
    except Refused as refusal:
        return shown(request, {name: form}, refusal.reasons, status=409)
    messages.success(request, says(made))
    return redirect(home, request.game.slug)
