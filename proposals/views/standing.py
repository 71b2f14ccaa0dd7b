"""How a pending matter stands, in a line; what the reader has said to it; whether it waits for the Admins."""

from __future__ import annotations

from nomic.core.views.entering import GameRequest, once
from proposals import queries
from proposals.mechanics.tally import As
from proposals.mechanics.votes import Kind
from proposals.queries import Judged, outlook
from proposals.views import presenting
from proposals.views.scenes import pending_of, state_of, waiting_of
from proposals.views.wording import said


def line(judged: Judged, request: GameRequest) -> str:
    """The verdict in a line: what may be done, or the first thing that would change it. Its place is told elsewhere."""
    if judged.verdict.decided:
        return f"{presenting.headline(judged)}. {said(judged.verdict.reasons[0], request)}"
    state = presenting.state(judged)
    then = outlook.in_turn(judged) if state == "blocked" else judged
    if then.verdict.decided:
        return f"In its turn it may be {then.verdict.status}. {said(then.verdict.reasons[0], request)}"
    prospects = presenting.missing(judged)
    if state in {"waiting", "blocked"} and prospects:
        return said(prospects[0], request)
    return said(then.verdict.reasons[0], request)


def queued_line(judged: Judged, request: GameRequest) -> str:
    """The same where no number beside it tells the place in the queue."""
    place = f"Number {judged.place} in the queue. " if judged.place > 1 else ""
    return place + line(judged, request)


def cast_by_reader(judged: Judged, request: GameRequest) -> str:
    """The vote that the reader has on it; empty for none, and for one that is void."""
    name = request.agent.name if request.agent else ""
    lines = (each for each in presenting.lines_of(judged.verdict) if each.voter == name and each.as_ != As.NONE)
    return next((each.cast for each in lines), "")


def unvoted(judged: Judged, request: GameRequest) -> bool:
    """Whether the reader might still vote on it and has not; the author of a Proposal has spoken by posting it."""
    agent = request.agent
    if agent is None or cast_by_reader(judged, request):
        return False
    if judged.facts.kind is Kind.PROPOSAL and agent.name == judged.facts.author:
        return False
    return queries.may_still_vote(agent.name, judged)


def desk(request: GameRequest) -> int:
    """How much waits for the reader as an Admin: matters to resolve, arrivals, wishes to idle and to come back.

    Counted once a request: the bar and the strip both say it.
    """
    agent = request.agent
    if agent is None or not agent.is_admin or not agent.playing:
        return 0
    matters = (waits_for_admins(each, request) for each in pending_of(request))
    return once(request, "desk", lambda: sum(matters) + waiting_of(request).at_the_desk)


def waits_for_admins(judged: Judged, request: GameRequest) -> bool:
    """Whether an Admin may resolve it now."""
    return outlook.waits_for_hands(judged, lambda: state_of(request))
