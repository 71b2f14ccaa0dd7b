"""Signing up, in and out; a throttle on guessing; a password lost and chosen anew by mail."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from nomic.core.games.models import Account
from nomic.core.lobby.actions import ensure_account
from tests.casting import Table
from tests.pages.deciding.pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
PASSWORD = "a long walk in the rain"
TRIES = 5  # allauth lets so many wrong passwords pass for one account in five minutes


@pytest.fixture(autouse=True)
def _fresh_throttle() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def josh() -> Account:
    return Account.objects.create_user("josh", "josh@example.org", PASSWORD)


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def sign_in(client: Client, password: str, login: str = "josh") -> str:
    return words(client.post("/accounts/login/", {"login": login, "password": password}))


def test_who_signs_up_is_signed_in_and_lands_among_the_games(client: Client) -> None:
    form = {"username": "lulu", "email": "lulu@example.org", "password1": PASSWORD, "password2": PASSWORD}

    answer = client.post("/accounts/signup/", form)

    assert answer["Location"] == "/"
    assert signed_in(client)
    assert Account.objects.get(username="lulu").check_password(PASSWORD)


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("username", "josh"),
        ("username", ""),
        ("email", "no address"),
        ("password1", "12345678"),
        ("password2", "other"),
    ],
)
def test_a_sign_up_that_cannot_be_makes_no_account_and_keeps_what_was_typed(
    client: Client, josh: Account, field: str, typed: str
) -> None:
    form = {"username": "lulu", "email": "lulu@example.org", "password1": PASSWORD, "password2": PASSWORD}

    answer = client.post("/accounts/signup/", form | {field: typed})

    assert "field__errors" in answer.content.decode()
    assert ('value="lulu@example.org"' in answer.content.decode()) == (field != "email")
    assert Account.objects.count() == 1


@pytest.mark.parametrize("login", ["josh", "JOSH", "josh@example.org"])
def test_name_and_address_both_sign_in(client: Client, josh: Account, login: str) -> None:
    sign_in(client, PASSWORD, login)

    assert signed_in(client)


def test_signing_out_needs_a_button_and_no_mere_link(client: Client, josh: Account) -> None:
    sign_in(client, PASSWORD)

    client.get("/accounts/logout/")
    assert signed_in(client)

    client.post("/accounts/logout/")
    assert not signed_in(client)


def test_who_was_on_the_way_somewhere_gets_there(client: Client, josh: Account) -> None:
    answer = client.post("/accounts/login/?next=/games/new/", {"login": "josh", "password": PASSWORD})

    assert answer["Location"] == "/games/new/"


def test_nobody_is_sent_to_another_host(client: Client, josh: Account) -> None:
    answer = client.post("/accounts/login/?next=https://example.com/", {"login": "josh", "password": PASSWORD})

    assert answer["Location"] == "/"


def test_after_so_many_wrong_passwords_not_even_the_right_one_is_tried(client: Client, josh: Account) -> None:
    for _ in range(TRIES):
        assert "Too many" not in sign_in(client, "wrong")

    assert "Too many" in sign_in(client, PASSWORD)

    assert not signed_in(client)


def test_one_try_fewer_still_lets_the_right_password_in(client: Client, josh: Account) -> None:
    for _ in range(TRIES - 1):
        sign_in(client, "wrong")

    sign_in(client, PASSWORD)

    assert signed_in(client)


def test_a_lost_password_is_chosen_anew_through_a_link_in_the_mail(client: Client, josh: Account) -> None:
    client.post("/accounts/password/reset/", {"email": "josh@example.org"})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link is not None

    form = client.get(link[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": "another long walk", "password2": "another long walk"})
    sign_in(client, "another long walk")

    assert mail.outbox[0].to == ["josh@example.org"]
    assert mail.outbox[0].subject == "A new password for you"
    assert "for the account “josh”" in str(mail.outbox[0].body)
    assert signed_in(client)


def test_the_link_works_once(client: Client, josh: Account) -> None:
    client.post("/accounts/password/reset/", {"email": "josh@example.org"})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link is not None
    form = client.get(link[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": "another long walk", "password2": "another long walk"})

    again = Client().get(link[1], follow=True)

    assert "This link no longer works" in words(again)


def test_a_stranger_learns_not_whether_an_address_has_an_account(client: Client, josh: Account) -> None:
    known = client.post("/accounts/password/reset/", {"email": "josh@example.org"})
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})

    assert known["Location"] == unknown["Location"]
    assert words(client.get(known["Location"])) == words(client.get(unknown["Location"]))


def test_a_changed_password_asks_for_the_old_one(client: Client, josh: Account) -> None:
    sign_in(client, PASSWORD)
    new = {"password1": "another long walk", "password2": "another long walk"}

    client.post("/accounts/password/change/", new | {"oldpassword": "wrong"})
    assert Account.objects.get(pk=josh.pk).check_password(PASSWORD)

    client.post("/accounts/password/change/", new | {"oldpassword": PASSWORD})
    assert Account.objects.get(pk=josh.pk).check_password("another long walk")


def test_the_way_in_needs_no_announcement(client: Client, josh: Account) -> None:
    answer = client.post("/accounts/login/", {"login": "josh", "password": PASSWORD}, follow=True)

    assert "signed in" not in words(answer)
    assert '<a href="/accounts/">josh</a>' in answer.content.decode()


def test_a_name_keeps_its_capitals_and_no_other_account_may_differ_in_them_alone(client: Client) -> None:
    form = {"username": "LuLu", "email": "lulu@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/signup/", form)

    other = Client().post("/accounts/signup/", form | {"username": "lulu", "email": "other@example.org"})
    entering = Client()
    sign_in(entering, PASSWORD, "lulu")

    assert Account.objects.get().username == "LuLu"
    assert "field__errors" in other.content.decode()
    assert signed_in(entering)


def test_the_rules_of_passwords_are_told_in_a_line(client: Client) -> None:
    page = words(client.get("/accounts/signup/"))

    assert "Eight characters or more" in page
    assert "entirely numeric" not in page


def test_eight_characters_are_enough_and_seven_are_not(client: Client) -> None:
    form = {"username": "lulu", "email": "lulu@example.org"}

    client.post("/accounts/signup/", form | dict.fromkeys(("password1", "password2"), "xkq7vbz"))
    assert not Account.objects.exists()

    client.post("/accounts/signup/", form | dict.fromkeys(("password1", "password2"), "xkq7vbzw"))
    assert Account.objects.get().check_password("xkq7vbzw")


# -- the account's own page


def change_address(client: Client, email: str, password: str = PASSWORD) -> str:
    return words(client.post("/accounts/", {"email": email, "password": password}, follow=True))


def test_the_page_is_for_who_is_signed_in(client: Client, josh: Account) -> None:
    stranger = client.get("/accounts/")
    sign_in(client, PASSWORD)

    page = words(client.get("/accounts/"))

    assert stranger["Location"] == "/accounts/login/?next=/accounts/"
    assert "Username josh Email josh@example.org" in page
    assert "You are in no game yet." in page


def test_the_page_lists_the_games_that_the_account_is_in_and_no_others(client: Client) -> None:
    table, other = Table("Josh"), Table(slug="other", title="The Other Table")
    client.force_login(table.account("Josh"), backend="django.contrib.auth.backends.ModelBackend")

    page = words(client.get("/accounts/"))

    assert table.game.title in page
    assert other.game.title not in page


def test_another_address_takes_the_place_of_the_old_one(client: Client, josh: Account) -> None:
    sign_in(client, PASSWORD)

    page = change_address(client, "New@example.org")
    by_new, by_old = Client(), Client()
    sign_in(by_new, PASSWORD, "new@example.org")
    sign_in(by_old, PASSWORD, "josh@example.org")

    assert "Your address is new@example.org now." in page
    assert (signed_in(by_new), signed_in(by_old)) == (True, False)


@pytest.mark.parametrize(
    ("email", "password", "told"),
    [
        ("new@example.org", "wrong", "That is not your password."),
        ("Lulu@example.org", PASSWORD, "Another account has this address."),
        ("no address", PASSWORD, "Enter a valid email address."),
    ],
)
def test_an_address_that_cannot_be_taken_says_why(
    client: Client, josh: Account, email: str, password: str, told: str
) -> None:
    Account.objects.create_user("lulu", "lulu@example.org", PASSWORD)
    sign_in(client, PASSWORD)

    page = change_address(client, email, password)

    assert told in page
    assert Account.objects.get(pk=josh.pk).email == "josh@example.org"


def test_a_password_is_not_guessed_through_the_address(client: Client, josh: Account) -> None:
    sign_in(client, PASSWORD)
    for _ in range(TRIES):
        assert "Too many" not in change_address(client, "new@example.org", "wrong")

    page = change_address(client, "new@example.org")

    assert "Too many tries" in page
    assert "not your password" not in page
    assert Account.objects.get(pk=josh.pk).email == "josh@example.org"


def test_an_account_without_a_password_has_nothing_to_change(client: Client) -> None:
    account = ensure_account("bramble")
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")

    page = change_address(client, "mine@example.org", "")

    assert "nothing to change here" in page
    assert Account.objects.get(pk=account.pk).email == ""
