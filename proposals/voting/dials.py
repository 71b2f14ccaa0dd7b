"""The dials and mechanisms of votes and of the quorum. (Rules Keywords and Voting)"""

from __future__ import annotations

from fractions import Fraction

from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Count, Share, Switch

HALF = Fraction(1, 2)
QUORUM_SHARE = Dial("quorum.share", Share(), HALF, HALF, "half", "Keywords", "Quorum: share of the Agents")
QUORUM_PLUS = Dial("quorum.plus", Count(most=100), 1, 0, "nothing is added", "Keywords", "Quorum: added to the share")

VOTING_DEFERENTIAL = Dial(
    "voting.deferential", Switch("may", "may not"), True, False, "there is no such vote", "Voting", "Voting DEFERENTIAL"
)
VOTING_VETO = Dial(
    "voting.veto", Switch("may", "may not"), True, False, "there is no veto", "Dynasties", "The Mastermind's veto"
)
VOTING_VOTES = Mechanism("voting.votes", "Voting", "Voting on a Proposal", "nobody may vote on a Proposal")
VOTING_IMPLIED = Mechanism("voting.implied", "Voting", "An author's silence counts as FOR", "silence is no vote")
VOTING_SELF_KILL = Mechanism(
    "voting.self_kill",
    "Voting",
    "An author's AGAINST is final and fails the Proposal",
    "an author's AGAINST is a vote like any other",
)
