"""Who decides for a seat: the person in it, or the program that has its token, and who may not. (Rule Episodes)"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dynasties.quorum.rounds import actions as rounds_actions
from dynasties.quorum.rounds.actions import DecisionRequest
from dynasties.quorum.rounds.models import Decision
from dynasties.quorum.senate import actions as senate_actions
from tests.refusals import why as refused
from tests.sitting import YEA, SenateTable


def of_program(table: SenateTable, token: str, raw: object = None, **more: Any) -> dict[str, Any]:
    """A program in seat 1 decides; yea, where nothing is said."""
    number = more.pop("number", table.number)
    ask = replace(DecisionRequest(1, 0, YEA if raw is None else raw, token=token), **more)
    return rounds_actions.take_decision(game_id=table.made.pk, number=number, ask=ask)


def of_somebody(table: SenateTable, **who: Any) -> list[str]:
    """Why it is refused to whoever says yea in seat 1 of the first Episode."""
    ask = DecisionRequest(1, 0, YEA, **who)
    return refused(lambda: rounds_actions.take_decision(game_id=table.made.pk, number=1, ask=ask))


@pytest.fixture
def mixed(table: SenateTable) -> tuple[SenateTable, str]:
    """Josh, a program that Lulu answers for, and Raven; and the program's token."""
    table.convenes("Josh", seats=3, rounds=4)
    table.sits("Josh", 0)
    token = table.seats_program("Lulu", 1)
    table.sits("Raven", 2)
    return table, token


def test_a_program_decides_with_its_token_and_nobody_for_it(mixed: tuple[SenateTable, str]) -> None:
    table, token = mixed
    assert of_somebody(table, account_id=table.account("Lulu").pk) == ["not-your-seat"]
    assert of_somebody(table, account_id=table.account("Josh").pk) == ["not-your-seat"]
    assert of_somebody(table) == ["not-your-seat"]
    assert refused(lambda: of_program(table, "no-token")) == ["not-your-seat"]
    assert refused(lambda: of_program(table, token, seat=0)) == ["not-your-seat"]
    assert refused(lambda: of_program(table, token, number=2)) == ["not-your-seat"]
    assert not Decision.objects.exists()
    assert of_program(table, token)["accepted"]


def test_an_old_token_decides_nothing(mixed: tuple[SenateTable, str]) -> None:
    table, old = mixed

    new = senate_actions.renew_token(**table.asks("Lulu"), seat=1)

    assert refused(lambda: of_program(table, old)) == ["not-your-seat"]
    assert of_program(table, new)["accepted"]


def test_a_script_decides_for_itself(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    table.sits("Josh", 0)
    table.opens("Josh", "greedy")
    assert of_somebody(table, account_id=table.account("Josh").pk) == ["not-your-seat"]
    assert of_somebody(table, token="") == ["not-your-seat"]


def test_who_is_barred_decides_no_more_in_person_or_by_program(mixed: tuple[SenateTable, str]) -> None:
    table, token = mixed
    table.bars("Lulu")
    table.bars("Josh")

    assert refused(lambda: of_program(table, token)) == ["barred"]
    assert refused(lambda: table.decides("Josh")) == ["barred"]
    assert table.decides("Raven")["closed"] is False


def test_where_the_law_is_for_agents_who_is_idle_or_gone_decides_no_more(mixed: tuple[SenateTable, str]) -> None:
    table, token = mixed
    table.shut()
    table.idle("Raven")
    table.leave("Lulu")

    assert refused(lambda: table.decides("Raven")) == ["is-idle"]
    assert refused(lambda: of_program(table, token)) == ["not-of-the-game"]
    assert table.decides("Josh")["accepted"]
