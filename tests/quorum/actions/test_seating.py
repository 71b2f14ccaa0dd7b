"""Seats are taken and left, by people, programs and scripts; and who may not. (Rule Episodes)"""

from __future__ import annotations

import hashlib

import pytest

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Seat
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.senate import actions as senate_actions
from nomic.core.log.models import Event
from tests.refusals import unreadable, why as refused
from tests.sitting import SenateTable


@pytest.fixture
def gathering(table: SenateTable) -> SenateTable:
    """Josh has convened an Episode of three seats."""
    table.convenes("Josh", seats=3)
    return table


def seats(table: SenateTable) -> list[tuple[str, str]]:
    return [(seat.kind, seat.name) for seat in episodes_queries.seats_of(table.episode())]


def test_a_person_takes_a_seat_under_eir_own_name(gathering: SenateTable) -> None:
    gathering.sits("Lulu", 1)

    event = Event.objects.latest("seq")
    assert seats(gathering)[1] == ("person", "Lulu")
    assert (event.kind, event.subject, event.actor) == ("quorum.seated", "episode:1", gathering.agent("Lulu"))
    assert event.data == {"episode": 1, "seat": 1, "seat_kind": "person", "senator": "Lulu"}


def test_nobody_sits_twice_or_where_somebody_sits_or_where_there_is_no_seat(gathering: SenateTable) -> None:
    gathering.sits("Lulu", 1)

    assert refused(lambda: gathering.sits("Lulu", 0)) == ["sits-already"]
    assert refused(lambda: gathering.sits("Raven", 1)) == ["seat-taken"]
    assert refused(lambda: gathering.sits("Raven", 3)) == ["no-seat"]
    assert refused(lambda: gathering.sits("Raven", 0, number=9)) == ["not-gathering"]


def test_the_last_seat_opens_the_episode_and_then_nobody_sits_down_or_leaves(gathering: SenateTable) -> None:
    for seat, name in enumerate(["Josh", "Lulu"]):
        gathering.sits(name, seat)
    before = gathering.episode().state

    gathering.sits("Raven", 2)

    assert (before, gathering.episode().state, gathering.round().number) == ("gathering", "sitting", 0)
    assert refused(lambda: gathering.sits("Kevan", 0)) == ["not-gathering"]
    assert refused(lambda: gathering.leaves_seat("Josh", 0)) == ["not-gathering"]


def test_a_seat_taken_twice_is_taken_once_even_if_the_episode_has_opened_with_it(gathering: SenateTable) -> None:
    gathering.sits("Lulu", 1)
    gathering.sits("Raven", 2)
    first = gathering.sits("Josh", 0)
    head = gathering.game.last_seq

    again = gathering.sits("Josh", 0)

    assert (again, gathering.game.last_seq, gathering.episode().state) == (first, head, "sitting")
    assert refused(lambda: gathering.sits("Josh", 1)) == ["not-gathering"]


def test_whoever_leaves_makes_room_and_may_come_back(gathering: SenateTable) -> None:
    gathering.sits("Lulu", 1)

    gathering.leaves_seat("Lulu", 1)

    assert seats(gathering)[1] == ("empty", "")
    gathering.sits("Raven", 1)
    gathering.sits("Lulu", 0)
    assert [name for _, name in seats(gathering)] == ["Lulu", "Raven", ""]


def test_nobody_leaves_a_seat_that_is_not_eirs(gathering: SenateTable) -> None:
    gathering.sits("Lulu", 1)

    # Not even the convener, and nobody an empty one.
    assert refused(lambda: gathering.leaves_seat("Josh", 1)) == ["not-your-seat"]
    assert refused(lambda: gathering.leaves_seat("Josh", 0)) == ["not-your-seat"]
    assert seats(gathering)[1] == ("person", "Lulu")


def test_the_convener_seats_scripts_and_clears_their_seats(gathering: SenateTable) -> None:
    gathering.seats_script("Josh", 0, "greedy")
    there = seats(gathering)[0]

    assert refused(lambda: gathering.leaves_seat("Lulu", 0)) == ["not-your-seat"]
    gathering.leaves_seat("Josh", 0)

    assert there[0] == "script"
    assert seats(gathering)[0] == ("empty", "")


def test_nobody_else_seats_a_script_and_there_is_no_other(gathering: SenateTable) -> None:
    assert refused(lambda: gathering.seats_script("Lulu", 0, "greedy")) == ["no-convener"]
    assert unreadable(lambda: gathering.seats_script("Josh", 0, "reckless")) == ("script", "no-script")
    assert seats(gathering) == [("empty", "")] * 3


def test_scripts_alone_open_nothing_until_the_convener_does(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    for seat in (0, 1):
        table.seats_script("Josh", seat, "greedy")

    before = table.episode().state
    table.opens("Josh")

    assert (before, table.episode().state) == ("gathering", "over")


# -- programs


def test_a_program_gets_a_token_that_is_not_kept(gathering: SenateTable) -> None:
    token = gathering.seats_program("Lulu", 1, "Automaton")

    row = Seat.objects.get(episode=gathering.episode(), number=1)
    assert (row.kind, row.name, row.account) == ("program", "Automaton", gathering.account("Lulu"))
    assert row.token_digest == hashlib.sha256(token.encode()).hexdigest()
    assert token not in str(list(Event.objects.values_list("data", flat=True)))
    assert rounds_queries.viewing_seat(gathering.episode(), token=token) == row


def test_one_person_answers_for_programs_beside_eir_own_seat(table: SenateTable) -> None:
    table.convenes("Josh", seats=3)
    table.seats_program("Lulu", 0, "Alpha")
    table.seats_program("Lulu", 1, "Beta")

    table.sits("Lulu", 2)

    assert table.episode().state == "sitting"
    assert (
        episodes_queries.seat_of(table.episode(), table.account("Lulu").pk)
        == episodes_queries.seats_of(table.episode())[2]
    )


@pytest.mark.parametrize(
    "name",
    ["Raven", "RAVEN", "Lulu", "Rаven", "wanda (guest)", "Wanda (GUEST)"],
    ids=["an Agent", "loud", "a senator", "Cyrillic", "a guest", "a loud guest"],
)
def test_a_program_cannot_be_taken_for_somebody(gathering: SenateTable, name: str) -> None:
    gathering.sits("Lulu", 1)

    assert unreadable(lambda: gathering.seats_program("Josh", 0, name)) == ("name", "name-taken")
    assert seats(gathering)[0] == ("empty", "")


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "empty"), ("x" * 41, "too-long"), ("Auto\u202ematon", "hidden-characters")],
    ids=["none", "long", "hidden"],
)
def test_a_program_has_a_name_like_anybody(gathering: SenateTable, name: str, code: str) -> None:
    assert unreadable(lambda: gathering.seats_program("Josh", 0, name)) == ("name", code)


def test_a_new_token_takes_the_place_of_the_old_one(gathering: SenateTable) -> None:
    old = gathering.seats_program("Lulu", 1)

    new = senate_actions.renew_token(**gathering.asks("Lulu"), seat=1)

    assert rounds_queries.viewing_seat(gathering.episode(), token=old) is None
    found = rounds_queries.viewing_seat(gathering.episode(), token=new)
    assert found is not None
    assert found.number == 1


def test_only_who_answers_for_a_program_renews_its_token(gathering: SenateTable) -> None:
    gathering.seats_program("Lulu", 1)
    gathering.sits("Raven", 2)

    assert refused(lambda: senate_actions.renew_token(**gathering.asks("Josh"), seat=1)) == ["not-your-seat"]
    assert refused(lambda: senate_actions.renew_token(**gathering.asks("Raven"), seat=2)) == ["not-your-seat"]
    assert refused(lambda: senate_actions.renew_token(**gathering.asks("Lulu"), seat=9)) == ["no-seat"]
    assert refused(lambda: senate_actions.renew_token(**gathering.asks("Lulu", 9), seat=1)) == ["not-your-seat"]


def test_a_token_is_for_its_own_episode_alone(gathering: SenateTable) -> None:
    token = gathering.seats_program("Lulu", 1)
    other = gathering.convenes("Josh")

    assert rounds_queries.viewing_seat(other, token=token) is None


# -- who may


def test_a_stranger_sits_as_a_guest(gathering: SenateTable) -> None:
    gathering.sits("Wanda", 0)

    row, event = Seat.objects.get(episode=gathering.episode(), number=0), Event.objects.latest("seq")
    assert (row.name, row.agent, event.by, event.actor) == ("wanda (guest)", None, "wanda (guest)", None)


def test_a_guest_with_a_long_login_has_a_seat_too(gathering: SenateTable) -> None:
    gathering.sits("W" * 150, 0)

    assert seats(gathering)[0] == ("person", f"{'w' * 40} (guest)")


def test_where_the_law_is_for_agents_a_stranger_is_refused(gathering: SenateTable) -> None:
    gathering.shut()

    assert refused(lambda: gathering.sits("Wanda", 0)) == ["not-of-the-game"]
    assert refused(lambda: gathering.seats_program("Wanda", 0)) == ["not-of-the-game"]
    assert refused(lambda: gathering.convenes("Wanda")) == ["not-of-the-game"]
    gathering.sits("Lulu", 0)


def test_where_the_law_is_for_agents_who_is_idle_is_refused(gathering: SenateTable) -> None:
    gathering.shut()
    gathering.idle("Lulu")

    assert refused(lambda: gathering.sits("Lulu", 0)) == ["is-idle"]
    gathering.unidle("Lulu")
    gathering.sits("Lulu", 0)


def test_who_has_left_the_game_is_a_stranger(gathering: SenateTable) -> None:
    gathering.leave("Lulu")
    gathering.sits("Lulu", 0)

    gathering.shut()

    assert seats(gathering)[0] == ("person", "lulu (guest)")
    assert refused(lambda: gathering.leaves_seat("Lulu", 0)) == ["not-of-the-game"]


def test_who_is_barred_from_the_game_is_refused_even_as_a_stranger(gathering: SenateTable) -> None:
    gathering.bars("Lulu")

    assert refused(lambda: gathering.sits("Lulu", 0)) == ["barred"]


def test_the_mastermind_sits_like_anybody(gathering: SenateTable) -> None:
    gathering.sits("Kevan", 0)

    assert seats(gathering)[0] == ("person", "Kevan")


def test_in_a_hiatus_nobody_sits_down_or_leaves(gathering: SenateTable) -> None:
    gathering.sits("Lulu", 0)
    gathering.declare("Josh")

    for act in (lambda: gathering.sits("Raven", 1), lambda: gathering.leaves_seat("Lulu", 0)):
        assert refused(act) == ["hiatus"]


def test_without_a_rule_that_provides_for_them_nobody_sits_down(gathering: SenateTable) -> None:
    gathering.strike("Episodes")

    assert refused(lambda: gathering.sits("Lulu", 0)) == ["not-in-the-law"]
