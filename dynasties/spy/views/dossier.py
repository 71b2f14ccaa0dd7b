"""An Agent's own dossier: all that is top secret about em, and what e may do about it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nomic.core.views.entering import AgentRequest, as_agent


@require_safe
@never_cache
@as_agent
def page(request: AgentRequest) -> HttpResponse:
    return render(request, "spy/dossier.html", {})
