"""The dials and mechanisms of Proposals: rules Proposals, Voting, Dynasties and Enactment of the starter law."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import ADMIN, BY, EITHER
from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Count, Duration, Switch
from proposals.voting.dials import VOTING_DEFERENTIAL, VOTING_IMPLIED, VOTING_SELF_KILL, VOTING_VETO, VOTING_VOTES

PROPOSALS_PENDING_LIMIT = Dial(
    "proposals.pending_limit",
    Count(),
    2,
    None,
    "any number may be pending",
    "Proposals",
    "Pending proposals of one Agent",
)
PROPOSALS_DAILY_LIMIT = Dial(
    "proposals.daily_limit", Count(), 3, None, "any number a day", "Proposals", "Proposals of one Agent on one GMT day"
)
ENACTMENT_MINIMUM = Dial(
    "enactment.minimum",
    Duration(),
    timedelta(hours=12),
    timedelta(hours=0),
    "a quorum enacts at once",
    "Enactment",
    "Open at least, to be enacted by quorum",
)
ENACTMENT_TIMEOUT = Dial(
    "enactment.timeout",
    Duration(),
    timedelta(hours=48),
    None,
    "nothing times out",
    "Enactment",
    "Open at least, to time out",
)
ENACTMENT_VALID_VOTES = Dial(
    "enactment.valid_votes",
    Count(),
    2,
    0,
    "any number of votes will do",
    "Enactment",
    "Valid votes needed at the time-out",
)
ENACTMENT_BY = Dial("enactment.by", BY, EITHER, ADMIN, "an Admin", "Enactment", "Who enacts and fails")

ENACTMENT_HIATUS_COUNTS = Dial(
    "enactment.hiatus_counts",
    Switch("counts", "does not count"),
    False,
    False,
    "it does not count",
    "Enactment",
    "Time in hiatus, as time open for voting",
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
