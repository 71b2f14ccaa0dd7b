from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from nomic.core import clock
from nomic.core.decision import Refused
from nomic.core.duties import actions as duties_actions, queries as duties_queries
from nomic.core.duties.models import Deed
from nomic.core.floor import floor
from nomic.core.law import queries as law_queries
from nomic.core.roster.actions import begin_hiatus
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.openings import laid

pytestmark = pytest.mark.django_db
TICK = timedelta(microseconds=1)
SUPPLIES = "An Agent may [often](often:supply-roll) roll for supplies and [now and then](occasionally:market) trade."


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 3, 14, 1, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu")
    change(table, enact("Supplies", SUPPLIES))
    return table


def spend(table: Table, name: str, act: str = "supply-roll") -> Deed:
    with floor(table.made.pk) as the_floor:
        deed = duties_actions.use_allowance(the_floor, table.agent(name), act)
        the_floor.record("game.tested", actor=table.agent(name))
    return deed


def codes(table: Table, name: str, act: str = "supply-roll") -> list[str]:
    with pytest.raises(Refused) as refused:
        spend(table, name, act)
    return [reason.code for reason in refused.value.reasons]


def test_an_act_done_at_half_past_eleven_may_be_done_again_six_hours_later(
    table: Table, traveller: time_machine.Traveller
) -> None:
    evening = datetime(2026, 3, 20, 23, 30, tzinfo=UTC)
    traveller.move_to(evening, tick=False)
    deed = spend(table, "Josh")

    traveller.move_to(evening + timedelta(hours=6) - TICK, tick=False)
    assert codes(table, "Josh") == ["often-enough"]
    traveller.move_to(evening + timedelta(hours=6), tick=False)
    assert spend(table, "Josh").at == datetime(2026, 3, 21, 5, 30, tzinfo=UTC)
    assert deed.seq < table.game.last_seq


def test_every_agent_and_every_act_has_a_budget_of_its_own(table: Table) -> None:
    spend(table, "Josh")

    spend(table, "Lulu")
    spend(table, "Josh", "market")

    assert codes(table, "Josh", "market") == ["occasionally-enough"]


def test_an_act_that_no_rule_names_is_refused(table: Table) -> None:
    assert codes(table, "Josh", "heist") == ["no-such-act"]


def test_an_idle_agent_does_none_and_a_hiatus_lets_nobody(table: Table) -> None:
    table.idle("Lulu")
    with floor(table.made.pk) as the_floor:
        begin_hiatus(the_floor, "a test")

    assert codes(table, "Lulu") == ["is-idle"]
    assert codes(table, "Josh") == ["hiatus"]


def test_buttons_learn_from_one_query_what_may_be_done_and_when(table: Table) -> None:
    spend(table, "Josh")

    acts = {
        act.name: decision for act, decision in duties_queries.acts_of(table.game, table.agent("Josh"), clock.now())
    }

    assert not acts["supply-roll"].outcome
    assert acts["supply-roll"].next_check is not None
    assert acts["market"].outcome
    assert {act.label for act in law_queries.law(table.made.pk).acts()} == {"supply roll", "market"}
