"""The record of Proposals, with their sentences. (Rules Proposals and Enactment)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, fact_text, quantity
from nomic.core.log.words import Sentence
from proposals.kinds.kind import ICONS_IN_LISTS, KindWords, MatterKind
from proposals.kinds.proposal import rules as proposal_rules
from proposals.kinds.proposal.dials import DIALS, ENACTMENT_BY, ENACTMENT_RESOLVING, MECHANISMS, PROPOSALS_POSTING
from proposals.kinds.proposal.rules import may_post_proposal
from proposals.voting.dials import VOTING_VOTES
from proposals.voting.rules import CountsAs, Vote, full_tally
from proposals.words import more_votes, verb_for, when_text
from rulesets.changes.rules import RenameAgent


def _several(facts: Facts, keywords: Keywords) -> str:
    return f"{facts['agents']} {keywords.plural('agent')}"


def _soon(facts: Facts) -> str:
    return "as soon as its turn comes" if facts.get("in_turn") else "now"


def _if_its_turn(facts: Facts) -> str:
    return ", if its turn has come" if facts.get("in_turn") else ""


def _cannot_pass(facts: Facts, keywords: Keywords) -> str:
    agents = quantity(facts["agents"], keywords.agent) if facts["agents"] == 1 else _several(facts, keywords)
    return f"It cannot pass any more: {facts['against']} AGAINST among {agents}, and quorum is {facts['quorum']}."


def _blocked_text(facts: Facts, keywords: Keywords) -> str:
    older = f" ({facts['older']})" if "older" in facts else ""
    return f"An older Proposal stands before it{older}: it is number {facts['position']} in the queue."


def _quorum_waits(facts: Facts, keywords: Keywords) -> str:
    return f"It has its quorum, and may be enacted {when_text(facts)}{_if_its_turn(facts)}."


def _for_enacts_now(facts: Facts, keywords: Keywords) -> str:
    return f"{more_votes(facts, 'FOR')} {verb_for(facts, 'enact')} this {_soon(facts)}."


def _for_enacts_later(facts: Facts, keywords: Keywords) -> str:
    quorum = f"{more_votes(facts, 'FOR')} {verb_for(facts, 'make')} a quorum"
    return f"{quorum}, and then it may be enacted {when_text(facts)}{_if_its_turn(facts)}."


def _time_out_enacts(facts: Facts, keywords: Keywords) -> str:
    return f"As the votes stand, it times out {when_text(facts)}, and is enacted."


def _time_out_fails(facts: Facts, keywords: Keywords) -> str:
    votes = more_votes(facts, "FOR")
    votes = f"{votes[:1].lower()}{votes[1:]} {verb_for(facts, 'come')} in"
    return f"It times out {when_text(facts)}, and fails unless {votes}."


def _against_fails_now(facts: Facts, keywords: Keywords) -> str:
    return f"{more_votes(facts, 'AGAINST')} {verb_for(facts, 'fail')} this {_soon(facts)}."


def _pending_limit(facts: Facts, keywords: Keywords) -> str:
    pending, limit = quantity(facts["pending"], "Proposal"), facts["limit"]
    return f"You have {pending} pending already, and the law allows {limit} at a time."


def _daily_limit(facts: Facts, keywords: Keywords) -> str:
    made, limit = quantity(facts["made"], "Proposal"), facts["limit"]
    return f"You have made {made} today, and the law allows {limit}. The next day begins at {fact_text(facts['at'])}."


def _proposal_enacted(facts: Mapping[str, Any], keywords: Keywords) -> str:
    """Also what whoever enacted it settled emself: declared to do nothing, or written together by hand."""
    by_hand = facts.get("by_hand") or {}
    settled = [
        f"{_changes(places)} {how}"
        for places, how in (
            (by_hand.get("skipped", ()), "declared to do nothing"),
            (by_hand.get("resolutions", ()), "written by hand"),
        )
        if places
    ]
    return "{by} enacts {subject}" + "".join(f", {each}" for each in settled) + "."


def _changes(places: Iterable[int | str]) -> str:
    """“change 2”, “changes 2 and 4”: places are counted from 0, changes from 1."""
    *others, last = (str(place + 1) for place in sorted(map(int, places)))
    return f"changes {', '.join(others)} and {last}" if others else f"change {last}"


REASONS: Words = {
    "cannot-pass": _cannot_pass,
    "self-killed": "Its own author has voted AGAINST it, and that is final.",
    "vetoed": "The {Mastermind} has vetoed it.",
    "blocked": _blocked_text,
    "quorum-waits": _quorum_waits,
    "for-enacts-now": _for_enacts_now,
    "for-enacts-later": _for_enacts_later,
    "time-out-enacts": _time_out_enacts,
    "time-out-fails": _time_out_fails,
    "against-fails-now": _against_fails_now,
    "pending-limit": _pending_limit,
    "daily-limit": _daily_limit,
    "deferential-not-allowed": "The law of this game knows no DEFERENTIAL vote.",
    "mastermind-deferential": "The {Mastermind} may not vote DEFERENTIAL: there is nobody for em to defer to.",
    "veto-not-allowed": "The law of this game knows no veto.",
    "self-kill-is-final": "You have voted AGAINST your own Proposal, and that vote cannot be changed.",
    "clock-stands": "Hiatus: time in it does not count as time open.",
    "clock-counts-hiatus": "Hiatus: the law counts the time in it.",
    "implied": "The author has not voted, which counts as FOR.",
    "follows-mastermind": "DEFERENTIAL: follows the vote of the {Mastermind}.",
    "abstains-no-mastermind": "DEFERENTIAL: there is no {Mastermind} to follow, so it abstains.",
    "unresolved-mastermind-silent": "DEFERENTIAL: the {Mastermind} has not voted yet.",
    "unresolved-mastermind-idle": "DEFERENTIAL: the {Mastermind} is idle.",
    "unresolved-under-veto": "DEFERENTIAL: the {Mastermind} has vetoed, which gives nothing to follow.",
    "in-hiatus": "Cast in hiatus, and therefore void.",
    "after-self-kill": "The author had already voted AGAINST, and that is final.",
}

EVENTS: Mapping[str, Sentence] = {
    "proposal.opened": "{subject} is open for voting.",
    "proposal.enacted": _proposal_enacted,
    "proposal.failed": "{by} fails {subject}.",
}


# The record of Proposals: amend the law, one by one from a queue. (Rules Proposals, Voting and Enactment)

PROPOSAL = MatterKind(
    code="proposal",
    label="Proposal",
    plural="Proposals",
    words=KindWords(
        passed="enacted",
        to_pass="be enacted",
        may_pass="may be enacted",
        button="Enact",
        clerk_passes="enacts",
        has_passed="is enacted",
        note="",
        by_hand="It has no change list: once it is enacted, {admin} carries it out by hand.",
        reopening=(
            "Its author may hold more slots by that than the law lets em take; no new one is eirs until they are free."
        ),
        posted="",
        no_changes="",
    ),
    posting=PROPOSALS_POSTING,
    voting=VOTING_VOTES,
    deciding=ENACTMENT_RESOLVING,
    resolver=ENACTMENT_BY,
    dials=DIALS,
    mechanisms=MECHANISMS,
    reasons=REASONS,
    events=EVENTS,
    icons={
        Vote.FOR: (CountsAs.FOR,),
        Vote.AGAINST: (CountsAs.AGAINST,),
        Vote.DEFERENTIAL: (CountsAs.ABSTAIN, CountsAs.UNRESOLVED),
        Vote.VETO: (CountsAs.VETO,),
    },
    listed_icons=ICONS_IN_LISTS,
    wrong_icon="for-or-against-only",
    tally=full_tally,
    vote_refusals=proposal_rules.proposal_vote_refusals,
    judge=proposal_rules.judge_proposal,
    verdict=proposal_rules.proposal_verdict,
    prospects=proposal_rules.proposal_prospects,
    clock_in_hiatus=proposal_rules.proposal_clock_in_hiatus,
    check_question=lambda matter, roster: None,
    may_post=may_post_proposal,
    may_reopen=proposal_rules.may_reopen_proposal,
    reserved_changes=frozenset({RenameAgent}),
    has_queue=True,
    has_slots=True,
    may_be_anonymous=False,
    find_agreement=None,
    has_implied_vote=True,
    needs_hands=True,
    declares_victory=False,
)
