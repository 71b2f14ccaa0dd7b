from __future__ import annotations

from datetime import UTC, datetime

import pytest

from nomic.core.decision import Invalid
from rulesets.history.rules import instant_words, read_instant


@pytest.mark.parametrize(
    "words",
    ["2026-11-29T20:00:00Z", "2026-11-29T20:00Z", "2026-11-29 20:00", "2026-11-29T21:30+01:30", "2026-11-29T20:00:00"],
)
def test_an_instant_is_read_in_utc(words: str) -> None:
    assert read_instant(words) == datetime(2026, 11, 29, 20, tzinfo=UTC)


def test_a_day_is_its_first_moment() -> None:
    assert read_instant("2026-11-29") == datetime(2026, 11, 29, tzinfo=UTC)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "tomorrow",
        "2026-02-30",
        "2026-11-29T24:01Z",
        "20261129",
        "2026-W48-7",
        "0001-01-01T00:00+14:00",
        "２０２６-11-29",
        "2026-11-29T20:00:00.5Z",
        "2026-11-29\n",
    ],
)
def test_what_names_no_instant_is_not_understood(words: str) -> None:
    with pytest.raises(Invalid) as error:
        read_instant(words)

    assert error.value.code == "bad-instant"


@pytest.mark.parametrize("year", [2026, 1])
def test_an_instant_written_is_read_back(year: int) -> None:
    moment = datetime(year, 11, 29, 20, 1, 2, tzinfo=UTC)

    assert read_instant(instant_words(moment)) == moment
