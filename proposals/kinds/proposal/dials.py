"""The dials and mechanisms of Proposals: rules Proposals, Voting, Dynasties and Enactment of the starter law."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import ADMIN, BY, EITHER
from nomic.core.law.rules import Mechanism, dial
from nomic.core.law.rules_wordings import Count, Duration, Switch
from proposals.voting.dials import VOTING_DEFERENTIAL, VOTING_IMPLIED, VOTING_SELF_KILL, VOTING_VETO, VOTING_VOTES

PROPOSALS_PENDING_LIMIT = dial("proposals.pending_limit", Count(), 2, None).carried_by(
    "Proposals", "Pending proposals of one Agent", "any number may be pending"
)
PROPOSALS_DAILY_LIMIT = dial("proposals.daily_limit", Count(), 3, None).carried_by(
    "Proposals", "Proposals of one Agent on one GMT day", "any number a day"
)
ENACTMENT_MINIMUM = dial("enactment.minimum", Duration(), timedelta(hours=12), timedelta(hours=0)).carried_by(
    "Enactment", "Open at least, to be enacted by quorum", "a quorum enacts at once"
)
ENACTMENT_TIMEOUT = dial("enactment.timeout", Duration(), timedelta(hours=48), None).carried_by(
    "Enactment", "Open at least, to time out", "nothing times out"
)
ENACTMENT_VALID_VOTES = dial("enactment.valid_votes", Count(), 2, 0).carried_by(
    "Enactment", "Valid votes needed at the time-out", "any number of votes will do"
)
ENACTMENT_BY = dial("enactment.by", BY, EITHER, ADMIN).carried_by("Enactment", "Who enacts and fails", "an Admin")

ENACTMENT_HIATUS_COUNTS = dial("enactment.hiatus_counts", Switch("counts", "does not count"), False, False).carried_by(
    "Enactment", "Time in hiatus, as time open for voting", "it does not count"
)

DIALS = (
    PROPOSALS_PENDING_LIMIT,
    PROPOSALS_DAILY_LIMIT,
    VOTING_DEFERENTIAL,
    VOTING_VETO,
    ENACTMENT_MINIMUM,
    ENACTMENT_TIMEOUT,
    ENACTMENT_VALID_VOTES,
    ENACTMENT_BY,
    ENACTMENT_HIATUS_COUNTS,
)

PROPOSALS_POSTING = Mechanism("proposals.posting", "Proposals", "Posting a Proposal", "nobody may post a Proposal")
ENACTMENT_RESOLVING = Mechanism(
    "enactment.resolving", "Enactment", "Enacting and failing Proposals", "nothing is enacted or failed"
)

MECHANISMS = (PROPOSALS_POSTING, VOTING_VOTES, VOTING_IMPLIED, VOTING_SELF_KILL, ENACTMENT_RESOLVING)
