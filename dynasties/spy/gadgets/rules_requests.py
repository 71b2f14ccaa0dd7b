"""When a Gadget that somebody asks for may be added, when it is denied, and what no Gadget may do. (Rule Gadgets;
Readings 9, 24, 39, 40)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from dynasties.spy.dials import (
    GADGET_APPROVALS,
    GADGET_DENIALS,
    GADGET_PENDING,
    GADGET_REQUESTS,
    GADGET_TIME,
    GADGET_VETO,
)
from nomic.core.decision import Decision, Reason, permission, refusal
from nomic.core.law.dials import AGENTS_IDLING, DOV_DECLARING
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.voting.rules import Roster, Status, first_change, known_intervals, missing_mechanism


class Stance(StrEnum):
    """What may be said of a request; a veto is the Mastermind's."""

    APPROVE = "approve"
    DISAPPROVE = "disapprove"
    VETO = "veto"


@dataclass(frozen=True, slots=True)
class RequestVoice:
    """What somebody said of a request, and when."""

    voter: str
    say: Stance
    at: datetime


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """A pending request, with everything that was said of it in the order of saying.

    `watched`: whether each thing said was weighed when it came. Then only how it stands now is asked; of any other the
    history since it was ripe is gone through, with the roster of today.
    """

    requester: str
    posted_at: datetime
    voices: tuple[RequestVoice, ...] = ()
    watched: bool = False


@dataclass(frozen=True, slots=True)
class CountedVoice:
    """One line of the trail: what was said, and the code of why it counts for nothing; no code, if it counts."""

    voice: RequestVoice
    void: str = ""


@dataclass(frozen=True, slots=True)
class RequestCount:
    """The count at one moment; `heard` is the trail behind the numbers."""

    approvals: int
    denials: int
    vetoed: bool
    heard: tuple[CountedVoice, ...] = ()

    @property
    def facts(self) -> dict[str, int]:
        return {"approvals": self.approvals, "denials": self.denials}


@dataclass(frozen=True, slots=True)
class RequestVerdict:
    """What may be done with a request at one moment, why, and the count it rests on.

    `against`: the grounds to deny it that hold as it stands, ripe or not. `ripe_at`: when it is old enough.
    `next_check` is later than the moment judged, or None when time alone changes nothing.
    """

    may_add: bool
    denied: bool
    reasons: tuple[Reason, ...]
    count: RequestCount
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
    def can_be_added(self) -> Decision[bool]:
        """The same for who asks whether e may add it."""
        return Decision(self.may_add, self.reasons, self.next_check)


def count_voices(
    request: PendingRequest, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> RequestCount:
    """What was said up to `now`, as it counts with this roster: of each Agent, the latest that is valid."""
    heard: list[CountedVoice] = []
    standing: dict[str, RequestVoice] = {}
    for voice in sorted(request.voices, key=lambda each: each.at):
        # What is said later does not exist yet.
        if voice.at > now:
            break
        why = _void_code(voice, request, roster, law, hiatus)
        heard.append(CountedVoice(voice, why))
        if not why:
            standing[voice.voter] = voice
    # Who is idle or gone has no vote, and the veto of an idle Mastermind lapses. (Reading 40)
    valid = [voice.say for voice in standing.values() if voice.voter in roster.agents]
    trail = tuple(_counted_voice(each, standing, roster) for each in heard)
    return RequestCount(valid.count(Stance.APPROVE), valid.count(Stance.DISAPPROVE), Stance.VETO in valid, trail)


def denial_grounds(found: RequestCount, law: Law) -> tuple[Reason, ...]:
    """The grounds to deny a ripe request; none, if it may be added."""
    rule, against = law.rule(GADGET_REQUESTS), []
    # The Mastermind has vetoed it;
    if found.vetoed:
        against.append(Reason("request-vetoed", law.rule(GADGET_VETO), found.facts))
    # at least three Agents disapprove;
    denials, approvals = law[GADGET_DENIALS], law[GADGET_APPROVALS]
    if denials is not None and found.denials >= denials:
        against.append(Reason("request-disapproved", rule, {**found.facts, "needed": denials}))
    # fewer than two Agents other than the Requester approve.
    if found.approvals < approvals:
        against.append(Reason("request-lacks-approvals", rule, {**found.facts, "needed": approvals}))
    return tuple(against)


def judge_request(
    request: PendingRequest, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval] = ()
) -> RequestVerdict:
    """Judge a pending request at `now`, with the roster and the law of that moment."""
    begun, ripe_at = known_intervals(hiatus, now), ripe_from(request, law)
    found, against = (
        count_voices(request, roster, law, now, begun),
        _grounds_since_ripe(request, roster, law, now, begun),
    )
    # With no rule on requests none is decided.
    if not law.carries(GADGET_REQUESTS):
        return RequestVerdict(False, False, (missing_mechanism(GADGET_REQUESTS, law),), found, ripe_at, against)

    def state(moment: datetime) -> tuple[bool, bool]:
        # It is ripe when it is at least 48 hours old: the very second counts, and no hiatus stops that. But in hiatus
        # it is neither added nor denied. (Readings 9, 39)
        acting = moment >= ripe_at and not any(stop.covers(moment) for stop in begun)
        # Any ground that holds then denies it. If none does, the Requester may add it.
        return acting and not against, acting and bool(against)

    reasons = (
        (against or (_count_reason(law, "request-ripe", found),))
        if now >= ripe_at
        else (_unripe_reason(law, found, ripe_at),)
    )
    may_add, denied = state(now)
    check = first_change(now, (ripe_at, *(stop.end for stop in begun)), state)
    return RequestVerdict(may_add, denied, _hiatus_reasons(begun, law, now) + reasons, found, ripe_at, against, check)


def ripe_from(request: PendingRequest, law: Law) -> datetime:
    """When a request is old enough to be decided."""
    return request.posted_at + (law[GADGET_TIME] or timedelta(0))


def _grounds_since_ripe(
    request: PendingRequest, roster: Roster, law: Law, now: datetime, hiatus: Sequence[Interval]
) -> tuple[Reason, ...]:
    """The grounds to deny it: those of now, or of the first moment since it was ripe that had any. (Reading 24)"""
    ripe_at = ripe_from(request, law)
    past = [] if request.watched else [ripe_at, *(voice.at for voice in request.voices if voice.at > ripe_at)]
    for moment in sorted({*(each for each in past if each < now), now}):
        if found := denial_grounds(count_voices(request, roster, law, moment, hiatus), law):
            return found
    return ()


def _hiatus_reasons(hiatus: Sequence[Interval], law: Law, now: datetime) -> tuple[Reason, ...]:
    stop = next((each for each in hiatus if each.covers(now)), None)
    return (Reason("hiatus", law.rule(DOV_DECLARING), {"since": stop.start}),) if stop else ()


def _unripe_reason(law: Law, found: RequestCount, ripe_at: datetime) -> Reason:
    return Reason("request-unripe", law.rule(GADGET_TIME), {**found.facts, "at": ripe_at})


def _count_reason(law: Law, code: str, found: RequestCount) -> Reason:
    return Reason(code, law.rule(GADGET_REQUESTS), found.facts)


def may_request(name: str, description: str, pending: int, law: Law) -> Decision[bool]:
    """Whether an Agent who has so many requests pending may make another with this name and description."""
    if not law.carries(GADGET_REQUESTS):
        return law.requires(GADGET_REQUESTS)
    rule, limit = law.rule(GADGET_REQUESTS), law[GADGET_PENDING]
    # No Agent has more than one request pending.
    if limit is not None and pending >= limit:
        return refusal("requests-enough", rule, pending=pending, limit=limit)
    # A request that would give anybody victory, or alter the Ruleset, may not be made.
    wrong = tuple(Reason(code, rule, {"words": words}) for code, words in overreaching_words(f"{name}\n{description}"))
    return Decision(not wrong, wrong)


def may_say(
    voice: RequestVoice, request: PendingRequest, roster: Roster, law: Law, hiatus: Sequence[Interval] = ()
) -> Decision[bool]:
    """Whether somebody may say this of a pending request at that moment."""
    voter, now = voice.voter, voice.at
    if not law.carries(GADGET_REQUESTS):
        return law.requires(GADGET_REQUESTS)
    # A vote while the game stands still would be void. (Reading 39)
    if bars := _hiatus_reasons(hiatus, law, now):
        return Decision(False, bars)
    # Only Agents have a vote, and an idle one is none.
    if voter not in roster.agents:
        idle = voter in roster.idle
        return refusal("is-idle" if idle else "not-an-agent", law.rule(AGENTS_IDLING))
    # The Mastermind may veto it; every other Agent may approve or disapprove.
    if why := _void_code(voice, request, roster, law, hiatus):
        return refusal(why, law.rule(GADGET_VETO if voice.say is Stance.VETO else GADGET_REQUESTS))
    # What is denied is no longer voted on: the Clerk is about to say so.
    verdict = judge_request(request, roster, law, now, hiatus)
    return Decision(not verdict.denied, verdict.reasons if verdict.denied else ())


def _void_code(
    voice: RequestVoice, request: PendingRequest, roster: Roster, law: Law, hiatus: Sequence[Interval]
) -> str:
    """Why what was said is no vote, so that an earlier one stands; empty if it is one."""
    if voice.at < request.posted_at:
        return "before-posting"
    if any(stop.covers(voice.at) for stop in hiatus):
        return "in-hiatus"
    # A veto exists if the law has it, and is for the Mastermind alone.
    if voice.say is Stance.VETO:
        if not law.carries(GADGET_VETO):
            return "veto-not-allowed"
        return "" if voice.voter == roster.mastermind else "not-the-mastermind"
    # Others than the Requester approve or disapprove.
    return "own-request" if voice.voter == request.requester else ""


def _counted_voice(heard: CountedVoice, standing: dict[str, RequestVoice], roster: Roster) -> CountedVoice:
    voter = heard.voice.voter
    if heard.void:
        return heard
    if standing[voter] is not heard.voice:
        return CountedVoice(heard.voice, "replaced")
    if voter not in roster.agents:
        return CountedVoice(heard.voice, "idle" if voter in roster.idle else "left")
    return heard


def may_end_own(own: bool, law: Law) -> Decision[bool]:
    """Whether an Agent may add or deny what is asked for: the first once it is ripe, the other at any time."""
    return permission() if own else refusal("not-your-request", law.rule(GADGET_REQUESTS))


# What no Gadget may do: give victory, or alter the Ruleset. Judged by its words, before anybody votes. (Rule Gadgets)
# People read what words mean; this only stops what says outright what the rule forbids. Whatever says it in a
# roundabout way is for the voters and the Mastermind to see.

_LAW = r"(?:rules?|rulesets?|rule\s?books?|laws?|dials?|mechanisms?|glossary)"
_ALTER = (
    r"(?:(?:repeal|amend|enact|edit|rewrit|re-?word|delet|alter|chang|modif|replac|remov|suspend|abolish|overrul)\w*"
    r"|add(?:s|ed|ing)?|strik(?:e|es|ing)|struck)"
)
# A few words may stand between: “repeals any one dynastic rule”; but not “moves as a rule allows”.
_APART = (
    r"(?:that|which|as|than|under|by|within|per|in|to|from|for|with|without|against|despite|unless|if|when|where|and|or"
    r"|but|before|after|through)\b"
)
_BETWEEN = rf"(?:\s+(?!{_APART})[\w’'-]+){{0,4}}?"
VICTORY_PATTERNS = (
    r"\bvictor(?:y|ies|ious)\b",
    r"\bdovs?\b",
    r"\b(?:win|wins|won|winning|winner\s+of)\s+(?:the|this|our)\s+(?:whole\s+|entire\s+)?(?:game|dynasty|round|nomic)\b",
    r"\b(?:e|she|he|they|owner|holder|you|agent|player|spy)\s+(?:\w+\s+)?(?:wins?|has\s+won|have\s+won)\s*(?:[.!;]|$)",
)
LAW_PATTERNS = (
    r"\bruleset\b",
    rf"\b{_ALTER}{_BETWEEN}\s+{_LAW}\b",
    rf"\b{_LAW}\s+(?:is|are|be|being|gets?)\s+{_ALTER}",
    r"\brules?\s+(?:called\s+|named\s+|on\s+|about\s+)?[“\"'‘«*_]*gadgets\b",
    r"\b[“\"'‘«]gadgets[”\"'’»]\s+rule\b|\bgadgets\s+rule\b",
)
OVERREACH_KINDS = (
    ("grants-victory", re.compile("|".join(VICTORY_PATTERNS), re.MULTILINE)),
    ("edits-the-law", re.compile("|".join(LAW_PATTERNS), re.MULTILINE)),
)


def overreaching_words(words: str) -> Iterator[tuple[str, str]]:
    """For each thing that no Gadget may do and these words say: its code, and the first words that say so."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    for code, pattern in OVERREACH_KINDS:
        if found := pattern.search(plain):
            yield code, " ".join(found.group().split())
