"""What a Dynasty is called. (Rule 1.8: Dynasties)"""

from __future__ import annotations

import pytest

from dynasties.succession.rules import dynasty_name, ordinal


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "First"),
        (2, "Second"),
        (3, "Third"),
        (12, "Twelfth"),
        (19, "Nineteenth"),
        (20, "Twentieth"),
        (21, "Twenty-First"),
        (30, "Thirtieth"),
        (42, "Forty-Second"),
        (90, "Ninetieth"),
        (99, "Ninety-Ninth"),
        (100, "Hundredth"),
        (101, "101st"),
        (111, "111th"),
        (112, "112th"),
        (122, "122nd"),
        (1003, "1003rd"),
    ],
)
def test_numbers_are_counted_in_words_up_to_a_hundred(number: int, word: str) -> None:
    assert ordinal(number) == word


def test_no_two_numbers_up_to_a_hundred_share_a_word() -> None:
    assert len({ordinal(number) for number in range(1, 101)}) == 100


def test_a_dynasty_bears_the_name_of_its_head_and_the_count_of_those_e_has_headed() -> None:
    assert dynasty_name("Ada", 2) == "The Second Dynasty of Ada"


def test_a_dynasty_that_nobody_heads_bears_nobodys_name() -> None:
    assert dynasty_name("", 0) == "The Metadynasty"
