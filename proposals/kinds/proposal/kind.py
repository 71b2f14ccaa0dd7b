"""The record of Proposals: amend the law, one by one from a queue. (Rules Proposals, Voting and Enactment)"""

from __future__ import annotations

from proposals.kinds.kind import ICONS_IN_LISTS, KindWords, MatterKind
from proposals.kinds.proposal import rules as proposal_rules, words as proposal_words
from proposals.kinds.proposal.dials import DIALS, MECHANISMS
from proposals.kinds.proposal.rules_slots import may_post_proposal
from proposals.voting.rules import CountsAs, Vote, full_tally
from rulesets.changes.rules import RenameAgent

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
    posting="proposals.posting",
    voting="voting.votes",
    deciding=proposal_rules.RESOLVING,
    resolver="enactment.by",
    dials=DIALS,
    mechanisms=MECHANISMS,
    reasons=proposal_words.REASONS,
    events=proposal_words.EVENTS,
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
    has_latch=False,
    has_implied_vote=True,
    needs_hands=True,
    declares_victory=False,
)
