"""The record of Declarations of Victory, with their sentences. (Rule Victory and Ascension)"""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, fact_text
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.log.words import Sentence
from proposals.kinds.dov import rules as dov_rules
from proposals.kinds.dov.dials import DIALS, DOV_BY, MECHANISMS
from proposals.kinds.kind import ICONS_IN_LISTS, KindWords, MatterKind
from proposals.voting.rules import CountsAs, Vote, tally_hands
from proposals.words import more_votes, verb_for, when_text


def _declaration_ripens(facts: Facts, keywords: Keywords) -> str:
    then = "pass" if facts["passes"] else "be failed"
    sooner = f"; at {fact_text(facts['sooner'])} once the {keywords.mastermind} has voted" if facts["sooner"] else ""
    return f"As the votes stand, it may {then} {when_text(facts)}{sooner}."


def _lacks_voters(facts: Facts, keywords: Keywords) -> str:
    who = f"One more {keywords.agent}" if facts["votes"] == 1 else f"{facts['votes']} more {keywords.plural('agent')}"
    return f"{who} must vote on it, either way, to make a quorum."


def _lacks_for(facts: Facts, keywords: Keywords) -> str:
    return f"{more_votes(facts, 'FOR')} {verb_for(facts, 'make')} more than half of the votes."


REASONS: Words = {
    "declaration-ripens": _declaration_ripens,
    "declaration-lacks-voters": _lacks_voters,
    "declaration-lacks-for": _lacks_for,
    "mastermind-declares": "The {Mastermind} has nothing to win, and declares no victory.",
    "dynasty-over": "The Dynasty that it wanted to end is over.",
    "clock-runs-on": "Hiatus, which the Declaration itself brings: it counts.",
}

EVENTS: Mapping[str, Sentence] = {
    "dov.opened": "{by} declares victory: {subject}.",
    "dov.passed": "{by} passes the Declaration of Victory {subject}.",
    "dov.failed": "{by} fails the Declaration of Victory {subject}.",
}


# The record of Declarations of Victory: who wins heads the next Dynasty. (Rule Victory and Ascension)

DECLARATION = MatterKind(
    code="dov",
    label="Declaration of Victory",
    plural="Declarations of Victory",
    words=KindWords(
        passed="passed",
        to_pass="pass",
        may_pass="may pass",
        button="Pass",
        clerk_passes="passes",
        has_passed="has passed",
        note="The game goes into hiatus at once.",
        by_hand="",
        reopening="The game goes into hiatus with that.",
        posted="Your Declaration of Victory stands, and the game is in hiatus.",
        no_changes="A Declaration of Victory changes nothing by itself; propose the changes.",
    ),
    posting=DOV_DECLARING,
    voting=DOV_DECLARING,
    deciding=DOV_DECLARING,
    resolver=DOV_BY,
    dials=DIALS,
    mechanisms=MECHANISMS,
    reasons=REASONS,
    events=EVENTS,
    # It knows FOR and AGAINST only. (Readings 7, 14)
    icons={Vote.FOR: (CountsAs.FOR,), Vote.AGAINST: (CountsAs.AGAINST,)},
    listed_icons=ICONS_IN_LISTS,
    wrong_icon="for-or-against-only",
    tally=tally_hands,
    vote_refusals=lambda ballot, matter, roster, law, hiatus: [],
    judge=lambda matter, roster, law, now, hiatus: dov_rules.judge_declaration(matter, roster, law, now),
    verdict=lambda matter, roster, law, now, hiatus: dov_rules.declaration_verdict(matter, roster, law, now),
    prospects=lambda matter, roster, law, now, hiatus: dov_rules.declaration_prospects(matter, roster, law, now),
    clock_in_hiatus=dov_rules.declaration_clock_in_hiatus,
    check_question=dov_rules.check_declaration_question,
    may_post=dov_rules.may_declare,
    may_reopen=dov_rules.may_reopen_declaration,
    reserved_changes=frozenset(),
    has_queue=False,
    has_slots=False,
    may_be_anonymous=False,
    find_agreement=None,
    has_implied_vote=False,
    needs_hands=False,  # what it brings about, the law itself says
    declares_victory=True,
)
