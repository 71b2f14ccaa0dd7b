"""What waits for the reader is told on every page: Admins by a number at the queue, voters by a mark at the matter."""

from __future__ import annotations

import re

import time_machine

from nomic.core.roster import actions_activity as roster_actions_activity
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, queries_of

HOUR = 3600


def page(table: Table, name: str | None) -> str:
    return str(browser(table, name).get(address(table, "ruleset/")).content.decode())


def waiting(table: Table, name: str) -> int | None:
    """The number at the queue; 0 for no number, None for no queue."""
    found = re.search(r'/queue/"[^>]*>Queue(?: <span class="count">(\d+))?', page(table, name))
    return None if found is None else int(found[1] or 0)


def marks(table: Table, name: str | None) -> int:
    return page(table, name).count("not voted yet")


def test_what_an_admin_may_resolve_and_who_is_at_the_door_is_counted(table: Table) -> None:
    table.propose("Lulu", "Open")
    quiet = waiting(table, "Josh")
    table.vote("Lulu", 1, Vote.AGAINST)
    failable = waiting(table, "Josh")

    table.announce("Newcomer")
    roster_actions_activity.ask_idle(actor_id=table.agent("Sam").pk, game_id=table.game.pk)
    all_three = waiting(table, "Josh")

    assert (quiet, failable, all_three) == (0, 1, 3)


def test_who_wants_to_come_back_is_counted_until_e_is_back(table: Table) -> None:
    table.idle("Sam")
    before = waiting(table, "Josh")
    roster_actions_activity.ask_back(actor_id=table.agent("Sam").pk, game_id=table.game.pk)
    asked = waiting(table, "Josh")
    roster_actions_activity.unidle_agent(
        actor_id=table.agent("Kevan").pk, game_id=table.game.pk, agent_id=table.agent("Sam").pk
    )

    assert (before, asked, waiting(table, "Josh")) == (0, 1, 0)


def test_nothing_waits_for_an_idle_admin_nor_for_who_is_none(table: Table) -> None:
    table.propose("Lulu", "Open")
    table.vote("Lulu", 1, Vote.AGAINST)
    table.idle("Josh")

    assert waiting(table, "Kevan") == 1
    assert waiting(table, "Josh") == 0
    assert waiting(table, "Lulu") is None


def test_what_the_law_leaves_to_the_clerk_alone_waits_for_no_admin_but_its_prose_does(
    table: Table, clock: time_machine.Traveller
) -> None:
    found = "[an Admin or the Clerk](dial:enactment.by)"
    table.propose("Lulu", "The Clerk", [table.amend("Enactment", found, "[the Clerk](dial:enactment.by)")])
    table.vote("Raven", 1)
    table.vote("Sam", 1)
    clock.shift(12 * HOUR)
    table.enact("Josh", 1)
    table.propose("Raven", "A feast")
    table.vote("Raven", 2, Vote.AGAINST)
    failable = waiting(table, "Josh")
    table.sweep()
    table.propose("Lulu", "A second feast")
    table.vote("Raven", 3)
    table.vote("Sam", 3)
    clock.shift(12 * HOUR)

    assert failable == 0
    assert waiting(table, "Josh") == 1


def test_a_matter_is_marked_for_who_may_vote_and_has_not(table: Table) -> None:
    table.propose("Lulu", "One")
    table.propose("Raven", "Two")
    table.vote("Sam", 1)
    table.idle("Josh")

    assert [marks(table, name) for name in ("Kevan", "Sam", "Lulu", "Josh", None)] == [2, 1, 1, 0, 0]


def test_in_hiatus_nobody_is_asked_to_vote_on_proposals(table: Table) -> None:
    table.propose("Lulu", "One")
    before = marks(table, "Kevan")

    table.post("Raven", "dov", "I have won")

    assert before == 1
    assert marks(table, "Kevan") == 1  # on the Declaration alone
    assert "I have won" in page(table, "Kevan")


def test_marks_and_numbers_cost_no_more_queries_for_ten_than_for_three(table: Table) -> None:
    def costs() -> dict[str, int]:
        return {name: queries_of(table, "log/", name) for name in ("Josh", "Lulu")}

    for number in range(3):
        table.post("Raven", "cfj", f"Question {number}")
        table.announce(f"Early {chr(97 + number)}")
    few = costs()
    for number in range(7):
        table.post("Raven", "cfj", f"Another question {number}")
        table.announce(f"Late {chr(97 + number)}{number}")

    assert costs() == few
