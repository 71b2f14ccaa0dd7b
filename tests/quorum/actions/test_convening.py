"""Episodes are convened, within the bounds of law and server, called off, and opened. (Rule Episodes)"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
import time_machine

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.senate.actions import MOST_A_DAY, MOST_ON, ConvenerWishes, convene_episode
from nomic.core.chain import commitment
from nomic.core.log.models import Event
from tests.quorum.actions.conftest import NOON
from tests.refusals import unreadable, why as refused
from tests.sitting import SenateTable


def test_an_episode_gathers_with_empty_seats_and_its_seed_under_seal(table: SenateTable) -> None:
    made = table.convenes("Josh", seats=4, rounds=7)

    seed, salt = rounds_queries.seed_and_salt(made)
    assert (made.number, made.state, made.convened_at) == (1, "gathering", NOON)
    assert [(seat.number, seat.kind) for seat in episodes_queries.seats_of(made)] == [(n, "empty") for n in range(4)]
    assert len(seed) == 32
    assert made.seed_digest == commitment({"seed": seed}, salt)
    assert not made.seed_given


def test_what_the_convener_says_is_told_but_for_the_seed(table: SenateTable) -> None:
    table.convenes(
        "Josh", seats=2, rounds=9, threshold=Fraction(3, 5), veto=False, caucus=False, decision_seconds=90, seed="goose"
    )

    event = Event.objects.get(kind="quorum.convened")
    config = event.data["config"]
    assert (config["pass_threshold"], config["veto_enabled"], config["caucus_enabled"]) == ("0.6", False, False)
    assert (event.data["seconds"], event.data["seed_given"], event.actor) == (90, True, table.agent("Josh"))
    assert rounds_queries.seed_and_salt(table.episode())[0] == "goose"
    assert "goose" not in str(event.data)


def test_what_the_convener_does_not_say_is_as_the_law_has_it(table: SenateTable) -> None:
    table.change(table.amend("Influence", "[0.50](dial:senate.threshold)", "[0.40](dial:senate.threshold)"))
    table.change(table.amend("Episodes", "[24 hours]", "[2 days]"))

    made = table.convenes("Josh")

    assert episodes_queries.config_of(made).threshold == Fraction(2, 5)
    assert made.decision_seconds == 2 * 86_400


@pytest.mark.parametrize(
    ("field", "number"),
    [("seats", 1), ("seats", 7), ("rounds", 1), ("rounds", 41)],
    ids=["one seat", "seven seats", "one round", "forty-one rounds"],
)
def test_seats_and_rounds_beyond_the_bounds_are_not_understood(table: SenateTable, field: str, number: int) -> None:
    assert unreadable(lambda: table.convenes("Josh", **{field: number})) == (field, "out-of-bounds")
    assert not Episode.objects.exists()


@pytest.mark.parametrize(("seats", "rounds"), [(2, 2), (6, 40)], ids=["the fewest", "the most"])
def test_seats_and_rounds_within_the_bounds_are(table: SenateTable, seats: int, rounds: int) -> None:
    config = episodes_queries.config_of(table.convenes("Josh", seats=seats, rounds=rounds))

    assert (config.seats, config.rounds) == (seats, rounds)


@pytest.mark.parametrize(("field", "was"), [("seats", "6"), ("rounds", "40")], ids=["seats", "rounds"])
def test_the_law_may_want_fewer(table: SenateTable, field: str, was: str) -> None:
    table.change(table.amend("Episodes", f"[{was}](dial:senate.{field})", f"[4](dial:senate.{field})"))

    assert unreadable(lambda: table.convenes("Josh", **{field: 5})) == (field, "out-of-bounds")
    table.convenes("Josh", **{field: 4})
    assert Episode.objects.count() == 1


@pytest.mark.parametrize("threshold", [Fraction(299, 1000), Fraction(901, 1000)], ids=["a hair less", "a hair more"])
def test_a_threshold_below_three_tenths_or_above_nine_is_not_understood(
    table: SenateTable, threshold: Fraction
) -> None:
    assert unreadable(lambda: table.convenes("Josh", threshold=threshold)) == ("threshold", "out-of-bounds")


@pytest.mark.parametrize("threshold", [Fraction(3, 10), Fraction(2, 3), Fraction(9, 10)], ids=["least", "odd", "most"])
def test_a_threshold_of_three_tenths_to_nine_is_played(table: SenateTable, threshold: Fraction) -> None:
    assert episodes_queries.config_of(table.convenes("Josh", threshold=threshold)).threshold == threshold


@pytest.mark.parametrize("seconds", [0, -1, 60 * 86_400 + 1, 10**30], ids=["none", "less", "too long", "far too long"])
def test_a_round_that_is_too_short_or_too_long_is_not_understood(table: SenateTable, seconds: int) -> None:
    found = unreadable(lambda: table.convenes("Josh", decision_seconds=seconds))

    assert found == ("decision_seconds", "out-of-bounds")


@pytest.mark.parametrize("seconds", [1, 60 * 86_400], ids=["a second", "sixty days"])
def test_a_round_of_a_second_and_one_of_sixty_days_are_convened(table: SenateTable, seconds: int) -> None:
    assert table.convenes("Josh", decision_seconds=seconds).decision_seconds == seconds


@pytest.mark.parametrize("seed", ["x" * 65, "gänse", "a\nb", "a\0b"], ids=["long", "umlaut", "line", "nothing"])
def test_a_seed_is_short_and_plain(table: SenateTable, seed: str) -> None:
    assert unreadable(lambda: table.convenes("Josh", seed=seed)) == ("seed", "bad-seed")


@pytest.mark.parametrize(("seed", "kept"), [("x" * 64, "x" * 64), (" a goose ", "a goose")], ids=["longest", "spaced"])
def test_a_seed_that_is_given_is_played(table: SenateTable, seed: str, kept: str) -> None:
    made = table.convenes("Josh", seed=seed)

    assert (rounds_queries.seed_and_salt(made)[0], made.seed_given) == (kept, True)


def test_a_seed_of_nothing_but_spaces_is_drawn(table: SenateTable) -> None:
    made = table.convenes("Josh", seed="  ")

    assert (len(rounds_queries.seed_and_salt(made)[0]), made.seed_given) == (32, False)


def test_equal_seeds_have_different_digests(table: SenateTable) -> None:
    digests = {table.convenes("Josh", seed="goose").seed_digest for _ in range(2)}

    assert len(digests) == 2


def test_a_form_sent_twice_convenes_one_episode(table: SenateTable) -> None:
    wishes: dict[str, Any] = {
        "account_id": table.account("Josh").pk,
        "wishes": ConvenerWishes(2, 2),
        "token": "one-form",
    }

    numbers = [convene_episode(game_id=table.made.pk, **wishes).number for _ in range(2)]

    assert numbers == [1, 1]
    assert Event.objects.filter(kind="quorum.convened").count() == 1


def test_the_same_form_in_another_game_convenes_one_there(table: SenateTable) -> None:
    other = SenateTable("Josh", slug="other")
    wishes: dict[str, Any] = {
        "account_id": table.account("Josh").pk,
        "wishes": ConvenerWishes(2, 2),
        "token": "one-form",
    }

    games = [convene_episode(game_id=each.made.pk, **wishes).game_id for each in (table, other)]

    assert games == [table.made.pk, other.made.pk]


def test_one_person_has_so_many_episodes_on_and_no_more(table: SenateTable) -> None:
    for _ in range(MOST_ON):
        table.convenes("Josh", seats=2)

    assert refused(lambda: table.convenes("Josh")) == ["too-many-episodes"]
    table.convenes("Lulu")
    table.calls_off("Josh", number=1)
    assert table.convenes("Josh").number == MOST_ON + 2


def test_one_person_convenes_so_many_in_a_day_and_then_waits(table: SenateTable, clock: time_machine.Traveller) -> None:
    for _ in range(MOST_A_DAY):
        table.convenes("Josh", seats=2)
        table.calls_off("Josh")

    assert refused(lambda: table.convenes("Josh")) == ["too-many-in-a-day"]
    table.convenes("Lulu")
    clock.shift(24 * 3600 - 1)
    assert refused(lambda: table.convenes("Josh")) == ["too-many-in-a-day"]
    clock.shift(1)
    table.convenes("Josh")


def test_without_a_rule_that_provides_for_them_there_are_none(table: SenateTable) -> None:
    table.strike("Episodes")

    assert refused(lambda: table.convenes("Josh")) == ["not-in-the-law"]


def test_in_a_hiatus_none_is_convened(table: SenateTable) -> None:
    table.declare("Josh")

    assert refused(lambda: table.convenes("Lulu")) == ["hiatus"]


# -- calling off, and opening


def test_the_convener_calls_it_off_before_it_opens(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    table.sits("Lulu", 0)

    table.calls_off("Josh")

    assert (table.episode().state, table.episode().ended_at) == ("called-off", NOON)
    assert refused(lambda: table.sits("Raven", 1)) == ["not-gathering"]
    assert refused(lambda: table.calls_off("Josh")) == ["not-gathering"]


@pytest.mark.parametrize("name", ["Lulu", "Kevan", "Wanda"], ids=["who sits in it", "the Mastermind", "a stranger"])
def test_nobody_else_calls_it_off_or_opens_it(table: SenateTable, name: str) -> None:
    table.convenes("Josh", seats=2)
    table.sits("Lulu", 0)

    assert refused(lambda: table.calls_off(name)) == ["no-convener"]
    assert refused(lambda: table.opens(name, "greedy")) == ["no-convener"]


def test_one_that_is_on_is_not_called_off(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")

    assert refused(lambda: table.calls_off("Josh")) == ["not-gathering"]
    assert table.episode().state == "sitting"


def test_it_opens_with_a_script_in_each_empty_seat(table: SenateTable) -> None:
    table.convenes("Josh", seats=4)
    table.sits("Lulu", 1)

    table.opens("Josh", "greedy", "always-yea", "random")

    seats = episodes_queries.seats_of(table.episode())
    assert [seat.script for seat in seats] == ["greedy", "", "always-yea", "random"]
    assert (table.episode().state, table.episode().opened_at, table.round().closes_at) == (
        "sitting",
        NOON,
        NOON + timedelta(hours=24),
    )


def test_it_does_not_open_with_fewer_scripts_than_empty_seats(table: SenateTable) -> None:
    table.convenes("Josh", seats=4)
    table.sits("Lulu", 1)

    assert refused(lambda: table.opens("Josh", "greedy", "random")) == ["seats-empty"]
    assert [seat.kind for seat in episodes_queries.seats_of(table.episode())].count("empty") == 3


def test_it_does_not_open_with_a_script_that_there_is_not(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)

    assert unreadable(lambda: table.opens("Josh", "greedy", "reckless")) == ("script", "no-script")
    assert [seat.kind for seat in episodes_queries.seats_of(table.episode())] == ["empty", "empty"]
