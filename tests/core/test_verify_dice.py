"""`manage.py verify_log` on the private chain, days, seeds and dice: whatever is altered by hand is found out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core import vault
from nomic.core.chain import seed_commitment
from nomic.core.dice import actions as dice_actions
from nomic.core.dice.models import Roll, SecretRoll
from nomic.core.floor import floor
from nomic.core.games.models import Game
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets import actions as secrets_actions
from nomic.core.secrets.models import Day, SecretSeed
from tests.casting import Table
from tests.core.rostering import START
from tests.core.test_verify_log import verified
from tests.openings import kept, laid

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
ONE, TWO, THREE, EIGHT = (f"day {START + n * DAY:%Y-%m-%d}" for n in (0, 1, 2, 7))
OTHER = "00" * 32


def secretly(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        dice_actions.roll_secret_dice(the_floor, table.agent("Josh"), 2, 10**6, "a hidden hat")


@pytest.fixture
def played(clock: time_machine.Traveller) -> Table:
    """Three days with a roll on each, in public and in secret, and a secret seed that was opened on the second."""
    return kept(three_days, clock)


def three_days(clock: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu", "Raven")
    for n in range(3):
        table.sweep()
        table.roll("Josh", "2DICE1000000", f"hat {n + 1}", nonce="mine")
        secretly(table)
        if n == 1:
            with floor(table.made.pk) as the_floor:
                secrets_actions.open_secret_seed(the_floor)
        clock.shift(DAY)
    return table


@pytest.mark.postgresql
def test_what_nobody_touched_is_in_order_with_its_days_and_rolls(played: Table) -> None:
    code, lines = verified()

    assert code == 0
    assert [line.endswith(", 3 days, 3 rolls") for line in lines] == [True]


def day(n: int) -> Any:
    return Day.objects.filter(day=START.date() + (n - 1) * DAY)


def roll(n: int) -> Any:
    return Roll.objects.filter(number=n)


def link(kind_after: int) -> Any:
    return PrivateEvent.objects.filter(n=kind_after)


# -- each row, altered by itself: what is said of it


TAMPERED: dict[str, tuple[Callable[[], object], str]] = {
    "a link's commitment": (lambda: link(2).update(commitment=OTHER), "private event 2: changed"),
    "a link's hash": (lambda: link(2).update(hash=OTHER), "private event 3: reordered or cut"),
    "a link's moment": (lambda: link(2).update(at=START - DAY), "private event 2: changed"),
    "what a link seals": (
        lambda: link(2).update(sealed=PrivateEvent.objects.get(n=1).sealed),
        "private event 2: changed",
    ),
    "a link sealed with nobody's key": (lambda: link(2).update(sealed="gibberish"), "private event 2: unreadable"),
    "the head of the private chain": (lambda: Game.objects.update(private_hash=OTHER), "private event 6: head differs"),
    "how long the private chain is": (lambda: Game.objects.update(private_n=9), "private event 9: head differs"),
    "a day's head": (lambda: day(2).update(private_hash=OTHER), f"{TWO}: differs from its event"),
    "a day's place in the chain": (lambda: day(2).update(private_n=1), f"{TWO}: published a head"),
    "a day's commitment": (lambda: day(2).update(commitment=OTHER), f"{TWO}: its seed is not the one committed"),
    "a day's moment": (lambda: day(2).update(at=START), f"{TWO}: is of another day"),
    "a day's date": (lambda: day(3).update(day=START.date() + 7 * DAY), f"{EIGHT}: differs from its event"),
    "a day's sealed seed": (
        lambda: day(2).update(sealed=vault.seal({"seed": OTHER})),
        f"{TWO}: its seed is not the one committed",
    ),
    "a seed that no key opens": (lambda: day(2).update(sealed="gibberish"), f"{TWO}: unreadable"),
    "a published seed": (lambda: day(1).update(seed=OTHER), f"{ONE}: its seed, {OTHER}, is not the one that"),
    "a seed taken back": (lambda: day(1).update(seed="", opened=None), f"{ONE}: its seed was never published"),
    "a seed opened by another day": (
        lambda: day(1).update(opened=Day.objects.latest("day").event),
        f"{ONE}: its seed was to be published by event",
    ),
    "a seed opened on its own day": (
        lambda: day(3).update(seed=OTHER, opened=Day.objects.latest("day").event),
        f"{THREE}: its seed was published before",
    ),
    "a day's event": (lambda: day(3).update(event=Event.objects.get(seq=1)), f"{THREE}: points at another event"),
    "a roll's faces": (lambda: roll(1).update(faces=[1, 1], total=2), "roll 1: does not follow from its seed"),
    "a roll's total": (lambda: roll(1).update(total=12), "roll 1: does not follow from its seed"),
    "a roll of the present day": (lambda: roll(3).update(faces=[1, 1], total=2), "roll 3: does not follow"),
    "a roll's nonce": (lambda: roll(1).update(nonce="luckier"), "roll 1: differs from its event"),
    "a roll's purpose": (lambda: roll(1).update(purpose="hats"), "roll 1: differs from its event"),
    "a roll's act": (lambda: roll(1).update(act="supply-roll"), "roll 1: differs from its event"),
    "a roll's sides": (lambda: roll(1).update(sides=6), "roll 1: differs from its event"),
    "a roll's dice": (lambda: roll(1).update(dice=1), "roll 1: differs from its event"),
    "a roll's number": (lambda: roll(1).update(number=7), "roll 7: differs from its event"),
    "a roll's Agent": (lambda: roll(1).update(agent=Game.objects.get().mastermind), "roll 1: differs from its event"),
    "a roll's moment": (lambda: roll(1).update(at=START - DAY), "roll 1: is of another day"),
    "a roll's day": (lambda: roll(1).update(day=Day.objects.last()), "roll 1: fell before its seed was committed"),
    "a roll that is gone": (lambda: roll(1).delete(), "roll: gone: event"),
    "a secret seed's commitment": (
        lambda: SecretSeed.objects.filter(n=1).update(commitment=OTHER),
        "secret seed 1: differs from its event",
    ),
    "a secret seed published otherwise": (
        lambda: SecretSeed.objects.filter(n=1).update(seed=OTHER),
        "secret seed 1: differs from its event",
    ),
    "a sealed secret seed": (
        lambda: SecretSeed.objects.filter(n=2).update(sealed=vault.seal({"seed": OTHER})),
        "secret seed 2: its seed is not the one committed",
    ),
    "a secret seed that no key opens": (
        lambda: SecretSeed.objects.filter(n=2).update(sealed="gibberish"),
        "secret seed 2: unreadable",
    ),
    "a secret seed said to be sealed still": (
        lambda: SecretSeed.objects.filter(n=1).update(seed="", opened=None),
        "secret seed: gone: event",
    ),
    "a secret roll's seed": (
        lambda: SecretRoll.objects.filter(private__n=2).update(seed=SecretSeed.objects.get(n=2)),
        "secret roll at private event 2: does not follow",
    ),
    "a secret roll's uid": (
        lambda: SecretRoll.objects.filter(private__n=2).update(uid="x"),
        "secret roll at private event 2: does not",
    ),
    "a secret roll that is gone": (
        lambda: SecretRoll.objects.filter(private__n=2).delete(),
        "private event 2: tells of a secret roll",
    ),
    "a link that is no secret roll": (
        lambda: SecretRoll.objects.filter(private__n=2).update(private=PrivateEvent.objects.get(n=1)),
        "private event 1: is taken for a secret roll",
    ),
}


@pytest.mark.parametrize("what", sorted(TAMPERED))
def test_whatever_is_altered_by_hand_is_found(played: Table, what: str) -> None:
    tamper, told = TAMPERED[what]
    tamper()

    code, lines = verified()

    assert code == 1
    assert any(line.startswith(f"table: {told}") for line in lines), lines


def test_a_seed_swapped_with_its_commitment_in_every_row_still_does_not_make_the_rolls(played: Table) -> None:
    day(3).update(sealed=vault.seal({"seed": OTHER}), commitment=seed_commitment(OTHER))

    _, lines = verified()

    assert any(line.startswith(f"table: {THREE}: differs from its event") for line in lines)
    assert any(line.startswith("table: roll 3: does not follow") for line in lines)


def test_nothing_of_a_secret_roll_is_told_but_that_it_does_not_hold(played: Table) -> None:
    SecretRoll.objects.filter(private__n=2).update(uid="x")

    _, lines = verified()

    assert len(lines) == 1
    assert "hat" not in "".join(lines)
