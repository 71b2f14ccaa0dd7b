"""The record of Calls for Judgment: a quorum settles what the law means. (Rule Calls for Judgment)"""

from __future__ import annotations

from nomic.core.decision import permission
from proposals.kinds.cfj import rules as cfj_rules, words as cfj_words
from proposals.kinds.cfj.dials import DIALS, MECHANISMS
from proposals.kinds.kind import ICONS_IN_LISTS, KindWords, MatterKind
from proposals.voting.rules import CountsAs, Vote, tally_hands
from rulesets.changes.rules_kinds import FindVoid

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
    posting=cfj_rules.RAISING,
    voting=cfj_rules.RAISING,
    deciding=cfj_rules.RAISING,
    resolver="cfj.by",
    dials=DIALS,
    mechanisms=MECHANISMS,
    reasons=cfj_words.REASONS,
    events=cfj_words.EVENTS,
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
    has_latch=True,
    has_implied_vote=False,
    needs_hands=True,
    declares_victory=False,
)
