"""A matter as pages show it: its verdict, its count, its clock, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from nomic.core.chain import reasons_from
from nomic.core.decision import Decision, Reason
from nomic.core.language import words as language_words
from nomic.core.law.dials import CLERK, CLERK_GRACE, DOV_DECLARING, EITHER
from nomic.core.requests import GameRequest, cached_on_request
from nomic.core.roster import queries as roster_queries
from nomic.core.roster.rules import may_play
from proposals.changes.presenters import ShownChanges, present_applied, present_lints, readable_changes, state_of
from proposals.deciding import queries as deciding_queries
from proposals.deciding.queries import JudgedMatter
from proposals.deciding.rules import (
    ClockSegment,
    ResolutionCase,
    admin_may_resolve,
    clerk_forecast,
    clock_segments,
    time_open,
)
from proposals.kinds import kind_of
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal.rules import Slots
from proposals.reasons.presenters import ReasonLine, address, reason_text, reasons_context, rule_url
from proposals.voting.presenters import is_whole_page, judging_context_of, waiting_of
from proposals.voting.queries import JudgingContext
from proposals.voting.rules import CountsAs, MatterFacts, Status, Verdict
from rulesets.changes.rules_steps import Applied, ConflictWith

if TYPE_CHECKING:
    from nomic.core.games.models import Agent
    from proposals.posts.models import Matter, Post


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One line of a tally's trail, of now or from the record."""

    voter: str
    cast: str
    as_: str
    why: str


def tally_lines(verdict: Verdict) -> list[TallyLine]:
    return [TallyLine(each.voter, each.cast or "", each.as_, each.why) for each in verdict.tally.counted]


COUNTS_AS = {
    CountsAs.FOR: "FOR",
    CountsAs.AGAINST: "AGAINST",
    CountsAs.VETO: "VETO",
    CountsAs.ABSTAIN: "an abstention",
    CountsAs.UNRESOLVED: "nothing yet",
    CountsAs.NONE: "nothing",
}
NOTES = {
    "implied": "author, implied",
    "follows-mastermind": "DEFERENTIAL, follows the {mastermind}",
    "abstains-no-mastermind": "abstains: no {mastermind}",
    "unresolved-mastermind-silent": "the {mastermind} is silent",
    "unresolved-mastermind-idle": "the {mastermind} is idle",
    "unresolved-under-veto": "the {mastermind} has vetoed",
}


@dataclass(frozen=True, slots=True)
class TallyVoter:
    name: str
    url: str
    note: str


@dataclass(frozen=True, slots=True)
class TallyColumn:
    """The votes of one icon; a list shows the count alone."""

    vote: str
    count: int
    voters: Sequence[TallyVoter] = ()
    label: str = ""


def tally_columns(kind: MatterKind, lines: Iterable[TallyLine], request: GameRequest) -> list[TallyColumn]:
    """A column of `components/tally.html` for each icon that the matter knows, each vote where it counts."""
    ways = list(lines)
    return [
        _tally_column(icon, [line for line in ways if line.as_ in sides], request) for icon, sides in kind.icons.items()
    ]


def _tally_column(vote: str, lines: list[TallyLine], request: GameRequest) -> TallyColumn:
    return TallyColumn(vote, len(lines), [_tally_voter(line, request) for line in lines])


def _tally_voter(line: TallyLine, request: GameRequest) -> TallyVoter:
    note = NOTES.get(line.why, "").format(mastermind=request.keywords.mastermind)
    return TallyVoter(line.voter, _voter_url(line.voter, request), note)


def _voter_url(name: str, request: GameRequest) -> str:
    member = next((each for each in judging_context_of(request).facts.members if each.name == name), None)
    return address("agent", request, member.id) if member else ""


@dataclass(frozen=True, slots=True)
class TrailLine:
    """How a vote counts, and why, in words."""

    voter: str
    cast: str
    counts_as: str
    why: str


def tally_trail(lines: Iterable[TallyLine], request: GameRequest) -> list[TrailLine]:
    return [
        TrailLine(each.voter, each.cast, COUNTS_AS[CountsAs(each.as_)], reason_text(Reason(each.why, ""), request))
        for each in lines
    ]


# The clock of a matter on its page: each stretch of its time, whether it counted, and the rule that says so.


@dataclass(frozen=True, slots=True)
class ClockStretch:
    """A stretch of a matter's time, its length in words; whether it counted, why, and the rule that says so."""

    start: datetime
    end: datetime
    length: str
    counted: bool
    why: str
    rule: str
    url: str


@dataclass(frozen=True, slots=True)
class MatterClock:
    """`total`: how long it has been open, in words."""

    total: str
    stretches: list[ClockStretch]


def matter_clock(facts: MatterFacts, scene: JudgingContext, until: datetime, request: GameRequest) -> MatterClock:
    """The ledger up to that moment, by the law and the hiatus of the scene."""
    stretches = clock_segments(facts, scene.law, until, scene.hiatus)
    total = language_words.duration(time_open(stretches))
    return MatterClock(total, [_clock_stretch(each, request) for each in stretches])


def _clock_stretch(each: ClockSegment, request: GameRequest) -> ClockStretch:
    length, why = language_words.duration(each.length), reason_text(Reason(each.why, each.rule), request)
    return ClockStretch(each.start, each.end, length, each.counted, why, each.rule, rule_url(each.rule, request))


# From verdicts to words on a page: every code spoken, every rule linked.


@dataclass(frozen=True, slots=True)
class Resolver:
    """Who resolved a matter: an Agent with eir page, or the Clerk."""

    name: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class VerdictBox:
    """A verdict as `components/verdict.html` takes it: of a pending matter, or how it ended, `by` whom and when."""

    state: str
    headline: str
    reasons: list[ReasonLine]
    since: datetime | None = None
    missing: Sequence[str] = ()
    next_check: datetime | None = None
    next_text: str = ""
    clerk: str = ""
    by: Resolver | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ActionLink:
    """An Admin's way to a page; `reason`: why e may not, in words."""

    label: str
    url: str
    style: str
    reason: str


@dataclass(frozen=True, slots=True)
class DecidingBox:
    """A matter's verdict, count and clock, as `proposals/_deciding.html` shows them, pending or resolved."""

    number: int
    urls: Mapping[str, str]
    verdict: VerdictBox
    tally: list[TallyColumn]
    trail: list[TrailLine]
    quorum: int | None
    voters: int
    clock: MatterClock
    pending: bool = False
    quorum_url: str = ""
    actions: Sequence[ActionLink] = ()
    by_hand: str = ""
    may_rehearse: bool = False
    dry_run: ShownRehearsal | None = None


# -- the verdict -------------------------------------------------------------------------------------


def deciding_context(entry: Post, request: GameRequest) -> DecidingBox:
    """Under the key `deciding`."""
    judged = judged_of(request, entry)
    return _pending_box(judged, entry, request) if judged else _resolved_box(entry, request)


def _deciding_urls(entry: Post, request: GameRequest) -> dict[str, str]:
    return {each.replace("-", "_"): address(each, request, entry.number) for each in ("deciding", "what-if", "post")}


def _pending_box(judged: JudgedMatter, entry: Post, request: GameRequest) -> DecidingBox:
    """The verdict of this moment, what would change it, the count, and what the Clerk will do."""
    case = case_of(judged, request)
    decision = clerk_forecast(case, judged.scene.law, judged.scene.now)
    return DecidingBox(
        entry.number,
        _deciding_urls(entry, request),
        verdict=replace(verdict_of(judged, request), clerk=clerk_line(judged, decision, request)),
        tally=tally_columns(judged.facts.kind, tally_lines(judged.verdict), request),
        trail=tally_trail(tally_lines(judged.verdict), request),
        quorum=judged.verdict.quorum,
        voters=len(judged.roster.agents),
        clock=matter_clock(judged.facts, judged.scene, judged.scene.now, request),
        pending=True,
        quorum_url=address("quorum", request),
        actions=action_links(judged, case, request),
        by_hand=by_hand_text(judged, request),
        may_rehearse=bool(entry.changes),
        dry_run=dry_run_context(entry, request) if entry.changes and "dry-run" in request.GET else None,
    )


def verdict_of(judged: JudgedMatter, request: GameRequest) -> VerdictBox:
    verdict = judged.verdict
    return VerdictBox(
        verdict_state(judged),
        headline(judged),
        reasons_context(verdict.reasons, request),
        verdict.since,
        [reason_text(each, request) for each in prospects_of(judged)],
        verdict.next_check,
        next_text(judged),
    )


def verdict_state(judged: JudgedMatter) -> str:
    """One of the states of a verdict in the style guide."""
    codes = {reason.code for reason in judged.verdict.reasons}
    if judged.verdict.is_decided:
        return "failable" if judged.verdict.may_fail else "enactable"
    return next((code for code in ("hiatus", "blocked") if code in codes), "waiting")


def headline(judged: JudgedMatter) -> str:
    """May it be enacted or failed now?"""
    verdict, codes = judged.verdict, {reason.code for reason in judged.verdict.reasons}
    passes = judged.facts.kind.words.to_pass
    if verdict.may_enact and verdict.may_fail:
        return f"It may {passes} now, and it may be failed"
    if verdict.is_decided:
        return f"It may {passes} now" if verdict.may_enact else "It may be failed now"
    if "hiatus" in codes:
        return "Nothing is decided in hiatus"
    if "blocked" in codes:
        return f"It waits its turn behind {judged.facts.older}"
    return "No rule decides it" if "not-in-the-law" in codes else "Voting goes on"


def prospects_of(judged: JudgedMatter) -> tuple[Reason, ...]:
    """What would change the verdict."""
    scene = judged.scene
    return judged.facts.kind.prospects(judged.facts, scene.roster, scene.law, scene.now, scene.hiatus)


def next_text(judged: JudgedMatter) -> str:
    """What comes at the next moment that changes the verdict, if nobody votes until then."""
    moment = judged.verdict.next_check
    if moment is None:
        return ""
    # In hiatus, which may end before, and without its turn, nothing is sure but when to look again.
    then = deciding_queries.judge_in_turn(replace(judged, scene=replace(judged.scene, now=moment))).verdict
    if not then.is_decided:
        return "The next look at it is due"
    turn = ", and if its turn has come" if judged.facts.queue_position > 1 else ""
    passes = judged.facts.kind.words.to_pass
    return f"As the votes stand{turn}, it may {'be failed' if then.may_fail else passes}"


# -- the Clerk and the Admins ------------------------------------------------------------------------


def clerk_line(judged: JudgedMatter, decision: Decision[Status | None], request: GameRequest) -> str:
    """What the Clerk will do about it, and when."""
    if not judged.verdict.is_decided:
        return clerk_custom(judged, request)
    if decision.outcome is None:
        return " ".join(reason_text(each, request) for each in decision.reasons)
    verb = "fails" if decision.outcome is Status.FAILED else judged.facts.kind.words.clerk_passes
    if decision.next_check is None:
        return f"The Clerk {verb} this at its next look, within a minute or so."
    admin = request.keywords.a("admin")
    return f"The Clerk {verb} this at {clock_words(decision, judged)} unless {admin} does first."


def by_hand_text(judged: JudgedMatter, request: GameRequest) -> str:
    """What is said of a Proposal that no machine can carry out."""
    text = judged.facts.kind.words.by_hand if judged.prose_only else ""
    return text.format(admin=request.keywords.a("admin"))


def clock_words(decision: Decision[Status | None], judged: JudgedMatter) -> str:
    """“14:00 UTC” today, “14 Mar 2007, 14:00 UTC” on another day."""
    moment = decision.next_check
    assert moment is not None
    same_day = moment.date() == judged.scene.now.date()
    return f"{moment:%H:%M} UTC" if same_day else language_words.moment(moment)


def clerk_custom(judged: JudgedMatter, request: GameRequest) -> str:
    """Who will resolve it once it may be resolved."""
    law, admin = judged.scene.law, request.keywords.a("admin")
    by = law[judged.facts.kind.resolver]
    if by == CLERK:
        return "Once it may be resolved, the Clerk does it at once."
    grace = law[CLERK_GRACE]
    if by == EITHER and grace:
        return f"Once it may be resolved, {admin} does it, or after {language_words.duration(grace)} more the Clerk."
    return f"Once it may be resolved, {admin} does it" + (" or the Clerk." if by == EITHER else ".")


def case_of(judged: JudgedMatter, request: GameRequest) -> ResolutionCase:
    """A matter as the Clerk and the Admins find it at this request."""
    return deciding_queries.resolution_case(judged, lambda: deciding_queries.try_changes(judged, state_of(request)))


def may_resolve(judged: JudgedMatter, case: ResolutionCase, status: Status, admin: Agent) -> Decision[bool]:
    """Whether this Admin may enact or fail it, asked as the action will ask it."""
    plays = may_play(judged.scene.law, idle_since=admin.idle_since)
    return admin_may_resolve(case, status, judged.scene.law) if plays.outcome else plays


def enact_word(judged: JudgedMatter) -> str:
    """What the button says: “Enact”, “Pass”, or for prose “Mark enacted”."""
    return f"Mark {enacted_word(judged)}" if judged.prose_only else judged.facts.kind.words.button


def enacted_word(judged: JudgedMatter) -> str:
    return judged.facts.kind.words.passed


def action_links(judged: JudgedMatter, case: ResolutionCase, request: GameRequest) -> list[ActionLink]:
    """An Admin's way to the pages that enact and fail; what the law leaves to the Clerk says so."""
    admin = request.agent
    if admin is None or not admin.is_admin:
        return []
    enact = (judged.verdict.may_enact, Status.ENACTED, enact_word(judged), "enact", "primary")
    fail = (judged.verdict.may_fail, Status.FAILED, "Fail", "fail", "danger")

    def reason(status: Status) -> str:
        return " ".join(reason_text(each, request) for each in may_resolve(judged, case, status, admin).reasons)

    return [
        ActionLink(f"{label} …", address(name, request, judged.post.number), style, reason(status))
        for open_, status, label, name, style in (enact, fail)
        if open_
    ]


# -- what has been resolved --------------------------------------------------------------------------

RESOLVED = {Status.WITHDRAWN: "Withdrawn by its author", Status.ILLEGAL: "Marked illegal"}


def _resolved_box(entry: Post, request: GameRequest) -> DecidingBox:
    """The record of how a matter ended: tally, quorum and grounds as they stood, by whom, when, and the note."""
    matter, closing = entry.matter, entry.matter.closing or {}
    lines = [TallyLine(each["voter"], each["cast"] or "", each["as"], each["why"]) for each in closing.get("votes", ())]
    facts, then = ended_of(request, entry)
    return DecidingBox(
        entry.number,
        _deciding_urls(entry, request),
        verdict=_ending_of(matter, closing, request),
        tally=tally_columns(kind_of(matter.kind), lines, request) if "votes" in closing else [],
        trail=tally_trail(lines, request),
        quorum=closing.get("quorum"),
        voters=len(closing.get("agents", ())),
        clock=matter_clock(facts, then, then.now, request),
    )


def _ending_of(matter: Matter, closing: Mapping[str, Any], request: GameRequest) -> VerdictBox:
    status, kind, by = Status(matter.status), kind_of(matter.kind), matter.resolved_by
    reasons = reasons_context(reasons_from(closing.get("reasons", ())), request)
    return VerdictBox(
        "enacted" if status is Status.ENACTED else "failed",
        RESOLVED.get(status, kind.status_word(status).capitalize()),
        reasons or _other_ending(closing, request),
        by=Resolver(by.name, address("agent", request, by.pk)) if by else Resolver(CLERK),
        at=matter.resolved_at,
    )


def _other_ending(closing: Mapping[str, Any], request: GameRequest) -> list[ReasonLine]:
    """Why something ended that no vote decided: an Admin's finding, another Declaration, its author's new role."""
    if "why" in closing:
        url = address("rule", request, closing["cites"])
        return [ReasonLine(f"“{closing['why']}”", closing["citation"], url)]
    if "superseded_by" in closing:
        kind, _, other = str(closing["superseded_by"]).partition(":")
        if kind == "agent":
            text = f"Its author became the {request.keywords.mastermind}, who declares no victory."
            return [ReasonLine(text, "", "")]
        return [ReasonLine(f"Declaration #{other} passed, and all others fell with that.", "", "")]
    return []


# How a pending matter stands, in a line; what the reader has said to it; whether it waits for the Admins.


def verdict_line(judged: JudgedMatter, request: GameRequest) -> str:
    """The verdict in a line: what may be done, or the first thing that would change it. Its place is told elsewhere."""
    if judged.verdict.is_decided:
        return f"{headline(judged)}. {reason_text(judged.verdict.reasons[0], request)}"
    state = verdict_state(judged)
    then = deciding_queries.judge_in_turn(judged) if state == "blocked" else judged
    if then.verdict.is_decided:
        return f"In its turn it may be {then.verdict.status}. {reason_text(then.verdict.reasons[0], request)}"
    prospects = prospects_of(judged)
    if state in {"waiting", "blocked"} and prospects:
        return reason_text(prospects[0], request)
    return reason_text(then.verdict.reasons[0], request)


def queued_line(judged: JudgedMatter, request: GameRequest) -> str:
    """The same where no number beside it tells the place in the queue."""
    place = f"Number {judged.place} in the queue. " if judged.place > 1 else ""
    return place + verdict_line(judged, request)


def vote_of_reader(judged: JudgedMatter, request: GameRequest) -> str:
    """The vote that the reader has on it; empty for none, and for one that is void."""
    name = request.agent.name if request.agent else ""
    lines = (each for each in tally_lines(judged.verdict) if each.voter == name and each.as_ != CountsAs.NONE)
    return next((each.cast for each in lines), "")


def is_unvoted(judged: JudgedMatter, request: GameRequest) -> bool:
    """Whether the reader might still vote on it and has not; the author of a Proposal has spoken by posting it."""
    agent = request.agent
    if agent is None or vote_of_reader(judged, request):
        return False
    if judged.facts.kind.has_implied_vote and agent.name == judged.facts.author:
        return False
    return deciding_queries.may_still_vote(agent.name, judged)


def count_admin_work(request: GameRequest) -> int:
    """How much waits for the reader as an Admin: matters to resolve, arrivals, wishes to idle and to come back.

    Counted once a request: the bar and the strip both say it.
    """
    agent = request.agent
    if agent is None or not agent.is_admin or not agent.is_playing:
        return 0
    matters = (waits_for_admins(each, request) for each in pending_matters_of(request))
    return cached_on_request(request, "desk", lambda: sum(matters) + waiting_of(request).at_the_desk)


def waits_for_admins(judged: JudgedMatter, request: GameRequest) -> bool:
    """Whether an Admin may resolve it now."""
    return deciding_queries.waits_for_admin(judged, lambda: state_of(request))


# What every page of a game in hiatus says over its content: why it is in one, and what is possible. (Rule 1.9)


@dataclass(frozen=True, slots=True)
class PostLink:
    number: int
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class HiatusLine:
    """Something that goes on in hiatus, and the rule that says so."""

    what: str
    rule: str
    url: str


@dataclass(frozen=True, slots=True)
class HiatusBanner:
    """The notice for `proposals/_hiatus.html`. `awaits`: the office whose Address is waited for; or empty."""

    since: datetime
    awaits: str
    declared: list[PostLink]
    goes_on: list[HiatusLine]
    rule: HiatusLine


def hiatus_banner(request: GameRequest) -> HiatusBanner | None:
    """None outside hiatus."""
    scene = judging_context_of(request)
    stop = roster_queries.open_hiatus(request.game.pk) if scene.in_hiatus else None
    if stop is None:
        return None
    rule = scene.law.rule(DOV_DECLARING)
    declared = [each.post for each in pending_matters_of(request) if each.facts.kind.declares_victory]
    return HiatusBanner(
        stop.began_at,
        request.keywords.mastermind if request.game.awaits_address else "",
        [PostLink(each.number, each.title, address("post", request, each.number)) for each in declared],
        [_hiatus_line(each.in_hiatus, scene.law.rule(each), request) for each in scene.law.in_hiatus()],
        _hiatus_line("", rule, request),
    )


def _hiatus_line(what: str, rule: str, request: GameRequest) -> HiatusLine:
    return HiatusLine(what, rule, rule_url(rule, request))


def pending_matters_of(request: GameRequest) -> list[JudgedMatter]:
    """Every pending matter of the game, oldest first, judged. Two queries beyond the scene, once a request."""
    return cached_on_request(request, "pending", lambda: deciding_queries.pending_matters(judging_context_of(request)))


def slots_of(request: GameRequest, agent: Agent) -> tuple[Slots, Decision[bool]]:
    """What the reader, who is this Agent, has used of eir slots, and whether e may post a Proposal now."""
    return cached_on_request(
        request, "slots", lambda: deciding_queries.may_propose(agent.pk, judging_context_of(request))
    )


def ended_of(request: GameRequest, entry: Post) -> tuple[MatterFacts, JudgingContext]:
    """The facts and the scene of a resolved matter at the moment before that. Some seven queries, once a request."""
    at, seq = entry.matter.resolved_at, entry.matter.resolved_seq
    assert at is not None
    assert seq is not None
    return cached_on_request(
        request, f"ended at {seq}", lambda: deciding_queries.matter_after(request.game.pk, entry, seq - 1, at)
    )


def judged_of(request: GameRequest, entry: Post) -> JudgedMatter | None:
    """This matter, judged; None if it is not pending. A whole page judges all of them for its sidebar anyway."""
    if is_whole_page(request):
        return next((each for each in pending_matters_of(request) if each.post.pk == entry.pk), None)
    return deciding_queries.judged_matter(entry, judging_context_of(request))


@dataclass(frozen=True, slots=True)
class RehearsedConflict:
    """“#12 rewrites this sentence first.”, with the way to #12; `change` counts from 1."""

    number: int
    url: str
    change: int
    text: str


@dataclass(frozen=True, slots=True)
class ShownRehearsal:
    """Exactly what enacting would do now and when its turn comes, as `proposals/_dry_run.html` shows it."""

    now: ShownChanges
    in_turn: ShownChanges | None
    conflicts: list[RehearsedConflict]
    left_out: list[str]
    behind: str
    is_first: bool
    effects: list[str]
    lints: list[Any]


def dry_run_context(entry: Post, request: GameRequest) -> ShownRehearsal:
    rehearsed = deciding_queries.rehearse_changes(entry, request.game)
    run, changes = rehearsed.run, readable_changes(entry.changes)
    moved = _trial_outcome(run.now) != _trial_outcome(run.in_turn)
    return ShownRehearsal(
        present_applied(run.now, changes, rehearsed.state, request),
        present_applied(run.in_turn, changes, rehearsed.state, request) if moved else None,
        [_rehearsed_conflict(each, request) for each in run.conflicts],
        list(run.skipped),
        ", ".join(ref for ref in rehearsed.older if ref not in run.skipped),
        not rehearsed.older,
        **present_lints(rehearsed.lints, request),
    )


def _trial_outcome(applied: Applied) -> tuple[object, ...]:
    """What of a trial a reader would call the same or different."""
    steps = tuple((step.index, step.before, step.after) for step in applied.steps)
    return steps, tuple((each.index, each.code) for each in applied.problems)


def _rehearsed_conflict(conflict: ConflictWith, request: GameRequest) -> RehearsedConflict:
    number = int(conflict.ref.removeprefix("#"))
    text = reason_text(Reason(conflict.code, "", {"ref": conflict.ref}), request)
    return RehearsedConflict(number, address("post", request, number), conflict.index + 1, text)
