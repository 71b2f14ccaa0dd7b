"""The Mastermind assigns Locations and puts eir record right. (Rules Location and Top Secret)"""

from __future__ import annotations

import pytest

from dynasties.spy.theatre import queries_covers as theatre_queries_covers
from dynasties.spy.theatre.models import Cover as CoverRow
from dynasties.spy.theatre.rules_map import LAND
from nomic.core.decision import Invalid, Refused
from nomic.core.dice.models import SecretRoll
from nomic.core.notifications.models import Notice
from nomic.core.secrets import queries as secrets_queries
from tests.lawmaking import change
from tests.spying import SpyTable


def notices(table: SpyTable, name: str) -> int:
    return Notice.objects.filter(account=table.account(name), kind="spy").count()


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.reasons[0].code


def test_one_click_deals_land_territories_to_all_who_have_none(table: SpyTable) -> None:
    table.put("Lulu", "BER")
    seq, rolls = table.game.last_seq, SecretRoll.objects.count()

    assert table.deal() == 2

    assert {table.cover(name).location for name in ("Josh", "Raven")} <= LAND
    assert table.cover("Lulu").location == "BER"
    assert SecretRoll.objects.count() == rolls + 2
    assert table.public_kinds(after=seq) == []


def test_dealing_again_deals_to_nobody(table: SpyTable) -> None:
    table.deal()
    links = table.game.private_n

    assert table.deal() == 0
    assert table.game.private_n == links


def test_the_mastermind_is_dealt_nothing_and_a_newcomer_waits_for_the_next_click(table: SpyTable) -> None:
    table.deal()
    assert table.cover("Kevan").location is None

    table.join("Zelda")

    assert table.cover("Zelda").location is None
    assert table.deal() == 1


def test_nobody_but_the_mastermind_deals(table: SpyTable) -> None:
    with pytest.raises(Refused) as refused:
        table.deal(by="Josh")

    assert code(refused) == "for-the-mastermind"


def test_who_is_dealt_a_location_is_told_that_there_is_news_and_no_more(table: SpyTable) -> None:
    table.deal()

    notice = Notice.objects.get(account=table.account("Lulu"), kind="spy")
    assert notice.facts == {}
    assert (table.cover("Lulu").location or "?") not in notice.key + notice.url


def test_a_location_is_assigned_by_hand_once(table: SpyTable) -> None:
    assert table.assign("Lulu", "ber").location == "BER"

    with pytest.raises(Refused) as refused:
        table.assign("Lulu", "PAR")

    assert code(refused) == "has-location"
    assert table.cover("Lulu").location == "BER"


@pytest.mark.parametrize("words", ["NTH", "XXX", ""])
def test_a_first_location_is_a_land_territory(table: SpyTable, words: str) -> None:
    with pytest.raises(Invalid) as invalid:
        table.assign("Lulu", words)

    assert (invalid.value.path, invalid.value.code) == ("code", "no-land")


def test_a_location_in_a_smuggling_territory_has_no_side_yet_and_another_has_its_own(table: SpyTable) -> None:
    assert table.assign("Lulu", "FIN").side is None
    assert table.assign("Raven", "BER").side == "behind"


def test_a_correction_tells_its_owner_what_it_was_and_why(table: SpyTable) -> None:
    table.put("Lulu", "BER")

    table.correct("Lulu", "location", "par", why="I misread your message.")

    entry = theatre_queries_covers.visible_trail(table.theatre, table.agent("Lulu"), table.game)[-1]
    assert (entry.cover.location, entry.why) == ("PAR", "corrected")
    assert entry.facts == {"field": "location", "was": "BER", "text": "I misread your message."}
    assert notices(table, "Lulu") == 1


def test_a_correction_is_committed_to_in_the_private_chain(table: SpyTable) -> None:
    table.put("Lulu", "BER")

    table.correct("Lulu", "affiliation", "World", why="You told me so by mail.")

    link = secrets_queries.unseal_event(CoverRow.objects.latest("pk").private)
    assert (link.kind, link.data["affiliation"], link.data["facts"]["text"]) == (
        "spy.cover",
        "World",
        "You told me so by mail.",
    )


def test_a_correction_says_why(table: SpyTable) -> None:
    with pytest.raises(Invalid) as invalid:
        table.correct("Lulu", "affiliation", "World", why=" ")

    assert (invalid.value.path, invalid.value.code) == ("why", "empty")


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("name", "Zed", "field"),
        ("affiliation", "France", "value"),
        ("location", "XXX", "value"),
        ("side", "left", "value"),
        ("prison", "PAR", "value"),
    ],
)
def test_what_a_record_cannot_hold_is_not_understood(table: SpyTable, field: str, value: str, path: str) -> None:
    with pytest.raises(Invalid) as invalid:
        table.correct("Lulu", field, value)

    assert invalid.value.path == path


def test_a_record_can_be_emptied_again(table: SpyTable) -> None:
    table.declare_for("Lulu")

    assert table.correct("Lulu", "affiliation", "").affiliation is None


def test_a_prisoner_is_where_the_prison_is(table: SpyTable) -> None:
    table.put("Lulu", "PAR")
    with pytest.raises(Invalid) as invalid:
        table.correct("Lulu", "prison", "ICE")
    assert (invalid.value.path, invalid.value.code) == ("value", "elsewhere")

    table.correct("Lulu", "location", "ICE")
    assert table.correct("Lulu", "prison", "ICE").prison == "ICE"
    assert table.correct("Lulu", "location", "PAR").prison is None


def test_elsewhere_is_maybe_on_the_other_side(table: SpyTable) -> None:
    table.put("Lulu", "FRA", side="free", walked_in=True)

    assert table.correct("Lulu", "location", "FIN").side == "free"
    behind = table.correct("Lulu", "location", "BER")
    assert (behind.side, behind.walked_in) == ("behind", True)
    assert table.correct("Lulu", "location", "FIN").side == "behind"


def test_a_correction_that_changes_nothing_leaves_nothing(table: SpyTable) -> None:
    table.put("Lulu", "PAR")
    links = table.game.private_n

    table.correct("Lulu", "location", "PAR")

    assert table.game.private_n == links


def test_without_the_rule_of_locations_nothing_is_dealt(table: SpyTable) -> None:
    change(table, table.repeal("Location"))

    with pytest.raises(Refused) as refused:
        table.deal()

    assert code(refused) == "not-in-the-law"
