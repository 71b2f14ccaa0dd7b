"""An Agent declares whom e serves, and the Clerk idles who does not in time. (Rule Affiliation; practice row 81)"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from dynasties.recount import CHECKS
from dynasties.spy.theatre.models import Cover, Spy
from nomic.core.decision import Invalid, Refused
from nomic.core.floor import floor
from nomic.core.log.models import Event
from nomic.core.roster import actions as roster_actions
from proposals.recount import recount_game
from tests.lawmaking import amend, change
from tests.openings import further
from tests.spying import SpyTable

TWO_WEEKS, TICK = timedelta(days=14), timedelta(microseconds=1)
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def table(table: SpyTable, clock: time_machine.Traveller) -> SpyTable:
    return further(_let_be_silent, table, clock)


def _let_be_silent(table: SpyTable, clock: time_machine.Traveller) -> None:
    """The same table, at which nobody is idled for eir silence."""
    text = table.rule("Agents").text
    change(table, amend(table, "Agents", text.replace("[7 days](dial:idle.after)", "[300 days](dial:idle.after)")))


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.reasons[0].code


def spy(table: SpyTable, name: str) -> Spy:
    return Spy.objects.get(theatre=table.theatre, agent=table.agent(name))


def active(table: SpyTable, name: str) -> bool:
    return table.agent(name).is_playing


def test_a_declaration_is_sealed_and_nothing_of_it_is_public(table: SpyTable) -> None:
    seq, links = table.game.last_seq, table.game.private_n

    table.declare_for("Lulu", "Double Agent (World)")

    assert table.cover("Lulu").affiliation == "Double Agent (World)"
    assert table.public_kinds(after=seq) == []
    assert table.game.private_n == links + 1
    assert "World" not in Cover.objects.latest("pk").sealed


def test_a_declaration_is_made_once_and_said_again_is_the_same(table: SpyTable) -> None:
    table.declare_for("Lulu", "World")
    links = table.game.private_n

    table.declare_for("Lulu", "World")
    with pytest.raises(Refused) as refused:
        table.declare_for("Lulu", "Mastermind")

    assert code(refused) == "affiliation-stands"
    assert (table.cover("Lulu").affiliation, table.game.private_n) == ("World", links)


def test_there_are_four_affiliations_and_no_fifth(table: SpyTable) -> None:
    with pytest.raises(Invalid) as invalid:
        table.declare_for("Lulu", "France")

    assert (invalid.value.path, invalid.value.code) == ("affiliation", "no-affiliation")


def test_the_mastermind_declares_none(table: SpyTable) -> None:
    with pytest.raises(Refused) as refused:
        table.declare_for("Kevan", "World")

    assert code(refused) == "takes-no-part"


def test_the_last_moment_of_two_weeks_is_in_time_and_the_next_is_not(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOON + TWO_WEEKS, tick=False)
    table.sweep()
    assert all(active(table, name) for name in ("Lulu", "Raven", "Josh"))
    table.declare_for("Lulu")

    clock.shift(TICK)
    table.sweep()

    assert [active(table, name) for name in ("Lulu", "Raven", "Josh")] == [True, False, False]
    idled = Event.objects.filter(game=table.made, kind="agent.idled").first()
    assert idled is not None
    assert idled.by == "the Clerk"
    assert idled.decision is not None
    assert idled.decision["reasons"][0]["code"] == "undeclared"


def test_the_clerk_looks_at_everybody_and_leaves_no_trace_of_who_has_declared(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    table.declare_for("Lulu")
    before = [(each.declare_by, each.next_check) for each in Spy.objects.filter(theatre=table.theatre)]
    assert len(set(before)) == 1

    clock.move_to(NOON + TWO_WEEKS + TICK, tick=False)
    table.sweep()

    assert len(set(Spy.objects.filter(theatre=table.theatre).values_list("next_check", flat=True))) == 1


def test_what_the_clerk_has_done_stands_to_a_recount(table: SpyTable, clock: time_machine.Traveller) -> None:
    clock.move_to(NOON + TWO_WEEKS + TICK, tick=False)

    table.sweep()

    assert not active(table, "Lulu")
    assert recount_game(table.game, CHECKS).differences == ()


def test_who_comes_back_has_two_weeks_anew(table: SpyTable, clock: time_machine.Traveller) -> None:
    clock.move_to(NOON + TWO_WEEKS + TICK, tick=False)
    table.declare_for("Josh")
    table.sweep()
    clock.shift(timedelta(days=3))
    table.unidle("Lulu", by="Josh")
    back = NOON + TWO_WEEKS + TICK + timedelta(days=3)
    table.sweep()
    assert active(table, "Lulu")

    clock.move_to(back + TWO_WEEKS, tick=False)
    table.sweep()
    assert active(table, "Lulu")
    clock.shift(TICK)
    table.sweep()
    assert not active(table, "Lulu")


def test_a_hiatus_idles_nobody_and_stops_the_time(table: SpyTable, clock: time_machine.Traveller) -> None:
    clock.move_to(NOON + TWO_WEEKS - timedelta(hours=1), tick=False)
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a Declaration of Victory")
    assert spy(table, "Lulu").declare_by is None
    clock.shift(timedelta(days=2))
    with pytest.raises(Refused) as refused:
        table.declare_for("Raven")
    table.sweep()
    assert code(refused) == "hiatus"
    assert active(table, "Lulu")

    with floor(table.made.pk) as the_floor:
        roster_actions.end_hiatus(the_floor, "it was rejected")
    assert spy(table, "Lulu").declare_by == NOON + TWO_WEEKS + timedelta(days=2)
    clock.shift(timedelta(hours=1))
    table.sweep()
    assert active(table, "Lulu")
    clock.shift(TICK)
    table.sweep()
    assert not active(table, "Lulu")


def test_a_hiatus_after_the_time_only_puts_it_off(table: SpyTable, clock: time_machine.Traveller) -> None:
    clock.move_to(NOON + TWO_WEEKS + timedelta(hours=1), tick=False)
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a Declaration of Victory")
    table.sweep()
    assert active(table, "Lulu")

    with floor(table.made.pk) as the_floor:
        roster_actions.end_hiatus(the_floor, "it was rejected")
    table.sweep()

    assert not active(table, "Lulu")


def test_an_amended_time_moves_everybodys_last_moment(table: SpyTable, clock: time_machine.Traveller) -> None:
    text = table.rule("Affiliation").text
    change(table, amend(table, "Affiliation", text.replace("[two weeks]", "[three days]")))

    assert spy(table, "Lulu").declare_by == NOON + timedelta(days=3)
    clock.move_to(NOON + timedelta(days=3) + TICK, tick=False)
    table.sweep()
    assert not active(table, "Lulu")


def test_without_the_rule_nobody_declares_and_nobody_is_idled(table: SpyTable, clock: time_machine.Traveller) -> None:
    change(table, table.repeal("Affiliation"))

    with pytest.raises(Refused) as refused:
        table.declare_for("Lulu")
    clock.move_to(NOON + 2 * TWO_WEEKS, tick=False)
    table.sweep()

    assert code(refused) == "not-in-the-law"
    assert all("undeclared" not in str(each.decision) for each in Event.objects.filter(kind="agent.idled"))


def test_a_rule_that_comes_again_counts_everybody_anew(table: SpyTable, clock: time_machine.Traveller) -> None:
    text = table.rule("Affiliation").text
    table.strike("Affiliation")
    clock.shift(timedelta(days=30))
    table.enact_rule("Affiliation", text)

    clock.shift(TWO_WEEKS)
    table.sweep()
    in_time = active(table, "Lulu")
    clock.shift(TICK)
    table.sweep()

    assert (in_time, active(table, "Lulu")) == (True, False)


def test_an_amended_rule_that_still_has_it_declared_gives_no_more_time(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(days=10))
    change(table, amend(table, "Affiliation", table.rule("Affiliation").text + "\n\nSo it is."))

    assert spy(table, "Lulu").declare_by == spy(table, "Lulu").since_at + TWO_WEEKS
