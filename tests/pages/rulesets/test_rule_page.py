"""The pages of one rule: text, history, versions, differences, blame, and finding it void."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesets.history import queries as history_queries
from tests.casting import Table
from tests.lawmaking import amend, change, enact, move, rename
from tests.pages.rulesets.reading import browser, get, main, words

STUBBORN = "No Proposal may amend or repeal this rule."


def path(table: Table, title: str, rest: str = "") -> str:
    return f"ruleset/{history_queries.former_titles(table.made.pk)[title]}/{rest}"


def test_a_rule_lists_its_versions_the_newest_first_each_with_its_matter(table: Table) -> None:
    change(table, table.amend("Enactment", "[48 hours]", "[36 hours]"), post=3)
    change(table, rename(table, "Enactment", "Making Law"), post=4)

    page = get(table, path(table, "Making Law"))

    assert re.findall(r">Version (\d)<", main(page)) == ["3", "2", "1"]
    assert re.findall(r"/posts/(\d)/", main(page))[-2:] == ["4", "3"]
    assert "Version 2 , “Enactment”" in words(page)


def test_merged_and_resolved_versions_are_marked(table: Table) -> None:
    change(table, amend(table, "Dice", "No dice."))
    history_queries.rule_versions(table.made.pk, table.rule("Dice").id).filter(n=2).update(merged=True, resolved=True)

    html = main(get(table, path(table, "Dice")))

    assert html.count(">merged<") == html.count(">resolved by hand<") == 1


def test_a_version_stays_at_its_address(table: Table) -> None:
    change(table, table.amend("Enactment", "[48 hours]", "[36 hours]"))

    first, second = (get(table, path(table, "Enactment", f"versions/{n}/")) for n in (1, 2))

    assert ("48 hours" in main(first), "36 hours" in main(first)) == (True, False)
    assert "36 hours" in main(second)
    # What a past text says is not what is obeyed now.
    assert 'class="dial"' not in main(first)


@pytest.mark.parametrize(
    "rest",
    [
        "ruleset/999/",
        "ruleset/5/versions/9/",
        "ruleset/5/versions/0/",
        "ruleset/99999999999999999999999/",
        "ruleset/by-name/no-such-rule/",
        "ruleset/999/blame/",
        "ruleset/999/diff/",
    ],
)
def test_what_never_was_is_not_found(table: Table, rest: str) -> None:
    get(table, rest, status=404)


def test_any_two_versions_are_compared_by_word_either_way(table: Table) -> None:
    change(table, table.amend("Enactment", "[48 hours]", "[36 hours]"))
    change(table, table.amend("Enactment", "[36 hours]", "[30 hours]"))

    forward = get(table, path(table, "Enactment", "diff/?from=1&to=3"))
    backward = get(table, path(table, "Enactment", "diff/?from=3&to=1"))
    newest = get(table, path(table, "Enactment", "diff/"))

    assert "<del>48 hours</del><ins>30 hours</ins>" in main(forward)
    assert "<del>30 hours</del><ins>48 hours</ins>" in main(backward)
    assert "<del>36 hours</del><ins>30 hours</ins>" in main(newest)


@pytest.mark.parametrize("query", ["from=1&to=9", "from=x&to=1", "from=0&to=1", "from=&to=1"])
def test_versions_that_are_not_there_are_answered_at_the_field(table: Table, query: str) -> None:
    assert "field__errors" in main(get(table, path(table, "Enactment", f"diff/?{query}"), status=422))


def test_blame_shows_each_sentence_once_with_the_matters_that_wrote_its_words(table: Table) -> None:
    change(table, enact("Gardens", "Roses are red. Lilies are white. Violets are blue."), post=3)
    change(table, table.amend("Gardens", "blue", "never quite blue"), post=4)

    html = main(get(table, path(table, "Gardens", "blame/")))

    assert [re.findall(r"/posts/(\d)/", who) for who in html.split("blame__passage")[1:]] == [["3"], ["3", "4"]]
    assert re.findall(r"blame__text\">(.*?)</div>", html) == [
        "Roses are red. Lilies are white. ",
        'Violets are <span class="blame__other">never quite </span><sup class="blame__by">2</sup>blue.',
    ]


def test_blame_and_differences_show_a_dial_by_its_name_and_as_written_when_asked(table: Table) -> None:
    change(table, table.amend("Enactment", "[48 hours]", "[36 hours]"))
    chip = '<span class="chip chip--dial" title="dial enactment.timeout">enactment.timeout</span>'

    for page in ("blame/", "diff/"):
        read, raw = (main(get(table, path(table, "Enactment", page + more))) for more in ("", "?raw=1"))

        assert chip in read
        assert "](dial:" not in read
        assert "](dial:enactment.timeout)" in raw


def test_a_repealed_rule_keeps_all_its_pages(table: Table) -> None:
    change(table, table.repeal("Dice"), post=7)

    page = get(table, path(table, "Dice"))

    assert "not in force any more" in words(page)
    assert "Repealed by #7" in words(page)
    assert "YDICEX" in words(get(table, path(table, "Dice", "versions/1/")))
    assert "YDICEX" in words(get(table, path(table, "Dice", "blame/")))
    assert "Repealed." in words(get(table, path(table, "Dice", "diff/?from=1&to=2")))


def test_a_move_is_told_where_the_text_is_the_same(table: Table) -> None:
    change(table, move(table, "Dice", "core"))

    found = words(get(table, path(table, "Dice", "diff/")))

    assert "Moved, from the glossary section to the core section." in found
    assert "The text is the same in both." in found


@pytest.mark.parametrize("name", ["making-law", "enactment", "Enactment"])
def test_a_title_present_or_former_leads_to_the_rule(table: Table, name: str) -> None:
    rid = table.rule("Enactment").id
    change(table, rename(table, "Enactment", "Making Law"))

    answer = get(table, f"ruleset/by-name/{name}/", status=302)

    assert answer["Location"] == f"/g/{table.game.slug}/ruleset/{rid}/"


def test_the_page_costs_as_many_queries_for_ten_versions_as_for_three(table: Table) -> None:
    def cost(rest: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            get(table, path(table, "Dice", rest))
        return len(captured)

    pages = ("", "diff/", "blame/", "versions/2/")
    for number in range(3):
        change(table, amend(table, "Dice", f"Dice, {number}."))
    few = [cost(rest) for rest in pages]
    for number in range(3, 10):
        change(table, amend(table, "Dice", f"Dice, {number}."))

    assert [cost(rest) for rest in pages] == few
    assert "11 versions" in words(get(table, path(table, "Dice")))


def test_an_admin_is_offered_to_find_a_stubborn_rule_void(table: Table) -> None:
    change(table, enact("The Stone", STUBBORN))
    offered = {
        name: "Find it void" in words(get(table, path(table, "The Stone"), name)) for name in ("Kevan", "Josh", None)
    }

    assert offered == {"Kevan": True, "Josh": False, None: False}
    assert "Find it void" not in words(get(table, path(table, "Dice"), "Kevan"))
    assert STUBBORN in words(get(table, path(table, "The Stone", "void/"), "Kevan"))


def test_an_admin_finds_a_rule_void(table: Table) -> None:
    change(table, enact("The Stone", STUBBORN))
    address = f"/g/{table.game.slug}/{path(table, 'The Stone', 'void/')}"

    answer = browser(table, "Kevan").post(address)

    assert answer.status_code == 302
    assert history_queries.ruleset(table.made.pk).void == {table.rule("The Stone").id}
    assert "Find it void" not in words(get(table, path(table, "The Stone"), "Kevan"))


@pytest.mark.parametrize(
    ("name", "title", "status"), [("Josh", "The Stone", 409), ("Kevan", "Dice", 409), (None, "The Stone", 302)]
)
def test_nobody_else_and_nothing_else(table: Table, name: str | None, title: str, status: int) -> None:
    change(table, enact("The Stone", STUBBORN))
    client, address = browser(table, name), f"/g/{table.game.slug}/{path(table, title, 'void/')}"

    asked, answered = client.get(address), client.post(address)

    assert (asked.status_code, answered.status_code) == (status, status)
    assert history_queries.ruleset(table.made.pk).void == frozenset()


def test_a_long_rule_is_shown(table: Table) -> None:
    change(table, enact("Long", "A word. " * 6000))

    for rest in ("", "blame/", "diff/", "versions/1/"):
        assert len(get(table, path(table, "Long", rest)).content) > 40_000
