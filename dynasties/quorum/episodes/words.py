"""The sentences for what the rules of Quorum say and for its events; and what pages call senators and Episodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nomic.core.language.rules import Keywords
from nomic.core.language.words import Words
from nomic.core.log.words import Sentence
from nomic.core.notifications.rules import DIGEST, Facts, NoticeKind
from nomic.core.notifications.words import moment_of

WORDS: Words = {
    "not-of-the-game": "Only those who play in this game may do that.",
    "no-convener": "Only who convened the Episode may do that.",
    "not-gathering": "The Episode has opened, or was called off: its seats are as they are.",
    "not-sitting": "The Episode is not on.",
    "seat-taken": "Somebody sits in seat {seat}.",
    "sits-already": "You sit in seat {seat} of this Episode.",
    "not-your-seat": "That seat is not yours.",
    "round-closed": "Nothing is decided in round {round} any more, or yet. Round {now} closes next.",
    "decided-too-often": "A seat may change its decision at most {most} times in a round.",
    "no-seat": "The Episode has no seat {seat}.",
    "seats-empty": "{count} seats are empty: somebody, or a script of the bench, has to sit in each.",
    "not-ended": "The replay is kept until the Episode is over.",
    "too-many-requests": "A seat may ask for at most {most} things under a number of its own.",
    "too-many-in-a-day": "One convener may convene at most {most} Episodes in 24 hours.",
    "too-many-episodes": "At most {most} Episodes of one convener may be on.",
}

OUTCOME_CLAUSES = {"passed": "its bill passes", "failed": "its bill fails", "vetoed": "its bill is vetoed"}


def _closing_sentence(facts: Mapping[str, Any], keywords: Keywords) -> str:
    outcome = OUTCOME_CLAUSES.get(facts.get("record", {}).get("outcome"))
    return "Round {round} of {subject} closes" + (f": {outcome}." if outcome else ".")


LOG: Mapping[str, Sentence] = {
    "quorum.convened": "{by} convenes {subject}: {seats} seats, {rounds} rounds.",
    "quorum.seated": "{senator} takes seat {seat} of {subject}.",
    "quorum.left": "Seat {seat} of {subject} is empty again.",
    "quorum.called-off": "{subject} is called off.",
    "quorum.opened": "{subject} opens.",
    "quorum.round-closed": _closing_sentence,
    "quorum.ended": "{subject} is over.",
    "quorum.adjourned": "{subject} is adjourned.",
}

# For `verify_log`: each of these is said of a link of the private chain, of a seat or a round, and tells nothing else.
FLAW_WORDS: Mapping[str, str] = {
    "decision-gone": "committed to a decision that is not there any more",
    "decision-elsewhere": "is not the last decision of the row that points at it",
    "decision-unreadable": "unreadable: no key of this server opens what was decided",
    "decision-differs": "what its row says was decided differs from what was committed to",
    "decision-miscounted": "its row counts another number of changes than there are links",
    "decision-untimely": "was taken when its round was not open",
    "closed-untold": "was closed, and no event tells of it",
    "commitment-differs": "was committed to as {wanted}; its round's event says {found}",
    "counted-otherwise": "counted as something else than what was committed to",
    "seed-told-otherwise": "its seed and salt are not those that {found} told",
}


SENATOR_WORDS: Mapping[str, str] = {"person": "", "program": "program", "script": "script", "empty": "empty"}
STATE_WORDS: Mapping[str, str] = {
    "gathering": "gathering",
    "sitting": "sitting",
    "over": "risen",
    "adjourned": "adjourned",
    "called-off": "called off",
}


def _episode_notice(facts: Facts, keywords: Keywords) -> str:
    """What everybody may read: that it begins or is over. No word of what anybody decided."""
    episode = f"Episode {facts.get('episode', '?')} of the Senate"
    if facts.get("what") == "opened":
        until = f", by {moment_of(facts, 'closes_at')}" if facts.get("closes_at") else ""
        return f"{episode} is open, and you sit in it: decide in its first round{until}."
    return f"{episode} is {facts.get('what', 'over')}."


def _round_notice(facts: Facts, keywords: Keywords) -> str:
    until = f" It closes at {moment_of(facts, 'closes_at')} at the latest." if facts.get("closes_at") else ""
    where = f"Round {facts.get('round', '?')} of Episode {facts.get('episode', '?')}"
    return f"{where} waits for your decision.{until}"


# In the Senate sit also people who are not of the game.
NOTICES: Mapping[str, NoticeKind] = {
    "senate": NoticeKind("An Episode in which you sit opens, or is over", _episode_notice, outside=True),
    "senate-round": NoticeKind("A round of an Episode waits for your decision", _round_notice, DIGEST, outside=True),
    "senate-near": NoticeKind(
        "A round of an Episode will soon close, and you have not decided",
        lambda facts, keywords: (
            f"You have not decided in round {facts.get('round', '?')} of Episode {facts.get('episode', '?')},"
            f" which closes at {moment_of(facts, 'closes_at')}."
        ),
        outside=True,
    ),
}


# What the page of an Episode calls things: outcomes, kinds of bills, and what gains came from.

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
