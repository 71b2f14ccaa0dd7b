"""The stretch of play that a page is about, and whether anything may be done in it now."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404

from dynasties.spy.queries import theatres
from nomic.core import queries as core
from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest, law_of, once
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from dynasties.spy.models import Theatre


def played(request: GameRequest) -> Theatre:
    """The theatre that is shown: the present one, or the last that was. 404 where there never was any."""
    theatre = theatres.latest(request.game.pk)
    if theatre is None:
        raise Http404("Nobody has ever spied here.")
    return theatre


def stopped_at(request: GameRequest) -> datetime | None:
    """Since when the game is in hiatus, read once a request; None while it is not."""
    return once(request, "spy_hiatus", lambda: core.hiatus_since(request.game.pk))


def stopped(request: GameRequest) -> tuple[Reason, ...]:
    """Why nothing of all this is done now: the game is in hiatus. Empty while it is not."""
    return theatres.halted(stopped_at(request), law_of(request))


def halted(request: GameRequest) -> list[dict[str, Any]]:
    """The same in words, beside the buttons that it shuts."""
    return grounds(stopped(request), request)
