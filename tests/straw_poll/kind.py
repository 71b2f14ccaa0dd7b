"""The record of Straw Polls."""

from __future__ import annotations

from nomic.core.decision import permission
from proposals.kinds.kind import KindWords, MatterKind
from proposals.voting.rules import CountsAs
from tests.straw_poll import rules as straw_poll_rules
from tests.straw_poll.dials import ASKING, DIALS, MECHANISMS, POLL_BY

ICONS = {"AYE": (CountsAs.FOR,), "NAY": (CountsAs.AGAINST,), "PASS": (CountsAs.ABSTAIN,)}

STRAW_POLL = MatterKind(
    code="poll",
    label="Straw Poll",
    plural="Straw Polls",
    words=KindWords(
        passed="closed",
        to_pass="be closed",
        may_pass="may be closed",
        button="Close",
        clerk_passes="closes",
        has_passed="is closed",
        note="A question that changes nothing.",
        by_hand="",
        reopening="The question is asked again.",
        posted="Your question is asked.",
        no_changes="A Straw Poll changes nothing; propose the changes.",
    ),
    posting=ASKING,
    voting=ASKING,
    deciding=ASKING,
    resolver=POLL_BY,
    dials=DIALS,
    mechanisms=MECHANISMS,
    reasons={
        "poll-open": "So far {aye} AYE, {nay} NAY and {pass} PASS.",
        "poll-over": "Its time is over, with {aye} AYE, {nay} NAY and {pass} PASS.",
        "poll-closes": "It closes when its time is over.",
        "poll-is-over": "This Straw Poll is over.",
        "poll-runs-on": "Hiatus does not stop a Straw Poll.",
        "poll-icons": "A Straw Poll has no {vote}.",
    },
    events={
        "poll.opened": "{by} asks {subject}.",
        "poll.closed": "{by} closes the Straw Poll {subject}.",
        "poll.failed": "{by} fails the Straw Poll {subject}.",
    },
    icons=ICONS,
    listed_icons=ICONS,
    wrong_icon="poll-icons",
    tally=straw_poll_rules.tally_poll,
    vote_refusals=straw_poll_rules.poll_vote_refusals,
    judge=straw_poll_rules.judge_poll,
    verdict=straw_poll_rules.judge_poll,
    prospects=straw_poll_rules.poll_prospects,
    clock_in_hiatus=straw_poll_rules.poll_clock_in_hiatus,
    check_question=lambda matter, roster: None,
    may_post=straw_poll_rules.may_ask,
    may_reopen=lambda facts, law: permission(),
    reserved_changes=frozenset(),
    has_queue=False,
    has_slots=False,
    may_be_anonymous=False,
    find_agreement=None,
    has_implied_vote=False,
    needs_hands=False,
    declares_victory=False,
)
