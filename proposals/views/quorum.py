"""How the quorum is made up at this moment: the words of the law, the arithmetic, who counts and who does not."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.core import queries as core
from nomic.core.views.entering import GameRequest, in_game
from proposals.mechanics.tally import quorum_sum
from proposals.views.scenes import scene_of


@require_safe
@in_game
def page(request: GameRequest) -> HttpResponse:
    """The quorum now. It is worked out anew at each decision, and goes on record with it."""
    scene, people = scene_of(request), core.roster(request.game.pk)
    law, playing = scene.law, [agent for agent in people if agent.playing]
    made = quorum_sum(len(playing), law)
    context = {
        "quorum": made.total,
        "playing": playing,
        "idle": [agent for agent in people if not agent.playing],
        "share_words": law.catalogue.dials["quorum.share"].kind.words(made.share),
        "portion": made.portion,
        "is_rounded": made.is_rounded,
        "plus": made.plus,
        "rule": law.rule("quorum.share"),
    }
    return render(request, "proposals/quorum.html", context)
