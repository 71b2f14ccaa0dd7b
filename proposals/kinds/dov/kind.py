"""The record of Declarations of Victory: who wins heads the next Dynasty. (Rule Victory and Ascension)"""

from __future__ import annotations

from proposals.kinds.dov import rules as dov_rules, words as dov_words
from proposals.kinds.dov.dials import DIALS, MECHANISMS
from proposals.kinds.kind import ICONS_IN_LISTS, KindWords, MatterKind
from proposals.voting.rules import CountsAs, Vote, tally_hands

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
    posting=dov_rules.DECLARING,
    voting=dov_rules.DECLARING,
    deciding=dov_rules.DECLARING,
    resolver="dov.by",
    dials=DIALS,
    mechanisms=MECHANISMS,
    reasons=dov_words.REASONS,
    events=dov_words.EVENTS,
    # It knows FOR and AGAINST only. (Readings 7, 14)
    icons={Vote.FOR: (CountsAs.FOR,), Vote.AGAINST: (CountsAs.AGAINST,)},
    listed_icons=ICONS_IN_LISTS,
    wrong_icon="for-or-against-only",
    tally=tally_hands,
    vote_refusals=lambda voter, vote, matter, roster, law, now, hiatus: [],
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
    has_latch=False,
    has_implied_vote=False,
    needs_hands=False,  # what it brings about, the law itself says
    declares_victory=True,
)
