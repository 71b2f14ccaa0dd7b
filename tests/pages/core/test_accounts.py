"""Signing up, in and out; a throttle on guessing; a password lost and chosen anew by mail."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from nomic.core.models import Account
from tests.pages.deciding.pages import words

pytestmark = pytest.mark.django_db
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
