"""The ruleset at any instant and after any event, and two moments side by side."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from rulesets.history import queries as history_queries
from tests.casting import Table
from tests.lawmaking import change, enact, rename
from tests.pages.rulesets.reading import get, main, words


def test_the_law_of_an_instant_is_the_law_after_the_last_event_by_then(
    table: Table, clock: time_machine.Traveller
) -> None:
    before = table.game.last_seq
    clock.shift(3600)
    change(table, table.amend("Enactment", "[48 hours]", "[36 hours]"))

    old, new = get(table, "ruleset/at/2026-01-01T00:59:59Z/"), get(table, "ruleset/at/2026-01-01T01:00:00Z/")

    assert ("48 hours" in main(old), "36 hours" in main(old)) == (True, False)
    assert ("48 hours" in main(new), "36 hours" in main(new)) == (False, True)
    assert f"As it stood on 1 Jan 2026, 00:59 UTC, after event {before}." in words(old)


def test_the_law_after_an_event(table: Table) -> None:
    before = table.game.last_seq
    change(table, table.repeal("Spelling"))

    old, new = get(table, f"ruleset/after/{before}/"), get(table, f"ruleset/after/{before + 1}/")

    assert "make no difference to play" in words(old)
    assert "make no difference to play" not in words(new)


@pytest.mark.parametrize("path", ["ruleset/at/2025-12-31/", "ruleset/after/0/"])
def test_before_the_founding_there_was_no_law(table: Table, path: str) -> None:
    assert "There was no law yet" in words(get(table, path))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("ruleset/at/tomorrow/", "“tomorrow” is no instant"),
        ("ruleset/at/2026-02-30/", "is no instant"),
        ("ruleset/at/2026-01-02/", "has not come yet"),
        ("ruleset/after/99999/", "The log has no event 99999 yet"),
        ("ruleset/after/99999999999999999999999/", "The log has no event"),
        ("ruleset/diff/?from=2026-01-01&to=99999", "The log has no event 99999 yet"),
    ],
)
def test_a_moment_that_never_was_is_answered_with_a_sentence(table: Table, path: str, said: str) -> None:
    assert said in words(get(table, path, status=422))


def test_the_form_leads_to_the_address_of_the_instant(table: Table) -> None:
    answer = get(table, "ruleset/at/?date=2026-01-01&time=00:00:00", status=302)

    assert answer["Location"] == f"/g/{table.game.slug}/ruleset/at/2026-01-01T00:00:00Z/"


def test_the_form_keeps_what_was_typed(table: Table) -> None:
    html = main(get(table, "ruleset/at/?date=yesterday", status=422))

    assert 'value="yesterday"' in html
    assert "Enter a valid date" in html


def test_two_moments_side_by_side(table: Table) -> None:
    start = table.game.last_seq
    change(
        table,
        table.amend("Enactment", "[48 hours]", "[36 hours]"),
        enact("Gardens", "Roses."),
        table.repeal("Spelling"),
        rename(table, "Dice", "Chance"),
    )

    page = get(table, f"ruleset/diff/?from={start}&to={table.game.last_seq}")

    assert "<del>48 hours</del><ins>36 hours</ins>" in main(page)
    assert re.findall(r'<span class="tag">(\w+)<', main(page)) == ["changed", "added", "changed", "removed"]
    assert "Renamed, from “Dice”." in words(page)


def test_comparisons_that_are_often_asked_for_are_a_link_away(table: Table) -> None:
    first = table.game.last_seq
    founding = history_queries.laid_down_at(table.made.pk)
    change(table, enact("Gardens", "Roses."), post=3)
    second = table.game.last_seq
    change(table, table.amend("Gardens", "Roses", "Lilies"), rename(table, "Dice", "Chance"), post=4)
    newest = table.game.last_seq

    with time_machine.travel(table.game.founded_at + timedelta(days=2), tick=False):
        page = main(get(table, "ruleset/diff/"))

    links = dict(re.findall(rf'<a href="\?from=(\d+)&amp;to={newest}">([\w ]+)</a>', page))
    assert links[str(second)] == "by the last enactment"
    assert links[str(founding)] == "since the founding"
    assert "since yesterday" in links.values()
    # A week ago there was no game.
    assert "since a week ago" not in links.values()
    assert 0 < founding <= first


def test_nothing_enacted_yet_offers_no_comparison_with_it(table: Table) -> None:
    assert "by the last enactment" not in main(get(table, "ruleset/diff/"))


def test_a_moment_and_itself_do_not_differ(table: Table) -> None:
    assert "Nothing changed" in words(get(table, "ruleset/diff/?from=2026-01-01&to=2026-01-01T00:00:00Z"))


@pytest.mark.parametrize("query", ["from=&to=", "from=x&to=2026-01-01"])
def test_moments_not_understood_are_answered_at_their_field(table: Table, query: str) -> None:
    page: Any = get(table, f"ruleset/diff/?{query}", status=422)

    assert "field__errors" in main(page)
