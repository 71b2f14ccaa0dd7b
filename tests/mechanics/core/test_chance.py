"""Dice that anybody can check: the recipe, its fairness, and how rolls are written."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from nomic.core.decision import Invalid
from nomic.core.dice.rules import (
    MOST_DICE,
    MOST_ROLLS,
    MOST_SIDES,
    Fallen,
    check_dice_bounds,
    dice_faces,
    dice_notation,
    find_dice,
    read_dice,
)

SEED = "ab" * 32
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)
NONCES = st.text(st.characters(exclude_categories=["Cs"]), max_size=64)
# 99.9 % of fair dice stay below these, by their degrees of freedom. The seeds are fixed: so is the answer.
CHI_SQUARE = {1: 10.83, 5: 20.52, 9: 27.88, 19: 43.82, 99: 148.23}


def by_the_recipe(seed: str, event: int, nonce: str, dice: int, sides: int) -> list[int]:
    """The recipe of the page, written again by somebody who trusts nobody."""
    faces = []
    for d in range(1, dice + 1):
        a, n, limit = 0, 2**32, 2**32 - 2**32 % sides
        while n >= limit:
            text = f"{event}:{nonce}:{d}:{a}".encode()
            n, a = int(hmac.new(bytes.fromhex(seed), text, hashlib.sha256).hexdigest()[:8], 16), a + 1
        faces.append(n % sides + 1)
    return faces


# -- falling


@settings(deadline=None)  # a busy machine is no wrong answer
@given(SEEDS, st.integers(1, 10**12), NONCES, st.integers(1, MOST_DICE), st.integers(1, MOST_SIDES))
def test_the_recipe_gives_what_the_server_gives(seed: str, event: int, nonce: str, dice: int, sides: int) -> None:
    assert list(dice_faces(seed, event, nonce, dice, sides)) == by_the_recipe(seed, event, nonce, dice, sides)


@settings(deadline=None)  # a busy machine is no wrong answer
@given(SEEDS, st.integers(1, 10**12), NONCES, st.integers(1, MOST_DICE), st.integers(1, MOST_SIDES))
def test_every_die_shows_one_of_its_faces(seed: str, event: int, nonce: str, dice: int, sides: int) -> None:
    faces = dice_faces(seed, event, nonce, dice, sides)

    assert len(faces) == dice
    assert all(1 <= face <= sides for face in faces)


@given(SEEDS, NONCES, st.integers(1, MOST_DICE), st.integers(-MOST_SIDES, 0))
def test_a_die_without_sides_shows_nothing(seed: str, nonce: str, dice: int, sides: int) -> None:
    assert Fallen(dice_faces(seed, 7, nonce, dice, sides)).total == 0


def test_the_same_is_the_same_for_ever() -> None:
    assert dice_faces(SEED, 12, "for luck", 3, 6) == tuple(by_the_recipe(SEED, 12, "for luck", 3, 6)) == (2, 3, 5)


@pytest.mark.parametrize(
    ("seed", "event", "nonce"), [("cd" * 32, 12, "for luck"), (SEED, 13, "for luck"), (SEED, 12, "for luck!")]
)
def test_another_seed_event_or_nonce_is_another_fall(seed: str, event: int, nonce: str) -> None:
    assert dice_faces(SEED, 12, "for luck", 20, 100) != dice_faces(seed, event, nonce, 20, 100)


def test_no_nonce_passes_for_another_event_or_die() -> None:
    assert dice_faces(SEED, 1, "2:x", 20, 100) != dice_faces(SEED, 12, "x", 20, 100)
    assert dice_faces(SEED, 1, "x:1", 1, 100) != dice_faces(SEED, 1, "x", 1, 100)


@pytest.mark.parametrize("sides", [2, 6, 10, 20, 100])
def test_every_face_comes_as_often_as_every_other(sides: int) -> None:
    falls = [face for event in range(1, 301) for face in dice_faces(SEED, event, "fair", 100, sides)]
    expected = len(falls) / sides

    counted = Counter(falls)
    chi_square = sum((counted[face] - expected) ** 2 / expected for face in range(1, sides + 1))

    assert chi_square < CHI_SQUARE[sides - 1]


def test_where_a_plain_remainder_would_favour_the_low_faces_none_is_favoured() -> None:
    # 3 * 10^8 does not divide 2^32: by the remainder alone nearly all of the lowest third would come fifteen times
    # where the others come fourteen. A third of fair dice shows a face of the lowest third.
    sides, dice = 3 * 10**8, 60_000
    low = sum(face <= sides // 3 for event in range(1, 601) for face in dice_faces(SEED, event, "bias", 100, sides))

    assert abs(low - dice / 3) < 3.3 * (dice * 2 / 9) ** 0.5


def test_what_is_drawn_too_high_is_drawn_again() -> None:
    sides = MOST_SIDES
    high = 2**32 - 2**32 % sides
    first = [
        int.from_bytes(hmac.digest(bytes.fromhex(SEED), f"1:n:{die}:0".encode(), "sha256")[:4], "big")
        for die in range(1, 101)
    ]

    again = [die for die, drawn in enumerate(first) if drawn >= high]
    faces = dice_faces(SEED, 1, "n", 100, sides)

    assert again, "none of these was too high: the test shows nothing"
    assert all(faces[die] != first[die] % sides + 1 for die in again)


# -- how rolls are written


@pytest.mark.parametrize(
    ("notation", "read"),
    [
        ("DICE6", (1, 6)),
        ("2DICE6", (2, 6)),
        ("dice6", (1, 6)),
        ("  3Dice20 ", (3, 20)),
        ("DICE0", (1, 0)),
        ("DICE-1", (1, -1)),
        ("4DICE-3", (4, -3)),
        ("02DICE06", (2, 6)),
        (f"{MOST_DICE}DICE{MOST_SIDES}", (MOST_DICE, MOST_SIDES)),
        (f"DICE-{MOST_SIDES}", (1, -MOST_SIDES)),
    ],
)
def test_dice_are_read_as_the_law_writes_them(notation: str, read: tuple[int, int]) -> None:
    assert read_dice(notation) == read


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        ("", "no-dice"),
        ("DICE", "no-dice"),
        ("6", "no-dice"),
        ("2D6", "no-dice"),
        ("-1DICE6", "no-dice"),
        ("2 DICE6", "no-dice"),
        ("DICE6.5", "no-dice"),
        ("DICE+6", "no-dice"),
        ("DICE6 DICE6", "no-dice"),
        ("DICE６", "no-dice"),
        ("٢DICE6", "no-dice"),
        ("0DICE6", "no-dice"),
        ("DICE6\0", "no-dice"),
        (f"{MOST_DICE + 1}DICE6", "too-many-dice"),
        (f"DICE{MOST_SIDES + 1}", "too-many-dice"),
        (f"DICE-{MOST_SIDES + 1}", "too-many-dice"),
        ("9" * 5000 + "DICE6", "too-many-dice"),
        ("DICE" + "9" * 5000, "too-many-dice"),
    ],
)
def test_what_nobody_could_roll_is_not_understood(notation: str, code: str) -> None:
    with pytest.raises(Invalid) as error:
        read_dice(notation)

    assert (error.value.path, error.value.code) == ("notation", code)


@given(st.integers(1, MOST_DICE), st.integers(-MOST_SIDES, MOST_SIDES))
def test_what_is_written_is_read_again(dice: int, sides: int) -> None:
    assert read_dice(dice_notation(dice, sides)) == check_dice_bounds(dice, sides) == (dice, sides)


@pytest.mark.parametrize(
    ("comment", "found"),
    [
        ("", ()),
        ("No dice today.", ()),
        ("DICE6", ("DICE6",)),
        ("A 2DICE6, then dice-1.", ("2DICE6", "dice-1")),
        ("(DICE6)+DICE6", ("DICE6", "DICE6")),
        ("ADICE6 and DICE6s and DICE_6", ()),
        ("x-2DICE6", ()),
    ],
)
def test_a_comment_asks_for_the_dice_that_stand_in_it_as_words(comment: str, found: tuple[str, ...]) -> None:
    assert find_dice(comment) == found


def test_a_comment_asks_for_so_many_rolls_and_no_more() -> None:
    assert len(find_dice("DICE6 " * MOST_ROLLS)) == MOST_ROLLS

    with pytest.raises(Invalid, match="At most 20 rolls"):
        find_dice("DICE6 " * (MOST_ROLLS + 1))


def test_a_comment_with_dice_that_nobody_could_roll_is_not_understood() -> None:
    with pytest.raises(Invalid, match="At least one die"):
        find_dice("For the hat: 0DICE6")
