"""What becomes of a Gadget that was asked for: it is added, or denied. (Rows 71, 72; Readings 24, 39, 40)"""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from dynasties.spy.gadgets import queries as gadgets_queries
from dynasties.spy.gadgets.models import Gadget, GadgetRequest
from dynasties.spy.gadgets.rules_requests import Stance
from nomic.core import clock as clocks
from nomic.core.duties.models import Duty
from nomic.core.floor import floor
from nomic.core.log.models import Event
from nomic.core.notifications.models import Notice
from nomic.core.roster import actions as roster_actions
from tests.actions.spy.asking import HOUR, NAY, VETO, now_of
from tests.refusals import why
from tests.spying import SpyTable


def hiatus_of(table: SpyTable, *, begins: bool) -> None:
    with floor(table.made.pk) as the_floor:
        (roster_actions.begin_hiatus if begins else roster_actions.end_hiatus)(the_floor, "a test")


@pytest.fixture
def ripe(table: SpyTable, clock: time_machine.Traveller) -> GadgetRequest:
    """Lulu's request, of which two approve, 48 hours old; the Clerk has looked at it."""
    row = table.ask("Lulu", licences=["leave-prison"])
    table.say("Raven", row.number)
    table.say("Josh", row.number)
    clock.shift(48 * HOUR)
    table.sweep()
    return now_of(row)


def test_what_nothing_stands_against_is_the_requesters_to_add(table: SpyTable, ripe: GadgetRequest) -> None:
    gadget = table.add("Lulu", ripe.number)
    event = Event.objects.get(kind="spy.gadget-approved")

    assert (gadget.name, gadget.licences, gadgets_queries.cost_of(gadget)) == ("Skis", ["leave-prison"], None)
    assert table.owns("Lulu") == ["Skis"]
    assert (now_of(ripe).status, now_of(ripe).ending, now_of(ripe).next_check) == ("approved", "added", None)
    assert (event.subject, event.data["request"], event.data["approvals"]) == ("gadget:1", ripe.number, 2)
    assert event.decision is not None
    assert [each["code"] for each in event.decision["reasons"]] == ["request-ripe"]


def test_the_requester_is_told_that_e_may_add_it_and_only_e_may(table: SpyTable, ripe: GadgetRequest) -> None:
    told = Notice.objects.get(account=table.account("Lulu"), kind="matter-resolved")

    assert told.facts["how"] == "found nothing against"
    assert told.url.endswith(f"#request-{ripe.number}")
    assert why(table.add, "Raven", ripe.number) == ["not-your-request"]
    assert why(table.deny_own, "Raven", ripe.number) == ["not-your-request"]


def test_nothing_is_added_a_second_before_its_time(table: SpyTable, clock: time_machine.Traveller) -> None:
    row = table.ask("Lulu")
    table.say("Raven", row.number)
    table.say("Josh", row.number)
    clock.shift(48 * HOUR - timedelta(seconds=1))

    assert why(table.add, "Lulu", row.number) == ["request-unripe"]
    clock.shift(1)
    assert table.add("Lulu", row.number).name == "Skis"


def test_the_clerk_denies_at_once_what_has_too_few(table: SpyTable, clock: time_machine.Traveller) -> None:
    row = table.ask("Lulu")
    table.say("Raven", row.number)
    clock.shift(48 * HOUR - timedelta(seconds=1))
    table.sweep()
    assert now_of(row).status == "pending"
    clock.shift(1)

    table.sweep()

    event = Event.objects.get(kind="spy.gadget-denied")
    assert (now_of(row).status, now_of(row).ending, event.by) == ("denied", "request-lacks-approvals", "the Clerk")
    assert event.decision is not None
    assert Notice.objects.get(account=table.account("Lulu"), kind="matter-resolved").facts["how"] == "denied"


def test_a_vote_that_comes_too_late_saves_nothing(table: SpyTable, clock: time_machine.Traveller) -> None:
    row = table.ask("Lulu")
    table.say("Raven", row.number)
    clock.shift(48 * HOUR)

    assert why(table.say, "Josh", row.number) == ["request-lacks-approvals"]
    assert why(table.add, "Lulu", row.number) == ["request-lacks-approvals"]


@pytest.mark.parametrize(("who", "say"), [("Kevan", VETO), ("Raven", NAY)])
def test_until_it_is_added_a_veto_or_a_change_of_mind_denies_it_there_and_then(
    table: SpyTable, ripe: GadgetRequest, who: str, say: Stance
) -> None:
    table.say(who, ripe.number, say)

    assert now_of(ripe).status == "denied"
    assert why(table.add, "Lulu", ripe.number) == ["request-decided"]
    assert why(table.say, "Josh", ripe.number) == ["request-decided"]


def test_an_approval_lapses_with_who_goes_idle(table: SpyTable, ripe: GadgetRequest) -> None:
    table.idle("Raven")
    table.sweep()

    assert now_of(ripe).ending == "request-lacks-approvals"


def test_the_veto_of_an_idle_mastermind_lapses(table: SpyTable, clock: time_machine.Traveller) -> None:
    row = table.ask("Lulu")
    table.say("Raven", row.number)
    table.say("Josh", row.number)
    table.say("Kevan", row.number, VETO)
    table.idle("Kevan", by="Josh")
    clock.shift(48 * HOUR)

    table.sweep()

    assert table.add("Lulu", row.number).name == "Skis"


def test_the_requester_may_deny_eir_own_at_any_time(table: SpyTable, ripe: GadgetRequest) -> None:
    table.deny_own("Lulu", ripe.number)
    event = Event.objects.latest("seq")

    assert (now_of(ripe).status, now_of(ripe).ending) == ("denied", "by-requester")
    assert (event.kind, event.by) == ("spy.gadget-denied", "Lulu")
    assert why(table.deny_own, "Lulu", ripe.number) == ["request-decided"]


def test_in_a_hiatus_nobody_asks_says_adds_or_denies_and_the_time_runs_on(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    row = table.ask("Lulu")
    table.say("Raven", row.number)
    hiatus_of(table, begins=True)

    for act in (
        lambda: table.ask("Raven"),
        lambda: table.say("Josh", row.number),
        lambda: table.add("Lulu", row.number),
        lambda: table.deny_own("Lulu", row.number),
    ):
        assert why(act) == ["hiatus"]
    clock.shift(48 * HOUR)
    table.sweep()
    assert now_of(row).status == "pending"
    hiatus_of(table, begins=False)
    table.sweep()
    assert now_of(row).ending == "request-lacks-approvals"


def test_a_request_of_who_leaves_the_game_is_denied(table: SpyTable, ripe: GadgetRequest) -> None:
    table.leave("Lulu")
    table.sweep()

    assert (now_of(ripe).status, now_of(ripe).ending) == ("denied", "requester-left")


def test_who_is_idle_finds_eir_request_as_it_was(table: SpyTable, ripe: GadgetRequest) -> None:
    table.idle("Lulu")
    table.sweep()

    assert now_of(ripe).status == "pending"
    assert why(table.add, "Lulu", ripe.number) == ["is-idle"]
    table.unidle("Lulu")
    assert table.add("Lulu", ripe.number).name == "Skis"


def test_a_change_of_law_has_every_request_looked_at(table: SpyTable) -> None:
    row = table.ask("Lulu")
    table.change(table.amend("Gadgets", "[48 hours](dial:spy.gadget_time)", "[zero hours](dial:spy.gadget_time)"))

    table.sweep()

    assert now_of(row).ending == "request-lacks-approvals"


def test_without_the_rule_nothing_is_asked_and_nothing_decided(table: SpyTable, clock: time_machine.Traveller) -> None:
    row = table.ask("Lulu")
    table.change(table.repeal("Gadgets"))
    clock.shift(49 * HOUR)
    table.sweep()

    assert now_of(row).status == "pending"
    assert why(table.ask, "Raven") == ["not-in-the-law"]
    assert why(table.deny_own, "Lulu", row.number) == ["not-in-the-law"]


def test_the_clerk_looks_once_and_finds_nothing_the_second_time(table: SpyTable, ripe: GadgetRequest) -> None:
    assert not gadgets_queries.due_requests(clocks.now())
    assert table.sweep() == 0


def test_what_is_added_puts_its_price_among_what_the_mastermind_owes(table: SpyTable, ripe: GadgetRequest) -> None:
    gadget = table.add("Lulu", ripe.number)
    duty = Duty.objects.get(key__startswith="spy.price")

    assert (duty.owed_by, duty.rule, duty.cause) == (table.agent("Kevan"), "Gadgets", "gadget:1")
    assert duty.due_at == gadget.approved_at + 48 * HOUR
    assert Gadget.objects.count() == 1
