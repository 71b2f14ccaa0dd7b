"""No page of the Senate asks more of the tables however long the Episode is, or however many there are."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.pages.deciding.pages import address, browser, queries_of
from tests.sitting import YEA, SenateTable

# Who reads which page of the game; None is a visitor.
READ = [
    (None, "senate/"),
    ("Josh", "senate/"),
    (None, "1/"),
    ("Josh", "1/"),
    ("Kevan", "1/"),
    ("Josh", "1/rounds/0/"),
    ("Josh", "2/replay/?round=1"),
    ("Josh", "3/"),
]


def queries(table: SenateTable) -> Mapping[tuple[str | None, str], int]:
    """How many each page asks: on a second reading, when what a server keeps of the law is kept."""
    found = {}
    for who, page in READ:
        found[who, page] = queries_of(table, f"quorum/{page}", who)
    return found


def asked(table: SenateTable) -> Mapping[str, int]:
    """What the part of the chamber that moves asks, with something new and without."""
    client, url = browser(table, "Josh"), f"{address(table, 'quorum/1/')}?round=0"
    tag = client.get(url, headers={"HX-Request": "true"})["ETag"]
    found = {}
    for name, known in (("new", ""), ("nothing", tag)):
        with CaptureQueriesContext(connection) as captured:
            client.get(url, headers={"HX-Request": "true", "If-None-Match": known})
        found[name] = len(captured)
    return found


def test_pages_ask_as_much_in_the_ninth_round_as_in_the_second(table: SenateTable) -> None:
    table.senate("Josh", "Lulu", rounds=20)
    table.all_decide()
    table.senate("Josh", "Lulu", "Raven", rounds=2)
    table.all_decide()
    table.all_decide()
    table.convenes("Josh", seats=2)
    few, moving = queries(table), asked(table)

    table.number = 1
    for _ in range(7):
        table.decides("Josh", {**YEA, "note": {"to": 1, "text": "Once more."}})
        table.decides("Lulu", {**YEA, "note": {"to": 0, "text": "And again."}})
    table.convenes("Raven", seats=6)
    table.senate("Josh", "Lulu", "Raven", rounds=4)
    table.number = 3
    table.sits("Raven", 1)

    assert queries(table) == few
    assert asked(table) == moving


def test_the_senate_asks_as_much_for_ten_past_episodes_as_for_one(table: SenateTable) -> None:
    def asked() -> int:
        return queries_of(table, "quorum/senate/")

    table.convenes("Josh", seats=2)
    table.calls_off("Josh")
    one = asked()

    for _ in range(9):
        table.convenes("Josh", seats=2)
        table.calls_off("Josh")

    assert asked() == one


def test_a_page_that_gathers_is_told_cheaply_that_nobody_has_sat_down(table: SenateTable) -> None:
    table.convenes("Josh")
    client, url = browser(table, "Josh"), f"{address(table, 'quorum/1/')}?gathering"
    tag = client.get(url, headers={"HX-Request": "true"})["ETag"]

    with CaptureQueriesContext(connection) as captured:
        answer = client.get(url, headers={"HX-Request": "true", "If-None-Match": tag})

    assert answer.status_code == 304
    assert len(captured) <= 16


def test_a_question_without_news_is_cheap(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")

    counts = asked(table)

    assert counts["nothing"] < counts["new"]
    assert counts["nothing"] <= 16
