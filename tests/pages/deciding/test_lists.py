"""The pending page and the Admins' queue: order, one action each, and no more queries for thirty than for three."""

from __future__ import annotations

import time_machine

from nomic.core.roster import actions_activity as roster_actions_activity
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, queries_of, words

HOUR = 3600


def faster(table: Table) -> dict[str, object]:
    return table.amend("Enactment", "[48 hours]", "[36 hours]")


def queue(table: Table, name: str = "Josh") -> str:
    return words(browser(table, name).get(address(table, "queue/")))


def test_pending_matters_stand_oldest_first_with_the_oldest_marked(table: Table) -> None:
    table.propose("Lulu", "Zebra", [faster(table)])
    table.propose("Raven", "Aardvark")

    page = words(browser(table).get(address(table, "pending/")))

    assert page.index("Zebra") < page.index("Aardvark")
    assert page.count("oldest") == 2  # once in the standfirst
    assert page.index("Zebra") < page.rindex("oldest") < page.index("Aardvark")
    assert "prose only" in page


def test_nothing_pending_says_so(table: Table) -> None:
    page = words(browser(table).get(address(table, "pending/")))

    assert "Nothing is pending." in page


def test_a_player_sees_eir_slots(table: Table) -> None:
    table.propose("Lulu", "One")

    page = words(browser(table, "Lulu").get(address(table, "pending/")))

    assert "Your slots: 1 of 2 pending, 1 of 3 made today." in page


def test_a_player_sees_what_e_has_voted_and_where_e_has_not(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Josh", 1, Vote.AGAINST)

    author, voted, silent, nobody = (
        words(browser(table, name).get(address(table, "pending/"))) for name in ("Lulu", "Josh", "Raven", None)
    )
    table.idle("Raven")
    idle = words(browser(table, "Raven").get(address(table, "pending/")))

    assert "you: AGAINST" in voted
    assert "not voted yet" in silent
    assert [page.count("you: ") + page.count("not voted") for page in (author, nobody, idle)] == [0, 0, 0]


def test_who_is_idle_finds_the_way_back_beside_eir_slots(table: Table) -> None:
    playing = browser(table, "Josh").get(address(table, "pending/")).content.decode()

    table.idle("Josh")
    idle = browser(table, "Josh").get(address(table, "pending/")).content.decode()

    way_back = f'<a href="{address(table, "roster/")}#own">Come back on the roster</a>'
    assert way_back not in playing
    assert way_back in idle


def test_the_queue_is_for_admins_and_others_read_the_rule(table: Table) -> None:
    page = browser(table, "Lulu").get(address(table, "queue/"))

    assert page.status_code == 409
    assert "Only an Admin may do that." in words(page)


def test_a_stranger_is_asked_to_sign_in(table: Table) -> None:
    page = browser(table).get(address(table, "queue/"))

    assert page.status_code == 302


def test_an_open_proposal_has_no_button_but_its_reason(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])

    page = queue(table)

    assert "2 more FOR" in page
    assert "Note on the record" not in page


def test_an_enactable_one_has_one_button_with_reason_and_tally_in_the_note(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.propose("Raven", "Younger")
    table.vote("Raven", 1)
    table.vote("Sam", 1)
    table.vote("Kevan", 1, Vote.AGAINST)
    clock.shift(12 * HOUR)

    html = browser(table, "Josh").get(address(table, "queue/")).content.decode()

    assert 'value="Reached quorum, 3–1, enacted by Josh"' in html
    assert html.count('name="note"') == 1
    assert "Enact #1" in html
    assert "An older Proposal stands before it" not in html


def test_a_blocked_one_tells_what_it_will_be_in_its_turn_and_what_it_lacks_for_that(
    table: Table, clock: time_machine.Traveller
) -> None:
    for title, name in (("First", "Lulu"), ("Second", "Raven"), ("Third", "Sam"), ("Fourth", "Kevan")):
        table.propose(name, title, [faster(table)])
    table.vote("Lulu", 2)
    table.vote("Sam", 2)
    table.vote("Sam", 3, Vote.AGAINST)
    clock.shift(12 * HOUR)

    page = words(browser(table).get(address(table, "pending/")))

    assert "In its turn it may be enacted. Quorum is reached: 3 FOR of a quorum of 3." in page
    assert "In its turn it may be failed. Its own author has voted AGAINST it, and that is final." in page
    assert page.count("2 more FOR enact this as soon as its turn comes.") == 1
    assert page.count("2 more FOR enact this now.") == 1
    assert "An older Proposal" not in page


def test_prose_is_carried_out_by_hand_and_then_marked(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "A feast")
    table.vote("Raven", 1)
    table.vote("Sam", 1)
    clock.shift(12 * HOUR)

    page = queue(table)

    assert "carry it out by hand, then mark it enacted" in page
    assert "Mark enacted #1" in page


def test_a_failable_one_is_failed_from_the_queue_with_the_note(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Lulu", 1, Vote.AGAINST)
    page = queue(table)

    answer = browser(table, "Josh").post(address(table, "posts/1/fail/"), {"note": "So be it."})

    assert "Fail #1" in page
    assert answer.status_code == 302
    assert table.status(1) == "failed"
    assert table.notes(1) == ["So be it."]


def test_where_the_law_names_the_clerk_alone_an_admin_has_no_button(
    table: Table, clock: time_machine.Traveller
) -> None:
    _only_the_clerk(table, clock)
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Lulu", 2, Vote.AGAINST)

    page = queue(table)
    answer = browser(table, "Josh").post(address(table, "posts/2/fail/"), {"note": ""})

    assert "The law leaves that to the Clerk alone." in page
    assert "Note on the record" not in page
    assert answer.status_code == 409


def test_where_the_law_names_the_clerk_alone_the_desk_offers_just_what_the_act_takes(
    table: Table, clock: time_machine.Traveller
) -> None:
    _only_the_clerk(table, clock)
    table.propose("Lulu", "A feast")
    table.vote("Raven", 2)
    table.vote("Sam", 2)
    clock.shift(12 * HOUR)

    page = queue(table)
    failing = browser(table, "Josh").post(address(table, "posts/2/fail/"), {"note": ""})
    enacting = browser(table, "Josh").post(address(table, "posts/2/enact/"), {"note": ""})

    assert "Mark enacted #2" in page
    assert (failing.status_code, enacting.status_code) == (409, 302)
    assert table.status(2) == "enacted"


def _only_the_clerk(table: Table, clock: time_machine.Traveller) -> None:
    text = table.rule("Enactment").text
    found = "[an Admin or the Clerk](dial:enactment.by)"
    assert found in text
    table.propose("Lulu", "The Clerk", [table.amend("Enactment", found, "[the Clerk](dial:enactment.by)")])
    table.vote("Raven", 1)
    table.vote("Sam", 1)
    clock.shift(12 * HOUR)
    table.enact("Josh", 1)


def test_an_idle_admin_reads_the_queue_and_is_told_why_e_may_do_nothing(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Lulu", 1, Vote.AGAINST)
    table.idle("Josh")

    page = queue(table)
    answer = browser(table, "Josh").post(address(table, "posts/1/fail/"), {"note": ""})

    assert "You have been idle" in page
    assert "Note on the record" not in page
    assert answer.status_code == 409
    assert table.status(1) == "pending"


def test_arrivals_and_wishes_to_idle_wait_there_too(table: Table) -> None:
    table.announce("Newcomer")
    roster_actions_activity.ask_idle(actor_id=table.agent("Sam").pk, game_id=table.game.pk)

    page = queue(table)

    assert "Newcomer asks for admission" in page
    assert "Sam asks to be idled" in page


def test_ten_matters_cost_no_more_queries_than_three(table: Table, clock: time_machine.Traveller) -> None:
    def costs() -> dict[str, int]:
        return {path: queries_of(table, path) for path in ("pending/", "queue/")}

    for title, name in (("One", "Lulu"), ("Two", "Raven"), ("Three", "Sam")):
        table.propose(name, title, [faster(table)])
    table.vote("Raven", 1)
    table.vote("Sam", 1, Vote.DEFERENTIAL)
    table.vote("Josh", 1)
    clock.shift(12 * HOUR)
    few = costs()
    for place in range(7):
        name = f"Extra{chr(97 + place)}x{place}"
        table.join(name)
        table.propose(name, f"Younger {place}", [faster(table)])
        table.vote(name, 1)
        table.vote("Raven", 4 + place)

    many = costs()

    assert many == few
