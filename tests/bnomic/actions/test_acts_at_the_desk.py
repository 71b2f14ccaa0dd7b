"""What was told in prose and is carried out; and what holds of each act at the desk: its reason, on record, once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from time_machine import Traveller

from nomic.core.decision import Refused
from nomic.core.law import queries as law_queries
from proposals.bnomic.clock.actions import LONGEST_WHY
from proposals.bnomic.clock.queries import proposals_to_carry_out
from tests.balloting import MIDNIGHT, WHY, BallotTable
from tests.bnomic.actions.desk import happened, invalid, refusal, the
from tests.lawmaking import change
from tests.openings import further
from tests.tidings.inboxes import forget, told

DAY = timedelta(days=1)


# -- what was told in prose


@pytest.fixture
def won(table: BallotTable, time_machine: Traveller) -> int:
    """Proposal 1."""
    further(two_are_counted, table, time_machine)
    return 1


def two_are_counted(table: BallotTable, time_machine: Traveller) -> None:
    """Proposal 1, told in prose alone, has passed; Proposal 2 is Lost."""
    table.submits("Josh", "Blue", "Let the page be blue.")
    table.submits("Lulu", "Red", "Let the page be red.")
    table.ticks(time_machine, 8, clerk=False)
    table.votes(1, Josh="FOR")
    table.ticks(time_machine, 4, clerk=False)
    table.sweep()


def test_what_a_proposal_says_in_prose_is_marked_as_carried_out(table: BallotTable, won: int) -> None:
    table.desk("carried_out", number=won, why="It is blue.")
    row = table.proposal(won)
    assert row.carried_out_at is not None
    event = the(table, "carried-out")
    assert (event.subject, event.data["why"]) == (row.post.subject_key, "It is blue.")


def test_what_is_lost_or_carried_out_already_is_not_carried_out(table: BallotTable, won: int) -> None:
    assert refusal(table, "carried_out", number=2) == ["not-to-be-carried-out"]
    table.desk("carried_out", number=won)
    assert refusal(table, "carried_out", number=won, why="Once more.") == ["not-to-be-carried-out"]
    assert invalid(table, "carried_out", number=3) == ("number", "no-proposal")


def test_one_that_only_lists_others_leaves_nothing_to_carry_out(
    table: BallotTable, won: int, time_machine: Traveller
) -> None:
    table.submits("Josh", body="", depends="Blue")
    table.ticks(time_machine, 8)
    table.votes(3, Josh="FOR")
    forget()
    table.ticks(time_machine, 4)

    assert table.states()[3] == "Won"
    assert refusal(table, "carried_out", number=3) == ["not-to-be-carried-out"]
    assert [each.row.number for each in proposals_to_carry_out(table.made.pk, law_queries.law(table.made.pk))] == [won]
    assert told(table, "Josh", "ballot-own") == [
        "The ballot of nweek 2 is counted. Your Proposal 3 is Won, and lists nothing to be done."
    ]


def test_whoever_may_not_carry_out_is_shown_the_rule_of_the_office_that_does(table: BallotTable, won: int) -> None:
    for by, number in (("Kevan", 2), ("Josh", won)):
        with pytest.raises(Refused) as caught:
            table.desk("carried_out", by, number=number)
        assert [each.rule for each in caught.value.reasons] == ["The Administrator"]


# -- what holds of each act

ACTS: list[tuple[str, str, dict[str, Any]]] = [
    ("turn_off", "clock-off", {}),
    ("pause", "clock-paused", {"until": MIDNIGHT + 40 * DAY}),
    ("set_clock", "clock-set", {"nweek": 3, "nday": 3}),
    ("number_from", "numbered-from", {"number": 30}),
    ("carried_out", "carried-out", {"number": 1}),
]


@pytest.mark.parametrize(("act", "kind", "facts"), ACTS)
def test_each_act_is_on_record_with_its_reason_and_is_a_word_of_whoever_did_it(
    table: BallotTable, won: int, time_machine: Traveller, act: str, kind: str, facts: dict[str, Any]
) -> None:
    time_machine.shift(timedelta(hours=3))
    table.desk(act, **facts)
    event, kevan = the(table, kind), table.agent("Kevan")
    assert (event.actor, event.data["why"], event.data["heard"]) == (kevan, WHY, [kevan.pk])
    assert kevan.last_active_at == event.at


def test_to_turn_the_clock_on_is_on_record_with_its_reason_too(table: BallotTable, time_machine: Traveller) -> None:
    table.desk("turn_off")
    time_machine.shift(timedelta(hours=3))
    table.desk("turn_on", why="Breakfast is over.")
    event, kevan = the(table, "clock-on"), table.agent("Kevan")
    assert (event.actor, event.data["why"], event.data["heard"]) == (kevan, "Breakfast is over.", [kevan.pk])
    assert kevan.last_active_at == event.at


def test_nobody_who_works_at_the_desk_is_idled_for_eir_silence(table: BallotTable, time_machine: Traveller) -> None:
    for _ in range(3):
        table.ticks(time_machine, 12)
        nweek, nday = table.nday()
        table.desk("set_clock", nweek=nweek, nday=nday + 1)
    assert table.agent("Kevan").is_playing
    assert not table.agent("Josh").is_playing


@pytest.mark.parametrize(("act", "kind", "facts"), ACTS)
def test_a_form_that_is_sent_twice_does_it_once(
    table: BallotTable, won: int, act: str, kind: str, facts: dict[str, Any]
) -> None:
    table.desk(act, **facts)
    table.desk(act, **facts)
    assert len(happened(table, kind)) == 1


def test_to_turn_the_clock_on_twice_does_it_once(table: BallotTable) -> None:
    table.desk("turn_off")
    table.desk("turn_on")
    table.desk("turn_on")
    assert len(happened(table, "clock-on")) == 2  # the game's beginning, and this


def test_what_another_administrator_did_is_not_taken_for_ones_own_act(table: BallotTable) -> None:
    table.make_admin("Josh")
    table.desk("turn_off")
    with pytest.raises(Refused):
        table.desk("turn_off", by="Josh")


@pytest.mark.parametrize(("act", "kind", "facts"), [*ACTS, ("turn_on", "clock-on", {})])
def test_no_act_is_done_without_a_reason_or_by_anybody_else(
    table: BallotTable, act: str, kind: str, facts: dict[str, Any]
) -> None:
    before = table.game.last_seq
    assert invalid(table, act, **facts, why=" \n") == ("why", "empty")
    assert invalid(table, act, **facts, why="x" * (LONGEST_WHY + 1))[0] == "why"
    assert refusal(table, act, **facts, by="Josh") == ["not-an-admin"]
    assert table.game.last_seq == before


def test_an_idle_administrator_does_nothing_at_the_desk(table: BallotTable) -> None:
    table.make_admin("Josh")
    table.idle("Kevan", by="Josh")
    assert refusal(table, "turn_off") == ["is-idle"]


def test_where_no_rule_speaks_of_the_desk_nothing_is_done_there(table: BallotTable) -> None:
    change(table, table.amend("The Administrator", "(mechanism:nweek.administering)", "(https://example.org)"))
    assert refusal(table, "turn_off") == ["not-in-the-law"]
    assert refusal(table, "pause", until=MIDNIGHT + 2 * DAY) == ["not-in-the-law"]
    assert refusal(table, "set_clock", nweek=1, nday=2) == ["not-in-the-law"]
    assert refusal(table, "number_from", number=9) == ["not-in-the-law"]
