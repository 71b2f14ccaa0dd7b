"""From verdicts to words on a page: dictionaries for the templates, every code spoken, every rule linked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nomic.core import words
from nomic.core.mechanics.chain import reasons_from
from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.mechanics.dials import CLERK, EITHER
from nomic.core.mechanics.playing import may_play
from nomic.core.views.entering import GameRequest
from proposals.mechanics import cfj, dov, prospects
from proposals.mechanics.clerk import BY, Case, admin_may_resolve, foreseen
from proposals.mechanics.votes import Kind, Status
from proposals.queries import Judged, outlook
from proposals.views.clockwork import clock_of
from proposals.views.counting import Line, columns, lines_of, trail
from proposals.views.rehearsing import dry_run
from proposals.views.scenes import ended_of, judged_of, state_of
from proposals.views.wording import address, grounds, said

if TYPE_CHECKING:
    from nomic.core.models import Agent
    from proposals.models import Matter, Post

__all__ = ["address", "columns", "deciding", "grounds", "lines_of", "said", "state", "trail", "verdict_of"]

Shown = dict[str, Any]


# -- the verdict -------------------------------------------------------------------------------------


def deciding(entry: Post, request: GameRequest) -> Shown:
    """Everything that `proposals/_deciding.html` shows of a matter, pending or resolved, under the key `deciding`."""
    judged = judged_of(request, entry)
    shown = pending_box(judged, request) if judged else resolved_box(entry, request)
    number = entry.number
    urls = {name.replace("-", "_"): address(name, request, number) for name in ("deciding", "what-if", "post")}
    rehearsed = judged is not None and bool(entry.changes)
    asked = rehearsed and "dry-run" in request.GET
    return shown | {
        "number": number,
        "pending": judged is not None,
        "urls": urls,
        "may_rehearse": rehearsed,
        "dry_run": dry_run(entry, request) if asked else None,
    }


def pending_box(judged: Judged, request: GameRequest) -> Shown:
    """The verdict of this moment, what would change it, the count, and what the Clerk will do."""
    case = case_of(judged, request)
    decision = foreseen(case, judged.scene.law, judged.scene.now)
    return {
        "verdict": verdict_of(judged, request) | {"clerk": clerk_line(judged, decision, request)},
        "tally": columns(judged.facts.kind, lines_of(judged.verdict), request),
        "trail": trail(lines_of(judged.verdict), request),
        "quorum": judged.verdict.quorum,
        "voters": len(judged.roster.agents),
        "quorum_url": address("quorum", request),
        "actions": actions(judged, case, request),
        "clock": clock_of(judged.facts, judged.scene, judged.scene.now, request),
        "by_hand": by_hand(judged, request),
    }


def verdict_of(judged: Judged, request: GameRequest) -> Shown:
    """A pending matter's verdict as `components/verdict.html` takes it."""
    verdict = judged.verdict
    return {
        "state": state(judged),
        "headline": headline(judged),
        "since": verdict.since,
        "reasons": grounds(verdict.reasons, request),
        "missing": [said(each, request) for each in missing(judged)],
        "next_check": verdict.next_check,
        "next_text": next_text(judged),
    }


def state(judged: Judged) -> str:
    """One of the states of a verdict in the style guide."""
    codes = {reason.code for reason in judged.verdict.reasons}
    if judged.verdict.decided:
        return "failable" if judged.verdict.may_fail else "enactable"
    return next((code for code in ("hiatus", "blocked") if code in codes), "waiting")


def headline(judged: Judged) -> str:
    """May it be enacted or failed now?"""
    verdict, codes = judged.verdict, {reason.code for reason in judged.verdict.reasons}
    passes = "be enacted" if judged.facts.kind is Kind.PROPOSAL else "pass"
    if verdict.may_enact and verdict.may_fail:
        return f"It may {passes} now, and it may be failed"
    if verdict.decided:
        return f"It may {passes} now" if verdict.may_enact else "It may be failed now"
    if "hiatus" in codes:
        return "Nothing is decided in hiatus"
    if "blocked" in codes:
        return f"It waits its turn behind {judged.facts.older}"
    return "No rule decides it" if "not-in-the-law" in codes else "Voting goes on"


def missing(judged: Judged) -> tuple[Reason, ...]:
    """What would change the verdict."""
    scene = judged.scene
    if judged.facts.kind is Kind.CFJ:
        return cfj.missing(judged.facts, scene.roster, scene.law, scene.now, scene.hiatus)
    if judged.facts.kind is Kind.DOV:
        return dov.missing(judged.facts, scene.roster, scene.law, scene.now)
    return prospects.missing(judged.facts, scene.roster, scene.law, scene.now, scene.hiatus)


def next_text(judged: Judged) -> str:
    """What comes at the next moment that changes the verdict, if nobody votes until then."""
    moment = judged.verdict.next_check
    if moment is None:
        return ""
    # In hiatus, which may end before, and without its turn, nothing is sure but when to look again.
    then = outlook.in_turn(replace(judged, scene=replace(judged.scene, now=moment))).verdict
    if not then.decided:
        return "The next look at it is due"
    turn = ", and if its turn has come" if judged.facts.queue_position > 1 else ""
    passes = "be enacted" if judged.facts.kind is Kind.PROPOSAL else "pass"
    return f"As the votes stand{turn}, it may {'be failed' if then.may_fail else passes}"


# -- the Clerk and the Admins ------------------------------------------------------------------------


def clerk_line(judged: Judged, decision: Decision[Status | None], request: GameRequest) -> str:
    """What the Clerk will do about it, and when."""
    if not judged.verdict.decided:
        return clerk_custom(judged, request)
    if decision.outcome is None:
        return " ".join(said(each, request) for each in decision.reasons)
    verb = "fails" if decision.outcome is Status.FAILED else "enacts"
    verb = "passes" if verb == "enacts" and judged.facts.kind is not Kind.PROPOSAL else verb
    if decision.next_check is None:
        return f"The Clerk {verb} this at its next look, within a minute or so."
    admin = request.keywords.a("admin")
    return f"The Clerk {verb} this at {clock_words(decision, judged)} unless {admin} does first."


def by_hand(judged: Judged, request: GameRequest) -> str:
    """What is said of a Proposal that no machine can carry out."""
    if not judged.prose_only or judged.facts.kind is not Kind.PROPOSAL:
        return ""
    return f"It has no change list: once it is enacted, {request.keywords.a('admin')} carries it out by hand."


def clock_words(decision: Decision[Status | None], judged: Judged) -> str:
    """“14:00 UTC” today, “14 Mar 2007, 14:00 UTC” on another day."""
    moment = decision.next_check
    assert moment is not None
    same_day = moment.date() == judged.scene.now.date()
    return f"{moment:%H:%M} UTC" if same_day else words.moment(moment)


def clerk_custom(judged: Judged, request: GameRequest) -> str:
    """Who will resolve it once it may be resolved."""
    law, admin = judged.scene.law, request.keywords.a("admin")
    by = law.word(BY[judged.facts.kind])
    if by == CLERK:
        return "Once it may be resolved, the Clerk does it at once."
    grace = law.duration("clerk.grace")
    if by == EITHER and grace:
        return f"Once it may be resolved, {admin} does it, or after {words.duration(grace)} more the Clerk."
    return f"Once it may be resolved, {admin} does it" + (" or the Clerk." if by == EITHER else ".")


def case_of(judged: Judged, request: GameRequest) -> Case:
    """A matter as the Clerk and the Admins find it at this request."""
    return outlook.case(judged, lambda: outlook.applied(judged, state_of(request)))


def may_resolve(judged: Judged, case: Case, status: Status, admin: Agent) -> Decision[bool]:
    """Whether this Admin may enact or fail it, asked as the action will ask it."""
    plays = may_play(judged.scene.law, idle_since=admin.idle_since)
    return admin_may_resolve(case, status, judged.scene.law) if plays.outcome else plays


def enact_word(judged: Judged) -> str:
    """What the button says: “Enact”, “Pass”, or for prose “Mark enacted”."""
    word = "Enact" if judged.facts.kind is Kind.PROPOSAL else "Pass"
    return f"Mark {enacted_word(judged)}" if judged.prose_only else word


def enacted_word(judged: Judged) -> str:
    return Status.ENACTED.shown(judged.facts.kind)


def actions(judged: Judged, case: Case, request: GameRequest) -> list[Shown]:
    """An Admin's way to the pages that enact and fail; what the law leaves to the Clerk says so."""
    admin = request.agent
    if admin is None or not admin.is_admin:
        return []
    enact = (judged.verdict.may_enact, Status.ENACTED, enact_word(judged), "enact", "primary")
    fail = (judged.verdict.may_fail, Status.FAILED, "Fail", "fail", "danger")

    def reason(status: Status) -> str:
        return " ".join(said(each, request) for each in may_resolve(judged, case, status, admin).reasons)

    return [
        {"label": f"{label} …", "url": address(name, request, judged.post.number), "style": style,
         "reason": reason(status)}
        for open_, status, label, name, style in (enact, fail)
        if open_
    ]  # fmt: skip


# -- what has been resolved --------------------------------------------------------------------------

RESOLVED = {Status.WITHDRAWN: "Withdrawn by its author", Status.ILLEGAL: "Marked illegal"}


def resolved_box(entry: Post, request: GameRequest) -> Shown:
    """The record of how a matter ended: tally, quorum and grounds as they stood, by whom, when, and the note."""
    matter, closing = entry.matter, entry.matter.closing or {}
    lines = [Line(each["voter"], each["cast"] or "", each["as"], each["why"]) for each in closing.get("votes", ())]
    return {
        "verdict": _ending(matter, closing, request),
        "tally": columns(Kind(matter.kind), lines, request) if "votes" in closing else [],
        "trail": trail(lines, request),
        "quorum": closing.get("quorum"),
        "voters": len(closing.get("agents", ())),
        "quorum_url": "",
        "clock": _clock_at_its_end(entry, request),
    }


def _clock_at_its_end(entry: Post, request: GameRequest) -> Shown:
    facts, then = ended_of(request, entry)
    return clock_of(facts, then, then.now, request)


def _ending(matter: Matter, closing: Mapping[str, Any], request: GameRequest) -> Shown:
    status, kind = Status(matter.status), Kind(matter.kind)
    reasons = grounds(reasons_from(closing.get("reasons", ())), request)
    return {
        "state": "enacted" if status is Status.ENACTED else "failed",
        "headline": RESOLVED.get(status, status.shown(kind).capitalize()),
        "by": ending_by(matter, request),
        "at": matter.resolved_at,
        "reasons": reasons or _other_ending(closing, request),
    }


def ending_by(matter: Matter, request: GameRequest) -> Shown:
    """Who resolved it: the Agent with eir page, or the Clerk."""
    by = matter.resolved_by
    return {"name": by.name, "url": address("agent", request, by.pk)} if by else {"name": CLERK, "url": ""}


def _other_ending(closing: Mapping[str, Any], request: GameRequest) -> list[Shown]:
    """Why something ended that no vote decided: an Admin's finding, another Declaration, its author's new role."""
    if "why" in closing:
        url = address("rule", request, closing["cites"])
        return [{"text": f"“{closing['why']}”", "rule": closing["citation"], "url": url}]
    if "superseded_by" in closing:
        kind, _, other = str(closing["superseded_by"]).partition(":")
        if kind == "agent":
            text = f"Its author became the {request.keywords.mastermind}, who declares no victory."
            return [{"text": text, "rule": "", "url": ""}]
        return [{"text": f"Declaration #{other} passed, and all others fell with that.", "rule": "", "url": ""}]
    return []
