"""How a request enters the ballot: in a game that has nweeks, or had."""

from __future__ import annotations

from django.http import Http404

from nomic.core.views.entering import GameRequest, law_of
from proposals.bnomic.queries import ballots, clocks


def played(request: GameRequest) -> bool:
    """Whether the law has Proposals of this kind. 404 in a game that never had."""
    is_played = clocks.is_played(law_of(request))
    if not is_played and not ballots.highest_number(request.game.pk):
        raise Http404("There are no nweeks in this game.")
    return is_played
