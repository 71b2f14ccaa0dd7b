from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db.models import F

from nomic.core import vault
from nomic.core.duties import actions as duties_actions
from nomic.core.duties.models import Deed, Duty
from nomic.core.floor import floor
from nomic.core.messages.models import Message
from proposals.recount import recount_game
from rulesets.history import actions as history_actions
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.openings import kept, laid

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 14, 1, tzinfo=UTC)


@pytest.fixture
def table() -> Iterator[Table]:
    with time_machine.travel(START, tick=False) as clock:
        yield kept(_with_duties, clock)


def _with_duties(clock: time_machine.Traveller) -> Table:
    """A duty that rested and was done, another that was not, an act done twice, and a message."""
    table = laid("Josh", "Lulu")
    change(table, enact("Supplies", "An Agent may [often](often:supply-roll) roll."))
    with floor(table.made.pk) as the_floor:
        for key in "ab":
            due_at = the_floor.now + timedelta(hours=48)
            owed = duties_actions.NewDuty(table.agent("Josh"), "bake a cake", "Cakes", "post:1", due_at)
            duties_actions.record_duty(the_floor, key, owed)
    table.roll("Josh", act="supply-roll")
    table.message("Josh", "Lulu")
    table.idle("Josh")
    clock.shift(timedelta(days=1))
    table.unidle("Josh")
    table.roll("Josh", act="supply-roll")
    table.report_done("Josh", 1, "With cherries.")
    return table


def wrong(table: Table) -> list[str]:
    return [each.what for each in recount_game(table.game).differences]


def test_what_was_owed_done_and_said_recounts_without_a_difference(table: Table) -> None:
    counts = recount_game(table.game).counts

    assert wrong(table) == []
    assert [counts[name] for name in ("duties", "acts done only so often", "private messages")] == [2, 2, 1]


@pytest.mark.parametrize(
    ("tamper", "what"),
    [
        (lambda: Duty.objects.filter(number=1).update(text="bake two"), "duty:1"),
        (lambda: Duty.objects.filter(number=2).update(due_at=START), "when duty:2 is due"),
        (lambda: Duty.objects.filter(number=1).update(note="Without."), "report of duty:1"),
        (lambda: Duty.objects.filter(number=1).delete(), "duty:1"),
        (lambda: Deed.objects.update(at=START), "whether agent:{josh} could do supply-roll"),
        (lambda: Message.objects.update(sender=F("recipient")), "a private message"),
        (
            lambda: Message.objects.update(sealed=vault.seal({"subject": "a", "body": "b", "salt": "0" * 64})),
            "a private message",
        ),
    ],
)
def test_what_was_tampered_with_is_found(table: Table, tamper: Callable[[], object], what: str) -> None:
    tamper()

    assert wrong(table) == [what.format(josh=table.agent("Josh").pk)]


def test_a_slip_corrected_in_what_a_trigger_says_is_read_at_once(table: Table) -> None:
    change(table, enact("Cakes", "[When a Proposal is enacted](trigger:enacted), there is caek."))
    rule = table.rule("Cakes")

    history_actions.correct_rule(
        actor_id=table.agent("Kevan").pk,
        game_id=table.made.pk,
        rid=rule.id,
        base_version=1,
        text=rule.text.replace("caek", "cake"),
    )

    (trigger,) = table.law.triggers("enacted")
    assert trigger.says.endswith("there is cake.")
    assert wrong(table) == []
