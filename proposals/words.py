"""The sentences of posting, voting and deciding."""

from __future__ import annotations

from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, fact_text, quantity

RESERVED = frozenset(
    {
        "Proposal",
        "Proposals",
        "Quorum",
        "Quorums",
        "Call for Judgment",
        "Calls for Judgment",
        "Declaration of Victory",
        "Declarations of Victory",
        "Anonymous",
    }
)


def _reached_quorum(facts: Facts, keywords: Keywords) -> str:
    if "votes" in facts:
        return f"A quorum has voted: {quantity(facts['votes'], 'vote')}, where quorum is {facts['quorum']}."
    side = "FOR" if "for" in facts else "AGAINST"
    text = f"Quorum is reached: {facts[side.lower()]} {side} of a quorum of {facts['quorum']}"
    return f"{text}, since {fact_text(facts['at'])}." if "at" in facts else f"{text}."


def _timed_out(facts: Facts, keywords: Keywords) -> str:
    return f"Its time is up, and more than half are FOR: {facts['for']} of {quantity(facts['votes'], 'vote')}."


def _timed_out_against(facts: Facts, keywords: Keywords) -> str:
    if facts["votes"] == 0:
        return "Its time is up, and nobody's vote speaks for it."
    return f"Its time is up, and no more than half are FOR: {facts['for']} of {quantity(facts['votes'], 'vote')}."


def _too_few_votes(facts: Facts, keywords: Keywords) -> str:
    return f"Its time is up with {quantity(facts['votes'], 'valid vote')}, where the law asks for {facts['needed']}."


def _cannot_pass(facts: Facts, keywords: Keywords) -> str:
    agents = quantity(facts["agents"], keywords.agent) if facts["agents"] == 1 else _several(facts, keywords)
    return f"It cannot pass any more: {facts['against']} AGAINST among {agents}, and quorum is {facts['quorum']}."


def _several(facts: Facts, keywords: Keywords) -> str:
    return f"{facts['agents']} {keywords.plural('agent')}"


def _blocked_text(facts: Facts, keywords: Keywords) -> str:
    older = f" ({facts['older']})" if "older" in facts else ""
    return f"An older Proposal stands before it{older}: it is number {facts['position']} in the queue."


def _more(facts: Facts, side: str) -> str:
    return f"One more {side}" if facts["votes"] == 1 else f"{facts['votes']} more {side}"


def _verb(facts: Facts, verb: str) -> str:
    return f"{verb}s" if facts["votes"] == 1 else verb


def _when_text(facts: Facts) -> str:
    if facts["at"] is None:
        return "some time after the hiatus"
    return f"in {fact_text(facts['left'])}, at {fact_text(facts['at'])}"


def _soon(facts: Facts) -> str:
    return "as soon as its turn comes" if facts.get("in_turn") else "now"


def _if_its_turn(facts: Facts) -> str:
    return ", if its turn has come" if facts.get("in_turn") else ""


def _quorum_waits(facts: Facts, keywords: Keywords) -> str:
    return f"It has its quorum, and may be enacted {_when_text(facts)}{_if_its_turn(facts)}."


def _for_enacts_now(facts: Facts, keywords: Keywords) -> str:
    return f"{_more(facts, 'FOR')} {_verb(facts, 'enact')} this {_soon(facts)}."


def _for_enacts_later(facts: Facts, keywords: Keywords) -> str:
    quorum = f"{_more(facts, 'FOR')} {_verb(facts, 'make')} a quorum"
    return f"{quorum}, and then it may be enacted {_when_text(facts)}{_if_its_turn(facts)}."


def _time_out_enacts(facts: Facts, keywords: Keywords) -> str:
    return f"As the votes stand, it times out {_when_text(facts)}, and is enacted."


def _time_out_fails(facts: Facts, keywords: Keywords) -> str:
    votes = _more(facts, "FOR")
    return (
        f"It times out {_when_text(facts)}, and fails unless {votes[:1].lower()}{votes[1:]} {_verb(facts, 'come')} in."
    )


def _against_fails_now(facts: Facts, keywords: Keywords) -> str:
    return f"{_more(facts, 'AGAINST')} {_verb(facts, 'fail')} this {_soon(facts)}."


def _call_deadline(facts: Facts, keywords: Keywords) -> str:
    if facts["at"] is None:
        return "It has no deadline: only a quorum ends it."
    why = "because a hiatus is on" if facts["hiatus"] else "because no hiatus is on"
    then = "passes" if facts["passes"] else "fails"
    when = f"Its deadline is {fact_text(facts['at'])}, in {fact_text(facts['left'])}"
    return f"{when}: {fact_text(facts['wait'])} after posting, {why}. As the votes stand, it then {then}."


def _declaration_ripens(facts: Facts, keywords: Keywords) -> str:
    then = "pass" if facts["passes"] else "be failed"
    sooner = f"; at {fact_text(facts['sooner'])} once the {keywords.mastermind} has voted" if facts["sooner"] else ""
    return f"As the votes stand, it may {then} {_when_text(facts)}{sooner}."


def _lacks_voters(facts: Facts, keywords: Keywords) -> str:
    who = f"One more {keywords.agent}" if facts["votes"] == 1 else f"{facts['votes']} more {keywords.plural('agent')}"
    return f"{who} must vote on it, either way, to make a quorum."


def _lacks_for(facts: Facts, keywords: Keywords) -> str:
    return f"{_more(facts, 'FOR')} {_verb(facts, 'make')} more than half of the votes."


def _call_passes_now(facts: Facts, keywords: Keywords) -> str:
    return f"{_more(facts, 'FOR')} {'passes' if facts['votes'] == 1 else 'pass'} this now."


def _call_fails_now(facts: Facts, keywords: Keywords) -> str:
    return f"{_more(facts, 'AGAINST')} {_verb(facts, 'fail')} this now."


def _window_closed(facts: Facts, keywords: Keywords) -> str:
    return (
        f"A category may be changed for less than {fact_text(facts['window'])}; that ended at {fact_text(facts['at'])}."
    )


def _pending_limit(facts: Facts, keywords: Keywords) -> str:
    pending, limit = quantity(facts["pending"], "Proposal"), facts["limit"]
    return f"You have {pending} pending already, and the law allows {limit} at a time."


def _daily_limit(facts: Facts, keywords: Keywords) -> str:
    made, limit = quantity(facts["made"], "Proposal"), facts["limit"]
    return f"You have made {made} today, and the law allows {limit}. The next day begins at {fact_text(facts['at'])}."


def _resolved_already(facts: Facts, keywords: Keywords) -> str:
    if "by" not in facts:
        return f"That has been resolved already: it is {facts['status']}."
    return f"That has been resolved already: {facts['status']} by {facts['by']}, {fact_text(facts['at'])}."


VERDICTS: Words = {
    "reached-quorum": _reached_quorum,
    "timed-out": _timed_out,
    "timed-out-against": _timed_out_against,
    "too-few-votes": _too_few_votes,
    "cannot-pass": _cannot_pass,
    "self-killed": "Its own author has voted AGAINST it, and that is final.",
    "vetoed": "The {Mastermind} has vetoed it.",
    "still-open": "So far {for} FOR and {against} AGAINST, with a quorum of {quorum}.",
    "blocked": _blocked_text,
}

PROSPECTS: Words = {
    "quorum-waits": _quorum_waits,
    "for-enacts-now": _for_enacts_now,
    "for-enacts-later": _for_enacts_later,
    "time-out-enacts": _time_out_enacts,
    "time-out-fails": _time_out_fails,
    "against-fails-now": _against_fails_now,
    "call-passes-now": _call_passes_now,
    "call-fails-now": _call_fails_now,
    "call-deadline": _call_deadline,
    "declaration-ripens": _declaration_ripens,
    "declaration-lacks-voters": _lacks_voters,
    "declaration-lacks-for": _lacks_for,
}

REFUSALS: Words = {
    "only-a-call-is-anonymous": "Only a Call for Judgment may go without its author's name.",
    "bears-a-name": "Its author's name stands over it already.",
    "address-stands": "An Ascension Address has had its effect, and stands as posted.",
    "pending-limit": _pending_limit,
    "daily-limit": _daily_limit,
    "not-a-matter": "Votes are cast on Proposals, Calls for Judgment and Declarations of Victory, and on nothing else.",
    "resolved-already": _resolved_already,
    "edited-meanwhile": "It has been edited, and stands at version {version} now. What you typed is kept below.",
    "mastermind-declares": "The {Mastermind} has nothing to win, and declares no victory.",
    "pending-already": "It is pending already.",
    "enacted-for-good": "What is {status} is not opened again: the law has moved on. A Call for Judgment may mend it.",
    "dynasty-over": "The Dynasty that it wanted to end is over.",
    "not-official": "A plain post has no part that is kept for the {Admins}.",
    "not-pending": "Nobody votes on or alters what is already {status}.",
    "for-or-against-only": "Here one votes FOR or AGAINST; there is no {vote}.",
    "deferential-not-allowed": "The law of this game knows no DEFERENTIAL vote.",
    "mastermind-deferential": "The {Mastermind} may not vote DEFERENTIAL: there is nobody for em to defer to.",
    "veto-not-allowed": "The law of this game knows no veto.",
    "not-the-mastermind": "Only the {Mastermind} may do that.",
    "self-kill-is-final": "You have voted AGAINST your own Proposal, and that vote cannot be changed.",
    "voting-closed": "Voting on this Call for Judgment is over.",
    "not-the-author": "Only its author may do that.",
    "withdrawn": "Its author has withdrawn it.",
    "revised-elsewhere": "A Proposal of this kind is revised, while it is Pending, on a page of its own.",
    "commented": "Somebody has commented already, so it stands as posted.",
    "already-official": "An official post keeps its category.",
    "window-closed": _window_closed,
}

CLERK: Words = {
    "prose-waits-for-an-admin": "Its effect is in prose alone, which waits for one of the {Admins}.",
    "changes-wait-for-an-admin": "Its changes no longer fit the text, which waits for one of the {Admins}.",
}

CLOCK: Words = {
    "clock-runs": "Open, outside hiatus: it counts.",
    "clock-stands": "Hiatus: time in it does not count as time open.",
    "clock-counts-hiatus": "Hiatus: the law counts the time in it.",
    "clock-runs-shorter": "Hiatus: it counts, and the shorter deadline holds as long as it lasts.",
    "clock-runs-on": "Hiatus, which the Declaration itself brings: it counts.",
}

TRAIL: Words = {
    "explicit": "Counts as cast.",
    "implied": "The author has not voted, which counts as FOR.",
    "follows-mastermind": "DEFERENTIAL: follows the vote of the {Mastermind}.",
    "abstains-no-mastermind": "DEFERENTIAL: there is no {Mastermind} to follow, so it abstains.",
    "unresolved-mastermind-silent": "DEFERENTIAL: the {Mastermind} has not voted yet.",
    "unresolved-mastermind-idle": "DEFERENTIAL: the {Mastermind} is idle.",
    "unresolved-under-veto": "DEFERENTIAL: the {Mastermind} has vetoed, which gives nothing to follow.",
    "idle": "An idle {Agent} has no vote.",
    "left": "Whoever has left the game has no vote.",
    "before-posting": "Cast before this was posted, so it is no vote on it.",
    "in-hiatus": "Cast in hiatus, and therefore void.",
    "after-self-kill": "The author had already voted AGAINST, and that is final.",
}

WORDS: Words = {**VERDICTS, **PROSPECTS, **REFUSALS, **CLERK, **CLOCK, **TRAIL}
"""A sentence for every code that the mechanics of this package give, in a verdict, a refusal, a prospect or a trail."""
