"""The stretch of play that a page is about, and whether anything may be done in it now."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.http import Http404

from dynasties.spy.theatre import queries as theatre_queries
from nomic.core.decision import Reason
from nomic.core.requests import GameRequest, cached_on_request, law_of
from nomic.core.roster import queries as roster_queries
from proposals.reasons.presenters import ReasonLine, reasons_context

if TYPE_CHECKING:
    from dynasties.spy.theatre.models import Theatre


def get_theatre_or_404(request: GameRequest) -> Theatre:
    """The theatre that is shown: the present one, or the last that was. 404 where there never was any."""
    theatre = theatre_queries.latest_theatre(request.game.pk)
    if theatre is None:
        raise Http404("Nobody has ever spied here.")
    return theatre


def hiatus_since(request: GameRequest) -> datetime | None:
    """Since when the game is in hiatus, read once a request; None while it is not."""
    return cached_on_request(request, "spy_hiatus", lambda: roster_queries.hiatus_since(request.game.pk))


def hiatus_reasons_on_request(request: GameRequest) -> tuple[Reason, ...]:
    """Why nothing of all this is done now: the game is in hiatus. Empty while it is not."""
    return theatre_queries.hiatus_reasons(hiatus_since(request), law_of(request))


def hiatus_notices(request: GameRequest) -> list[ReasonLine]:
    """The same in words, beside the buttons that it shuts."""
    return reasons_context(hiatus_reasons_on_request(request), request)
