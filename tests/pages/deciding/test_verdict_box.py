"""What the verdict box says of a matter in each of its states, on both sides of each bound."""

from __future__ import annotations

import time_machine

from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.enacting import HOUR, faster
from tests.pages.deciding.pages import address, browser, words


def box(table: Table, number: int = 1, name: str | None = None) -> str:
    return words(browser(table, name).get(address(table, f"posts/{number}/deciding/")))


def test_who_plays_is_led_to_the_ballot_while_it_is_open(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    stranger, player = box(table), box(table, name="Josh")

    table.vote("Kevan", 1, Vote.VETO)
    table.fail("Josh", 1)

    assert "Vote or comment" in player
    assert "Vote or comment" not in stranger
    assert "Vote or comment" not in box(table, name="Josh")


def test_an_open_proposal_says_what_is_missing_and_when_it_times_out(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])

    said = box(table)

    assert "Voting goes on" in said
    assert "Quorum is 3 of 5" in said
    assert "author, implied" in said
    assert "2 more FOR make a quorum" in said
    assert "times out in 48 h" in said


def test_a_matter_has_a_column_for_each_icon_that_it_knows(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.call("Lulu", "Is it fast?")
    proposal, call = (browser(table).get(address(table, f"posts/{number}/deciding/")) for number in (1, 2))

    assert [html.content.decode().count('class="tally__column') for html in (proposal, call)] == [4, 2]


def test_one_missing_vote_is_told_apart_from_two(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Raven", 1)
    clock.shift(12 * HOUR)

    said = box(table)

    assert "One more FOR enacts this now." in said


def test_a_quorum_waits_until_the_proposal_is_old_enough(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Raven", 1)
    table.vote("Sam", 1)

    clock.shift(12 * HOUR - 1)
    before = box(table)
    clock.shift(1)
    after = box(table)

    assert "Voting goes on" in before
    assert "It has its quorum, and may be enacted" in before
    assert "It may be enacted now" in after
    assert "Quorum is reached: 3 FOR of a quorum of 3." in after
    assert "That came about just now ." in after


def test_a_time_out_without_a_majority_may_be_failed_at_the_very_second(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Raven", 1, Vote.AGAINST)

    clock.shift(48 * HOUR - 1)
    before = box(table)
    clock.shift(1)
    after = box(table)

    assert "Voting goes on" in before
    assert "It may be failed now" in after
    assert "no more than half are FOR: 1 of 2 votes" in after


def test_a_younger_proposal_names_and_links_the_one_before_it(table: Table) -> None:
    table.propose("Lulu", "First", [faster(table)])
    table.propose("Raven", "Second")
    page = browser(table).get(address(table, "posts/2/deciding/"))

    said = words(page)

    assert "It waits its turn behind #1" in said
    assert 'stands before it (<a href="/g/table/posts/1/">#1</a>): it is number 2' in page.content.decode()


def test_what_time_brings_to_a_younger_one_is_told_as_what_it_brings_in_its_turn(table: Table) -> None:
    table.propose("Lulu", "First", [faster(table)])
    table.propose("Raven", "Second")

    first, second = box(table), box(table, 2)

    assert "As the votes stand, it may be failed in 48 h" in first
    assert "As the votes stand, and if its turn has come, it may be failed in 48 h" in second


def test_each_deferential_is_followed_in_words(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Sam", 1, Vote.DEFERENTIAL)
    silent = box(table)
    table.vote("Kevan", 1, Vote.AGAINST)

    said = box(table)

    assert "DEFERENTIAL: the Mastermind has not voted yet." in silent
    assert "DEFERENTIAL, follows the Mastermind" in said


def test_the_clerk_leaves_an_admin_the_first_word_and_says_until_when(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Raven", 1)
    table.vote("Sam", 1)

    clock.shift(12 * HOUR)
    within = box(table)
    clock.shift(HOUR)
    after = box(table)

    assert "The Clerk enacts this at 01:00 UTC unless an Admin does first." not in after
    assert "The Clerk enacts this at 6 Jan 2026, 01:00 UTC" in within or "at 01:00 UTC" in within
    assert "The Clerk enacts this at its next look" in after


def test_prose_alone_waits_for_an_admin_and_says_so_within_the_grace(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "A feast", body="There shall be a feast.")
    table.vote("Raven", 1)
    table.vote("Sam", 1)
    clock.shift(12 * HOUR)

    said = box(table)

    assert "Its effect is in prose alone, which waits for one of the Admins." in said


def test_a_vetoed_and_a_self_killed_proposal_say_so(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Lulu", 1, Vote.AGAINST)
    killed = box(table)
    table.vote("Kevan", 1, Vote.VETO)

    vetoed = box(table)

    assert "Its own author has voted AGAINST it, and that is final." in killed
    assert "The Mastermind has vetoed it." in vetoed
    assert "It may be failed now" in killed


def test_only_admins_are_offered_the_pages_that_resolve(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Lulu", 1, Vote.AGAINST)

    admin = browser(table, "Josh").get(address(table, "posts/1/deciding/")).content.decode()
    other = browser(table, "Sam").get(address(table, "posts/1/deciding/")).content.decode()

    assert "posts/1/fail/" in admin
    assert "posts/1/fail/" not in other
    assert "posts/1/enact/" not in admin


def test_a_resolved_matter_shows_the_record_and_not_the_present(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Raven", 1)
    table.vote("Sam", 1)
    clock.shift(12 * HOUR)
    table.enact("Josh", 1)
    table.idle("Sam")

    said = box(table)

    assert "Enacted by Josh" in said
    assert "Quorum was 3 of 5" in said
    assert "Quorum is reached: 3 FOR of a quorum of 3." in said


def test_what_the_clerk_resolved_is_signed_by_the_clerk(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Lulu", 1, Vote.AGAINST)
    clock.shift(HOUR)

    table.sweep()

    assert "Failed by the Clerk" in box(table)


def test_an_illegal_and_a_withdrawn_one_say_why_they_ended(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.mark_illegal("Josh", 1, "Rule 1.4 allows two.")

    said = box(table)

    assert "Marked illegal by Josh" in said
    assert "Rule 1.4 allows two." in said
