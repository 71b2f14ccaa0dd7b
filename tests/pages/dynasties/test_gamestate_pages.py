"""The gamestate pages in a browser: read, edited, merged, compared; closed with the rule that carried them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dynasties.pages.models import PageVersion
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.pages.deciding.pages import address, browser, words

BASE = "north\n\nsouth"


def made_by(table: Table, editors: str = "agents", title: str = "Map", text: str = BASE) -> dict[str, Any]:
    return {"kind": "make-page", "title": title, "rule": table.rule("Maps").id, "editors": editors, "text": text}


@pytest.fixture
def mapped(table: Table) -> Table:
    """The table with a rule “Maps” and the page “Map”, which every Agent may edit."""
    change(table, enact("Maps", "There is a map."))
    change(table, made_by(table))
    return table


def sent(table: Table, who: str, text: str, base: int = 1, number: int = 1, **more: str) -> tuple[int, str]:
    typed = {"text": text, "base_version": base, "comment": "", "do": "write", **more}
    response = browser(table, who).post(address(table, f"pages/{number}/edit/"), typed, follow=True)
    return response.status_code, words(response)


def read(table: Table, path: str, who: str | None = None) -> tuple[int, str]:
    response = browser(table, who).get(address(table, path))
    return response.status_code, words(response)


def test_a_stranger_reads_every_page_and_its_history_and_is_told_why_e_may_not_edit(mapped: Table) -> None:
    sent(mapped, "Josh", "north\n\neast", comment="The south is gone.")

    assert "Map" in read(mapped, "pages/")[1]
    status, told = read(mapped, "pages/1/")
    assert (status, "east" in told, "Only an Agent" in told) == (200, True, True)
    assert "The south is gone." in read(mapped, "pages/1/history/")[1]
    assert "south" in read(mapped, "pages/1/versions/1/")[1]
    assert "southeast" in read(mapped, "pages/1/diff/")[1].replace(" ", "")


def test_a_page_is_shown_as_it_stood_after_any_event(mapped: Table) -> None:
    before = mapped.game.last_seq
    sent(mapped, "Josh", "east")

    assert "south" in read(mapped, f"pages/1/?after={before}")[1]
    assert "south" not in read(mapped, "pages/1/")[1]
    assert read(mapped, "pages/1/?after=1")[0] == 404
    assert "No page yet" in read(mapped, "pages/?after=1")[1]
    assert read(mapped, "pages/?after=soon")[0] == 422


def test_an_agent_edits_looks_first_and_is_back_at_the_page(mapped: Table) -> None:
    status, told = sent(mapped, "Josh", "*east*", do="preview")
    assert (status, "Preview east" in told, PageVersion.objects.count()) == (200, True, 1)

    status, told = sent(mapped, "Josh", "*east*")
    assert (status, "The page is written." in told) == (200, True)


def test_who_comes_second_is_merged_or_shown_both_and_loses_nothing(mapped: Table) -> None:
    sent(mapped, "Josh", "Norden\n\nsouth")

    assert "merged with newer ones" in sent(mapped, "Kevan", "north\n\nSOUTH")[1]
    status, told = sent(mapped, "Kevan", "le nord\n\nsouth")
    assert status == 409
    assert "contradict each other in 1 place" in told
    assert "⟦now: Norden⟧⟦proposed: le nord⟧" in told
    assert PageVersion.objects.count() == 3

    status, told = sent(mapped, "Kevan", "⟦now: Norden⟧⟦proposed: le nord⟧", base=3)
    assert (status, "take the marks out" in told) == (422, True)
    assert sent(mapped, "Kevan", "Norden, le nord\n\nSOUTH", base=3)[0] == 200


def test_what_was_typed_stays_where_the_rules_say_no(mapped: Table) -> None:
    change(mapped, made_by(mapped, "mastermind", "Plans"))

    assert browser(mapped, "Josh").get(address(mapped, "pages/2/edit/")).status_code == 409
    status, told = sent(mapped, "Josh", "my long text", number=2)
    assert (status, "my long text" in told, "only the Mastermind" in told) == (409, True, True)
    assert "Edit" in read(mapped, "pages/2/", "Josh")[1]


def test_a_page_whose_rule_is_gone_is_closed_and_a_dropped_one_still_reads(mapped: Table) -> None:
    change(mapped, {"kind": "repeal", "rule": mapped.rule("Maps").id})
    told = read(mapped, "pages/1/", "Josh")[1]
    assert "closed" in told
    assert "gives no licence any more" in told

    change(mapped, {"kind": "drop-page", "page": 1})
    told = read(mapped, "pages/1/", "Josh")[1]
    assert "did away with this page" in told
    assert "south" in told


@pytest.mark.parametrize("path", ["pages/7/", "pages/1/versions/9/", "pages/7/history/", "pages/7/diff/"])
def test_what_never_was_is_not_found(mapped: Table, path: str) -> None:
    assert read(mapped, path)[0] == 404


def test_versions_that_never_were_cannot_be_compared_or_written_on(mapped: Table) -> None:
    assert read(mapped, "pages/1/diff/?from=1&to=9")[0] == 422
    assert sent(mapped, "Josh", "east", base=9)[0] == 422
    assert sent(mapped, "Josh", "a\u202eb")[0] == 422


def test_the_list_takes_as_many_queries_for_ten_pages_as_for_three(mapped: Table) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as spent:
            assert read(mapped, "pages/", "Josh")[0] == 200
        return len(spent)

    change(mapped, *(made_by(mapped, title=f"Page {n}") for n in range(2)))
    _, few = cost(), cost()  # the first one fills the caches
    change(mapped, *(made_by(mapped, title=f"Sheet {n}") for n in range(7)))
    assert cost() == few


def test_a_proposal_that_writes_a_page_shows_the_difference_and_is_typed_in_the_composer(mapped: Table) -> None:
    row = {"row": "1", "r1-kind": "write-page", "r1-page": "1", "title": "East", "body": "", "category": "proposal"}
    client, url = browser(mapped, "Josh"), address(mapped, "posts/new/")
    taken = client.post(url, {**row, "token": "a", "do": "load-1"}).content.decode()
    assert BASE.split()[0] in taken

    typed = {**row, "token": "a", "do": "post", "r1-loaded": "1", "r1-version": "1", "r1-text": "north\n\neast"}
    told = words(client.post(url, typed, follow=True))
    assert "Write the page “Map” anew." in told
    assert "east" in told

    again = words(client.get(address(mapped, "posts/1/edit/")))
    assert "east" in again
