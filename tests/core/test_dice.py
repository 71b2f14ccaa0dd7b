"""Rolling dice: declared before they fall, bound to whom they are for, and derived from what nobody could choose."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from nomic.core.decision import Invalid, Refused
from nomic.core.dice import actions as dice_actions, queries as dice_queries
from nomic.core.dice.models import Roll, SecretRoll
from nomic.core.dice.queries import Check
from nomic.core.dice.rules import dice_faces
from nomic.core.floor import floor
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets import actions as secrets_actions, queries as secrets_queries
from nomic.core.secrets.models import Day, SecretSeed
from tests.casting import Table
from tests.core.rostering import START

pytestmark = pytest.mark.django_db
DAY, INSTANT = timedelta(days=1), timedelta(microseconds=1)
MIDNIGHT = datetime(START.year, START.month, START.day, tzinfo=UTC) + DAY


def test_a_roll_is_one_event_whose_number_went_into_it(table: Table) -> None:
    table.sweep()
    before = table.game.last_seq

    roll = table.roll("Josh", "2DICE6", "a hat", nonce="for luck")

    event = Event.objects.get(game=table.made, kind="dice.rolled")
    faces = dice_faces(secrets_queries.unseal_seed(Day.objects.get().sealed), before + 1, "for luck", 2, 6)
    assert (event.seq, table.game.last_seq) == (before + 1, before + 1)
    assert (roll.event, tuple(roll.faces), roll.total) == (event, faces, sum(faces))
    assert event.data == {
        "dice": 2,
        "sides": 6,
        "roll": "2DICE6",
        "purpose": "a hat",
        "nonce": "for luck",
        "act": "",
        "day": START.date().isoformat(),
        "faces": list(faces),
        "total": sum(faces),
    }
    assert (event.actor, event.subject) == (table.agent("Josh"), "roll:1")


def test_rolls_are_numbered_by_game(table: Table) -> None:
    other = Table(slug="other")
    other.roll("Kevan")

    numbers = [table.roll(name).number for name in ("Josh", "Lulu", "Josh")]

    assert numbers == [1, 2, 3]


def test_a_roll_before_the_clerk_came_round_turns_the_day_first(table: Table, clock: time_machine.Traveller) -> None:
    roll = table.roll("Josh")
    clock.move_to(MIDNIGHT)
    following = table.roll("Josh")
    table.sweep()

    kinds = list(Event.objects.filter(game=table.made).order_by("seq").values_list("kind", flat=True))
    assert kinds[-5:] == ["day.turned", "seed.committed", "dice.rolled", "day.turned", "dice.rolled"]
    assert roll.day.event.seq < roll.event.seq
    assert following.day.day == START.date() + DAY


def test_a_roll_is_checked_from_the_next_day_on(table: Table, clock: time_machine.Traveller) -> None:
    table.roll("Josh", "3DICE20")

    clock.move_to(MIDNIGHT - INSTANT)
    table.sweep()
    the_same_day = dice_queries.check_roll(dice_queries.rolls(table.made.pk)[0])
    clock.move_to(MIDNIGHT)
    table.sweep()
    the_day_after = dice_queries.check_roll(dice_queries.rolls(table.made.pk)[0])

    assert (the_same_day.state, the_same_day.faces) == (Check.SEALED, ())
    assert the_day_after.state is Check.RIGHT
    assert list(the_day_after.faces) == Roll.objects.get().faces


@pytest.mark.parametrize(
    ("altered", "state"),
    [
        ({"faces": [1, 1, 1], "total": 3}, Check.WRONG_FACES),
        ({"total": 99}, Check.WRONG_FACES),
        ({"nonce": "another"}, Check.WRONG_FACES),
    ],
)
def test_an_altered_roll_is_seen_by_whoever_checks_it(
    table: Table, clock: time_machine.Traveller, altered: dict[str, object], state: Check
) -> None:
    table.roll("Josh", "3DICE100000")
    clock.move_to(MIDNIGHT)
    table.sweep()

    Roll.objects.update(**altered)

    assert dice_queries.check_roll(dice_queries.rolls(table.made.pk)[0]).state is state


def test_a_seed_that_is_not_the_one_committed_is_seen(table: Table, clock: time_machine.Traveller) -> None:
    table.roll("Josh")
    clock.move_to(MIDNIGHT)
    table.sweep()

    Day.objects.filter(day=START.date()).update(seed="00" * 32)

    assert dice_queries.check_roll(dice_queries.rolls(table.made.pk)[0]).state is Check.WRONG_SEED


@pytest.mark.parametrize(("notation", "faces"), [("DICE0", [0]), ("DICE-1", [0]), ("3DICE-6", [0, 0, 0])])
def test_dice_without_sides_give_nothing_and_are_rolled(table: Table, notation: str, faces: list[int]) -> None:
    roll = table.roll("Josh", notation)

    assert (roll.faces, roll.total) == (faces, 0)


def test_the_largest_dice_fit(table: Table) -> None:
    roll = table.roll("Josh", "100DICE1000000000")

    assert len(roll.faces) == 100
    assert Roll.objects.get().total == sum(roll.faces)


@pytest.mark.parametrize(
    ("given", "path", "code"),
    [
        ({"notation": "2D6"}, "notation", "no-dice"),
        ({"notation": "0DICE6"}, "notation", "no-dice"),
        ({"notation": "101DICE6"}, "notation", "too-many-dice"),
        ({"purpose": "  "}, "purpose", "empty"),
        ({"purpose": "x" * 301}, "purpose", "too-long"),
        ({"purpose": "a\u202eb"}, "purpose", "hidden-characters"),
        ({"purpose": "two\nlines"}, "purpose", "hidden-characters"),
        ({"nonce": "x" * 65}, "nonce", "too-long"),
        ({"nonce": "a\0b"}, "nonce", "hidden-characters"),
        ({"act": "x" * 61}, "act", "too-long"),
        ({"token": ""}, "token", "bad-token"),
        ({"token": "a b"}, "token", "bad-token"),
    ],
)
def test_what_is_not_understood_is_said_at_its_field_and_nothing_falls(
    table: Table, given: dict[str, str], path: str, code: str
) -> None:
    before = table.game.last_seq

    with pytest.raises(Invalid) as error:
        table.roll("Josh", **given)

    assert (error.value.path, error.value.code) == (path, code)
    assert (table.game.last_seq, Roll.objects.count()) == (before, 0)


def test_the_longest_purpose_and_nonce_are_taken(table: Table) -> None:
    roll = table.roll("Josh", purpose="é" * 300, nonce="ü" * 64)

    assert (len(roll.purpose), len(roll.nonce)) == (300, 64)


def test_without_a_nonce_a_random_one_is_made(table: Table) -> None:
    assert len({table.roll("Josh").nonce for _ in range(5)}) == 5


# -- sent twice


@pytest.mark.parametrize("nonce", ["", "mine"])
def test_a_form_sent_twice_is_one_roll(table: Table, nonce: str) -> None:
    once = table.roll("Josh", token="one-form", nonce=nonce)
    head = table.game.last_seq

    twice = table.roll("Josh", token="one-form", nonce=nonce)

    assert (once, table.game.last_seq) == (twice, head)


@pytest.mark.parametrize(
    "other", [{"notation": "DICE7"}, {"notation": "2DICE6"}, {"purpose": "another hat"}, {"nonce": "other words"}]
)
def test_an_old_form_with_other_words_is_no_second_sending(table: Table, other: dict[str, str]) -> None:
    table.roll("Josh", token="one-form", nonce="mine")

    with pytest.raises(Invalid) as error:
        table.roll("Josh", **({"token": "one-form", "nonce": "mine"} | other))

    assert error.value.code == "used-token"
    assert Roll.objects.count() == 1


def test_the_same_token_of_two_people_is_two_rolls(table: Table) -> None:
    assert table.roll("Josh", token="one-form") != table.roll("Lulu", token="one-form")


# -- who may


def test_the_idle_do_not_roll(table: Table) -> None:
    table.idle("Raven")

    with pytest.raises(Refused) as refusal:
        table.roll("Raven")

    assert [(each.code, each.rule) for each in refusal.value.reasons] == [("is-idle", "Agents")]


def test_nobody_rolls_in_a_game_that_is_not_eirs(table: Table) -> None:
    stranger = Table(slug="other").agent("Kevan")

    with pytest.raises(Refused, match="not-an-agent"):
        dice_actions.roll_dice(
            actor_id=stranger.pk, game_id=table.made.pk, said=dice_actions.ThrowWords("DICE6", "x"), token="t"
        )


def test_a_refused_roll_leaves_no_day_behind(table: Table) -> None:
    with pytest.raises(Refused, match="no-such-act"):
        table.roll("Josh", act="no-act-of-this-law")

    assert not Day.objects.exists()


# -- in secret (Reading 51)


def secretly(table: Table, sides: int = 6, dice_count: int = 2) -> tuple[int, ...]:
    with floor(table.made.pk) as the_floor:
        return dice_actions.roll_secret_dice(the_floor, table.agent("Josh"), dice_count, sides, "a hidden hat").faces


def test_a_secret_roll_leaves_no_trace_in_the_log(table: Table) -> None:
    table.sweep()
    before = (table.game.last_seq, table.game.last_hash)

    secretly(table)

    assert (table.game.last_seq, table.game.last_hash) == before
    assert not Roll.objects.exists()


def test_a_secret_roll_on_a_new_day_turns_no_day(table: Table, clock: time_machine.Traveller) -> None:
    table.sweep()
    clock.move_to(MIDNIGHT)
    before = table.game.last_seq

    secretly(table)

    assert table.game.last_seq == before


def test_it_derives_from_the_secret_seed_and_its_place_in_the_private_chain(table: Table) -> None:
    table.sweep()

    faces = secretly(table, 1000)

    roll = SecretRoll.objects.get()
    told = secrets_queries.unseal_event(roll.private)
    seed = secrets_queries.unseal_seed(roll.seed.sealed)
    assert faces == dice_faces(seed, roll.private.n, told.data["nonce"], 2, 1000)
    assert told.kind == "dice.rolled-in-secret"
    assert told.data["purpose"] == "a hidden hat"
    assert (told.actor_id, told.data["uid"], told.data["seed"]) == (table.agent("Josh").pk, roll.uid, 1)


def test_what_is_kept_of_it_shows_nothing_unsealed(table: Table) -> None:
    table.sweep()
    secretly(table)

    link = PrivateEvent.objects.order_by("-n")[0]
    assert "hidden hat" not in f"{link.sealed} {link.commitment}"


def test_the_days_seed_never_makes_a_secret_roll(table: Table) -> None:
    table.sweep()

    assert {secrets_queries.unseal_seed(each.sealed) for each in SecretSeed.objects.all()}.isdisjoint(
        secrets_queries.unseal_seed(each.sealed) for each in Day.objects.all()
    )


def test_once_opened_a_secret_seed_makes_no_roll_any_more(table: Table) -> None:
    table.sweep()
    secretly(table)
    with floor(table.made.pk) as the_floor:
        secrets_actions.open_secret_seed(the_floor)

    secretly(table)

    assert [each.seed.n for each in SecretRoll.objects.order_by("pk")] == [1, 2]


def test_a_secret_roll_in_a_game_without_a_day_yet_finds_its_seed(table: Table) -> None:
    faces = secretly(table, 0)

    assert faces == (0, 0)
    assert SecretRoll.objects.get().seed.n == 1


def test_secret_dice_have_the_same_bounds(table: Table) -> None:
    for dice_count, sides in ((0, 6), (101, 6), (1, 10**9 + 1)):
        with pytest.raises(Invalid):
            secretly(table, sides, dice_count)
