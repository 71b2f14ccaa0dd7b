"""Prisoners are rescued, and Double Agents turn. (Rule Prisons; Readings 21 and 49; practice rows 57–60)"""

from __future__ import annotations

import pytest

from dynasties.spy.theatre import queries_covers as theatre_queries_covers
from dynasties.tracker.models import Update
from nomic.core.decision import Invalid, Refused
from nomic.core.notifications.models import Notice
from tests.lawmaking import amend, change
from tests.refusals import codes
from tests.spying import SpyTable


@pytest.fixture
def table(table: SpyTable) -> SpyTable:
    """Lulu, of the Mastermind, a prisoner in Iceland; Raven has come there with a Ticket of every kind."""
    table.put("Lulu", "ICE", affiliation="Mastermind", prison="ICE")
    table.put("Raven", "ICE", walked_in=True)
    table.give("Raven", air=1, sea=2, land=3)
    return table


def test_a_rescue_costs_a_ticket_of_every_kind_and_frees_the_prisoner(table: SpyTable) -> None:
    seq = table.game.last_seq

    update = table.rescue("Raven", "Lulu")

    assert table.tickets("Raven") == (0, 1, 2)
    assert (table.cover("Lulu").prison, table.cover("Lulu").location) == (None, "ICE")
    assert (update.comment, update.by) == ("RESCUE", table.agent("Raven"))
    assert table.public_kinds(after=seq) == ["tracker.updated"]


def test_the_log_does_not_say_who_was_rescued(table: SpyTable) -> None:
    table.rescue("Raven", "Lulu")

    event = table.game.events.order_by("-seq")[0]
    assert "Lulu" not in str(event.data)


def test_who_was_rescued_is_told_in_private(table: SpyTable) -> None:
    table.rescue("Raven", "Lulu")

    entry = theatre_queries_covers.visible_trail(table.theatre, table.agent("Lulu"), table.game)[-1]
    assert (entry.why, entry.facts["by"]) == ("rescued", table.agent("Raven").pk)
    assert Notice.objects.filter(account=table.account("Lulu"), kind="spy").count() == 1


@pytest.mark.parametrize("held", [(0, 2, 2), (2, 0, 2), (2, 2, 0)])
def test_who_has_too_few_of_any_kind_rescues_nobody(table: SpyTable, held: tuple[int, int, int]) -> None:
    table.give("Raven", air=held[0], sea=held[1], land=held[2])

    with pytest.raises(Refused) as refused:
        table.rescue("Raven", "Lulu")

    assert codes(refused) == ["no-ticket"]
    assert table.tickets("Raven") == held


def test_who_was_put_there_rescues_nobody(table: SpyTable) -> None:
    table.put("Raven", "ICE")

    with pytest.raises(Refused) as refused:
        table.rescue("Raven", "Lulu")

    assert codes(refused) == ["not-moved-here"]


@pytest.mark.parametrize(
    ("raven", "tickets", "code"),
    [
        ({"walked_in": True}, (0, 2, 2), "no-ticket"),
        ({"walked_in": False}, (1, 1, 1), "not-moved-here"),
        ({"walked_in": True, "prison": "ICE"}, (1, 1, 1), "rescuer-in-prison"),
    ],
)
def test_who_could_rescue_nobody_does_not_find_out_by_trying_who_is_a_prisoner_there(
    table: SpyTable, raven: dict[str, object], tickets: tuple[int, int, int], code: str
) -> None:
    table.put("Raven", "ICE", **raven)
    table.give("Raven", air=tickets[0], sea=tickets[1], land=tickets[2])
    found = []

    for place, prison in (("ICE", "ICE"), ("ICE", None), ("SIB", "SIB"), (None, None)):
        table.put("Lulu", place, prison=prison)
        with pytest.raises(Refused) as refused:
            table.rescue("Raven", "Lulu")
        found.append(refused.value.reasons)

    assert [each[0].code for each in found] == [code] * 4
    assert found == [found[0]] * 4


def test_a_prisoner_rescues_nobody(table: SpyTable) -> None:
    table.put("Raven", "ICE", prison="ICE")

    with pytest.raises(Refused) as refused:
        table.rescue("Raven", "Lulu")

    assert codes(refused) == ["rescuer-in-prison"]


@pytest.mark.parametrize(("place", "prison"), [("ICE", None), ("SIB", "SIB"), (None, None)])
def test_a_rescue_that_frees_nobody_costs_nothing_and_says_no_more(
    table: SpyTable, place: str | None, prison: str | None
) -> None:
    table.put("Lulu", place, prison=prison)
    seq, links = table.game.last_seq, table.game.private_n

    with pytest.raises(Refused) as refused:
        table.rescue("Raven", "Lulu")

    assert codes(refused) == ["no-prisoner-here"]
    assert (table.public_kinds(after=seq), table.game.private_n) == ([], links)


def test_each_prisoner_is_paid_for(table: SpyTable) -> None:
    table.put("Josh", "ICE", prison="ICE")
    table.rescue("Raven", "Lulu")

    with pytest.raises(Refused) as refused:
        table.rescue("Raven", "Josh")

    assert codes(refused) == ["no-ticket"]
    assert table.cover("Josh").prison == "ICE"


def test_the_same_form_pays_once(table: SpyTable) -> None:
    table.give("Raven", air=5, sea=5, land=5)
    first = table.rescue("Raven", "Lulu", token="twice")

    assert table.rescue("Raven", "Lulu", token="twice") == first
    with pytest.raises(Invalid) as invalid:
        table.rescue("Raven", "Josh", token="twice")

    assert (invalid.value.code, table.tickets("Raven")) == ("used-token", (4, 4, 4))
    assert Update.objects.filter(comment="RESCUE").count() == 1


def test_the_price_is_what_the_law_says(table: SpyTable) -> None:
    text = table.rule("Prisons").text
    change(table, amend(table, "Prisons", text.replace("[1](dial:spy.rescue_price)", "[2](dial:spy.rescue_price)")))
    with pytest.raises(Refused) as refused:
        table.rescue("Raven", "Lulu")
    assert codes(refused) == ["no-ticket"]

    table.give("Raven", air=2, sea=2, land=2)
    table.rescue("Raven", "Lulu")
    assert table.tickets("Raven") == (0, 0, 0)


def test_who_is_freed_can_leave(table: SpyTable) -> None:
    table.give("Lulu", sea=1)
    with pytest.raises(Refused) as refused:
        table.move("Lulu", "NWG")
    assert codes(refused)[0] == "in-prison"

    table.rescue("Raven", "Lulu")
    table.move("Lulu", "NWG")
    assert table.cover("Lulu").location == "NWG"


def test_who_leaves_by_eir_affiliation_is_a_prisoner_no_more(table: SpyTable) -> None:
    table.put("Lulu", "ICE", affiliation="World", prison="ICE")
    table.give("Lulu", sea=1)

    table.move("Lulu", "NWG")

    assert table.cover("Lulu").prison is None


@pytest.mark.parametrize(
    ("affiliation", "prison", "side"),
    [("Double Agent (World)", "ICE", "World"), ("Double Agent (Mastermind)", "SIB", "Mastermind")],
)
def test_a_double_agent_turns_in_the_prison_of_eir_true_side(
    table: SpyTable, affiliation: str, prison: str, side: str
) -> None:
    table.put("Lulu", prison, affiliation=affiliation, prison=prison)
    seq = table.game.last_seq

    table.turn("Lulu")

    assert table.cover("Lulu").affiliation == side
    assert table.cover("Lulu").prison == prison
    assert table.public_kinds(after=seq) == []


@pytest.mark.parametrize(
    ("affiliation", "prison", "code"),
    [
        ("Double Agent (World)", "SIB", "prison-of-the-other-side"),
        ("World", "ICE", "no-double-agent"),
        ("Double Agent (World)", None, "no-prisoner"),
        (None, "ICE", "no-double-agent"),
    ],
)
def test_nobody_else_turns(table: SpyTable, affiliation: str | None, prison: str | None, code: str) -> None:
    table.put("Lulu", "ICE", affiliation=affiliation, prison=prison)

    with pytest.raises(Refused) as refused:
        table.turn("Lulu")

    assert codes(refused) == [code]
    assert table.cover("Lulu").affiliation == affiliation


def test_without_the_rule_nobody_is_rescued_and_nobody_turns(table: SpyTable) -> None:
    change(table, table.repeal("Prisons"))

    with pytest.raises(Refused) as rescuing:
        table.rescue("Raven", "Lulu")
    with pytest.raises(Refused) as turning:
        table.turn("Lulu")

    assert (codes(rescuing), codes(turning)) == (["not-in-the-law"], ["not-in-the-law"])
