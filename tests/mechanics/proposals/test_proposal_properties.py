"""What holds of every Proposal, whatever its votes, its dials and its stops."""

from __future__ import annotations

from datetime import datetime

from hypothesis import given, settings, strategies as st

from nomic.catalogue import CATALOGUE
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.kinds.proposal.rules import judge_proposal, proposal_prospects
from proposals.voting.rules import MatterFacts, Verdict
from tests.mechanics.proposals.matters import LAW, POSTED, SECOND, at, codes, hiatus, matter, roster, votes


@given(st.integers(2, 12), st.integers(0, 12), st.integers(0, 60))
def test_the_votes_said_to_enact_do_enact_and_one_fewer_does_not(agents: int, against: int, hour: float) -> None:
    shape = roster(agents)
    voters = [name for name in shape.agents if name != "author"]
    text = " ".join(f"{name}:A" for name in voters[:against])
    facts = {reason.code: reason.facts for reason in proposal_prospects(matter(text), shape, LAW, at(hour))}
    if "for-enacts-now" not in facts:
        return
    needed = facts["for-enacts-now"]["votes"]
    assert isinstance(needed, int)

    def after(more: int) -> Verdict:
        fresh = voters[against:][:more]
        return judge_proposal(matter(text + "".join(f" {name}:F" for name in fresh)), shape, LAW, at(hour))

    if needed <= len(voters[against:]):
        assert after(needed).may_enact
    assert not after(needed - 1).may_enact


BALLOTS = st.lists(
    st.tuples(st.sampled_from(["author", "M", "P1", "P2", "P3", "X"]), st.sampled_from("FADV"), st.integers(0, 70)),
    max_size=10,
)
DIALS = st.fixed_dictionaries(
    {},
    optional={
        "enactment.minimum": st.sampled_from(["0 hours", "60 hours"]),
        "quorum.share": st.sampled_from(["1/4", "2/3", "1"]),
        "enactment.valid_votes": st.sampled_from(["0", "4"]),
        "enactment.hiatus_counts": st.sampled_from(["counts", "does not count"]),
    },
)
STOPS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=2)


def drawn(
    ballots: list[tuple[str, str, int]], dials: dict[str, str], stops: list[tuple[int, int]], now: int
) -> tuple[MatterFacts, Law, tuple[Interval, ...]]:
    text = " ".join(f"{who}:{icon}@{min(when, now)}" for who, icon, when in ballots)
    begun = tuple(hiatus(start, start + length) for start, length in stops if start <= now)
    return MatterFacts(PROPOSAL, "author", POSTED, votes(text)), CATALOGUE.standard(dials), begun


@settings(max_examples=150, deadline=None)
@given(BALLOTS, DIALS, STOPS, st.integers(0, 70), st.integers(1, 5), st.lists(st.floats(0, 1), max_size=5))
def test_nothing_changes_before_the_next_check_and_something_does_at_it(
    ballots: list[tuple[str, str, int]],
    dials: dict[str, str],
    stops: list[tuple[int, int]],
    now: int,
    agents: int,
    samples: list[float],
) -> None:
    given_matter, law, begun = drawn(ballots, dials, stops, now)

    def look(moment: datetime) -> object:
        found = judge_proposal(given_matter, roster(agents), law, moment, begun)
        return found.may_enact, found.may_fail, "hiatus" in codes(found.reasons)

    found = judge_proposal(given_matter, roster(agents), law, at(now), begun)
    horizon = found.next_check or at(now + 500)

    assert horizon > at(now)
    assert look(horizon - SECOND) == look(at(now))
    for sample in samples:
        assert look(at(now) + (horizon - SECOND - at(now)) * sample) == look(at(now))
    if found.next_check:
        assert look(horizon) != look(at(now))


@settings(max_examples=150, deadline=None)
@given(BALLOTS, DIALS, st.integers(0, 70), st.sampled_from(["P4", "P5"]))
def test_one_more_for_never_forbids_enactment(
    ballots: list[tuple[str, str, int]], dials: dict[str, str], now: int, voter: str
) -> None:
    given_matter, law, _ = drawn(ballots, dials, [], now)
    more = MatterFacts(PROPOSAL, "author", POSTED, given_matter.ballots + votes(f"{voter}:F@{now}"))

    before = judge_proposal(given_matter, roster(7), law, at(now))
    after = judge_proposal(more, roster(7), law, at(now))

    assert after.may_enact or not before.may_enact
