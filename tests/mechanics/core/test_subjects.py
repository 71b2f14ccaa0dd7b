from __future__ import annotations

import pytest

from nomic.core.log.words import subject_in, typed_subject


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("#12", "post:12"),
        ("12", "post:12"),
        ("post 12", "post:12"),
        ("Post #12", "post:12"),
        ("post:12", "post:12"),
        (" rule 5 ", "rule:5"),
        ("rule:5", "rule:5"),
        ("agent 3", "agent:3"),
        ("application:7", "application:7"),
        ("Rule", None),
        ("1.5", None),
        ("twelve", None),
        ("", None),
        ("#", None),
        ("²", None),
        ("rule", None),
        ("9" * 18, f"post:{'9' * 18}"),
        ("9" * 19, None),
        ("dial 3", None),
    ],
)
def test_a_number_names_a_post_and_with_a_kind_what_is_of_that_kind(words: str, subject: str | None) -> None:
    assert subject_in(words) == subject


def test_what_procedures_and_themes_have_of_their_own_is_named_where_they_are_there() -> None:
    assert subject_in("nweek 3") is None
    assert subject_in("Nweek 3", {"nweek"}) == "nweek:3"


@pytest.mark.parametrize("subject", ["post:12", "rule:5", "agent:3"])
def test_what_is_shown_for_a_code_is_read_as_that_code(subject: str) -> None:
    assert subject_in(typed_subject(subject)) == subject
