"""The page that enacts: what it shows first, and what becomes of what is typed there."""

from __future__ import annotations

import time_machine

from nomic.core.log.models import Event
from rulesets.history.queries import ruleset
from tests.casting import Table
from tests.pages.deciding.enacting import admin, carried, enact, faster, rewrite
from tests.pages.deciding.pages import address, browser, words, written


def test_the_page_shows_what_will_change_and_what_the_server_will_obey(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)
    before = written(table)

    page = admin(table).get(address(table, "posts/1/enact/"))

    assert "<del>48 hours</del>" in page.content.decode()
    assert "<ins>36 hours</ins>" in page.content.decode()
    assert "goes from “48 hours” to “36 hours”" in words(page)
    assert "Reached quorum, 4–0, enacted by Josh" in page.content.decode()
    assert written(table) == before


def test_enacting_changes_the_law_and_keeps_the_note(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)

    answer = enact(table)

    assert answer.status_code == 302
    assert answer["Location"] == "/g/table/posts/1/"
    assert table.status(1) == "enacted"
    assert "[36 hours]" in table.rule("Enactment").text
    assert table.notes(1) == ["Done."]


def test_who_is_no_admin_reads_the_rule_and_changes_nothing(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)

    looked = browser(table, "Lulu").get(address(table, "posts/1/enact/"))
    tried = enact(table, client=browser(table, "Lulu"))

    assert (looked.status_code, tried.status_code) == (409, 409)
    assert "Only an Admin may do that." in words(tried)
    assert table.status(1) == "pending"


def test_what_may_not_be_enacted_yet_says_why(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])

    page = enact(table)

    assert page.status_code == 409
    assert "So far 1 FOR and 0 AGAINST" in words(page)
    assert table.status(1) == "pending"


def test_the_second_of_two_admins_is_told_who_was_first_and_when(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)
    enact(table, client=admin(table, "Kevan"))
    events = written(table)

    second = enact(table, client=admin(table, "Josh"))

    assert second.status_code == 409
    assert "already: enacted by Kevan, 6 Jan 2026, 00:00 UTC" in words(second)
    assert written(table) == events


def test_a_note_that_is_too_long_is_kept_and_nothing_happens(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)

    page = enact(table, note="x" * 2001)

    assert page.status_code == 422
    assert "x" * 2001 in page.content.decode()
    assert table.status(1) == "pending"


def test_a_note_with_invisible_characters_is_kept_and_nothing_happens(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)

    turned = enact(table, note="Enacted by \u202emoraV")
    plain = enact(table, note="Two lines,\r\nno more.")

    assert turned.status_code == 422
    assert "This holds control or invisible characters" in words(turned)
    assert plain.status_code == 302
    assert table.notes(1) == ["Two lines,\nno more."]


def test_what_has_become_impossible_is_declared_to_do_nothing_and_the_rest_is_done(
    table: Table, clock: time_machine.Traveller
) -> None:
    dice = ruleset(table.made.pk).number(table.rule("Dice").id)
    table.propose("Raven", "Away", [table.repeal("Dice")])
    table.propose("Lulu", "Both", [table.repeal("Dice"), faster(table)])
    carried(table, clock, 1, 2)
    table.enact("Kevan", 1)

    page = admin(table).get(address(table, "posts/2/enact/"))
    unticked = enact(table, 2)
    ticked = enact(table, 2, skip_0="on")

    assert "Declare that change 1 does nothing" in words(page)
    assert f"change (“Dice”, which was rule {dice} last) is not in force" in words(page)
    assert words(page).count("is not in force") == 1
    assert "Repeal “Dice”." in words(page)
    assert unticked.status_code == 422
    assert ticked.status_code == 302
    assert "[36 hours]" in table.rule("Enactment").text
    event = Event.objects.get(game=table.game, kind="proposal.enacted", subject="post:2")
    assert event.data["by_hand"]["skipped"] == [0]


def test_an_enacted_post_says_which_of_its_changes_did_nothing(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Raven", "Away", [table.repeal("Dice")])
    table.propose("Lulu", "Both", [table.repeal("Dice"), faster(table)])
    carried(table, clock, 1, 2)
    table.enact("Kevan", 1)
    before = words(admin(table).get(address(table, "posts/2/")))

    table.enact("Kevan", 2, skipped=frozenset({0}))
    after = words(admin(table).get(address(table, "posts/2/")))
    whole = words(admin(table).get(address(table, "posts/1/")))

    declared = "whoever enacted this declared that it does nothing"
    assert "What it would change" in before
    assert declared not in before
    assert "What it changed" in after
    assert after.count(declared) == 1
    assert "What it changed" in whole
    assert declared not in whole


def test_there_is_nothing_to_enact_in_a_plain_post_or_in_none(table: Table) -> None:
    table.post_plain("Lulu", "Hello")

    assert admin(table).get(address(table, "posts/1/enact/")).status_code == 404
    assert admin(table).get(address(table, "posts/99/enact/")).status_code == 404


def test_the_dry_run_names_the_older_one_that_is_in_the_way(table: Table) -> None:
    table.propose("Raven", "A day", [rewrite(table, "48 hours", "24 hours")])
    table.propose("Lulu", "Faster", [rewrite(table, "48 hours", "36 hours")])

    page = browser(table).get(address(table, "posts/2/deciding/") + "?dry-run=1")

    assert "#1 rewrites this sentence first." in words(page)
    assert "it could not be done whole" in words(page)
    assert "goes from “48 hours” to “36 hours”" in words(page)
