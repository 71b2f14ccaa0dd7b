from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from nomic.core import clock
from nomic.core.decision import Invalid
from nomic.core.duties import actions as duties_actions, queries as duties_queries
from nomic.core.duties.actions import NewDuty
from nomic.core.duties.models import Duty
from nomic.core.floor import floor
from nomic.core.lobby import queries as lobby_queries
from nomic.core.log import queries as log_queries
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.openings import laid
from tests.refusals import why as refused

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 14, 1, tzinfo=UTC)
HOUR, TICK = timedelta(hours=1), timedelta(microseconds=1)
CAKE = "[When a Proposal is enacted](trigger:enacted), its author gains a cake."


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    return laid("Josh", "Lulu")


def arise(table: Table, key: str = "a", owed_by: str | None = "Josh", hours: int | None = 2) -> Duty | None:
    with floor(table.made.pk) as the_floor:
        due_at = the_floor.now + hours * HOUR if hours else None
        agent = table.agent(owed_by) if owed_by else None
        return duties_actions.record_duty(the_floor, key, NewDuty(agent, "bake a cake", "Cakes", "post:1", due_at))


def kinds(table: Table, last: int) -> list[str]:
    return [event.kind for event in log_queries.log(table.made.pk)[:last]][::-1]


def done(table: Table, name: str, number: int = 1, note: str = "") -> Duty:
    return duties_actions.report_done(actor_id=table.agent(name).pk, game_id=table.made.pk, number=number, note=note)


def test_a_duty_arises_once_from_one_thing(table: Table) -> None:
    first, second, other = arise(table), arise(table), arise(table, "b")

    assert first is not None
    assert other is not None
    assert (first.number, second, other.number) == (1, None, 2)


def test_who_owes_it_does_it_once_with_a_note(table: Table) -> None:
    arise(table)

    assert refused(lambda: done(table, "Lulu")) == ["not-your-duty"]
    duty = done(table, "Josh", note=" With cherries. ")

    assert (duty.note, duty.done_by, duty.done_seq) == ("With cherries.", table.agent("Josh"), table.game.last_seq)
    assert refused(lambda: done(table, "Josh")) == ["duty-done"]
    assert kinds(table, 2) == ["duty.arose", "duty.done"]


def test_what_falls_on_the_admins_any_of_them_does(table: Table) -> None:
    arise(table, owed_by=None)

    assert refused(lambda: done(table, "Josh")) == ["not-an-admin"]
    assert done(table, "Kevan").done_at == START


def test_a_note_that_is_too_long_and_a_duty_that_is_not_there_are_not_understood(table: Table) -> None:
    arise(table)

    with pytest.raises(Invalid) as long:
        done(table, "Josh", note="a" * 1_001)
    with pytest.raises(Invalid) as nothing:
        done(table, "Josh", number=9)

    assert (long.value.path, nothing.value.code) == ("note", "no-duty")


def test_the_clerk_says_once_that_a_duty_is_overdue(table: Table, traveller: time_machine.Traveller) -> None:
    arise(table)

    traveller.move_to(START + 2 * HOUR, tick=False)
    table.sweep()
    assert kinds(table, 1) != ["duty.overdue"]
    traveller.move_to(START + 2 * HOUR + TICK, tick=False)
    table.sweep()
    table.sweep()

    assert [event.kind for event in log_queries.log(table.made.pk, kinds=["duty.overdue"])] == ["duty.overdue"]


def test_the_duty_of_an_idle_agent_rests_and_goes_on_when_e_is_back(
    table: Table, traveller: time_machine.Traveller
) -> None:
    arise(table)
    traveller.move_to(START + HOUR, tick=False)
    table.idle("Josh")
    traveller.move_to(START + 30 * HOUR, tick=False)
    table.sweep()
    assert refused(lambda: done(table, "Josh")) == ["is-idle"]
    assert lobby_queries.waiting_for(table.agent("Josh")).duties == 0

    table.unidle("Josh")

    duty = Duty.objects.get()
    assert lobby_queries.waiting_for(table.agent("Josh")).duties == 1
    assert duty.due_at == duty.next_check == START + 31 * HOUR
    assert not log_queries.log(table.made.pk, kinds=["duty.overdue"])


def test_what_somebody_owed_who_left_is_owed_by_nobody(table: Table, traveller: time_machine.Traveller) -> None:
    arise(table)
    table.leave("Josh")
    traveller.move_to(START + 3 * HOUR, tick=False)
    table.sweep()

    assert not duties_queries.open_duties(table.made.pk)
    assert not log_queries.log(table.made.pk, kinds=["duty.overdue"])


def test_an_enactment_sets_a_rule_off_for_the_admin_who_enacted(
    table: Table, traveller: time_machine.Traveller
) -> None:
    change(table, enact("Cakes", CAKE))
    number = table.propose("Josh", "Nothing much").number
    table.vote("Lulu", number)
    traveller.move_to(START + 12 * HOUR, tick=False)

    table.enact("Kevan", number)

    (duty,) = duties_queries.owed_by(table.agent("Kevan"))
    assert (duty.text, duty.rule, duty.cause) == (
        "When a Proposal is enacted, its author gains a cake.",
        "Cakes",
        f"post:{number}",
    )


def test_what_the_clerk_resolves_any_admin_owes(table: Table, traveller: time_machine.Traveller) -> None:
    change(table, enact("Cakes", CAKE.replace("enacted", "failed")))
    table.propose("Josh", "Nothing much")
    traveller.move_to(START + 50 * HOUR, tick=False)

    table.sweep()

    assert [duty.owed_by for duty in duties_queries.open_duties(table.made.pk)] == [None]


def enacted(table: Table, traveller: time_machine.Traveller, *changes: dict[str, object]) -> list[Duty]:
    number = table.propose("Josh", "Cakes", changes).number
    table.vote("Lulu", number)
    traveller.move_to(clock.now() + 12 * HOUR, tick=False)
    table.enact("Kevan", number)
    return list(duties_queries.open_duties(table.made.pk))


def test_a_change_of_what_enactment_brings_about_does_not_apply_to_itself(
    table: Table, traveller: time_machine.Traveller
) -> None:
    assert enacted(table, traveller, enact("Cakes", CAKE)) == []


def test_unless_it_says_outright_that_it_does(table: Table, traveller: time_machine.Traveller) -> None:
    (duty,) = enacted(table, traveller, enact("Cakes", CAKE), {"kind": "apply-to-itself"})

    assert (duty.rule, duty.owed_by) == ("Cakes", table.agent("Kevan"))


def test_an_enactment_may_lay_a_duty_on_somebody(table: Table, traveller: time_machine.Traveller) -> None:
    lulu = table.agent("Lulu")

    (duty,) = enacted(table, traveller, {"kind": "oblige", "agent": lulu.pk, "text": "bake a cake", "hours": 48})

    assert (duty.owed_by, duty.text, duty.rule) == (lulu, "bake a cake", "Shall and May")
    assert duty.due_at == clock.now() + 48 * HOUR


def test_a_law_that_keeps_no_duties_has_none(table: Table) -> None:
    change(table, table.repeal("Shall and May"))

    assert arise(table) is None
