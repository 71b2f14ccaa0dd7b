"""What Admins put right about a post: their notes, their findings, and the pages that ask for them."""

from __future__ import annotations

from html import unescape

import pytest
import time_machine

from nomic.core.log.models import Event
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words

HOUR = 3600


def rule(table: Table, title: str = "Proposals") -> str:
    return str(table.rule(title).id)


def sent(table: Table, page: str, name: str = "Josh", **fields: str) -> tuple[int, str]:
    answer = browser(table, name).post(address(table, f"posts/1/{page}/"), fields)
    return answer.status_code, words(answer)


def shown(table: Table, name: str = "Josh") -> str:
    return words(browser(table, name).get(address(table, "posts/1/")))


def failed(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster")
    table.vote("Lulu", 1, Vote.AGAINST)
    clock.shift(HOUR)
    table.fail("Josh", 1)


def test_marking_illegal_takes_a_reason_and_a_rule(table: Table) -> None:
    table.propose("Lulu", "Faster")

    wordless = sent(table, "illegal", why="  ", rule=rule(table))
    baseless = sent(table, "illegal", why="Three were pending.", rule="")
    said = sent(table, "illegal", why="Three were pending.", rule=rule(table))

    assert (wordless[0], "Say why." in wordless[1]) == (422, True)
    assert (baseless[0], "Cite a rule." in baseless[1], "Three were pending." in baseless[1]) == (422, True, True)
    assert (said[0], table.status(1)) == (302, "illegal")


def test_the_post_tells_the_finding_with_its_rule_and_leads_to_the_log(table: Table) -> None:
    table.propose("Lulu", "Faster")
    table.mark_illegal("Josh", 1, "Three were pending.")

    page = shown(table, "Lulu")
    log = unescape(browser(table, "Lulu").get(address(table, "log/")).content.decode())

    assert "“Three were pending.” rule 1.3 Proposals" in page
    assert "Marked illegal under rule 1.3 Proposals: Three were pending." in page
    assert "as illegal under rule 1.3 Proposals: “Three were pending.”" in log


def test_what_was_failed_by_mistake_is_opened_again_on_its_old_clock(
    table: Table, clock: time_machine.Traveller
) -> None:
    failed(table, clock)
    opened = table.post_row(1).matter.opened_at
    clock.shift(HOUR)

    asked = words(browser(table, "Josh").get(address(table, "posts/1/reopen/")))
    answer = sent(table, "reopen", why="The vote was not Lulu's.", rule=rule(table, "Enactment"))

    assert "its clock runs from when it was opened" in asked
    assert (answer[0], table.status(1)) == (302, "pending")
    assert table.post_row(1).matter.opened_at == opened
    assert "Opened again under rule 1.5 Enactment: The vote was not Lulu's." in shown(table, "Lulu")


def test_only_admins_see_the_buttons_and_those_they_may_not_use_say_why(
    table: Table, clock: time_machine.Traveller
) -> None:
    failed(table, clock)

    admin, other = shown(table), shown(table, "Raven")

    assert "Open again … " in admin
    assert "Mark illegal … Nobody votes on or alters what is already failed." in admin
    assert "Open again" not in other


@pytest.mark.parametrize("page", ["illegal", "reopen", "note"])
def test_who_is_no_admin_is_told_so_and_changes_nothing(table: Table, page: str) -> None:
    table.propose("Lulu", "Faster")
    before = Event.objects.count()

    status, text = sent(table, page, "Raven", why="So.", text="So.", rule=rule(table))

    assert (status, "Only an Admin may do that." in text) == (409, True)
    assert Event.objects.count() == before


def test_what_was_enacted_is_not_opened_again_and_the_page_leads_to_a_call_for_judgment(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster")
    for name in ("Raven", "Sam", "Josh"):
        table.vote(name, 1)
    clock.shift(12 * HOUR)
    table.enact("Josh", 1)

    page = browser(table, "Josh").get(address(table, "posts/1/"))
    asked = browser(table, "Josh").get(address(table, "posts/1/reopen/"))

    assert asked.status_code == 409
    assert "What is enacted is not opened again" in words(page)
    assert "posts/new/?category=cfj&title=The+enactment+of+%231+Faster" in unescape(page.content.decode())


def test_a_note_stands_under_the_post_for_everybody_and_none_is_taken_away(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster")

    for name in ("Raven", "Sam", "Josh"):
        table.vote(name, 1)
    clock.shift(12 * HOUR)
    table.enact("Josh", 1, note="Reached quorum, 4–0")

    empty = sent(table, "note", text=" ")
    sent(table, "note", text="Waits for the map.\nSoon, I hope.")
    sent(table, "note", text="Here it is.")

    assert (empty[0], "Write what became of it." in empty[1]) == (422, True)
    assert table.notes(1) == ["Reached quorum, 4–0", "Waits for the map.\nSoon, I hope.", "Here it is."]
    assert "Reached quorum, 4–0" in shown(table, "Raven")
    assert "Here it is." in shown(table, "Raven")


def test_a_plain_post_has_no_part_for_admins(table: Table) -> None:
    table.post_plain("Lulu", "Hello")

    asked = browser(table, "Josh").get(address(table, "posts/1/note/"))

    assert asked.status_code == 409
    assert "Admin notes" not in shown(table)
