from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from nomic.catalogue import CATALOGUE
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.kinds.proposal.rules import judge_proposal, proposal_prospects, proposal_verdict
from proposals.voting.rules import Status
from tests.mechanics.proposals.matters import LAW, SECOND, at, codes, hiatus, lacking, matter, roster, without


def seen(
    text: str, hour: float, law: Law = LAW, *, before: timedelta = timedelta(0), **more: Any
) -> tuple[str, list[str]]:
    """`more`: the number of `agents`, the `mastermind`, the Proposal's `place` in the queue, `stops`."""
    people = roster(more.get("agents", 9), more.get("mastermind", "M"))
    there = matter(text, place=more.get("place", 1))
    found = judge_proposal(there, people, law, at(hour) - before, more.get("stops", ()))
    return found.status.value, codes(found.reasons)


FOUR_FOR = "P1:F P2:F P3:F P4:F"  # five with the author's silence: a quorum of nine


@pytest.mark.parametrize(
    ("text", "hour", "before", "expected"),
    [
        (FOUR_FOR, 12, SECOND, ("pending", ["still-open"])),
        (FOUR_FOR, 12, timedelta(0), ("enacted", ["reached-quorum"])),
        ("P1:F P2:F P3:F", 13, timedelta(0), ("pending", ["still-open"])),
        ("P1:F", 48, SECOND, ("pending", ["still-open"])),
        ("P1:F", 48, timedelta(0), ("enacted", ["timed-out"])),
        (FOUR_FOR, 48, timedelta(0), ("enacted", ["reached-quorum", "timed-out"])),
        ("P1:A", 48, SECOND, ("pending", ["still-open"])),
        ("P1:A", 48, timedelta(0), ("failed", ["timed-out-against"])),
        ("", 48, SECOND, ("pending", ["still-open"])),
        ("", 48, timedelta(0), ("failed", ["too-few-votes"])),
        ("P1:D", 48, timedelta(0), ("failed", ["too-few-votes"])),
        ("P1:A P2:A P3:A P4:A", 1, timedelta(0), ("pending", ["still-open"])),
        ("P1:A P2:A P3:A P4:A P5:A", 1, timedelta(0), ("failed", ["cannot-pass"])),
        ("author:A", 1, timedelta(0), ("failed", ["self-killed"])),
        ("M:V", 1, timedelta(0), ("failed", ["vetoed"])),
        (FOUR_FOR + " M:V", 13, timedelta(0), ("failed", ["vetoed"])),
        ("author:A M:V", 1, timedelta(0), ("failed", ["self-killed", "vetoed"])),
    ],
)
def test_the_two_lists_of_the_rule_hold_to_the_second(text: str, hour: float, before: timedelta, expected: Any) -> None:
    assert seen(text, hour, before=before) == expected


def test_half_of_an_even_roster_against_shuts_it_out() -> None:
    assert seen("P1:A P2:A P3:A P4:A P5:A", 1, agents=10) == ("failed", ["cannot-pass"])
    assert seen("P1:A P2:A P3:A P4:A", 1, agents=10) == ("pending", ["still-open"])


def test_abstentions_stand_in_the_denominator() -> None:
    assert seen("P1:F P2:F P3:D P4:D P5:D", 48, mastermind=None) == ("failed", ["timed-out-against"])
    assert seen("P1:F P2:F P3:D P4:D", 48, mastermind=None) == ("enacted", ["timed-out"])


def test_one_agent_alone_may_be_enacted_and_failed_and_is_failed() -> None:
    found = judge_proposal(matter(), roster(1, None), LAW, at(48))

    assert (found.may_enact, found.may_fail, found.status) == (True, True, Status.FAILED)
    assert codes(found.reasons) == ["reached-quorum", "too-few-votes"]


def test_one_agent_alone_is_looked_at_again_when_it_times_out() -> None:
    found = judge_proposal(matter(), roster(1, None), LAW, at(12))

    assert (found.status, found.next_check) == (Status.ENACTED, at(48))


def test_hiatus_forbids_both_and_tells_what_would_hold() -> None:
    assert seen(FOUR_FOR, 13, stops=(hiatus(12.5),)) == ("pending", ["hiatus", "reached-quorum"])
    assert seen("author:A@1", 13, stops=(hiatus(12.5),)) == ("pending", ["hiatus", "self-killed"])


def test_hiatus_stops_the_clock_unless_the_law_counts_it() -> None:
    counting = CATALOGUE.standard({"enactment.hiatus_counts": "counts"})

    assert seen(FOUR_FOR, 13, stops=(hiatus(2, 4),)) == ("pending", ["still-open"])
    assert seen(FOUR_FOR, 14, stops=(hiatus(2, 4),)) == ("enacted", ["reached-quorum"])
    assert seen(FOUR_FOR, 12, stops=(hiatus(2, 4),), law=counting) == ("enacted", ["reached-quorum"])


def test_an_older_proposal_blocks_whatever_holds() -> None:
    assert seen("author:A", 13, place=2) == ("pending", ["blocked", "self-killed"])


@pytest.mark.parametrize(
    ("text", "hour", "stops", "place", "expected"),
    [
        (FOUR_FOR, 1, (), 1, at(12)),
        ("", 1, (), 1, at(48)),
        ("", 48, (), 1, None),  # decided
        (FOUR_FOR, 12, (), 1, None),  # decided: the time-out would only add a ground
        ("M:V", 1, (), 1, None),
        ("", 5, (hiatus(4),), 1, None),  # no known end
        ("", 5, (hiatus(4, 8),), 1, at(8)),
        ("", 9, (hiatus(4, 8),), 1, at(52)),
        (FOUR_FOR, 13, (), 2, None),  # waits only behind an older one
        (FOUR_FOR, 11, (), 2, at(12)),
    ],
)
def test_the_next_check_is_when_time_alone_changes_something(
    text: str, hour: float, stops: Sequence[Interval], place: int, expected: Any
) -> None:
    found = judge_proposal(matter(text, place=place), roster(9), LAW, at(hour), stops)

    assert found.next_check == expected


def test_a_hiatus_of_the_future_is_not_known_yet() -> None:
    assert judge_proposal(matter(), roster(9), LAW, at(1), (hiatus(2, 3),)).next_check == at(48)


def test_a_law_without_time_out_times_nothing_out() -> None:
    law = lacking("enactment.timeout")

    assert seen("P1:F", 1000, law=law) == ("pending", ["still-open"])
    assert judge_proposal(matter(), roster(9), law, at(1)).next_check is None


def test_absent_dials_mean_what_their_declarations_say() -> None:
    assert seen(FOUR_FOR, 0, law=lacking("enactment.minimum"), before=-timedelta(hours=1))[0] == "enacted"
    assert seen("", 48, law=lacking("enactment.valid_votes")) == ("enacted", ["timed-out"])
    assert seen("P1:F P2:F P3:F", 12, law=lacking("quorum.plus")) == ("enacted", ["reached-quorum"])


def test_without_the_mechanism_nothing_is_enacted_or_failed() -> None:
    found = judge_proposal(matter("author:A"), roster(9), without("enactment.resolving"), at(60))

    assert (found.status, codes(found.reasons), found.next_check) == (Status.PENDING, ["not-in-the-law"], None)


def test_a_high_quorum_leaves_the_majority_at_the_time_out_open() -> None:
    law = CATALOGUE.standard({"quorum.share": "2/3"})

    assert seen("P1:A P2:A P3:A", 1, law=law) == ("pending", ["still-open"])
    assert seen("P1:A P2:A P3:A P4:A", 1, law=law) == ("pending", ["still-open"])
    assert seen("P1:A P2:A P3:A P4:A P5:A", 1, law=law) == ("failed", ["cannot-pass"])


def test_a_quorum_beyond_reach_and_no_time_out_cannot_pass() -> None:
    law = CATALOGUE.standard({"quorum.share": "1"})
    endless = type(law)({**law.values, "enactment.timeout": None}, law.mechanisms, law.rules, CATALOGUE)

    assert seen("", 1, law=law) == ("pending", ["still-open"])
    assert seen("", 1, law=endless) == ("failed", ["cannot-pass"])


def test_more_valid_votes_than_agents_cannot_come() -> None:
    law = CATALOGUE.standard({"quorum.share": "1", "enactment.valid_votes": "10"})

    assert seen("", 1, law=law) == ("failed", ["cannot-pass"])
    assert seen("", 1, law=law, agents=10) == ("pending", ["still-open"])


@pytest.mark.parametrize(
    ("text", "hour", "expected"),
    [
        (FOUR_FOR, 20, at(12)),
        ("P1:F P2:F P3:F P4:F@15", 20, at(15)),
        ("P1:A", 60, at(48)),
        ("author:A@3", 60, at(3)),
        ("P1:A P1:F@50", 60, at(50)),  # it could be failed at 48 hours; then a vote turned it
        ("P1:F", 20, None),
    ],
)
def test_since_is_when_it_began_to_stand_as_it_stands(text: str, hour: float, expected: Any) -> None:
    assert proposal_verdict(matter(text), roster(9), LAW, at(hour)).since == expected


def told(text: str, hour: float, **given: Any) -> dict[str, Any]:
    found = proposal_prospects(matter(text), roster(9), given.get("law", LAW), at(hour), given.get("stops", ()))
    return {reason.code: reason.facts.get("votes") for reason in found}


def test_what_is_missing_is_counted_in_votes() -> None:
    assert told("P1:F P2:F P3:F", 13) == {"for-enacts-now": 1, "time-out-enacts": None, "against-fails-now": 5}
    assert told("P1:A", 1) == {"for-enacts-later": 4, "time-out-fails": 1, "against-fails-now": 4}
    assert told("", 1)["time-out-fails"] == 1
    assert told(FOUR_FOR, 1) == {"quorum-waits": None, "time-out-enacts": None, "against-fails-now": 5}
    assert told(FOUR_FOR, 13) == {}


def test_what_is_missing_says_when() -> None:
    found = {reason.code: reason.facts for reason in proposal_prospects(matter(), roster(9), LAW, at(44.8))}
    paused = {reason.code: reason.facts for reason in proposal_prospects(matter(), roster(9), LAW, at(5), (hiatus(4),))}

    assert found["time-out-fails"] == {"votes": 1, "at": at(48), "left": timedelta(hours=3, minutes=12)}
    assert paused["time-out-fails"]["at"] is None
