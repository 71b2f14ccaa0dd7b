"""When a mission may be opened, attempted, closed, cancelled; goals that the server can look at; what a reward changes.

(Rule Missions; Reading 22; practice rows 73, 77 to 79)
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from dynasties.spy.missions.rules import (
    Goal,
    GoalCheck,
    MissionEnding,
    MissionStanding,
    NumberChange,
    Whereabouts,
    asks_to_abort,
    changed_cell,
    is_exhausted,
    listed_agents,
    may_cancel,
    may_change,
    may_claim,
    may_close,
    may_gather,
    may_open,
    measure_progress,
    read_changes,
    read_checks,
    title_link,
)
from dynasties.spy.missions.words import MISSION_WORDS
from dynasties.spy.theatre.rules_tickets import Ticket, Tickets
from dynasties.tracker.rules import ColumnFacts, ColumnKind, Scope
from nomic.core.decision import Decision, Invalid, Reason
from nomic.words import sentence
from tests.mechanics.spy.laws import LAW, amended, codes, without

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR, TICK = timedelta(hours=1), timedelta(microseconds=1)
OPEN, CLOSED = MissionStanding(NOON), MissionStanding(NOON, NOON + HOUR)
JOSH, LULU, RAVEN = (1, "Josh"), (2, "Lulu"), (3, "Raven")
TICKETS = ColumnFacts(1, "Air Tickets", least=0, standard=0)
DEBT = ColumnFacts(2, "Debt", standard=0)
SECRET = ColumnFacts(3, "Cipher", secret=True)
COLUMNS = [TICKETS, DEBT, SECRET, ColumnFacts(4, "LKL", ColumnKind.TEXT), ColumnFacts(5, "Round", scope=Scope.GAME)]


@pytest.mark.parametrize(("unfinished", "may"), [(0, True), (2, True), (3, False), (4, False)])
def test_a_mission_is_opened_while_fewer_than_three_open_ones_are_completed_by_nobody(
    unfinished: int, may: bool
) -> None:
    assert may_open(unfinished, LAW).outcome is may


def test_the_number_of_open_missions_is_the_laws_and_without_the_rule_there_are_none() -> None:
    assert may_open(3, amended(("spy.open_missions", "4"))).outcome
    assert may_open(99, without("spy.open_missions")).outcome
    assert codes(may_open(0, without("spy.missions"))) == ["not-in-the-law"]


@pytest.mark.parametrize(
    ("age", "ground"), [(timedelta(), MissionEnding.YOUNG), (6 * HOUR, MissionEnding.YOUNG), (6 * HOUR + TICK, None)]
)
def test_a_mission_of_no_more_than_six_hours_may_be_cancelled(age: timedelta, ground: MissionEnding | None) -> None:
    decision = may_cancel(OPEN, 0, NOON + age, LAW)

    assert decision.outcome == ground
    assert decision.next_check == (NOON + 6 * HOUR if ground else None)


@pytest.mark.parametrize(("aborts", "ground"), [(2, None), (3, MissionEnding.ABORTED), (4, MissionEnding.ABORTED)])
def test_an_old_one_may_be_cancelled_once_three_agents_have_asked_for_it(
    aborts: int, ground: MissionEnding | None
) -> None:
    assert may_cancel(OPEN, aborts, NOON + 7 * HOUR, LAW).outcome == ground


def test_whoever_may_not_cancel_it_reads_both_grounds_and_their_numbers() -> None:
    decision = may_cancel(OPEN, 1, NOON + 7 * HOUR, LAW)

    assert [sentence(each) for each in decision.reasons] == [
        "It is 7 h old, and only one of no more than 6 h may be cancelled.",
        "1 of the 3 different Agents that it takes have commented “Abort the Mission!”.",
    ]


def test_without_its_dials_neither_youth_nor_comments_are_a_ground() -> None:
    neither = without("spy.mission_cancel", "spy.mission_aborts")

    assert codes(may_cancel(OPEN, 99, NOON, neither)) == ["mission-not-young", "mission-few-aborts"]
    assert (
        may_cancel(OPEN, 0, NOON + 9 * HOUR, amended(("spy.mission_cancel", "9 hours"))).outcome is MissionEnding.YOUNG
    )
    assert [sentence(each) for each in may_cancel(OPEN, 0, NOON, neither).reasons] == [
        "That a mission is young is no ground to cancel it.",
        "No number of comments is a ground to cancel a mission.",
    ]


def test_what_is_closed_is_neither_closed_again_nor_cancelled_nor_attempted() -> None:
    decisions: list[Decision[Any]] = [
        may_close(CLOSED, LAW),
        may_cancel(CLOSED, 9, NOON, LAW),
        may_gather(CLOSED, 1, LAW),
        may_claim(CLOSED, [JOSH], (), LAW),
    ]

    assert [codes(each) for each in decisions] == [["mission-closed"]] * 4
    assert may_close(OPEN, LAW).outcome
    assert codes(may_close(OPEN, without("spy.missions"))) == ["not-in-the-law"]
    assert codes(may_claim(OPEN, [JOSH], (), without("spy.missions"))) == ["not-in-the-law"]


@pytest.mark.parametrize(
    ("comment", "asks"),
    [
        ("Abort the Mission!", True),
        ("please ABORT the\nmission!!", True),
        ("Abort the mission", False),
        ("Reabort the mission!", False),
        ("Abort a mission!", False),
        ("", False),
    ],
)
def test_a_comment_asks_to_abort_by_the_phrase_alone(comment: str, asks: bool) -> None:
    assert asks_to_abort(comment) is asks


def test_a_mission_is_completed_once_by_each_agent() -> None:
    done = MissionStanding(NOON, completed=frozenset({2}))

    assert may_claim(done, [JOSH, RAVEN], (), LAW).outcome
    refusal = may_claim(done, [JOSH, LULU], (), LAW)
    assert codes(refusal) == ["group-completed"]
    assert "Lulu" in sentence(refusal.reasons[0])
    assert codes(may_gather(done, 2, LAW)) == ["mission-completed"]
    assert may_gather(done, 1, LAW).outcome


def test_whoever_waits_for_a_ruling_does_not_claim_again() -> None:
    assert codes(may_claim(OPEN, [JOSH, LULU], {1, 3}, LAW)) == ["claim-waiting"]
    # Another of the group may be in a claim that the claimant knows nothing of.
    assert may_claim(OPEN, [JOSH, LULU], {2}, LAW).outcome


def test_who_is_idle_by_the_ruling_or_has_completed_it_since_is_not_listed() -> None:
    done = MissionStanding(NOON, completed=frozenset({2}))

    assert listed_agents(done, {1, 2, 3}, {1, 2}) == {1}
    assert listed_agents(done, {2, 3}, {1, 2}) == frozenset()


@pytest.mark.parametrize(("after", "done", "closed"), [(None, 99, False), (2, 1, False), (2, 2, True), (2, 3, True)])
def test_a_mission_closes_after_so_many_completions_if_it_says_so(after: int | None, done: int, closed: bool) -> None:
    assert is_exhausted(after, done) is closed


def test_a_title_makes_no_marks_in_the_journal() -> None:
    assert title_link("The [Red] *Door*", "/x/") == r"[The \[Red\] \*Door\*](/x/)"


def test_every_reason_has_its_sentence() -> None:
    facts: dict[str, Any] = {"open": 3, "most": 3, "age": HOUR, "have": 1, "needs": 3, "names": ["Josh", "Lulu"]}
    said = [
        sentence(Reason(code, "Missions", {**facts, "most": HOUR if "young" in code else 3})) for code in MISSION_WORDS
    ]

    assert all(each.endswith(".") and "{" not in each for each in said)


# -- goals that the server can look at


def spies(**places: str | None) -> dict[int, Whereabouts]:
    """Numbered from 1 by name: `spies(Josh="LON")`."""
    return {key: Whereabouts(place, Tickets()) for key, place in enumerate(places.values(), 1)}


def test_one_of_the_group_is_in_one_of_the_places() -> None:
    check = GoalCheck(Goal.BE_IN, ("LON", "PAR"))

    assert not measure_progress(check, spies(Josh="FRA", Lulu=None)).is_met
    found = measure_progress(check, spies(Josh="FRA", Lulu="LON", Raven="PAR"))
    assert (found.is_met, found.have, found.needs, found.who) == (True, 1, 1, (2, 3))


@pytest.mark.parametrize(("places", "met"), [(("LON", "FRA"), False), (("LON", "PAR"), True), (("LON", "LON"), True)])
def test_so_many_of_the_group_are_in_the_places(places: tuple[str, str], met: bool) -> None:
    found = measure_progress(GoalCheck(Goal.AGENTS_IN, ("LON", "PAR"), 2), spies(Josh=places[0], Lulu=places[1]))

    assert found.is_met is met


@pytest.mark.parametrize(("josh", "lulu", "have", "met"), [(2, 2, 2, False), (3, 0, 3, True), (1, 4, 3, True)])
def test_one_of_the_group_holds_so_many_tickets_and_those_of_several_are_not_added_up(
    josh: int, lulu: int, have: int, met: bool
) -> None:
    group = {key: Whereabouts(None, Tickets(air=count)) for key, count in ((1, josh), (2, lulu))}

    found = measure_progress(GoalCheck(Goal.HOLD, (), 3, Ticket.AIR), group)

    assert (found.have, found.needs, found.is_met) == (have, 3, met)
    assert measure_progress(GoalCheck(Goal.HOLD, (), 1, Ticket.SEA), {}).have == 0


def test_goals_are_read_and_kept_as_they_were_written() -> None:
    written: list[dict[str, Any]] = [
        {"kind": "be-in", "places": ["LON"]},
        {"kind": "agents-in", "places": ["LON", "PAR"], "count": 2},
        {"kind": "hold", "ticket": "sea", "count": 4},
    ]

    assert [each.to_json() for each in read_checks(written)] == written
    assert read_checks([{"kind": "be-in", "places": "lon"}]) == (GoalCheck(Goal.BE_IN, ("LON",)),)


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ({"kind": "dance"}, "checks/0/kind"),
        ("be-in", "checks/0/kind"),
        ({"kind": ["be-in"]}, "checks/0/kind"),
        ({"kind": "be-in", "places": []}, "checks/0/places"),
        ({"kind": "be-in", "places": ["XXX"]}, "checks/0/places"),
        ({"kind": "agents-in", "places": ["LON"], "count": 0}, "checks/0/count"),
        ({"kind": "agents-in", "places": ["LON"]}, "checks/0/count"),
        ({"kind": "hold", "ticket": "rail", "count": 1}, "checks/0/ticket"),
        ({"kind": "hold", "ticket": "air", "count": 1001}, "checks/0/count"),
    ],
)
def test_what_is_no_goal_is_told_at_its_place(entry: object, path: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_checks([entry])

    assert caught.value.path == path


def test_there_are_not_too_many_goals() -> None:
    with pytest.raises(Invalid):
        read_checks([{"kind": "be-in", "places": ["LON"]}] * 11)
    with pytest.raises(Invalid):
        read_checks("be-in")


# -- what a reward or a penalty changes


def test_a_mission_changes_public_numbers_of_agents_and_nothing_else() -> None:
    assert [each.name for each in COLUMNS if may_change(each)] == ["Air Tickets", "Debt"]


def test_changes_name_a_column_by_its_number_or_by_its_name() -> None:
    entries = [{"column": "air tickets", "add": 2}, {"column": 2, "add": "-1"}]

    assert read_changes(entries, "gains", COLUMNS) == (NumberChange(1, "Air Tickets", 2), NumberChange(2, "Debt", -1))
    assert read_changes([{"column": 1, "add": 0}], "gains", COLUMNS) == ()


@pytest.mark.parametrize(
    ("entries", "path"),
    [
        ([{"column": "Cipher", "add": 1}], "losses/0/column"),
        ([{"column": 1, "add": 1}, {"column": "Round", "add": 1}], "losses/1/column"),
        ([{"column": True, "add": 1}], "losses/0/column"),
        (["Air Tickets"], "losses/0/column"),
        ([{"column": 1, "add": "many"}], "losses/0/add"),
        ([{"column": 1, "add": 1_000_001}], "losses/0/add"),
        ([{"column": 1, "add": 1}, {"column": "Air Tickets", "add": 2}], "losses"),
        ([{"column": 1, "add": 1}] * 31, "losses"),
        ("everything", "losses"),
    ],
)
def test_what_is_no_change_is_told_at_its_place(entries: object, path: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_changes(entries, "losses", COLUMNS)

    assert caught.value.path == path


@pytest.mark.parametrize(("before", "add", "after"), [(3, 2, 5), (3, -3, 0), (3, -4, 0), (None, 1, 1)])
def test_a_number_is_never_pushed_below_its_least(before: int | None, add: int, after: int) -> None:
    assert changed_cell(TICKETS, before, add) == after
    assert changed_cell(DEBT, 3, -4) == -1
