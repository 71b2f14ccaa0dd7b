"""An Agent moves: what it costs, what everybody sees of it, and what the Mastermind alone is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from dynasties.spy.map import queries as map_queries
from dynasties.spy.theatre import queries_covers as theatre_queries_covers
from dynasties.spy.theatre.models import Cover, Errand
from dynasties.tracker.models import Update
from nomic.core.decision import Invalid, Refused
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.messages.models import Message
from tests.refusals import codes
from tests.spying import SpyTable


def newest(table: SpyTable) -> Event:
    return Event.objects.filter(game=table.made).order_by("-seq")[0]


def test_a_land_move_is_free_and_leaves_a_note_in_the_tracker(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    table.give("Lulu", air=1, sea=1, land=1)
    seq = table.game.last_seq

    update = table.move("Lulu", "SLO")

    assert table.public_kinds(seq) == ["tracker.updated"]
    assert (update.comment, update.act, newest(table).data["cells"]) == ("LAND MOVE", "move", [])
    assert (table.tickets("Lulu"), table.cover("Lulu").location) == ((1, 1, 1), "SLO")


@pytest.mark.parametrize(
    ("origin", "to", "comment", "left"),
    [
        ("LON", "FRA", "AIR TICKET", (2, 3, 3)),
        ("YOR", "NTH", "SEA TICKET", (3, 2, 3)),
        ("PAR", "MAR", "LAND TICKET", (3, 3, 2)),
    ],
)
def test_a_ticket_is_paid_and_the_tracker_says_which(
    table: SpyTable, origin: str, to: str, comment: str, left: tuple[int, int, int]
) -> None:
    table.put("Lulu", origin)
    table.give("Lulu", air=3, sea=3, land=3)

    update = table.move("Lulu", to)

    assert (update.comment, table.tickets("Lulu")) == (comment, left)
    assert [each["name"] for each in newest(table).data["cells"]] == [comment.title() + "s"]


def test_the_mastermind_is_told_and_no_message_is_sent(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    table.move("Lulu", "SLO")

    told = theatre_queries_covers.visible_trail(table.theatre, table.agent("Kevan"), table.game)[-1]
    assert (told.why, told.cover.location, told.cover.walked_in) == ("moved", "SLO", True)
    kept = {name: told.facts[name] for name in ("kind", "from", "to", "cost", "crosses", "licence")}
    assert kept == {
        "kind": "land",
        "from": "KRA",
        "to": "SLO",
        "cost": {"air": 0, "sea": 0, "land": 0},
        "crosses": False,
        "licence": None,
    }
    assert theatre_queries_covers.visible_trail(table.theatre, table.agent("Raven"), table.game) == []
    assert not Message.objects.exists()


def test_the_public_log_says_nothing_of_where(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    table.put("Raven", "PAR")
    seq = table.game.last_seq

    table.move("Lulu", "SLO")
    table.move("Raven", "LYO")

    mine, other = Event.objects.filter(game=table.made, seq__gt=seq).order_by("seq")
    assert (mine.kind, mine.data.keys(), mine.by) == (other.kind, other.data.keys(), "Lulu")
    assert {**mine.data, "number": 0} == {**other.data, "number": 0}


def test_two_moves_that_cost_the_same_are_public_in_the_same_way(table: SpyTable) -> None:
    """One passes Checkpoint Charlie and one does not; one has a side to keep and one has not."""
    table.put("Lulu", "BER")
    table.put("Raven", "FRA")
    table.put("Josh", "SAX", side="behind")
    links = PrivateEvent.objects.count()
    seen = []
    for name, to in (("Lulu", "SAX"), ("Raven", "RUH"), ("Josh", "BER")):
        seq = table.game.last_seq
        table.move(name, to)
        seen.append((table.public_kinds(seq), PrivateEvent.objects.count() - links))
        links = PrivateEvent.objects.count()

    assert seen[0] == seen[1] == seen[2] == (["tracker.updated"], 3)
    assert len({len(each.sealed) for each in Errand.objects.all()}) == 1
    assert len({len(each.sealed) for each in Cover.objects.order_by("-pk")[:3]}) == 1


@pytest.mark.parametrize(
    ("origin", "to", "code"),
    [
        ("LON", "FRA", "no-ticket"),
        ("YOR", "NTH", "no-ticket"),
        ("PAR", "MAR", "no-ticket"),
        ("PAR", "WAR", "not-adjacent"),
        ("KRA", "KRA", "same-place"),
        ("BER", "HAM", "curtain"),
        (None, "KRA", "no-location"),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(
    table: SpyTable, origin: str | None, to: str, code: str
) -> None:
    table.put("Lulu", origin)
    table.give("Lulu")
    before = (table.game.last_seq, table.game.private_n, Update.objects.count(), table.cover("Lulu"))

    with pytest.raises(Refused) as refused:
        table.move("Lulu", to)

    assert code in codes(refused)
    assert before == (table.game.last_seq, table.game.private_n, Update.objects.count(), table.cover("Lulu"))
    assert map_queries.own_moves(table.theatre, table.agent("Lulu"), table.game.founded_at).may.outcome


@pytest.mark.parametrize("to", ["ATLANTIS", "", "XYZ"])
def test_what_is_no_territory_is_not_understood(table: SpyTable, to: str) -> None:
    table.put("Lulu", "KRA")

    with pytest.raises(Invalid) as refused:
        table.move("Lulu", to)

    assert refused.value.path == "to"


def test_one_moves_again_on_the_next_day_and_not_before(table: SpyTable, clock: time_machine.Traveller) -> None:
    table.put("Lulu", "KRA")
    table.move("Lulu", "SLO")
    found = map_queries.own_moves(table.theatre, table.agent("Lulu"), table.game.founded_at)
    again = found.may.next_check
    assert again is not None
    assert not found.may.outcome

    clock.move_to(again - timedelta(seconds=1))
    with pytest.raises(Refused) as refused:
        table.move("Lulu", "KRA")
    assert "again" in refused.value.reasons[0].facts

    clock.move_to(again)
    assert table.move("Lulu", "KRA").comment == "LAND MOVE"


def test_a_form_sent_twice_moves_once(table: SpyTable) -> None:
    table.put("Lulu", "KRA")

    first, second = (table.move("Lulu", "SLO", token="one") for _ in range(2))

    assert first == second
    assert table.cover("Lulu").location == "SLO"
    with pytest.raises(Invalid) as refused:
        table.move("Lulu", "KRA", token="one")
    assert refused.value.code == "used-token"


def test_a_form_that_exchanged_moves_nobody(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    table.give("Lulu", sea=2)
    table.exchange("Lulu", "sea", "air", token="one")

    with pytest.raises(Invalid) as refused:
        table.move("Lulu", "SLO", token="one")

    assert (refused.value.code, table.cover("Lulu").location) == ("used-token", "KRA")


def test_a_stranger_an_idle_agent_and_the_mastermind_do_not_move(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    table.idle("Lulu")

    for name in ("Lulu", "Kevan"):
        with pytest.raises(Refused):
            table.move(name, "SLO")


def test_in_a_hiatus_nobody_moves(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    table.declare("Raven")

    with pytest.raises(Refused) as refused:
        table.move("Lulu", "SLO")

    assert codes(refused) == ["hiatus"]


# -- what one is told of one's own moves


def test_the_list_has_every_legal_move_with_its_cost(table: SpyTable) -> None:
    table.put("Lulu", "LON")
    table.give("Lulu", air=1)

    found = map_queries.own_moves(table.theatre, table.agent("Lulu"), table.game.founded_at)

    priced = {each.move.to: (each.move.kind.value, each.move.cost.total) for each in found.moves if each.move}
    assert priced == {"CAI": ("air", 1), "FRA": ("air", 1), "WAL": ("land", 0), "YOR": ("land", 0)}


def test_the_planner_finds_the_cheapest_way_with_the_tickets_in_hand(table: SpyTable) -> None:
    table.put("Lulu", "YOR")
    table.give("Lulu", air=1)

    found = map_queries.route_to(map_queries.move_ground(table.theatre, table.agent("Lulu")), "CAI")

    assert found is not None
    assert ([each.to for each in found.moves], found.spent.total) == (["LON", "CAI"], 1)
    assert map_queries.route_to(map_queries.move_ground(table.theatre, table.agent("Lulu")), "ICE") is None
