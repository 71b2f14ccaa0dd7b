"""A body is bounded before it is read, and is JSON that means the same to everybody, or is turned away."""

from __future__ import annotations

import json

import pytest
from django.http import UnreadablePostError
from django.test import RequestFactory
from hypothesis import example, given, strategies as st

from dynasties.quorum.programs import views_entry as programs_views_entry
from dynasties.quorum.rounds.models import Decision
from tests.quorum.api.programs import Program

LONGEST = 64 * 1024


def turned(body: bytes) -> str:
    """The code of the error."""
    with pytest.raises(programs_views_entry.TurnedAway) as found:
        programs_views_entry.parse_body(body)
    assert found.value.answer.status_code == 400
    return str(json.loads(found.value.answer.content)["error"]["code"])


def shortened(value: object) -> str:
    return ascii(value)[:40]


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"{}", {}),
        (b' {"a": [1, -2.5, 1e3, "\\u00e4", true, null]} ', {"a": [1, -2.5, 1000.0, "ä", True, None]}),
        ('"ä🪿"'.encode(), "ä🪿"),
        (b'"\\ud83e\\udebf"', "🪿"),
        (b"1.7976931348623157e308", 1.7976931348623157e308),
        (b"1e-999", 0.0),
        (b"9" * 4300, int("9" * 4300)),
        (b'[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        (b"\t[\r\n]", []),
        (b"[" * 32 + b"]" * 32, json.loads("[" * 32 + "]" * 32)),
        (b'{"a":' * 32 + b"0" + b"}" * 32, json.loads('{"a":' * 32 + "0" + "}" * 32)),
    ],
    ids=shortened,
)
def test_json_is_read(body: bytes, value: object) -> None:
    assert programs_views_entry.parse_body(body) == value


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b"{} {}", "not-json"),
        (b"vote=yea", "not-json"),
        (b"{'vote': 'yea'}", "not-json"),
        (b'{"vote": "yea",}', "not-json"),
        (b"\xef\xbb\xbf{}", "not-json"),
        (b'"\n"', "not-json"),
        (b"[01]", "not-json"),
        ("[\u0661]".encode(), "not-json"),
        (b"NaN", "no-number"),
        (b"[Infinity]", "no-number"),
        (b'{"a": -Infinity}', "no-number"),
        (b"1e309", "number-too-large"),
        (b"-1e999", "number-too-large"),
        (b"9" * 4301, "number-too-long"),
        (b"\xff", "not-utf-8"),
        ('"ä"'.encode("latin-1"), "not-utf-8"),
        ("{}".encode("utf-16"), "not-utf-8"),
        (b'"\xed\xa0\x80"', "not-utf-8"),
        (b'"\\ud800"', "half-a-character"),
        (b'{"\\udfff": 1}', "half-a-character"),
        (b'{"a": 1, "a": 1}', "name-twice"),
        (b'[{"b": {"a": 1, "\\u0061": 2}}]', "name-twice"),
        (b"[" * 33 + b"]" * 33, "too-deep"),
        (b'{"a":' * 33 + b"0" + b"}" * 33, "too-deep"),
        (b"[" * 30_000 + b"]" * 30_000, "too-deep"),
        (b"[" * LONGEST, "too-deep"),
        (b'{"a":' * 13_000, "too-deep"),
    ],
    ids=shortened,
)
def test_what_is_none_or_could_mean_two_things_is_turned_away(body: bytes, code: str) -> None:
    assert turned(body) == code


@given(st.binary(max_size=200))
@example(b'"\\ud83e"')
def test_any_bytes_are_read_or_turned_away(body: bytes) -> None:
    try:
        value = programs_views_entry.parse_body(body)
    except programs_views_entry.TurnedAway as error:
        answered = error.answer.status_code
    else:
        answered = 200 if json.loads(body) == value else 0

    assert answered in (200, 400)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_whatever_json_can_say_is_read_as_it_was_written(value: object, ascii: bool) -> None:
    assert programs_views_entry.parse_body(json.dumps(value, ensure_ascii=ascii).encode()) == value


# -- before it is read


def padded(size: int) -> bytes:
    """A decision of so many bytes."""
    asked = b'{"round":0,"decision":{"vote":"yea"}}'
    return asked + b" " * (size - len(asked))


@pytest.mark.django_db
def test_64_kilobytes_are_taken_and_a_byte_more_is_413(senate: list[Program]) -> None:
    most, more = senate[0].sends(padded(LONGEST)), senate[1].sends(padded(LONGEST + 1))

    assert (most.status_code, more.status_code) == (200, 413)
    assert senate[0].seen()["decided"] == [True, False, False]


@pytest.mark.django_db
def test_a_body_that_says_it_is_too_large_is_not_read(senate: list[Program], monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(*given: object) -> bytes:
        raise AssertionError("it was read")

    monkeypatch.setattr("django.http.request.HttpRequest.read", unread)
    monkeypatch.setattr("django.test.client.FakePayload.read", unread)

    assert senate[0].sends(b"{}", **{"Content-Length": str(LONGEST + 1)}).status_code == 413


@pytest.mark.django_db
@pytest.mark.parametrize("length", ["65537", "9" * 9, "9" * 400, "065537"])
def test_a_length_beyond_it_is_413(length: str, senate: list[Program]) -> None:
    assert senate[0].sends(b"{}", **{"Content-Length": length}).status_code == 413


@pytest.mark.django_db
@pytest.mark.parametrize("length", ["", "-1", "x", "1.5", "0x10", "٣"])
def test_without_a_length_it_is_411(length: str, senate: list[Program]) -> None:
    assert senate[0].sends(b"{}", **{"Content-Length": length}).status_code == 411


@pytest.mark.django_db
def test_a_body_that_is_sent_in_pieces_is_411(senate: list[Program]) -> None:
    assert senate[0].sends(padded(50), **{"Transfer-Encoding": "chunked"}).status_code == 411


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "a/json"])
def test_another_kind_of_content_is_415(kind: str, senate: list[Program]) -> None:
    assert senate[0].sends(padded(50), kind).status_code == 415
    assert not Decision.objects.exists()


@pytest.mark.django_db
def test_it_may_say_that_it_is_utf_8_and_nothing_else(senate: list[Program]) -> None:
    right = senate[0].sends(padded(50), "application/json; charset=UTF-8")
    wrong = senate[1].sends(padded(50), "application/json; charset=latin-1")

    assert (right.status_code, wrong.status_code) == (200, 400)


@pytest.mark.django_db
def test_whoever_has_no_seat_is_not_read_at_all(senate: list[Program]) -> None:
    for stranger in (Program(), Program("nonsense")):
        assert stranger.sends(b"\xff" * 10, "text/plain").status_code == 401


def test_a_body_that_breaks_off_is_400(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    request = rf.post("/", b"{}", content_type="application/json")

    def broken(*given: object) -> bytes:
        raise UnreadablePostError("gone")

    monkeypatch.setattr("django.http.request.HttpRequest.body", property(broken))

    with pytest.raises(programs_views_entry.TurnedAway) as found:
        programs_views_entry.read_body(request)
    assert found.value.answer.status_code == 400
