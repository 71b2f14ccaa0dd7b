from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from nomic.catalogue import CATALOGUE
from nomic.core.decision import Invalid
from nomic.core.law.rules import Kind
from nomic.core.law.rules_wordings import LONGEST_WORDING, Choice, Count, Duration, Share, Switch, Value

HOSTILE = (
    "",
    " ",
    ".",
    "-1",
    "1e9",
    "½",
    "９",
    "９ hours",
    "٤ days",
    "1_000",
    "+2",
    "0x10",
    "∞",
    "NaN",
    "two and a half",
    "\x00",
    "2\u200b",
    "dial",
    "'; drop table",
    "2 2",
    "--",
    "and",
    ", and ",
    "twenty-a",
    "twenty-twenty",
    "-two",
)
KINDS: tuple[Kind, ...] = (Duration(), Count(), Share(), Switch(), Choice(("an Admin", "the Clerk")))


def code_of(kind: Kind, words: str) -> str:
    with pytest.raises(Invalid) as refusal:
        kind.read_words(words)
    assert kind.accepted_wordings in refusal.value.text
    return refusal.value.code


@pytest.mark.parametrize(
    ("words", "hours"),
    [
        ("48 hours", 48),
        ("48 Hours.", 48),
        ("48  hours", 48),
        ("48\nhours", 48),
        ("48-hour", 48),
        ("48h", 48),
        ("48 h", 48),
        ("two days", 48),
        ("Two days", 48),
        ("a day", 24),
        ("an hour", 1),
        ("one week", 168),
        ("a fortnight", 336),
        ("forty-eight hours", 48),
        ("ninety-six hours", 96),
        ("sixty minutes", 1),
        ("a hundred hours", 100),
        ("1 day and 12 hours", 36),
        ("1 day, 12 hours", 36),
        ("1 day, 11 hours, and 60 minutes", 36),
        ("2d", 48),
        ("no hours", 0),
        ("0 hours", 0),
        ("3600 seconds", 1),
        ("3600 s", 1),
        ("60 min", 1),
        ("60 m", 1),
        ("1 w", 168),
        ("366 days", 8784),
        ("31622400 seconds", 8784),
    ],
)
def test_a_duration_is_read_in_the_wordings_that_law_uses(words: str, hours: int) -> None:
    assert Duration().read_words(words) == timedelta(hours=hours)


@pytest.mark.parametrize(
    "words",
    [*HOSTILE, "48", "hours", "as", "ones", "nod", "twod", "aday", "tens", "4 8 hours", "48 hours and", "1.5 hours"],
)
def test_what_is_no_length_of_time_is_not_taken_for_one(words: str) -> None:
    assert code_of(Duration(), words) == "unreadable"


@pytest.mark.parametrize("words", ["367 days", "366 days and 1 second", "31622401 seconds", "9999999999 weeks"])
def test_a_length_of_time_beyond_the_bounds_is_told_apart_from_an_unreadable_one(words: str) -> None:
    assert code_of(Duration(), words) == "out-of-bounds"


def test_a_duration_may_lie_on_either_bound_and_not_a_second_beyond() -> None:
    kind = Duration(least=timedelta(hours=1), most=timedelta(days=7))

    assert kind.read_words("1 hour") == timedelta(hours=1)
    assert kind.read_words("a week") == timedelta(days=7)
    assert code_of(kind, "59 minutes and 59 seconds") == "out-of-bounds"
    assert code_of(kind, "7 days and 1 second") == "out-of-bounds"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (timedelta(hours=48), "48 hours"),
        (timedelta(days=3), "3 days"),
        (timedelta(minutes=90), "1 hour and 30 minutes"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(0), "0 hours"),
        (timedelta(minutes=5), "5 minutes"),
    ],
)
def test_a_duration_is_written_as_law_would_write_it(value: timedelta, words: str) -> None:
    assert Duration().words(value) == words


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("2", 2),
        ("two", 2),
        ("TWO", 2),
        ("0", 0),
        ("none", 0),
        ("no", 0),
        ("a", 1),
        ("007", 7),
        ("twenty-one", 21),
        ("ninety-nine", 99),
        ("one hundred", 100),
        ("1000", 1000),
    ],
)
def test_a_count_is_read_in_digits_or_in_words(words: str, number: int) -> None:
    assert Count().read_words(words) == number


@pytest.mark.parametrize("words", [*HOSTILE, "2.0", "twenty one", "1,000", "half"])
def test_what_is_no_whole_number_is_not_taken_for_one(words: str) -> None:
    assert code_of(Count(), words) == "unreadable"


def test_a_count_may_lie_on_either_bound_and_not_one_beyond() -> None:
    kind = Count(least=2, most=5)

    assert [kind.read_words("two"), kind.read_words("5")] == [2, 5]
    assert [code_of(kind, "1"), code_of(kind, "six")] == ["out-of-bounds", "out-of-bounds"]
    assert code_of(Count(), "9" * LONGEST_WORDING) == "out-of-bounds"


@pytest.mark.parametrize(
    ("words", "share"),
    [
        ("half", "1/2"),
        ("a half", "1/2"),
        ("one half", "1/2"),
        ("a third", "1/3"),
        ("two thirds", "2/3"),
        ("two-thirds", "2/3"),
        ("Two Thirds.", "2/3"),
        ("three quarters", "3/4"),
        ("2/3", "2/3"),
        ("2 / 3", "2/3"),
        ("40%", "2/5"),
        ("40 %", "2/5"),
        ("40 percent", "2/5"),
        ("40 per cent", "2/5"),
        ("12.5%", "1/8"),
        ("0.5", "1/2"),
        ("0", "0"),
        ("1", "1"),
        ("1.0", "1"),
        ("none", "0"),
        ("all", "1"),
        ("the whole", "1"),
        ("100%", "1"),
        ("0.1", "1/10"),
    ],
)
def test_a_share_is_read_exactly(words: str, share: str) -> None:
    assert Share().read_words(words) == Fraction(share)


@pytest.mark.parametrize("words", [*HOSTILE, "1/0", "1/2/3", "-1/2", "2", ".5", "half half", "40%%"])
def test_what_is_no_share_is_not_taken_for_one(words: str) -> None:
    assert code_of(Share(), words) == "unreadable"


def test_a_share_may_lie_on_either_bound_and_not_beyond() -> None:
    kind = Share(least=Fraction(1, 3), most=Fraction(2, 3))

    assert [kind.read_words("a third"), kind.read_words("2/3")] == [Fraction(1, 3), Fraction(2, 3)]
    assert [code_of(kind, "33%"), code_of(kind, "67%"), code_of(Share(), "3/2")] == ["out-of-bounds"] * 3


@pytest.mark.parametrize(
    ("words", "on"),
    [
        ("may", True),
        ("May", True),
        ("counts", True),
        ("yes", True),
        ("shall", True),
        ("may not", False),
        ("may  not", False),
        ("does not count", False),
        ("cannot", False),
        ("shall not", False),
    ],
)
def test_a_switch_is_read_in_its_own_words_and_in_common_ones(words: str, on: bool) -> None:
    assert Switch("Shall", "Shall not").read_words(words) is on


@pytest.mark.parametrize("words", [*HOSTILE, "maybe", "may may", "not", "1", "0"])
def test_what_is_neither_yes_nor_no_is_refused(words: str) -> None:
    assert code_of(Switch(), words) == "unreadable"


def test_a_choice_is_one_of_its_options_whatever_the_capitals() -> None:
    kind = Choice(("an Admin", "the Clerk"))

    assert [kind.read_words("AN ADMIN"), kind.read_words(" the  clerk. ")] == ["an Admin", "the Clerk"]


@pytest.mark.parametrize("words", [*HOSTILE, "Admin", "an Admin or the Clerk"])
def test_what_is_not_among_the_choices_is_refused(words: str) -> None:
    assert code_of(Choice(("an Admin", "the Clerk")), words) == "unreadable"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: type(kind).__name__)
def test_words_longer_than_any_wording_are_refused_and_not_repeated_at_length(kind: Kind) -> None:
    words = "2 hours, " * 10_000

    with pytest.raises(Invalid) as refusal:
        kind.read_words(words)

    assert refusal.value.code == "unreadable"
    assert len(refusal.value.text) < 400


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: type(kind).__name__)
@given(words=st.text(max_size=100))
def test_reading_any_words_gives_a_value_or_says_what_is_accepted(kind: Kind, words: str) -> None:
    try:
        value = kind.read_words(words)
    except Invalid:
        code_of(kind, words)
    else:
        assert kind.read_words(kind.words(value)) == value


@given(seconds=st.integers(0, 366 * 86400))
def test_every_duration_written_in_words_is_read_back(seconds: int) -> None:
    value = timedelta(seconds=seconds)

    assert Duration().read_words(Duration().words(value)) == value
    assert Duration().load(Duration().store(value)) == value


@given(number=st.integers(0, 1000))
def test_every_count_written_in_words_is_read_back(number: int) -> None:
    assert Count().read_words(Count().words(number)) == number
    assert Count().load(Count().store(number)) == number


@given(millionths=st.integers(0, 10**6), thirds=st.integers(0, 3))
def test_every_share_that_can_be_read_is_written_so_that_it_reads_back(millionths: int, thirds: int) -> None:
    for words in (f"{millionths / 10**6:.6f}", f"{millionths / 10**4:.4f}%", f"{thirds}/3"):
        value = Share().read_words(words)

        assert Share().read_words(Share().words(value)) == value
        assert Share().load(Share().store(value)) == value


@pytest.mark.parametrize("name", sorted(CATALOGUE.dials))
def test_what_the_catalogue_says_of_a_dial_can_be_said_in_a_rule(name: str) -> None:
    dial = CATALOGUE.dials[name]
    values: list[Value] = [value for value in (dial.standard, dial.absent) if value is not None]

    for value in values:
        assert dial.kind.read_words(dial.kind.words(value)) == value
        assert dial.kind.load(dial.kind.store(value)) == value
