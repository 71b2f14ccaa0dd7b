"""When a Gadget that somebody asks for may be added, and when it is denied. (Rule Gadgets; Readings 9, 24, 39, 40)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from dynasties.spy.mechanics.overreach import overreach
from nomic.core.mechanics.decision import Decision, Reason, allowed, refused
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.timespans import Interval
from proposals.mechanics.verdict import absent, first_change, known
from proposals.mechanics.votes import Roster, Status

REQUESTING, VETO = "spy.gadget_requests", "spy.gadget_veto"


class Say(StrEnum):
    """What may be said of a request; a veto is the Mastermind's."""

    APPROVE = "approve"
    DISAPPROVE = "disapprove"
    VETO = "veto"


@dataclass(frozen=True, slots=True)
class Voice:
    """What somebody said of a request, and when."""

    voter: str
    say: Say
    at: datetime


@dataclass(frozen=True, slots=True)
class Request:
    """A pending request, with everything that was said of it in the order of saying.

    `watched`: whether each thing said was weighed when it came. Then only how it stands now is asked; of any other the
    history since it was ripe is gone through, with the roster of today.
    """

    requester: str
    posted_at: datetime
    voices: tuple[Voice, ...] = ()
    watched: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """One line of the trail: what was said, and the code of why it counts for nothing; no code, if it counts."""

    voice: Voice
    void: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """The count at one moment; `heard` is the trail behind the numbers."""

    approvals: int
    denials: int
    vetoed: bool
    heard: tuple[Heard, ...] = ()

    @property
    def facts(self) -> dict[str, int]:
        return {"approvals": self.approvals, "denials": self.denials}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may be done with a request at one moment, why, and the count it rests on.

    `against`: the grounds to deny it that hold as it stands, ripe or not. `ripe_at`: when it is old enough.
    `next_check` is later than the moment judged, or None when time alone changes nothing.
    """

    may_add: bool
    denied: bool
    reasons: tuple[Reason, ...]
    count: Count
    ripe_at: datetime
    against: tuple[Reason, ...] = ()
    next_check: datetime | None = None

    @property
    def status(self) -> Status:
        """As the referee calls it: enacted is what may be added now, failed what is denied."""
        if self.denied:
            return Status.FAILED
        return Status.ENACTED if self.may_add else Status.PENDING

    @property
    def addable(self) -> Decision[bool]:
        """The same for who asks whether e may add it."""
        return Decision(self.may_add, self.reasons, self.next_check)


def count(
    request: Request, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> Count:  # fmt: skip
    """What was said up to `now`, as it counts with this roster: of each Agent, the latest that is valid."""
    heard: list[Heard] = []
    standing: dict[str, Voice] = {}
    for voice in sorted(request.voices, key=lambda each: each.at):
        # What is said later does not exist yet.
        if voice.at > now:
            break
        why = _void(voice, request, roster, law, hiatus)
        heard.append(Heard(voice, why))
        if not why:
            standing[voice.voter] = voice
    # Who is idle or gone has no vote, and the veto of an idle Mastermind lapses. (Reading 40)
    valid = [voice.say for voice in standing.values() if voice.voter in roster.agents]
    trail = tuple(_told(each, standing, roster) for each in heard)
    return Count(valid.count(Say.APPROVE), valid.count(Say.DISAPPROVE), Say.VETO in valid, trail)


def grounds(found: Count, law: Law) -> tuple[Reason, ...]:
    """The grounds to deny a ripe request; none, if it may be added."""
    rule, against = law.rule(REQUESTING), []
    # The Mastermind has vetoed it;
    if found.vetoed:
        against.append(Reason("request-vetoed", law.rule(VETO), found.facts))
    # at least three Agents disapprove;
    denials, approvals = law.count("spy.gadget_denials"), law.count("spy.gadget_approvals") or 0
    if denials is not None and found.denials >= denials:
        against.append(Reason("request-disapproved", rule, {**found.facts, "needed": denials}))
    # fewer than two Agents other than the Requester approve.
    if found.approvals < approvals:
        against.append(Reason("request-lacks-approvals", rule, {**found.facts, "needed": approvals}))
    return tuple(against)


def judge(
    request: Request, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> Verdict:  # fmt: skip
    """Judge a pending request at `now`, with the roster and the law of that moment."""
    begun, ripe_at = known(hiatus, now), ripe(request, law)
    found, against = count(request, roster, law, now, begun), _against(request, roster, law, now, begun)
    # With no rule on requests none is decided.
    if not law.carries(REQUESTING):
        return Verdict(False, False, (absent(REQUESTING, law),), found, ripe_at, against)

    def state(moment: datetime) -> tuple[bool, bool]:
        # It is ripe when it is at least 48 hours old: the very second counts, and no hiatus stops that. But in hiatus
        # it is neither added nor denied. (Readings 9, 39)
        acting = moment >= ripe_at and not any(stop.covers(moment) for stop in begun)
        # Any ground that holds then denies it. If none does, the Requester may add it.
        return acting and not against, acting and bool(against)

    reasons = (against or (_reason(law, "request-ripe", found),)) if now >= ripe_at else (_unripe(law, found, ripe_at),)
    may_add, denied = state(now)
    check = first_change(now, (ripe_at, *(stop.end for stop in begun)), state)
    return Verdict(may_add, denied, _bars(begun, law, now) + reasons, found, ripe_at, against, check)


def ripe(request: Request, law: Law) -> datetime:
    """When a request is old enough to be decided."""
    return request.posted_at + (law.duration("spy.gadget_time") or timedelta(0))


def _against(
    request: Request, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]
) -> tuple[Reason, ...]:  # fmt: skip
    """The grounds to deny it: those of now, or of the first moment since it was ripe that had any. (Reading 24)"""
    ripe_at = ripe(request, law)
    past = [] if request.watched else [ripe_at, *(voice.at for voice in request.voices if voice.at > ripe_at)]
    for moment in sorted({*(each for each in past if each < now), now}):
        if found := grounds(count(request, roster, law, moment, hiatus), law):
            return found
    return ()


def _bars(hiatus: Sequence[Interval], law: Law, now: datetime) -> tuple[Reason, ...]:
    stop = next((each for each in hiatus if each.covers(now)), None)
    return (Reason("hiatus", law.rule("dov.declaring"), {"since": stop.start}),) if stop else ()


def _unripe(law: Law, found: Count, ripe_at: datetime) -> Reason:
    return Reason("request-unripe", law.rule("spy.gadget_time"), {**found.facts, "at": ripe_at})


def _reason(law: Law, code: str, found: Count) -> Reason:
    return Reason(code, law.rule(REQUESTING), found.facts)


def may_request(name: str, description: str, pending: int, law: Law) -> Decision[bool]:
    """Whether an Agent who has so many requests pending may make another with this name and description."""
    if not law.carries(REQUESTING):
        return law.requires(REQUESTING)
    rule, limit = law.rule(REQUESTING), law.count("spy.gadget_pending")
    # No Agent has more than one request pending.
    if limit is not None and pending >= limit:
        return refused("requests-enough", rule, pending=pending, limit=limit)
    # A request that would give anybody victory, or alter the Ruleset, may not be made.
    wrong = tuple(Reason(code, rule, {"words": words}) for code, words in overreach(f"{name}\n{description}"))
    return Decision(not wrong, wrong)


def may_say(
    voter: str, say: Say, request: Request, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> Decision[bool]:
    """Whether somebody may say this of a pending request at `now`."""
    if not law.carries(REQUESTING):
        return law.requires(REQUESTING)
    # A vote while the game stands still would be void. (Reading 39)
    if bars := _bars(hiatus, law, now):
        return Decision(False, bars)
    # Only Agents have a vote, and an idle one is none.
    if voter not in roster.agents:
        idle = voter in roster.idle
        return refused("is-idle" if idle else "not-an-agent", law.rule("agents.idling"))
    # The Mastermind may veto it; every other Agent may approve or disapprove.
    if why := _void(Voice(voter, say, now), request, roster, law, hiatus):
        return refused(why, law.rule(VETO if say is Say.VETO else REQUESTING))
    # What is denied is no longer voted on: the Clerk is about to say so.
    verdict = judge(request, roster, law, now, hiatus)
    return Decision(not verdict.denied, verdict.reasons if verdict.denied else ())


def _void(voice: Voice, request: Request, roster: Roster, law: Law, hiatus: Sequence[Interval]) -> str:
    """Why what was said is no vote, so that an earlier one stands; empty if it is one."""
    if voice.at < request.posted_at:
        return "before-posting"
    if any(stop.covers(voice.at) for stop in hiatus):
        return "in-hiatus"
    # A veto exists if the law has it, and is for the Mastermind alone.
    if voice.say is Say.VETO:
        if not law.carries(VETO):
            return "veto-not-allowed"
        return "" if voice.voter == roster.mastermind else "not-the-mastermind"
    # Others than the Requester approve or disapprove.
    return "own-request" if voice.voter == request.requester else ""


def _told(heard: Heard, standing: dict[str, Voice], roster: Roster) -> Heard:
    voter = heard.voice.voter
    if heard.void:
        return heard
    if standing[voter] is not heard.voice:
        return Heard(heard.voice, "replaced")
    if voter not in roster.agents:
        return Heard(heard.voice, "idle" if voter in roster.idle else "left")
    return heard


def may_end_own(own: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may add or deny what is asked for: the first once it is ripe, the other at any time."""
    return allowed() if own else refused("not-your-request", law.rule(REQUESTING))
