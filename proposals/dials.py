"""The dials and mechanisms of the voting rules: 1.3 to 1.9 of the starter law."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from nomic.core.law.dials import ADMIN, BY, EITHER
from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Count, Duration, Share, Switch


def hours(count: int) -> timedelta:
    return timedelta(hours=count)


def days(count: int) -> timedelta:
    return timedelta(days=count)


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
        hours(12),
        hours(0),
        "a quorum enacts at once",
        "Enactment",
        "Open at least, to be enacted by quorum",
    ),
    Dial(
        "enactment.timeout", Duration(), hours(48), None, "nothing times out", "Enactment", "Open at least, to time out"
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
    Dial(
        "clerk.grace",
        Duration(),
        hours(1),
        hours(0),
        "the Clerk acts at once",
        "Enactment",
        "How long the Clerk leaves it to an Admin",
    ),
    Dial("quorum.share", Share(), Fraction(1, 2), Fraction(1, 2), "half", "Keywords", "Quorum: share of the Agents"),
    Dial("quorum.plus", Count(most=100), 1, 0, "nothing is added", "Keywords", "Quorum: added to the share"),
    Dial(
        "cfj.timeout",
        Duration(),
        days(4),
        None,
        "only a quorum ends one",
        "Calls for Judgment",
        "Deadline of a Call for Judgment",
    ),
    Dial(
        "cfj.hiatus_timeout",
        Duration(),
        days(2),
        None,
        "the same as outside hiatus",
        "Calls for Judgment",
        "Deadline of a Call for Judgment in hiatus",
    ),
    Dial("cfj.by", BY, EITHER, ADMIN, "an Admin", "Calls for Judgment", "Who resolves a Call for Judgment"),
    Dial(
        "dov.minimum",
        Duration(),
        hours(24),
        hours(0),
        "it may be resolved at once",
        "Victory and Ascension",
        "Open at least, to resolve a Declaration of Victory",
    ),
    Dial(
        "dov.mastermind_minimum",
        Duration(),
        hours(12),
        None,
        "the same whether or not the Mastermind has voted",
        "Victory and Ascension",
        "The same, once the Mastermind has voted",
    ),
    Dial("dov.by", BY, EITHER, ADMIN, "an Admin", "Victory and Ascension", "Who resolves a Declaration of Victory"),
    Dial(
        "posts.category_window",
        Duration(most=days(7)),
        timedelta(minutes=5),
        timedelta(0),
        "a category is never changed",
        "Gamestate Tracking",
        "How long a post's category may be changed",
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
    Mechanism(
        "cfj.raising",
        "Calls for Judgment",
        "Raising and deciding Calls for Judgment",
        "there are no Calls for Judgment",
    ),
    Mechanism(
        "cfj.anonymity",
        "Calls for Judgment",
        "Leaving one's name off a Call for Judgment",
        "every Call for Judgment bears its author's name",
    ),
    Mechanism(
        "posts.editing",
        "Gamestate Tracking",
        "Altering or withdrawing one's own official post",
        "an official post stands as posted",
    ),
    Mechanism(
        "dov.declaring",
        "Victory and Ascension",
        "Declaring victory, hiatus, and a new Mastermind",
        "there are no Declarations of Victory",
    ),
)
