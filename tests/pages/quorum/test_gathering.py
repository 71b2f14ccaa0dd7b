"""The page of an Episode that gathers: seats are taken and left, and it opens or is called off."""

from __future__ import annotations

import re

import pytest

from dynasties.quorum.rounds import queries as rounds_queries
from tests.pages.deciding.pages import browser, words
from tests.pages.quorum.senate_pages import field_errors, got, html, read, sent, url
from tests.sitting import SenateTable

TOKEN = re.compile(r'id="token"[^>]*value="([^"]+)"')


@pytest.fixture
def gathering(table: SenateTable) -> SenateTable:
    """An Episode of three seats that Josh has convened; nobody sits yet."""
    table.convenes("Josh")
    return table


def test_a_visitor_sees_the_terms_and_the_seats_and_no_form(gathering: SenateTable) -> None:
    page = html(gathering)

    told = read(gathering)
    assert "3 seats 3 rounds threshold 0.5 the chair has a veto senators may write notes 24 hours a round" in told
    assert "Seat 2 is empty" in told
    assert "Sign in to sit down" in told
    assert f'action="{url(gathering)}' not in page


def test_a_senator_sits_down_and_gets_up_again(gathering: SenateTable) -> None:
    sent(gathering, "Lulu", "seats/1/take/")
    sat = read(gathering, "Lulu")
    sent(gathering, "Lulu", "seats/1/leave/")

    assert "1 of 3 seats is taken" in sat
    assert "Lulu you" in sat
    assert "Sit down" not in sat
    assert "Seat 1 is empty" in read(gathering, "Lulu")


def test_the_last_seat_opens_it(gathering: SenateTable) -> None:
    for seat, name in enumerate(["Josh", "Lulu"]):
        gathering.sits(name, seat)

    answer = browser(gathering, "Raven").post(url(gathering, "seats/2/take/"), follow=True)

    assert "Round 0, the 1st of 3. Josh has the chair." in words(answer)


@pytest.mark.parametrize(("who", "seat", "said"), [("Lulu", 1, "sits in seat 1"), ("Josh", 2, "You sit in seat 1")])
def test_a_seat_that_cannot_be_taken_is_refused_by_the_rule(
    gathering: SenateTable, who: str, seat: int, said: str
) -> None:
    gathering.sits("Josh", 1)

    answer = sent(gathering, who, f"seats/{seat}/take/")

    assert answer.status_code == 409
    assert said in words(answer)
    assert "Episodes" in words(answer)


def test_only_the_convener_sees_how_to_open_it(gathering: SenateTable) -> None:
    assert "Open it with the bench" in read(gathering, "Josh")
    assert "Open it with the bench" not in read(gathering, "Lulu")
    assert "Call it off" not in read(gathering, "Lulu")


def test_a_convener_who_does_not_sit_is_told_so_beside_the_button(gathering: SenateTable) -> None:
    gathering.seats_program("Josh", 0)
    before = read(gathering, "Josh")
    gathering.sits("Josh", 1)

    assert "Open the Episode You do not sit in it yourself; to play, sit down first." in before
    assert "You do not sit in it yourself" not in read(gathering, "Josh")


def test_the_bench_fills_what_is_empty(gathering: SenateTable) -> None:
    gathering.sits("Lulu", 1)

    answer = browser(gathering, "Josh").post(
        url(gathering, "open/"), {"script_0": "greedy", "script_2": "veto-happy"}, follow=True
    )

    assert "The Senate sits." in words(answer)
    assert [each.name for each in gathering.episode().seats.all()] == ["Greedy", "Lulu", "Veto-happy"]


def test_a_script_that_there_is_not_is_told_at_its_seat(gathering: SenateTable) -> None:
    answer = sent(gathering, "Josh", "open/", script_0="greedy", script_1="caesar", script_2="greedy")

    assert answer.status_code == 422
    assert field_errors(answer.content.decode()) == ["There is no such script on the bench."]
    assert gathering.episode().state == "gathering"


def test_the_convener_seats_a_script_and_clears_it(gathering: SenateTable) -> None:
    sent(gathering, "Josh", "seats/0/bench/", script="random")
    sat = read(gathering, "Josh")
    sent(gathering, "Josh", "seats/0/leave/")

    assert "Random script" in sat
    assert "Clear it" in sat
    assert "Seat 0 is empty" in read(gathering, "Josh")


@pytest.mark.parametrize("path", ["seats/0/bench/", "open/", "call-off/"])
def test_what_is_the_conveners_is_refused_to_others(gathering: SenateTable, path: str) -> None:
    answer = sent(gathering, "Lulu", path, script="random", script_0="greedy", script_1="greedy", script_2="greedy")

    assert answer.status_code == 409
    assert "Only who convened the Episode" in words(answer)


def test_an_episode_that_is_called_off_stays_to_be_read(gathering: SenateTable) -> None:
    gathering.sits("Lulu", 1)

    answer = browser(gathering, "Josh").post(url(gathering, "call-off/"), follow=True)

    assert "It was called off before it opened." in words(answer)
    assert "Sit down" not in words(answer)


# -- programs


def test_a_token_is_shown_once_and_is_that_of_the_seat(gathering: SenateTable) -> None:
    answer = sent(gathering, "Lulu", "seats/2/program/", name="Abacus")

    token = TOKEN.findall(answer.content.decode())[0]
    seat = rounds_queries.viewing_seat(gathering.episode(), token=token)
    assert seat is not None
    assert (seat.number, seat.name) == (2, "Abacus")
    assert "no-store" in answer["Cache-Control"]
    assert all(token not in html(gathering, who) for who in ("Lulu", "Josh", None))


def test_the_page_of_a_token_has_ten_lines_to_copy_and_the_client_beside_them(gathering: SenateTable) -> None:
    page = sent(gathering, "Lulu", "seats/2/program/", name="Abacus")
    here = f"/g/{gathering.game.slug}/quorum/"
    client, lines = (browser(gathering).get(f"{here}{name}.py") for name in ("quorum_client", "bot"))

    told = words(page)
    assert "from quorum_client import Seat" in lines.content.decode()
    assert "from quorum_client import Seat" in told
    assert f"/g/table/quorum/api/episodes/{gathering.number}/" in page.content.decode()
    assert b"class Seat:" in client.content


def test_who_answers_for_a_program_clears_its_seat_and_leaves_eir_own(gathering: SenateTable) -> None:
    gathering.seats_program("Lulu", 2)
    gathering.sits("Lulu", 1)

    page = html(gathering, "Lulu")
    sent(gathering, "Lulu", "seats/2/leave/")

    assert 'aria-label="Clear seat 2"' in page
    assert 'aria-label="Leave seat 1"' in page
    assert "Seat 2 is empty" in read(gathering, "Lulu")


def test_a_new_token_voids_the_old_one(gathering: SenateTable) -> None:
    old = gathering.seats_program("Lulu", 2)

    answer = sent(gathering, "Lulu", "seats/2/token/")

    new = TOKEN.findall(answer.content.decode())[0]
    assert rounds_queries.viewing_seat(gathering.episode(), token=old) is None
    assert rounds_queries.viewing_seat(gathering.episode(), token=new) is not None


def test_another_gets_no_token_of_a_program(gathering: SenateTable) -> None:
    gathering.seats_program("Lulu", 2)

    answer = sent(gathering, "Josh", "seats/2/token/")

    assert answer.status_code == 409
    assert "That seat is not yours." in words(answer)
    assert TOKEN.findall(answer.content.decode()) == []


@pytest.mark.parametrize("name", ["", "A" * 41, "Aba\u200bcus"], ids=["none", "long", "hidden"])
def test_a_program_whose_name_cannot_be_is_told_at_the_field(gathering: SenateTable, name: str) -> None:
    answer = sent(gathering, "Lulu", "seats/2/program/", name=name)

    assert answer.status_code == 422
    assert len(field_errors(answer.content.decode())) == 1
    assert gathering.episode().seats.get(number=2).kind == "empty"


def test_a_refusal_keeps_what_the_program_is_called(gathering: SenateTable) -> None:
    gathering.seats_script("Josh", 2, "greedy")

    answer = sent(gathering, "Lulu", "seats/2/program/", name="Abacus")

    assert answer.status_code == 409
    assert "Somebody sits in seat 2." in words(answer)


def test_in_a_hiatus_the_page_says_so_and_has_no_buttons(gathering: SenateTable) -> None:
    gathering.declare("Raven")

    told, visitor = read(gathering, "Lulu"), read(gathering)

    assert "Sit down" not in told
    assert "hiatus" in told
    assert "Sign in to sit down" not in visitor


def test_without_the_law_it_was_called_off(gathering: SenateTable) -> None:
    gathering.strike("Episodes")

    assert "It was called off" in read(gathering, "Lulu")


def test_an_episode_that_there_is_not_is_not_found(table: SenateTable) -> None:
    table.number = 7

    assert got(table, "Josh").status_code == 404
