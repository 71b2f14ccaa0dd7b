"""What the pages of the Senate call things: votes, outcomes, kinds of bills and senators, and what gains came from."""

from __future__ import annotations

from collections.abc import Mapping

VOTES: Mapping[str, str] = {"yea": "yea", "nay": "nay", "abstain": "abstains"}
OUTCOMES: Mapping[str, str] = {"passed": "passed", "failed": "failed", "vetoed": "vetoed"}
# What is said of the amendment that most chose: it is adopted where its bill came into force.
CHOSEN: Mapping[str, str] = {"passed": "adopted", "failed": "chosen", "vetoed": "chosen"}
BILLS: Mapping[str, str] = {"spending": "Spending bill", "edict": "Edict", "repeal": "Repeal"}
SENATORS: Mapping[str, str] = {"person": "", "program": "program", "script": "script", "empty": "empty"}
STATES: Mapping[str, str] = {
    "gathering": "gathering",
    "sitting": "sitting",
    "over": "risen",
    "adjourned": "adjourned",
    "called-off": "called off",
}
GAINS: Mapping[str, str] = {
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
