"""What comes back when a view refuses, does not understand, or breaks."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from nomic.middleware import RequestIdFilter

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.wiring.breaking")]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def visitor() -> Client:
    """Somebody whose browser shows what comes, errors included."""
    return Client(raise_request_exception=False)


def test_a_refusal_is_a_page_with_its_reason_and_status_409(visitor: Client) -> None:
    answer = visitor.get("/refuse")

    assert answer.status_code == 409
    assert "<html" in answer.content.decode()
    assert "Agents" in answer.content.decode()


def test_a_refusal_is_a_fragment_for_htmx(visitor: Client) -> None:
    answer = visitor.get("/refuse", headers=HTMX)

    assert answer.status_code == 409
    assert "<html" not in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()


def test_what_is_not_understood_is_a_page_with_status_422(visitor: Client) -> None:
    answer = visitor.post("/misunderstand")

    assert answer.status_code == 422
    assert "<html" in answer.content.decode()
    assert "A title needs a &lt;subject&gt;." in answer.content.decode()


def test_what_is_not_understood_is_a_fragment_for_htmx(visitor: Client) -> None:
    answer = visitor.post("/misunderstand", headers=HTMX)

    assert answer.status_code == 422
    assert "<html" not in answer.content.decode()
    assert "A title needs a &lt;subject&gt;." in answer.content.decode()


def test_a_crash_shows_the_id_that_the_header_and_the_log_line_carry(
    visitor: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(RequestIdFilter())

    answer = visitor.get("/crash")

    assert answer.status_code == 500
    shown = re.search(r"<code>(\w+)</code>", answer.content.decode())
    assert shown is not None
    assert shown[1] == answer["X-Request-ID"]
    logged = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [getattr(record, "request_id", None) for record in logged] == [shown[1]]
    assert logged[0].exc_info is not None


def test_a_crash_tells_a_visitor_nothing_of_its_insides(visitor: Client) -> None:
    answer = visitor.get("/crash")

    assert "inner words" not in answer.content.decode()
    assert "ZeroDivisionError" not in answer.content.decode()


def test_a_crash_is_told_without_asking_the_database(visitor: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = visitor.get("/crash")

    assert answer.status_code == 500


@pytest.mark.parametrize("path", ["/away", "/away-too"])
def test_a_database_that_does_not_answer_is_said_to_pass_and_asked_no_more(
    path: str, visitor: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        answer = visitor.get(path)

    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "Nothing is half done" in answer.content.decode()
    assert "inner words" not in answer.content.decode()


def test_every_answer_has_an_id_of_its_own(visitor: Client) -> None:
    ids = {visitor.get("/healthz")["X-Request-ID"] for _ in range(3)}

    assert len(ids) == 3


def test_the_log_line_of_a_missing_page_carries_the_id_too(visitor: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(RequestIdFilter())

    answer = visitor.get("/nowhere")

    assert answer.status_code == 404
    assert "No such page" in answer.content.decode()
    assert [getattr(record, "request_id", None) for record in caplog.records] == [answer["X-Request-ID"]]


def test_what_is_forbidden_is_a_403_page_without_inner_words(visitor: Client) -> None:
    answer = visitor.get("/forbid")

    assert answer.status_code == 403
    assert "Not yours to do" in answer.content.decode()
    assert "inner words" not in answer.content.decode()


def test_a_form_without_our_token_is_a_403_page_that_says_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post("/echo", {"text": "word"})

    assert answer.status_code == 403
    assert "load the page anew" in answer.content.decode()


@pytest.mark.parametrize("looked_for_a_token", [True, False])
def test_a_form_above_the_limit_is_a_413_page(looked_for_a_token: bool) -> None:
    visitor = Client(enforce_csrf_checks=looked_for_a_token, raise_request_exception=False)
    visitor.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    size = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    answer = visitor.post("/echo", "text=" + "a" * (size - 4), content_type="application/x-www-form-urlencoded")

    assert answer.status_code == 413
    assert "<html" in answer.content.decode()


def test_a_form_at_the_limit_is_read(visitor: Client) -> None:
    text = "a" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE - 5)

    answer = visitor.post("/echo", f"text={text}", content_type="application/x-www-form-urlencoded")

    assert answer.status_code == 200
    assert answer.content.decode() == text


def test_too_many_fields_are_a_413_page(visitor: Client) -> None:
    fields = "&".join(f"f{n}=1" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1))

    answer = visitor.post("/echo", fields, content_type="application/x-www-form-urlencoded")

    assert answer.status_code == 413


def test_an_unknown_host_is_a_400_page(visitor: Client) -> None:
    answer = visitor.get("/accounts/login/", headers={"Host": "elsewhere.example"})

    assert answer.status_code == 400
    assert "That request made no sense" in answer.content.decode()


def test_a_page_and_its_part_are_told_apart_by_caches(visitor: Client) -> None:
    answer = visitor.get("/refuse")

    assert "HX-Request" in answer["Vary"]


@pytest.mark.parametrize("letters", ["unicode_escape", "base64", "idna", "utf-7", "latin-1"])
def test_a_form_in_other_letters_than_ours_is_a_400_page(visitor: Client, letters: str) -> None:
    form = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n\\ud800\r\n--x--\r\n'

    answer = visitor.generic("POST", "/echo", form, content_type=f"multipart/form-data; boundary=x; charset={letters}")

    assert answer.status_code == 400


def test_a_form_that_says_its_letters_are_ours_is_read(visitor: Client) -> None:
    answer = visitor.post("/echo", "text=abc", content_type="application/x-www-form-urlencoded; charset=UTF-8")

    assert answer.content.decode() == "abc"
