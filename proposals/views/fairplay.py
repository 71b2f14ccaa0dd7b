"""A report of foul play: whom it accuses, and as what it is raised; the composer takes it from there. (Rule Agents)"""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core import queries
from nomic.core.views.entering import AgentRequest, as_agent, law_of
from proposals.views.wording import address


@require_safe
@as_agent
def report(request: AgentRequest) -> HttpResponse:
    """Choose who has played foul; what is chosen is written down as a change list, and nothing is done by this page."""
    asked = request.GET.getlist("accused")
    people = [each for each in queries.roster(request.game.pk) if each.pk != request.agent.pk]
    context = {
        "people": [{"id": each.pk, "name": each.name, "is_checked": str(each.pk) in asked} for each in people],
        "new_url": address("new-post", request),
        "roster_url": address("roster", request),
        "rule": law_of(request).rule("agents.admission"),
    }
    return render(request, "proposals/report.html", context)
