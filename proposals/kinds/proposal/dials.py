"""The dials and mechanisms of Proposals: rules Proposals, Voting, Dynasties and Enactment of the starter law."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import ADMIN, BY, EITHER
from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Count, Duration, Switch

DIALS = (
    Dial(
        "proposals.pending_limit",
        Count(),
        2,
        None,
        "any number may be pending",
        "Proposals",
        "Pending proposals of one Agent",
    ),
    Dial(
        "proposals.daily_limit",
        Count(),
        3,
        None,
        "any number a day",
        "Proposals",
        "Proposals of one Agent on one GMT day",
    ),
    Dial(
        "voting.deferential",
        Switch("may", "may not"),
        True,
        False,
        "there is no such vote",
        "Voting",
        "Voting DEFERENTIAL",
    ),
    Dial(
        "voting.veto", Switch("may", "may not"), True, False, "there is no veto", "Dynasties", "The Mastermind's veto"
    ),
    Dial(
        "enactment.minimum",
        Duration(),
        timedelta(hours=12),
        timedelta(hours=0),
        "a quorum enacts at once",
        "Enactment",
        "Open at least, to be enacted by quorum",
    ),
    Dial(
        "enactment.timeout",
        Duration(),
        timedelta(hours=48),
        None,
        "nothing times out",
        "Enactment",
        "Open at least, to time out",
    ),
    Dial(
        "enactment.valid_votes",
        Count(),
        2,
        0,
        "any number of votes will do",
        "Enactment",
        "Valid votes needed at the time-out",
    ),
    Dial("enactment.by", BY, EITHER, ADMIN, "an Admin", "Enactment", "Who enacts and fails"),
    Dial(
        "enactment.hiatus_counts",
        Switch("counts", "does not count"),
        False,
        False,
        "it does not count",
        "Enactment",
        "Time in hiatus, as time open for voting",
    ),
)

MECHANISMS = (
    Mechanism("proposals.posting", "Proposals", "Posting a Proposal", "nobody may post a Proposal"),
    Mechanism("voting.votes", "Voting", "Voting on a Proposal", "nobody may vote on a Proposal"),
    Mechanism("voting.implied", "Voting", "An author's silence counts as FOR", "silence is no vote"),
    Mechanism(
        "voting.self_kill",
        "Voting",
        "An author's AGAINST is final and fails the Proposal",
        "an author's AGAINST is a vote like any other",
    ),
    Mechanism("enactment.resolving", "Enactment", "Enacting and failing Proposals", "nothing is enacted or failed"),
)
