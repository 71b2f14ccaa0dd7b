"""The stretch of play that a page is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404

from dynasties.spy.queries import theatres
from nomic.core.views.entering import GameRequest

if TYPE_CHECKING:
    from dynasties.spy.models import Theatre


def played(request: GameRequest) -> Theatre:
    """The theatre that is shown: the present one, or the last that was. 404 where there never was any."""
    theatre = theatres.latest(request.game.pk)
    if theatre is None:
        raise Http404("Nobody has ever spied here.")
    return theatre
