"""The tracker in a browser: read in any order, as of any moment; secrets only to whose they are."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dynasties.tracker.models import Update
from tests.casting import Table
from tests.pages.deciding.pages import address, asked_twice, browser
from tests.pages.dynasties.tracking import SECRET, read, rows, sent


def test_everything_that_is_tracked_stands_on_one_page(spies: Table) -> None:
    status, told = read(spies)

    assert status == 200
    assert "Round 0" in told
    assert "Josh 12 Rome" in told


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("", ["Josh", "Kevan", "Rodney"]),
        ("?sort=-name", ["Rodney", "Kevan", "Josh"]),
        ("?sort=-1", ["Josh", "Kevan", "Rodney"]),
        ("?sort=1", ["Kevan", "Rodney", "Josh"]),
        ("?sort=nonsense", ["Josh", "Kevan", "Rodney"]),
        ("?column=1&where=%3E0", ["Josh"]),
        ("?column=2&where=rom", ["Josh"]),
        ("?where=ev", ["Kevan"]),
    ],
)
def test_rows_are_sorted_and_sifted_without_a_script(spies: Table, query: str, order: list[str]) -> None:
    assert rows(read(spies, query)[1]) == order


def test_what_is_no_comparison_is_told_at_its_field(spies: Table) -> None:
    status, told = read(spies, "?column=1&where=many")

    assert status == 422
    assert "A number is asked for as" in told
    assert rows(told) == ["Josh", "Kevan", "Rodney"]


def test_who_is_idle_is_marked_and_can_be_left_out(spies: Table) -> None:
    spies.idle("Rodney")

    assert "Rodney idle" in read(spies)[1]
    assert rows(read(spies, "?idle=on")[1]) == ["Josh", "Kevan"]
    assert "1 left out" in read(spies, "?idle=on")[1]


def test_the_tracker_as_of_any_moment_and_the_difference_of_two(spies: Table) -> None:
    before = spies.game.last_seq
    spies.update("Josh", spies.cell("Gold", "Josh", "set", "40"))

    assert "Josh 12" in read(spies, f"?after={before}")[1]
    assert "Josh 40" in read(spies)[1]
    assert "Gold Josh 12 40" in read(spies, f"diff/?from={before}&to={before + 1}")[1]
    assert "Nothing changed" in read(spies, f"diff/?from={before}&to={before}")[1]
    assert "New columns: Gold, Place, Cipher, Round." in read(spies, f"diff/?from=1&to={before}")[1]


@pytest.mark.parametrize("query", ["?after=999", "?at=soon", "?at=2999-01-01", "diff/?from=x&to=1"])
def test_a_moment_that_never_was_is_not_understood(spies: Table, query: str) -> None:
    assert read(spies, query)[0] == 422


def test_every_cell_has_its_own_history(spies: Table) -> None:
    spies.update("Kevan", spies.cell("Gold", "Josh", "gain", "5"), comment="A gift.")

    told = read(spies, f"cell/1/{spies.agent('Josh').pk}/")[1]
    assert "2 changes" in told
    assert "12 → becomes 17 “A gift.”" in told or "A gift." in told
    assert "Nobody has changed it yet" in read(spies, "cell/4/game/")[1]


@pytest.mark.parametrize("path", ["cell/9/game/", "cell/1/game/", "cell/1/0/", "cell/4/1/", "cell/1/x/", "updates/9/"])
def test_a_cell_that_is_not_there_is_not_found(spies: Table, path: str) -> None:
    assert read(spies, path)[0] == 404


@pytest.mark.parametrize(
    ("who", "sees"),
    [(None, False), ("Stranger", False), ("Josh", False), ("Ada", False), ("Rodney", True), ("Kevan", True)],
)
def test_a_secret_is_shown_to_whose_it_is_and_to_the_mastermind_alone(
    spies: Table, who: str | None, sees: bool
) -> None:
    spies.join("Ada", admin=True)
    whose, seq = spies.agent("Rodney").pk, spies.game.last_seq
    paths = [
        "tracker/",
        "tracker/?sort=3",
        "tracker/?column=3&where=zebra",
        f"tracker/cell/3/{whose}/",
        "tracker.csv",
        "tracker.json",
        f"tracker/diff/?from=1&to={seq}",
        f"tracker.json?after={seq}",
        "tracker/updates/",
        "log/",
        f"tracker/edit/?cell=3:{whose}",
    ]
    found = {
        path
        for path in paths
        if SECRET in browser(spies, who).get(address(spies, path)).content.decode().replace("where=zebra", "")
    }

    assert bool(found) is sees
    assert not {"tracker/updates/", "log/"} & found
    assert not sees or found == {*paths} - {"tracker/updates/", "log/"}


def test_a_secret_update_makes_no_event_and_no_number(spies: Table) -> None:
    last, numbers = spies.game.last_seq, Update.objects.filter(number__isnull=False).count()

    told = sent(spies, "Rodney", ("Cipher", "Rodney", "set", "quagga", 1))[1]

    assert "Done, in secret." in told
    assert spies.held("Cipher", "Rodney", "Rodney") == "quagga"
    assert (spies.game.last_seq, Update.objects.filter(number__isnull=False).count()) == (last, numbers)


def test_as_many_queries_for_ten_agents_as_for_three(spies: Table) -> None:
    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as spent:
            assert browser(spies, "Josh").get(address(spies, path)).status_code == 200
        return len(spent)

    paths = ("tracker/", "tracker/?choose=1", "tracker/updates/", "tracker.csv", "tracker/edit/?cell=4:game")
    few = {path: cost(path) for path in paths for _ in range(2)}
    for n in range(7):
        spies.join(f"Spy {n:02}")
        spies.update("Josh", spies.cell("Gold", f"Spy {n:02}", "set", "5"), comment="Five.")
    many = {path: cost(path) for path in paths}

    assert many == few


@pytest.mark.parametrize("place", ["Gold", "Cipher", "Round"])
def test_a_page_of_the_tracker_asks_the_tables_nothing_twice(place: str, spies: Table) -> None:
    whose = "game" if place == "Round" else str(spies.agent("Josh").pk)
    assert asked_twice(spies, "tracker/") == []
    assert asked_twice(spies, f"tracker/cell/{spies.column_number(place)}/{whose}/") == []
