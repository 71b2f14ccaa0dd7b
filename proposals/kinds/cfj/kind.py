"""The record of Calls for Judgment, with their sentences. (Rule Calls for Judgment)"""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.decision import permission
from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, fact_text
from nomic.core.log.words import Sentence
from proposals.kinds.cfj import rules as cfj_rules
from proposals.kinds.cfj.dials import CFJ_BY, CFJ_RAISING, DIALS, MECHANISMS
from proposals.kinds.kind import ICONS_IN_LISTS, KindWords, MatterKind
from proposals.voting.rules import CountsAs, Vote, tally_hands
from proposals.words import more_votes, verb_for
from rulesets.changes.rules_kinds import FindVoid


def _call_deadline(facts: Facts, keywords: Keywords) -> str:
    if facts["at"] is None:
        return "It has no deadline: only a quorum ends it."
    why = "because a hiatus is on" if facts["hiatus"] else "because no hiatus is on"
    then = "passes" if facts["passes"] else "fails"
    when = f"Its deadline is {fact_text(facts['at'])}, in {fact_text(facts['left'])}"
    return f"{when}: {fact_text(facts['wait'])} after posting, {why}. As the votes stand, it then {then}."


def _call_passes_now(facts: Facts, keywords: Keywords) -> str:
    return f"{more_votes(facts, 'FOR')} {'passes' if facts['votes'] == 1 else 'pass'} this now."


def _call_fails_now(facts: Facts, keywords: Keywords) -> str:
    return f"{more_votes(facts, 'AGAINST')} {verb_for(facts, 'fail')} this now."


REASONS: Words = {
    "call-passes-now": _call_passes_now,
    "call-fails-now": _call_fails_now,
    "call-deadline": _call_deadline,
    "only-a-call-is-anonymous": "Only a Call for Judgment may go without its author's name.",
    "voting-closed": "Voting on this Call for Judgment is over.",
    "clock-runs-shorter": "Hiatus: it counts, and the shorter deadline holds as long as it lasts.",
}

EVENTS: Mapping[str, Sentence] = {
    "cfj.opened": "{subject} is open for judgment.",
    "cfj.passed": "{by} passes the Call for Judgment {subject}.",
    "cfj.failed": "{by} fails the Call for Judgment {subject}.",
}


# The record of Calls for Judgment: a quorum settles what the law means. (Rule Calls for Judgment)

CALL = MatterKind(
    code="cfj",
    label="Call for Judgment",
    plural="Calls for Judgment",
    words=KindWords(
        passed="passed",
        to_pass="pass",
        may_pass="may pass",
        button="Pass",
        clerk_passes="passes",
        has_passed="has passed",
        note="Where the law is in dispute, or something cannot wait. A quorum decides it at once.",
        by_hand="",
        reopening="",
        posted="",
        no_changes="",
    ),
    posting=CFJ_RAISING,
    voting=CFJ_RAISING,
    deciding=CFJ_RAISING,
    resolver=CFJ_BY,
    dials=DIALS,
    mechanisms=MECHANISMS,
    reasons=REASONS,
    events=EVENTS,
    # It knows FOR and AGAINST only. (Readings 7, 13)
    icons={Vote.FOR: (CountsAs.FOR,), Vote.AGAINST: (CountsAs.AGAINST,)},
    listed_icons=ICONS_IN_LISTS,
    wrong_icon="for-or-against-only",
    tally=tally_hands,
    vote_refusals=cfj_rules.call_vote_refusals,
    judge=cfj_rules.judge_call,
    verdict=cfj_rules.call_verdict,
    prospects=cfj_rules.call_prospects,
    clock_in_hiatus=cfj_rules.call_clock_in_hiatus,
    check_question=lambda matter, roster: None,
    may_post=cfj_rules.may_call,
    may_reopen=lambda facts, law: permission(),
    reserved_changes=frozenset({FindVoid}),
    has_queue=False,
    has_slots=False,
    may_be_anonymous=True,
    find_agreement=cfj_rules.agreement_at,
    has_implied_vote=False,
    needs_hands=True,
    declares_victory=False,
)
