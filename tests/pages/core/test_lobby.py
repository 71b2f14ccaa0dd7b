"""The front page, the demo's sign-in buttons, and founding a game."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.core.games.models import Account, Agent, Game
from nomic.core.secrets import actions as secrets_actions
from nomic.demo import CAST
from rulesets.founding.actions import found_game
from tests.casting import Table
from tests.pages.deciding.pages import browser, words

pytestmark = pytest.mark.django_db
START, HOUR = datetime(2026, 3, 2, 9, tzinfo=UTC), timedelta(hours=1)
FORM = {"title": "The Second Table", "slug": "", "name": "Josh", "starter": "blognomic"}


@pytest.fixture
def player(client: Client) -> Client:
    client.force_login(Account.objects.create_user("josh"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_stranger_reads_what_a_nomic_is_and_where_to_sign_up(client: Client) -> None:
    page = client.get("/")

    assert "changing the rules is a move" in words(page)
    assert 'href="/accounts/signup/"' in page.content.decode()


def test_a_game_is_told_with_its_mastermind_its_players_and_what_is_pending(client: Client) -> None:
    table = Table("Josh", "Lulu")
    table.propose("Josh", "Faster")
    table.idle("Lulu")

    told = words(client.get("/"))

    assert "The Table" in told
    assert "The reign of Kevan, Mastermind" in told
    assert "2 Agents" in told
    assert "1 pending" in told


def test_a_game_of_quorum_is_told_by_its_kind_and_leads_to_its_senate(client: Client) -> None:
    Table(slug="table", title="The Table")
    found_game(
        founder=Account.objects.create_user("isolde"), title="The House", slug="house", name="Isolde", starter="quorum"
    )

    page = client.get("/")

    told, html = words(page), page.content.decode()
    assert "The House The reign of Isolde, Mastermind Quorum The Senate 1 Agent" in told
    assert 'href="/g/house/quorum/senate/"' in html
    assert "/g/table/quorum" not in html


def test_ones_own_games_stand_first() -> None:
    mine = Table("Josh", slug="mine", title="My old game")
    Table(slug="other", title="A newer game")

    told = words(browser(mine, "Josh").get("/"))

    assert re.search(r"Your games My old game .* Other games A newer game", told)
    assert "you are Josh" in told


def test_a_page_of_the_calendar_is_nothing_that_happened_in_a_game(player: Client) -> None:
    with time_machine.travel(START, tick=False) as clock:
        quiet = Table(slug="quiet", title="The quiet game")
        clock.shift(HOUR)
        Table(slug="busy", title="The busy game")
        clock.shift(HOUR)
        secrets_actions.look_again_at_day(game_id=quiet.made.pk)
        told = words(player.get("/"))

    assert re.search(r"The busy game .* The quiet game", told)


def test_without_a_game_the_page_says_what_to_do(player: Client) -> None:
    page = player.get("/")

    assert "No game is on yet" in words(page)
    assert page.content.decode().count('href="/games/new/"') == 2


def test_the_front_page_asks_as_much_for_eight_games_as_for_three(player: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            player.get("/")
        return len(asked)

    for number in range(3):
        Table(slug=f"table-{number}", title=f"Table {number}")
    few = queries()
    for number in range(3, 8):
        Table(slug=f"table-{number}", title=f"Table {number}")

    assert queries() == few


# -- the demo


def test_the_demos_cast_has_a_button_each_that_signs_in(client: Client, settings: LazySettings) -> None:
    settings.NOMIC_DEMO = True
    (_, ((username, label), *_)), *_ = CAST
    Account.objects.create_user(username)

    page = client.get("/")
    answer = client.post("/demo/sign-in/", {"username": username})

    assert label in words(page)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert f">{username}</a>" in client.get("/").content.decode()


def test_without_the_demo_switch_there_is_neither_button_nor_door(client: Client, settings: LazySettings) -> None:
    settings.NOMIC_DEMO = False
    (_, ((username, label), *_)), *_ = CAST
    Account.objects.create_user(username)

    assert label not in words(client.get("/"))
    assert client.post("/demo/sign-in/", {"username": username}).status_code == 404
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("username", ["somebody", "", "\0", "admin"])
def test_the_demos_door_is_for_its_cast_alone(client: Client, settings: LazySettings, username: str) -> None:
    settings.NOMIC_DEMO = True
    Account.objects.create_user("somebody")

    assert client.post("/demo/sign-in/", {"username": username}).status_code == 404
    assert "_auth_user_id" not in client.session


def test_one_of_the_cast_who_keeps_the_server_is_not_signed_in(client: Client, settings: LazySettings) -> None:
    settings.NOMIC_DEMO = True
    Account.objects.create_superuser(CAST[0][0])

    assert client.post("/demo/sign-in/", {"username": CAST[0][0]}).status_code == 404


def test_signing_in_is_no_link_to_follow(client: Client) -> None:
    assert client.get("/demo/sign-in/").status_code == 405


# -- founding


def test_who_founds_a_game_is_asked_to_sign_in_first(client: Client) -> None:
    assert client.get("/games/new/")["Location"] == "/accounts/login/?next=/games/new/"
    assert client.post("/games/new/", FORM)["Location"].startswith("/accounts/login/")


def test_a_game_is_founded_at_an_address_made_from_its_title(player: Client) -> None:
    answer = player.post("/games/new/", FORM)

    assert answer["Location"] == "/g/the-second-table/"
    game = Game.objects.get(slug="the-second-table")
    agent = Agent.objects.get(game=game)
    assert (agent.name, agent.is_admin, game.mastermind) == ("Josh", True, agent)


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("title", "", "required"),
        ("title", "…", "A title needs at least one letter or digit."),
        ("title", "x" * 101, "at most 100 characters"),
        ("title", "Table\u202e", "control or invisible characters"),
        ("slug", "No Capitals", "Small letters, digits and single hyphens"),
        ("slug", "a--b", "Small letters, digits and single hyphens"),
        ("name", "Mastermind", "“Mastermind” could be mistaken for “Mastermind”"),
        ("name", "Enactment", "“Enactment” could be mistaken for “Enactment”"),
        ("name", "Jo\u200bsh", "control or invisible characters"),
        ("starter", "calvinball", "valid choice"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_what_was_typed_is_kept(
    player: Client, field: str, typed: str, said: str
) -> None:
    answer = player.post("/games/new/", FORM | {"slug": "second", field: typed})

    shown = answer.content.decode()
    assert answer.status_code == 422
    assert said in words(answer)
    assert re.search(rf'id="id_{field}_error".*?{re.escape(said)}', shown, re.DOTALL)
    assert ('value="second"' in shown) == (field != "slug")
    assert not Game.objects.exists()


def test_an_address_that_is_taken_is_said_to_be_even_if_it_was_made_from_the_title(player: Client) -> None:
    Table(slug="the-second-table")

    answer = player.post("/games/new/", FORM)

    assert answer.status_code == 422
    assert "There is a game at “the-second-table” already." in words(answer)
    assert 'value="the-second-table"' in answer.content.decode()


def test_a_title_without_latin_letters_asks_for_an_address(player: Client) -> None:
    answer = player.post("/games/new/", FORM | {"title": "ノミック"})

    assert answer.status_code == 422
    assert "Choose an address" in words(answer)
