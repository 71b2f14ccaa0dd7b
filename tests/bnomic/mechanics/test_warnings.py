"""What an author is told about eir lists: whom a Name means, whom nobody is, and where listing is of no use."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest
from hypothesis import given, strategies as st

from nomic.core.decision import Reason
from nomic.core.language.rules import Keywords
from nomic.core.language.words import sentence
from nomic.core.law.rules import Law
from proposals.bnomic.dials import NWEEK_CONFLICTS, NWEEK_DEPENDENCIES
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register.rules_lists import (
    ASKED,
    COMPARED,
    LONGEST_COMPARED,
    KnownProposal,
    Lists,
    Register,
    list_warnings,
)
from proposals.bnomic.words import WORDS
from tests.bnomic.mechanics.laws import LAW, codes, without

OWN = 9
REGISTER = Register.of(
    [
        KnownProposal(1, "Harbours", ProposalState.WON),
        KnownProposal(2, "Old Tides", ProposalState.LOST),
        KnownProposal(3, "Ships", ProposalState.OPEN),
        KnownProposal(4, "Ships", ProposalState.PENDING),
        KnownProposal(5, "Sails", ProposalState.PENDING),
        KnownProposal(6, "", ProposalState.PENDING),
        KnownProposal(OWN, "Reform", ProposalState.PENDING),
    ]
)


def warned(
    depends: tuple[str, ...] = (),
    conflicts: tuple[str, ...] = (),
    others: Mapping[int, Collection[int]] | None = None,
    law: Law = LAW,
) -> tuple[Reason, ...]:
    return list_warnings(OWN, REGISTER.meanings(Lists(depends, conflicts)), REGISTER, others or {}, law)


def only(reasons: tuple[Reason, ...]) -> Reason:
    assert len(reasons) == 1, reasons
    return reasons[0]


def test_ordinary_lists_give_no_cause_to_warn() -> None:
    assert warned(("Sails", "#3"), ("6",)) == ()


@pytest.mark.parametrize("said", ["9", "Proposal 9", "reform"])
def test_one_that_lists_itself_is_warned(said: str) -> None:
    assert only(warned((said,))).code == only(warned((), (said,))).code == "names-itself"
    assert only(warned((said,))).facts == {"said": said, "number": OWN, "list": "depends"}


def test_numbers_and_names_of_nobody_are_unknown_and_say_which_they_are() -> None:
    number, name = warned(("12",), ("Anchors",))
    assert number.code == name.code == "unknown-proposal"
    assert (number.facts["number"], name.facts["number"]) == (12, None)


GHOSTS = Register.of(
    [
        *REGISTER.known.values(),
        KnownProposal(21, "A Ghost Train", ProposalState.OPEN),
        KnownProposal(23, "White Kite", ProposalState.OPEN),
        KnownProposal(24, "White Kites", ProposalState.PENDING),
        *(KnownProposal(number, f"Bill on Figs {number}", ProposalState.OPEN) for number in (30, 31, 32)),
    ]
)


@pytest.mark.parametrize(
    ("said", "near"),
    [
        ("The Ghost Train", ("Proposal 21: A Ghost Train",)),
        ("a gost trian", ("Proposal 21: A Ghost Train",)),
        ("Whit Kite", ("Proposal 23: White Kite", "Proposal 24: White Kites")),
        ("Anchors", ()),
        ("Old Tide", ()),  # what is Lost is in no ballot to come
        ("Reforms", ()),  # nobody means eir own
        ("Bill on Figs", ()),  # any of them might be meant
    ],
)
def test_a_name_of_nobody_that_is_much_like_those_of_one_or_two_may_be_mistyped(
    said: str, near: tuple[str, ...]
) -> None:
    for lists in (Lists((said,)), Lists((), (said,))):
        reason = only(list_warnings(OWN, GHOSTS.meanings(lists), GHOSTS, {}, LAW))
        assert (reason.code, reason.facts.get("near")) == ("unknown-proposal", near)


def test_of_a_number_nothing_is_near() -> None:
    assert only(warned(("12",))).facts["near"] == ()


def test_a_name_that_may_be_mistyped_is_asked_about() -> None:
    reasons = list_warnings(OWN, GHOSTS.meanings(Lists(("The Ghost Train", "Whit Kite"))), GHOSTS, {}, LAW)

    assert [sentence(each, Keywords(), WORDS) for each in reasons] == [
        "Nobody bears the Name “The Ghost Train” yet: it means the first Proposal to take it. Is Proposal 21: A Ghost"
        " Train meant?",
        "Nobody bears the Name “Whit Kite” yet: it means the first Proposal to take it. Is Proposal 23: White Kite or"
        " Proposal 24: White Kites meant?",
    ]


def test_no_more_names_are_compared_than_a_reader_would_wait_for() -> None:
    long = "a" * LONGEST_COMPARED
    many = [KnownProposal(100 + place, f"{chr(0x4E00 + place) * 5}", ProposalState.OPEN) for place in range(COMPARED)]
    mistyped = tuple(f"{each.name}s" for each in many[: ASKED + 1])

    def near(items: tuple[str, ...], *others: KnownProposal) -> list[object]:
        register = Register.of([*others, KnownProposal(OWN, "Reform", ProposalState.PENDING)])
        return [each.facts["near"] for each in list_warnings(OWN, register.meanings(Lists(items)), register, {}, LAW)]

    assert [bool(each) for each in near(mistyped, *many)] == [True] * ASKED + [False]
    assert near(("Sail",), KnownProposal(10, "Sails", ProposalState.OPEN), *many[1:]) == [("Proposal 10: Sails",)]
    assert near(("Sail",), KnownProposal(10, "Sails", ProposalState.OPEN), *many) == [()]
    assert near((long[1:],), KnownProposal(10, long, ProposalState.OPEN)) == [(f"Proposal 10: {long}",)]
    assert near((long[1:],), KnownProposal(10, f"{long}a", ProposalState.OPEN)) == [()]
    assert near((f"{long}a",), KnownProposal(10, long, ProposalState.OPEN)) == [()]


@pytest.mark.parametrize("said", ["0", "7"])
def test_a_number_that_was_left_out_is_told_to_mean_nothing(said: str) -> None:
    for reason in (only(warned((said,))), only(warned((), (said,)))):
        assert (reason.code, reason.facts["number"]) == ("never-given", int(said))


@pytest.mark.parametrize(("said", "state"), [("1", "Won"), ("Old Tides", "Lost")])
def test_historical_ones_are_told_with_what_became_of_them(said: str, state: str) -> None:
    for reason in (only(warned((said,))), only(warned((), (said,)))):
        assert (reason.code, reason.facts["state"]) == ("historical-proposal", state)


def test_a_name_that_several_bear_says_which_is_meant() -> None:
    reason = only(warned(("Ships",)))
    assert reason.code == "several-bear-the-name"
    assert reason.facts == {"said": "Ships", "number": 4, "bearers": (3, 4)}


def test_one_that_depends_on_a_rival_is_warned_however_it_is_named() -> None:
    reason = only(warned(("Sails",), ("#5",)))
    assert (reason.code, reason.facts["number"]) == ("both-lists", 5)


def test_a_historical_rival_is_no_rival_in_the_ballot() -> None:
    assert codes(warned(("1",), ("1",))) == ["historical-proposal"] * 2


def test_a_circle_is_told_along_the_shortest_way_round() -> None:
    others = {3: [5], 4: [OWN], 5: [6, 4], 6: [OWN], OWN: [1]}
    reason = only(warned(("3",), others=others))
    assert (reason.code, reason.facts) == ("in-a-circle", {"numbers": (OWN, 3, 5, 4)})
    assert only(warned(("3", "6"), others=others)).facts == {"numbers": (OWN, 6)}


def test_a_circle_of_others_is_theirs_to_hear_of() -> None:
    assert warned(("3",), others={3: [5], 5: [6], 6: [5, 3]}) == ()


def test_no_circle_leads_through_what_is_historical_or_not_there() -> None:
    others = {1: [OWN], 2: [OWN], 12: [OWN]}
    assert "in-a-circle" not in codes(warned(("1", "2", "12"), others=others))


def test_a_list_that_no_rule_gives_a_meaning_to_is_warned_of_once() -> None:
    law = without(NWEEK_DEPENDENCIES.name)
    assert codes(warned(("1", "9", "Sails"), ("Sails",), {5: [OWN]}, law)) == ["not-in-the-law"]
    assert codes(warned(("Sails",), ("1", "Sails"), {5: [OWN]}, without(NWEEK_CONFLICTS.name))) == [
        "not-in-the-law",
        "in-a-circle",
    ]
    assert warned((), ("Sails",), law=law) == ()


def test_every_warning_is_a_sentence_that_names_whom_it_is_about() -> None:
    reasons = warned(("9", "12", "Ships", "2", "1", "5"), ("Anchors", "1", "Sails"), {5: [OWN]})
    said = [sentence(each, Keywords(), WORDS) for each in reasons]
    assert said == [
        "It lists itself (“9”), and that does nothing.",
        "There is no Proposal 12 yet: it means the one that gets this Number.",
        "“Ships” is the Name of Proposals 3 and 4; 4 is meant.",
        "Proposal 2 is Lost: whatever Depends on it becomes Lost too.",
        "Proposal 1 is Won already: to Depend on it does nothing.",
        "Nobody bears the Name “Anchors” yet: it means the first Proposal to take it.",
        "Proposal 1 is Won already, and Conflicts with nothing any more.",
        "It Depends on Proposal 5 and Conflicts with it: in one ballot with it, this one is Lost.",
        "Proposals 9 and 5 Depend on each other in a circle: they stand or fall together.",
    ]


EDGES = st.dictionaries(st.integers(1, 8), st.sets(st.integers(1, 8), max_size=3), max_size=8)


@given(EDGES)
def test_there_is_a_circle_exactly_if_a_proposal_can_be_reached_from_itself(depends: dict[int, set[int]]) -> None:
    register = Register.of(KnownProposal(number, "", ProposalState.OPEN) for number in range(1, 9))
    own = register.meanings(Lists(tuple(str(each) for each in sorted(depends.get(1, ())))))
    found = [each for each in list_warnings(1, own, register, depends, LAW) if each.code == "in-a-circle"]
    reached = set[int](depends.get(1, set()) - {1})
    for _ in range(8):
        reached |= {needed for each in reached for needed in depends.get(each, ())}
    assert bool(found) == (1 in reached)
    for each in found:
        circle = each.facts["numbers"]
        assert isinstance(circle, tuple)
        assert all(after in depends[before] for before, after in zip(circle, (*circle[1:], 1), strict=True))
