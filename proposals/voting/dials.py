"""The dials and mechanisms of votes and of the quorum. (Rules Keywords and Voting)"""

from __future__ import annotations

from fractions import Fraction

from nomic.core.law.rules import Mechanism, dial
from nomic.core.law.rules_wordings import Count, Share, Switch

HALF = Fraction(1, 2)
QUORUM_SHARE = dial("quorum.share", Share(), HALF, HALF).carried_by("Keywords", "Quorum: share of the Agents", "half")
QUORUM_PLUS = dial("quorum.plus", Count(most=100), 1, 0).carried_by(
    "Keywords", "Quorum: added to the share", "nothing is added"
)

VOTING_DEFERENTIAL = dial("voting.deferential", Switch("may", "may not"), True, False).carried_by(
    "Voting", "Voting DEFERENTIAL", "there is no such vote"
)
VOTING_VETO = dial("voting.veto", Switch("may", "may not"), True, False).carried_by(
    "Dynasties", "The Mastermind's veto", "there is no veto"
)
VOTING_VOTES = Mechanism("voting.votes", "Voting", "Voting on a Proposal", "nobody may vote on a Proposal")
VOTING_IMPLIED = Mechanism("voting.implied", "Voting", "An author's silence counts as FOR", "silence is no vote")
VOTING_SELF_KILL = Mechanism(
    "voting.self_kill",
    "Voting",
    "An author's AGAINST is final and fails the Proposal",
    "an author's AGAINST is a vote like any other",
)
