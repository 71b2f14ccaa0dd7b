"""The changes of a Proposal: what they would do, or did, and what stands in their way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.views import shown
from proposals.views.changes_shown import read, shown_changes
from proposals.views.rehearsing import applied_shown, quietly
from proposals.views.scenes import state_of
from proposals.views.wording import address, said
from rulesets import queries as law

if TYPE_CHECKING:
    from proposals.bnomic.models import Proposal
    from proposals.bnomic.queries.results import Passing

Shown = dict[str, Any]


def changes(row: Proposal, seq: int, request: GameRequest, passing: Passing | None) -> list[Shown]:
    """The change list against the text that it was drafted on, after event `seq`, each with what stands, or stood, in
    its way. `passing`: how it Passed, if it did."""
    historical = State(row.state).historical
    problems = _on_record(passing, request) if historical else _now(row, request)
    listed = shown_changes(row.post.changes, seq, request, pending=not historical)
    return [
        change | ({"problem": problems[place]} if place in problems and "problem" not in change else {})
        for place, change in enumerate(listed)
    ]


def _now(row: Proposal, request: GameRequest) -> Mapping[int, str]:
    if not row.post.changes:
        return {}
    problems = law.trial_of(state_of(request), row.post.changes).problems
    return {each.index: f"Now: {said(Reason(each.code, '', each.facts), request)}" for each in problems}


def _on_record(passing: Passing | None, request: GameRequest) -> Mapping[int, str]:
    """What the log says of one that Passed without effect."""
    return {place: said(reason, request, passing.seq) for place, reason in passing.problems} if passing else {}


def rehearsal(row: Proposal, request: GameRequest) -> Shown | None:
    """What its changes would do now, and after those that would pass before it if the ballot closed now.

    None where there is nothing to rehearse; without a run until it is asked for, since that takes a while.
    """
    own = read(row.post.changes)
    if State(row.state).historical or not own:
        return None
    if "rehearsal" not in request.GET:
        return {"run": None, "url": address("ballot_proposal", request, row.number)}
    state, ahead = state_of(request), _ahead(row, request)
    rehearsed = law.rehearse(state, own, [(f"#{each.number}", read(each.post.changes)) for each in ahead])
    run = rehearsed.run
    return {
        "run": run,
        "now": applied_shown(run.now, own, state, request),
        "in_turn": applied_shown(run.in_turn, own, state, request) if ahead else None,
        "ahead": [shown.link(each.number, shown.register_of(request), request) for each in ahead],
        "conflicts": [
            {
                "change": each.index + 1,
                "text": said(Reason(each.code, "", {"ref": each.ref}), request),
                "to": shown.link(int(each.ref.removeprefix("#")), shown.register_of(request), request),
            }
            for each in run.conflicts
        ],
        "left_out": run.skipped,
    } | quietly(rehearsed.lints, request)


def _ahead(row: Proposal, request: GameRequest) -> list[Proposal]:
    """Those that pass before this one by a count that is due, and those that would if the ballot closed now."""
    standing, there = shown.standing_of(request), shown.living_of(request)
    passed = {*standing.due.passed, *standing.now.passed}
    # What was in an earlier ballot has a lower Number.
    return [each for each in (*there.closed, *there.open_ones) if each.number in passed and each.number < row.number]
