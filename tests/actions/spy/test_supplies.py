"""Tickets: the roll in a supply centre with its results, and the exchange in place of a move."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from dynasties.recount import CHECKS
from dynasties.spy.map import queries as map_queries
from dynasties.tracker.models import Update
from nomic.core.decision import Invalid, Refused
from nomic.core.dice import actions as dice_actions
from nomic.core.dice.models import Roll
from nomic.core.log.models import Event
from proposals.recount import recount_game
from tests.refusals import codes
from tests.spying import SpyTable

Fix = Callable[[int], None]


@pytest.fixture
def fallen(monkeypatch: pytest.MonkeyPatch) -> Fix:
    """Lets the next dice fall as a test needs them."""
    return lambda face: monkeypatch.setattr(dice_actions, "dice_faces", lambda *thrown: (face,))


@pytest.mark.parametrize(
    ("face", "tickets", "lkl", "comment"),
    [
        (1, (1, 0, 0), None, "SUPPLIES: 1 Air Ticket"),
        (2, (0, 1, 0), None, "SUPPLIES: 1 Sea Ticket"),
        (3, (0, 0, 1), None, "SUPPLIES: 1 Land Ticket"),
        (4, (0, 0, 1), None, "SUPPLIES: 1 Land Ticket"),
        (5, (0, 0, 0), None, "SUPPLIES: nothing"),
        (6, (0, 0, 0), "KRA", "SUPPLIES: in the news at KRA"),
    ],
)
def test_the_six_results(
    table: SpyTable, fallen: Fix, face: int, tickets: tuple[int, int, int], lkl: str | None, comment: str
) -> None:
    table.put("Lulu", "KRA")
    table.give("Lulu")
    seq = table.game.last_seq
    fallen(face)

    update = table.roll_supplies("Lulu")

    assert table.public_kinds(seq) == ["dice.rolled", "tracker.updated"]
    assert (table.tickets("Lulu"), table.lkl("Lulu"), update.comment) == (tickets, lkl, comment)
    assert (update.rolls, update.act) == ([Roll.objects.get(act="supply-roll").number], "supply-roll")
    assert not recount_game(table.game, CHECKS).differences


def test_a_roll_that_is_no_news_is_public_in_the_same_way_wherever_one_is(table: SpyTable, fallen: Fix) -> None:
    table.put("Lulu", "KRA")
    table.put("Raven", "PAR")
    table.give("Lulu")
    table.give("Raven")
    seq = table.game.last_seq
    fallen(5)

    table.roll_supplies("Lulu")
    table.roll_supplies("Raven")

    rows = Event.objects.filter(game=table.made, seq__gt=seq).order_by("seq").values_list("data", flat=True)
    varying = {"number", "nonce", "rolls"}
    first, second, third, fourth = ({name: row[name] for name in row if name not in varying} for row in rows)
    assert (first, second) == (third, fourth)


def test_the_news_name_the_place_even_where_it_was_known(
    table: SpyTable, clock: time_machine.Traveller, fallen: Fix
) -> None:
    table.put("Lulu", "KRA")
    fallen(6)
    table.roll_supplies("Lulu")
    clock.shift(timedelta(days=1))

    again = table.roll_supplies("Lulu")

    assert (again.comment, table.lkl("Lulu")) == ("SUPPLIES: in the news at KRA", "KRA")


@pytest.mark.parametrize("place", ["YOR", "NTH", "ICE", None])
def test_one_rolls_in_a_supply_centre_alone_and_the_refusal_leaves_no_trace(table: SpyTable, place: str | None) -> None:
    table.put("Lulu", place)
    before = (table.game.last_seq, table.game.private_n, Roll.objects.count())

    with pytest.raises(Refused) as refused:
        table.roll_supplies("Lulu")

    assert codes(refused) == ["not-in-supply-centre"]
    assert before == (table.game.last_seq, table.game.private_n, Roll.objects.count())


def test_one_rolls_again_on_the_next_day_and_not_before(table: SpyTable, clock: time_machine.Traveller) -> None:
    table.put("Lulu", "KRA")
    table.roll_supplies("Lulu")
    found = map_queries.times_of(table.agent("Lulu"), table.law, table.game.founded_at, None)["supply-roll"].next_check
    assert found is not None

    clock.move_to(found - timedelta(seconds=1))
    with pytest.raises(Refused) as refused:
        table.roll_supplies("Lulu")
    assert "again" in refused.value.reasons[0].facts

    clock.move_to(found)
    assert table.roll_supplies("Lulu").act == "supply-roll"


def test_a_form_sent_twice_rolls_once(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    first, second = (table.roll_supplies("Lulu", token="one") for _ in range(2))

    assert (first, Roll.objects.filter(act="supply-roll").count()) == (second, 1)


def test_no_die_that_fell_before_is_a_roll_for_supplies(table: SpyTable) -> None:
    table.put("Lulu", "BOR")
    before = table.roll("Lulu", "DICE6", "Supplies", act="supply-roll", token="kept")
    table.put("Lulu", "KRA")

    with pytest.raises(Refused) as refused:
        table.roll_supplies("Lulu", token="kept")

    assert codes(refused) == ["often-enough"]
    assert [each.number for each in Roll.objects.filter(agent=table.agent("Lulu"))][-1] == before.number


def test_a_roll_and_a_move_are_two_acts(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    table.roll_supplies("Lulu")
    table.move("Lulu", "SLO")

    assert table.cover("Lulu").location == "SLO"


# -- an Experienced Spy


@pytest.mark.parametrize(("quiet", "lkl"), [(True, None), (False, "KRA")])
def test_an_experienced_spy_may_keep_eir_lkl_out_of_it(
    table: SpyTable, fallen: Fix, monkeypatch: pytest.MonkeyPatch, quiet: bool, lkl: str | None
) -> None:
    monkeypatch.setattr(map_queries, "may_be_quiet", lambda *asked: True)
    table.put("Lulu", "KRA")
    fallen(6)

    update = table.roll_supplies("Lulu", quiet=quiet)

    assert table.lkl("Lulu") == lkl
    assert update.comment == ("SUPPLIES: nothing" if quiet else "SUPPLIES: in the news at KRA")


def test_nobody_else_may(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    with pytest.raises(Refused) as refused:
        table.roll_supplies("Lulu", quiet=True)

    assert codes(refused) == ["not-quiet"]
    assert not Roll.objects.filter(act="supply-roll").exists()


# -- the exchange


def test_two_tickets_of_a_kind_are_one_of_another(table: SpyTable) -> None:
    table.give("Lulu", air=1, sea=5)
    seq = table.game.last_seq

    update = table.exchange("Lulu", "sea", "air", 2)

    assert table.public_kinds(seq) == ["tracker.updated"]
    assert table.tickets("Lulu") == (3, 1, 0)
    assert (update.comment, update.act) == ("EXCHANGE: 4 Sea Tickets for 2 Air Tickets", "move")
    assert not recount_game(table.game, CHECKS).differences


@pytest.mark.parametrize(
    ("give", "take", "times", "code"),
    [
        ("sea", "air", 3, "no-ticket"),
        ("sea", "sea", 1, "exchange-for-the-same"),
        ("sea", "air", 0, "exchange-for-nothing"),
    ],
)
def test_an_exchange_that_may_not_be_changes_nothing(
    table: SpyTable, give: str, take: str, times: int, code: str
) -> None:
    table.give("Lulu", air=1, sea=5)
    before = (table.game.last_seq, Update.objects.count())

    with pytest.raises(Refused) as refused:
        table.exchange("Lulu", give, take, times)

    assert (codes(refused), table.tickets("Lulu")) == ([code], (1, 5, 0))
    assert before == (table.game.last_seq, Update.objects.count())


@pytest.mark.parametrize(
    ("give", "take", "times", "path"), [("gold", "air", 1, "give"), ("air", "", 1, "take"), ("air", "sea", -1, "times")]
)
def test_what_cannot_be_understood_is_told_at_its_field(
    table: SpyTable, give: str, take: str, times: int, path: str
) -> None:
    with pytest.raises(Invalid) as refused:
        table.exchange("Lulu", give, take, times)

    assert refused.value.path == path


def test_an_exchange_takes_the_place_of_a_move(table: SpyTable, clock: time_machine.Traveller) -> None:
    table.put("Lulu", "KRA")
    table.give("Lulu", sea=4)
    table.exchange("Lulu", "sea", "air")

    with pytest.raises(Refused):
        table.move("Lulu", "SLO")
    with pytest.raises(Refused):
        table.exchange("Lulu", "sea", "air")
    clock.shift(timedelta(days=1))
    table.move("Lulu", "SLO")

    assert table.tickets("Lulu") == (1, 2, 0)


@pytest.mark.parametrize(("location", "prison"), [("ICE", "ICE"), (None, None)])
def test_where_one_is_does_not_matter_to_an_exchange(table: SpyTable, location: str | None, prison: str | None) -> None:
    table.put("Lulu", location, affiliation="Mastermind", prison=prison)
    table.give("Lulu", sea=2)

    table.exchange("Lulu", "sea", "land")

    assert table.tickets("Lulu") == (0, 0, 1)


def test_a_form_sent_twice_exchanges_once(table: SpyTable) -> None:
    table.give("Lulu", sea=4)

    first, second = (table.exchange("Lulu", "sea", "air", token="one") for _ in range(2))

    assert (first, table.tickets("Lulu")) == (second, (1, 2, 0))
    with pytest.raises(Invalid) as refused:
        table.exchange("Lulu", "sea", "land", token="one")
    assert refused.value.code == "used-token"
