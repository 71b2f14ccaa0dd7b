from __future__ import annotations

import pytest

from dynasties.spy.prison.rules import (
    CaptureFate,
    CaptureOutcome,
    CaptureParty,
    capture_outcome,
    capture_row,
    may_attempt,
    may_capture,
    random_neighbours,
)
from dynasties.spy.theatre.rules import Affiliation
from dynasties.spy.theatre.rules_map import ATLAS, borders
from nomic.core.law.rules import Law
from tests.mechanics.spy.laws import LAW, amended, codes, without

CAPTOR, TARGET = CaptureParty("LON", Affiliation.WORLD), CaptureParty("LON", Affiliation.DOUBLE_WORLD)
NOTHING, ANYWHERE = CaptureFate(), CaptureFate(moves_at_random=True)
ICE, SIB = CaptureFate("ICE", lkl="ICE-PRI"), CaptureFate("SIB", lkl="SIB-PRI")


@pytest.mark.parametrize("roll", range(1, 101))
def test_every_roll_is_in_the_first_row_that_has_it(roll: int) -> None:
    expected = 1 if roll <= 33 else 2 if roll <= 50 else 3 if roll <= 90 else 4

    assert capture_row(roll, LAW) == expected


@pytest.mark.parametrize(
    ("roll", "captor", "target"),
    [
        (1, NOTHING, ICE),
        (33, NOTHING, ICE),
        (34, SIB, NOTHING),
        (50, SIB, NOTHING),
        (51, ANYWHERE, ANYWHERE),
        (90, ANYWHERE, ANYWHERE),
        (91, CaptureFate(moves_at_random=True, lkl="LON"), CaptureFate(moves_at_random=True, lkl="LON")),
        (100, CaptureFate(moves_at_random=True, lkl="LON"), CaptureFate(moves_at_random=True, lkl="LON")),
    ],
)
def test_a_roll_does_to_both_what_its_row_says(roll: int, captor: CaptureFate, target: CaptureFate) -> None:
    found = capture_outcome(roll, CAPTOR, TARGET, LAW)

    assert (found.captor, found.target) == (captor, target)


@pytest.mark.parametrize(
    ("affiliation", "prison"),
    [
        (Affiliation.WORLD, "ICE"),
        (Affiliation.MASTERMIND, "SIB"),
        (Affiliation.DOUBLE_WORLD, "SIB"),
        (Affiliation.DOUBLE_MASTERMIND, "ICE"),
    ],
)
def test_the_prison_is_that_of_the_others_apparent_affiliation(affiliation: Affiliation, prison: str) -> None:
    other = CaptureParty("LON", affiliation)

    assert capture_outcome(1, other, TARGET, LAW).target.sent_to == prison
    assert capture_outcome(34, CAPTOR, other, LAW).captor.sent_to == prison


def test_who_has_declared_no_affiliation_sends_nobody_to_prison() -> None:
    undeclared = CaptureParty("LON", None)

    assert capture_outcome(1, undeclared, TARGET, LAW) == CaptureOutcome(1, NOTHING, NOTHING)
    assert capture_outcome(34, CAPTOR, undeclared, LAW) == CaptureOutcome(2, NOTHING, NOTHING)
    assert capture_outcome(1, CAPTOR, undeclared, LAW).target == ICE


def test_a_prisoner_may_be_captured_again_and_a_draw_moves_em_out() -> None:
    captor, prisoner = CaptureParty("SIB", Affiliation.WORLD), CaptureParty("SIB", Affiliation.WORLD, "SIB")

    assert may_capture(captor, prisoner, LAW).outcome
    assert capture_outcome(1, captor, prisoner, LAW).target == ICE
    assert capture_outcome(51, captor, prisoner, LAW).target == ANYWHERE
    assert capture_outcome(91, captor, prisoner, LAW).target == CaptureFate(moves_at_random=True, lkl="SIB")


def test_one_captures_only_who_is_in_the_same_place() -> None:
    assert may_capture(CAPTOR, TARGET, LAW).outcome

    assert codes(may_capture(CAPTOR, CaptureParty("WAL", Affiliation.WORLD), LAW)) == ["not-in-one-place"]
    assert codes(may_capture(CAPTOR, CaptureParty(None, None), LAW)) == ["not-in-one-place"]
    assert codes(may_capture(CaptureParty(None, Affiliation.WORLD), CaptureParty(None, None), LAW)) == ["no-location"]
    assert codes(may_capture(CAPTOR, TARGET, without("spy.capture"))) == ["not-in-the-law"]


def test_amended_rows_may_overlap_or_leave_a_number_to_none() -> None:
    assert capture_row(90, amended(("spy.capture_draw", "51 to 89"))) == 4
    assert capture_row(40, amended(("spy.capture_success", "1 to 60"))) == 1

    assert capture_row(10, without("spy.capture_success")) is None
    assert capture_row(0, LAW) is None
    assert capture_outcome(10, CAPTOR, TARGET, without("spy.capture_success")) == CaptureOutcome(None, NOTHING, NOTHING)


def test_a_draw_leads_over_borders_of_any_kind_and_no_airlink() -> None:
    assert random_neighbours("ICE") == ("ARC", "NAO", "NWG")
    assert random_neighbours("LON") == ("ENG", "NTH", "WAL", "YOR")
    assert "RED" not in random_neighbours("EME"), "nor over a short cut"
    assert all(random_neighbours(code) == tuple(sorted(borders(code))) for code in ATLAS)


@pytest.mark.parametrize(
    ("captor", "law", "expected"),
    [
        (CAPTOR, LAW, []),
        (CaptureParty(None, Affiliation.WORLD), LAW, ["no-location"]),
        (CaptureParty("LON", None), LAW, ["declare-first"]),
        (CaptureParty("LON", None), without("spy.affiliation"), []),
        (CAPTOR, without("spy.capture"), ["not-in-the-law"]),
    ],
)
def test_what_an_agent_lacks_emself_bars_every_attempt(captor: CaptureParty, law: Law, expected: list[str]) -> None:
    decision = may_attempt(captor, law)

    assert (decision.outcome, codes(decision)) == (not expected, expected)


@pytest.mark.parametrize(("roll", "public"), [(33, True), (50, True), (90, False), (91, True), (0, False)])
def test_a_row_is_public_if_it_speaks_of_last_known_locations(roll: int, public: bool) -> None:
    undeclared = CaptureParty("LON", None)

    found = capture_outcome(roll, undeclared, undeclared, LAW)

    assert found.is_public == public
