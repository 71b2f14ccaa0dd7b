"""What the page of an Episode calls things: votes, outcomes, kinds of bills, and what gains came from."""

from __future__ import annotations

from collections.abc import Mapping

VOTE_WORDS: Mapping[str, str] = {"yea": "yea", "nay": "nay", "abstain": "abstains"}
OUTCOME_WORDS: Mapping[str, str] = {"passed": "passed", "failed": "failed", "vetoed": "vetoed"}
# What is said of the amendment that most chose: it is adopted where its bill came into force.
CHOSEN_WORDS: Mapping[str, str] = {"passed": "adopted", "failed": "chosen", "vetoed": "chosen"}
BILL_WORDS: Mapping[str, str] = {"spending": "Spending bill", "edict": "Edict", "repeal": "Repeal"}


GAIN_WORDS: Mapping[str, str] = {
    "yea": "a yea to a bill that passed",
    "repeal": "a yea to a repeal that passed",
    "clause-1": "clause 1",
    "clause-2": "clause 2",
    "clause-3": "clause 3",
    "nay": "a nay to a bill that passed",
    "nay-influence": "a nay to a bill that passed",
    "filibuster-cost": "the filibuster",
    "filibuster-reward": "a filibuster of a bill that failed",
    "veto": "the veto",
    "veto-influence": "the veto",
    "adopter": "the adopted amendment",
    "decay": "decay",
}
