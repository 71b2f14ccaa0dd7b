"""What comes back to a program when a view refuses, does not understand, or breaks: JSON, in one form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.wiring.breaking")]
API = "/g/table/theme/api"


@pytest.fixture
def program() -> Client:
    return Client(raise_request_exception=False)


def error(answer: Answer) -> dict[str, Any]:
    """The error of an answer, which is nothing but that."""
    content = answer.json()
    assert set(content) == {"error"}
    assert answer["Content-Type"] == "application/json"
    assert "no-store" in answer["Cache-Control"]
    told: dict[str, Any] = content["error"]
    return told


def test_a_refusal_has_its_reasons(program: Client) -> None:
    answer = program.get(f"{API}/refuse")

    told = error(answer)
    assert answer.status_code == 409
    assert (told["code"], told["path"]) == ("refused", "")
    assert [(each["code"], each["rule"], each["facts"]) for each in told["reasons"]] == [("not-an-admin", "Agents", {})]
    assert told["text"] == told["reasons"][0]["text"]


def test_what_is_not_understood_names_the_field(program: Client) -> None:
    answer = program.post(f"{API}/misunderstand")

    assert answer.status_code == 422
    assert error(answer) == {"code": "empty-subject", "path": "title", "text": "A title needs a <subject>."}


def test_a_crash_tells_nothing_but_the_id_in_the_log(program: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = program.get(f"{API}/crash")

    assert (answer.status_code, error(answer)["code"]) == (500, "broken")
    assert answer["X-Request-ID"] in error(answer)["text"]
    assert "inner words" not in answer.content.decode()


@pytest.mark.parametrize("path", ["away", "away-too"])
def test_a_database_that_is_away_is_a_503_with_the_time_to_come_again(
    path: str, program: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        answer = program.get(f"{API}/{path}")

    assert (answer.status_code, answer["Retry-After"], error(answer)["code"]) == (503, "10", "away")
    assert "inner words" not in answer.content.decode()


def test_what_is_not_there_is_a_404(program: Client) -> None:
    answer = program.get(f"{API}/nowhere")

    assert (answer.status_code, error(answer)["code"]) == (404, "not-found")


def test_other_letters_than_ours_are_a_400(program: Client) -> None:
    answer = program.generic("POST", f"{API}/echo", b"{}", content_type="application/json; charset=utf-7")

    assert (answer.status_code, error(answer)["code"]) == (400, "bad-request")


def test_more_than_any_form_of_ours_is_a_413(program: Client) -> None:
    form = "text=" + "a" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    answer = program.post(f"{API}/echo", form, content_type="application/x-www-form-urlencoded")

    assert (answer.status_code, error(answer)["code"]) == (413, "too-large")


@pytest.mark.parametrize("path", ["/refuse", "/g/api/refuse", "/api/refuse"])
def test_everywhere_else_people_are_answered_with_pages(path: str, program: Client) -> None:
    assert program.get(path)["Content-Type"].startswith("text/html")
