"""What every page of a game in hiatus says over its content: why it is in one, and what is possible. (Rule 1.9)"""

from __future__ import annotations

from typing import Any

from nomic.core import queries as core
from nomic.core.mechanics.budgets import GO_ON
from nomic.core.views.entering import GameRequest
from proposals.mechanics.votes import Kind
from proposals.views.scenes import pending_of, scene_of
from proposals.views.wording import address, rule_url

# What the rule on victory lets go on, by what shows which rule that is. (Reading 39)
GOES_ON = {
    "agents.admission": "joining, leaving, idling and resigning",
    "cfj.raising": "Calls for Judgment",
    "posts.editing": "plain posts, comments and the tracker",
    "dov.declaring": "Declarations of Victory, and ascension",
}


def banner(request: GameRequest) -> dict[str, Any] | None:
    """The notice for `proposals/_hiatus.html`; None outside hiatus."""
    scene = scene_of(request)
    stop = core.open_hiatus(request.game.pk) if scene.in_hiatus else None
    if stop is None:
        return None
    rule = scene.law.rule("dov.declaring")
    return {
        "since": stop.began_at,
        "awaits": request.keywords.mastermind if request.game.awaits_address else "",
        "declared": [
            {"number": each.post.number, "title": each.post.title, "url": address("post", request, each.post.number)}
            for each in pending_of(request)
            if each.facts.kind is Kind.DOV
        ],
        "goes_on": [_line(GOES_ON[by], scene.law.rule(by), request) for by in GO_ON],
        "rule": _line("", rule, request),
    }


def _line(what: str, rule: str, request: GameRequest) -> dict[str, str]:
    return {"what": what, "rule": rule, "url": rule_url(rule, request)}
