"""The clock of a matter on its page: each stretch of its time, whether it counted, and the rule that says so."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from nomic.core import words
from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest
from proposals.mechanics.ledger import Stretch, ledger, time_open
from proposals.mechanics.votes import Matter
from proposals.queries import Scene
from proposals.views.wording import rule_url, said

Shown = dict[str, Any]


def clock_of(facts: Matter, scene: Scene, until: datetime, request: GameRequest) -> Shown:
    """The ledger up to that moment, by the law and the hiatus of the scene."""
    stretches = ledger(facts, scene.law, until, scene.hiatus)
    return {"total": words.duration(time_open(stretches)), "stretches": [_stretch(each, request) for each in stretches]}


def _stretch(each: Stretch, request: GameRequest) -> Shown:
    return {
        "start": each.start,
        "end": each.end,
        "length": words.duration(each.length),
        "counted": each.counted,
        "why": said(Reason(each.why, each.rule), request),
        "rule": each.rule,
        "url": rule_url(each.rule, request),
    }
