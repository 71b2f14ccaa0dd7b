"""Where posts are written."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from nomic.core.views.entering import AgentRequest, as_agent


@as_agent
def new(request: AgentRequest) -> HttpResponse:
    return render(request, "proposals/composer.html", {})


@as_agent
def edit(request: AgentRequest, number: int) -> HttpResponse:
    return render(request, "proposals/composer.html", {})
