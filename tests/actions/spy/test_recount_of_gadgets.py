"""What a recount finds out about Gadgets: rows that are not what the log tells, and ends that no count allowed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from time_machine import Traveller

from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding, RequestVote
from dynasties.spy.gadgets.rules_requests import Stance
from dynasties.spy.plugin import CHECKS
from nomic.core.log.models import Event
from proposals.recount import recount_game
from tests.actions.spy.conftest import mustered
from tests.openings import kept
from tests.spying import SpyTable

HOUR = timedelta(hours=1)


@pytest.fixture
def table(db: None, clock: Traveller) -> SpyTable:
    return kept(played, clock)


def played(clock: Traveller) -> SpyTable:
    """Skis: added, priced twice, bought, claimed, thrown away. Three requests denied, each in its way; one pending."""
    table = mustered(clock)
    table.ask("Lulu")
    table.ask("Raven", "Boots")
    for voter in ("Raven", "Josh"):
        table.say(voter, 1)
    table.say("Kevan", 2, Stance.VETO, "No.")
    table.idle("Josh")
    table.unidle("Josh")
    clock.shift(48 * HOUR)
    table.sweep()
    table.add("Lulu", 1)
    table.price(1, 2)
    table.price(1, 1)
    table.put("Raven", "KRA")
    table.give("Raven", air=1)
    table.buy("Raven", 1)
    table.give("Raven", gadgets=0)
    table.throw_away("Josh", table.claim_gadget("Josh", Holding.objects.get(owner__name="Raven")))
    table.ask("Raven", "Skates")
    table.deny_own("Raven", 3)
    table.ask("Josh", "Kite")
    table.leave("Josh")
    table.sweep()
    table.ask("Raven", "Sled")
    return table


def differences(table: SpyTable) -> list[str]:
    return [each.what for each in recount_game(table.game, CHECKS).differences]


@pytest.mark.postgresql
def test_gadgets_that_were_played_with_agree(table: SpyTable) -> None:
    counted = recount_game(table.game, CHECKS)

    assert counted.differences == ()
    assert [counted.counts[name] for name in list(CHECKS)[-4:]] == [5, 3, 1, 3]
    assert list(GadgetRequest.objects.order_by("number").values_list("ending", flat=True)) == [
        "added",
        "request-vetoed",
        "by-requester",
        "requester-left",
        "",
    ]


def rows(model: Any, **given: Any) -> Any:
    return model.objects.filter(**given)


@pytest.mark.parametrize(
    ("tamper", "what"),
    [
        (lambda: rows(GadgetRequest, number=1).update(description="It flies."), "words of request 1"),
        (lambda: rows(GadgetRequest, number=5).update(number=9), "request 9"),
        (lambda: rows(GadgetRequest, number=2).update(ending="request-disapproved"), "end of request 2"),
        (lambda: rows(GadgetRequest, number=5).update(status="denied", ended_at=F("posted_at")), "end of request 5"),
        (lambda: rows(RequestVote, request__number=1).update(say="disapprove"), "ground of the end of request 1"),
        (lambda: rows(RequestVote, comment="No.").update(comment="Yes."), "vote on request 2"),
        (lambda: rows(RequestVote, comment="No.").delete(), "vote on request 2"),
        (lambda: rows(Gadget, number=1).update(licences=["cross-curtain"]), "gadget 1"),
        (lambda: rows(Gadget, number=1).update(air=2), "cost of gadget 1"),
        (lambda: rows(Gadget, number=1).update(number=7), "gadget 1"),
        (lambda: rows(Holding, how="bought").update(how="claimed"), "owner of gadget 1"),
        (lambda: rows(Holding, how="claimed").update(until_at=None, until_seq=None), "owner of gadget 1"),
        (lambda: rows(Holding, how="claimed").delete(), "owner of gadget 1"),
    ],
)
def test_a_row_that_the_log_does_not_tell_is_found(table: SpyTable, tamper: Callable[[], Any], what: str) -> None:
    tamper()

    assert what in differences(table)


def test_an_end_that_no_count_allowed_is_found(table: SpyTable) -> None:
    Event.objects.filter(kind="spy.gadget-approved").update(at=F("at") - HOUR)

    assert "ground of the end of request 1" in differences(table)
