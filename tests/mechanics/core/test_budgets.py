from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from nomic.core.duties.rules import may_act, may_act_again
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Act, Budget, Law
from proposals.dials import POSTS_EDITING

LAW = law_queries.catalogue().standard()
TICK = timedelta(microseconds=1)
MONDAY = datetime(2026, 3, 16, tzinfo=UTC)


def at(days: int, hours: float) -> datetime:
    return MONDAY + timedelta(days=days, hours=hours)


def again(budget: Budget, *deeds: datetime, law: Law = LAW) -> datetime:
    """The first moment at which it may be done again: refused a tick before, done then."""
    decision = may_act_again(budget, deeds, law, max(deeds))
    assert decision.next_check is not None
    assert not may_act_again(budget, deeds, law, decision.next_check - TICK).outcome
    assert may_act_again(budget, deeds, law, decision.next_check).outcome
    return decision.next_check


def law(**words: str) -> Law:
    return law_queries.catalogue().standard({name.replace("__", "."): said for name, said in words.items()})


@pytest.mark.parametrize("budget", list(Budget))
def test_what_nobody_has_done_yet_is_free(budget: Budget) -> None:
    assert may_act_again(budget, [], LAW, MONDAY).outcome


@pytest.mark.parametrize(
    ("done", "next_time"),
    [
        (at(0, 0), at(1, 0)),
        (at(0, 18), at(1, 0)),
        (at(0, 18) + TICK, at(1, 0) + TICK),
        (at(0, 23.5), at(1, 5.5)),
        (at(1, 0) - TICK, at(1, 6) - TICK),
    ],
)
def test_often_is_once_a_gmt_day_and_six_hours_apart(done: datetime, next_time: datetime) -> None:
    assert again(Budget.OFTEN, done) == next_time


@pytest.mark.parametrize(
    ("done", "next_time"),
    [
        (at(0, 0), at(7, 0)),
        (at(6, 0), at(7, 0)),
        (at(6, 0) + TICK, at(7, 0) + TICK),
        (at(6, 23), at(7, 23)),
        (at(7, 0) - TICK, at(8, 0) - TICK),
    ],
)
def test_occasionally_is_once_a_week_from_monday_and_a_day_apart(done: datetime, next_time: datetime) -> None:
    assert again(Budget.OCCASIONALLY, done) == next_time


def test_the_last_of_several_doings_counts_in_whatever_order_they_are_told() -> None:
    assert again(Budget.OFTEN, at(2, 23), at(0, 1), at(1, 5)) == at(3, 5)


def test_a_table_may_have_the_times_closer_or_farther_apart() -> None:
    assert again(Budget.OFTEN, at(0, 23.5), law=law(often__spacing="30 minutes")) == at(1, 0)
    assert again(Budget.OFTEN, at(0, 1), law=law(often__spacing="two days")) == at(2, 1)
    assert again(Budget.OCCASIONALLY, at(6, 23), law=law(occasionally__spacing="one hour")) == at(7, 0)


def test_without_the_sentences_of_the_law_nothing_limits() -> None:
    silent = law_queries.catalogue().law({}, (), {})

    assert may_act_again(Budget.OFTEN, [MONDAY], silent, MONDAY).outcome
    assert may_act_again(Budget.OCCASIONALLY, [MONDAY], silent, MONDAY).outcome


def test_a_refusal_says_since_when_until_when_and_by_which_words() -> None:
    by_day = may_act_again(Budget.OFTEN, [at(0, 1)], LAW, at(0, 20)).reasons[0]
    by_spacing = may_act_again(Budget.OFTEN, [at(0, 23)], LAW, at(1, 1)).reasons[0]

    assert (by_day.code, by_day.rule, by_day.facts) == (
        "often-enough",
        "Timespans",
        {"last": at(0, 1), "again": at(1, 0)},
    )
    assert by_spacing.facts == {"last": at(0, 23), "again": at(1, 5), "spacing": timedelta(hours=6)}


def test_a_hiatus_stops_the_acts_of_rules_that_it_does_not_leave_in_play() -> None:
    core_act = Act("chat", Budget.OFTEN, "often", LAW.rule(POSTS_EDITING))
    game_act = Act("supply-roll", Budget.OFTEN, "often", "Supplies")

    assert may_act(core_act, LAW, idle_since=None, hiatus_since=MONDAY).outcome
    assert [each.code for each in may_act(game_act, LAW, idle_since=None, hiatus_since=MONDAY).reasons] == ["hiatus"]
    assert may_act(game_act, LAW, idle_since=None, hiatus_since=None).outcome
    assert [each.code for each in may_act(core_act, LAW, idle_since=MONDAY, hiatus_since=None).reasons] == ["is-idle"]
