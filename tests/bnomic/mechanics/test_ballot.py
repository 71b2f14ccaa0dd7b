"""A ballot at its close: Strength, conflicts, dependencies; and what holds of all ballots."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from random import Random

from hypothesis import given, settings, strategies as st

from proposals.bnomic.ballot.rules import BallotCount, BallotProposal, CountLaw, CountLine, CountStep, ballot_count
from proposals.bnomic.dials import HIGHER, LOWER
from proposals.bnomic.register.rules import FinalVote
from tests.bnomic.mechanics.laws import LAW, saying, without


def proposal(
    number: int, strength: int = 1, *, depends: Set[int] = frozenset(), conflicts: Set[int] = frozenset()
) -> BallotProposal:
    """A Proposal of that Strength, by as many players of one mind."""
    mind = FinalVote.FOR if strength > 0 else FinalVote.AGAINST
    votes = {f"player {each}": mind for each in range(abs(strength))}
    return BallotProposal(number, votes, frozenset(depends), frozenset(conflicts))


NUMBERS = st.integers(1, 12)
NAMED = st.sets(NUMBERS, max_size=3)
BALLOTS = st.lists(
    st.builds(proposal, NUMBERS, st.integers(-2, 4), depends=NAMED, conflicts=NAMED),
    max_size=10,
    unique_by=lambda each: each.number,
)


def in_rounds(ballot: list[BallotProposal]) -> list[int]:
    """Who falls by a dependency, as the law says it: round after round, from the lowest number to the highest."""
    lost, fallen = set(ballot_count([replace(each, depends=frozenset()) for each in ballot]).sunk), list[int]()
    while falling := [each.number for each in ballot if each.number not in lost and each.depends & lost]:
        for each in sorted(ballot, key=lambda each: each.number):
            if each.number not in lost and each.depends & lost:
                fallen.append(each.number)
                lost.add(each.number)
        assert lost.issuperset(falling)
    return fallen


def fell(counted: BallotCount, step: CountStep) -> list[int]:
    return [line.number for line in counted.trace if line.step is step]


def test_strength_counts_players_and_no_abstention() -> None:
    votes = {"Ada": FinalVote.FOR, "Ben": FinalVote.FOR, "Cy": FinalVote.AGAINST, "Di": FinalVote.ABSTAIN}

    assert BallotProposal(1, votes).strength == 1


def test_strength_of_none_is_lost_and_of_one_is_won() -> None:
    counted = ballot_count([proposal(1, 0), proposal(2, 1), proposal(3, -1)])

    assert counted.passed == (2,)
    assert counted.sunk == {1: CountLine(CountStep.STRENGTH, 1), 3: CountLine(CountStep.STRENGTH, 3)}


def test_how_much_strength_wins_can_be_set() -> None:
    assert ballot_count([proposal(1, 2), proposal(2, 3)], law=CountLaw(winning=3)).passed == (2,)


def test_of_equals_the_higher_number_knocks_out_the_lower() -> None:
    counted = ballot_count([proposal(1, 2, conflicts={2}), proposal(2, 2)])

    assert counted.passed == (2,)
    assert counted.sunk[1] == CountLine(CountStep.CONFLICT, 1, 2)


def test_the_law_may_let_the_lower_number_of_equals_prevail_and_the_stronger_prevails_all_the_same() -> None:
    lower = CountLaw(ties=LOWER)

    assert ballot_count([proposal(1, 2, conflicts={2}), proposal(2, 2)], law=lower).passed == (1,)
    assert ballot_count([proposal(1, 2, conflicts={2}), proposal(2, 3)], law=lower).passed == (2,)


def test_where_no_rule_provides_for_conflicts_or_dependencies_that_step_does_nothing() -> None:
    ballot = [proposal(1, 2, conflicts={2}), proposal(2, 2), proposal(3, 0), proposal(4, depends={3})]

    assert ballot_count(ballot).passed == (2,)
    assert ballot_count(ballot, law=CountLaw(conflicts=False)).passed == (1, 2)
    assert ballot_count(ballot, law=CountLaw(dependencies=False)).passed == (2, 4)


def test_the_count_is_what_the_law_says() -> None:
    words = {"nweek.winning": "three", "nweek.ties": "the lower Number"}

    assert CountLaw.of(LAW) == CountLaw(1, HIGHER, conflicts=True, dependencies=True)
    assert CountLaw.of(saying(words)) == CountLaw(3, LOWER)
    assert CountLaw.of(without("nweek.conflicts")) == CountLaw(conflicts=False)
    assert CountLaw.of(without("nweek.dependencies")) == CountLaw(dependencies=False)


def test_who_was_knocked_out_stays_out_though_its_victor_falls() -> None:
    counted = ballot_count([proposal(1, 3, conflicts={2}, depends={3}), proposal(2, 2), proposal(3, -1)])

    assert counted.passed == ()
    assert counted.sunk[2] == CountLine(CountStep.CONFLICT, 2, 1)
    assert counted.sunk[1] == CountLine(CountStep.DEPENDENCY, 1, 3)


def test_a_proposal_neither_opposes_nor_fails_itself() -> None:
    assert ballot_count([proposal(1, 1, depends={1}, conflicts={1})]).passed == (1,)


def test_a_dependency_on_one_lost_long_ago_fails_and_on_one_unknown_does_not() -> None:
    assert ballot_count([proposal(5, depends={2}), proposal(6, depends={99})], lost_before=[2]).passed == (6,)


def test_the_trace_tells_every_step_in_the_order_of_the_law() -> None:
    counted = ballot_count([proposal(3, 2, conflicts={2}), proposal(2), proposal(1, depends={2}), proposal(4, 0)])

    assert counted.trace == (
        CountLine(CountStep.HISTORICAL, 1),
        CountLine(CountStep.HISTORICAL, 2),
        CountLine(CountStep.HISTORICAL, 3),
        CountLine(CountStep.HISTORICAL, 4),
        CountLine(CountStep.STRENGTH, 4),
        CountLine(CountStep.CONFLICT, 2, 3),
        CountLine(CountStep.DEPENDENCY, 1, 2),
        CountLine(CountStep.PASSED, 3),
    )


@settings(max_examples=200)
@given(BALLOTS, st.randoms(use_true_random=False))
def test_the_order_in_which_they_are_given_changes_nothing(ballot: list[BallotProposal], chance: Random) -> None:
    turned = list(ballot)
    chance.shuffle(turned)

    assert ballot_count(turned) == ballot_count(ballot)


@settings(max_examples=200)
@given(BALLOTS, st.sets(st.integers(13, 15)))
def test_no_winner_depends_on_a_loser_and_no_two_winners_conflict(ballot: list[BallotProposal], lost: set[int]) -> None:
    counted = ballot_count(ballot, lost)

    won = [each for each in ballot if each.number in counted.passed]
    assert not [each for each in won if each.depends & (counted.sunk.keys() | lost)]
    assert not [(a, b) for a in won for b in won if a != b and b.number in a.conflicts]


@settings(max_examples=200)
@given(BALLOTS, st.integers(20, 21), st.integers(-1, 4))
def test_one_that_names_nobody_and_that_nobody_names_changes_no_other(
    ballot: list[BallotProposal], number: int, strength: int
) -> None:
    counted = ballot_count([*ballot, proposal(number, strength)])

    alone = ballot_count(ballot)
    assert {each: line for each, line in counted.sunk.items() if each != number} == alone.sunk
    assert tuple(each for each in counted.passed if each != number) == alone.passed


@settings(max_examples=200)
@given(BALLOTS)
def test_dependencies_fall_in_the_order_of_rounds_from_the_lowest_number(ballot: list[BallotProposal]) -> None:
    assert fell(ballot_count(ballot), CountStep.DEPENDENCY) == in_rounds(ballot)
