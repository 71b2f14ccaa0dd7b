"""The dials and mechanisms of nweeks and their ballots."""

from __future__ import annotations

from nomic.core.law.rules import Mechanism, dial, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Choice, Count

HIGHER, LOWER = "the higher Number", "the lower Number"

NWEEK_LENGTH = dial("nweek.length", Count(least=1, most=366), 12, None).carried_by(
    "Nweeks and Ndays", "Ndays of an nweek", "an nweek never ends"
)
NWEEK_OPENS = dial("nweek.opens", Count(least=1, most=366), 9, None).carried_by(
    "Opening", "The nday at whose beginning Pending Proposals open", "no Proposal opens"
)
NWEEK_CLOSES = dial("nweek.closes", Count(least=1, most=366), 12, None).carried_by(
    "The Count", "The nday at whose end Open Proposals are counted", "no ballot is counted"
)
NWEEK_WINNING = dial("nweek.winning", Count(most=1000), 1, 1).carried_by(
    "The Count", "The least Strength that wins", "a positive Strength wins"
)
NWEEK_TIES = dial("nweek.ties", Choice((HIGHER, LOWER)), HIGHER, HIGHER).carried_by(
    "The Count", "Which of two conflicting Proposals of equal Strength prevails", "the higher Number"
)

DIALS = each_dial(globals())

NWEEK_CLOCK = Mechanism(
    "nweek.clock", "Nweeks and Ndays", "One nday for each midnight while the Clock is On", "the Clock stands"
)
NWEEK_ADMINISTERING = Mechanism(
    "nweek.administering",
    "The Administrator",
    "The Clock, the numbering and corrections at the desk",
    "nobody turns the Clock or corrects the numbering",
)
NWEEK_SUBMITTING = Mechanism("nweek.submitting", "Proposals", "Submitting a Proposal", "nobody may submit a Proposal")
NWEEK_REVISING = Mechanism(
    "nweek.revising", "Proposals", "Revising a Pending Proposal", "a Proposal stands as submitted"
)
NWEEK_DEPENDENCIES = Mechanism(
    "nweek.dependencies", "Dependencies and Conflicts", "Depending on other Proposals", "no Proposal depends on another"
)
NWEEK_CONFLICTS = Mechanism(
    "nweek.conflicts",
    "Dependencies and Conflicts",
    "Conflicting with other Proposals",
    "no Proposal conflicts with another",
)
NWEEK_VOTING = Mechanism("nweek.voting", "Votes", "Voting on Open Proposals", "nobody may vote on a Proposal")
NWEEK_COUNTING = Mechanism(
    "nweek.counting",
    "The Count",
    "Counting the ballot, and passing what has Won",
    "no ballot is counted and nothing passes",
)

MECHANISMS = each_mechanism(globals())
