"""`manage.py verify_log [--game slug]`: whether each game's log, private chain, days and dice are whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nomic.core import chain
from nomic.core.dice import queries as dice_queries
from nomic.core.log import queries as log_queries
from nomic.core.secrets import queries as secrets_queries
from nomic.management.checking import CheckingCommand
from nomic.plugins import PLUGINS

if TYPE_CHECKING:
    from nomic.core.dice.queries import Flaw
    from nomic.core.games.models import Game

WORDS = {
    "missing": "missing: event {wanted} was to come, event {found} is there",
    "out-of-order": "out of order: event {wanted} was to come, event {found} is there",
    "not-chained": "reordered or cut: the hash before it is {wanted}, it holds {found}",
    "changed": "changed: its content makes {wanted}, it holds {found}",
    "head-differs": "head differs: the game remembers {wanted}, the log ends at {found}",
    "unreadable": "unreadable: no key of this server opens what is sealed",
}
FLAWS = {
    "another-event": "points at another event: {wanted} was to be there, {found} is",
    "before-its-seed": "fell before its seed was committed: {wanted} was wanted, it is {found}",
    "differs": "differs from its event, which says {wanted}: the row says {found}",
    "gone": "gone: {wanted} tells of one that is not there",
    "head-not-in-chain": "published a head that the private chain does not have there: {wanted}, the chain has {found}",
    "no-roll-at-all": "is taken for a secret roll, and is none",
    "no-such-roll": "tells of a secret roll that is not there",
    "not-derived": "does not follow from its seed: {wanted} was wanted, {found} is there",
    "not-opened": "its seed was never published: {wanted} was to publish it",
    "opened-elsewhere": "its seed was to be published by {wanted}, not by {found}",
    "opened-too-soon": "its seed was published before the day was over: {found}",
    "seed-not-committed": "its seed is not the one committed to: {wanted} was committed, it makes {found}",
    "seed-not-told": "its seed, {wanted}, is not the one that {found} published",
    "unreadable": "unreadable: no key of this server opens its seed",
    "wrong-day": "is of another day: {wanted} was wanted, it is {found}",
}

ALL_FLAWS = FLAWS | {code: said for part in PLUGINS.values() for code, said in part.flaw_words.items()}


class Command(CheckingCommand):
    help = (
        "Verify that no event of any game's log or private chain was changed, dropped, put in or reordered, that every"
        " day published what it had to, and that every roll follows from its seed. Exits 1 if anything does not hold."
    )

    def examine(self, game: Game) -> tuple[list[str], str]:
        amiss = [*_of_the_log(game), *_of_the_private_chain(game), *_of_days_and_dice(game)]
        return amiss, "" if amiss else _well(game)


def _of_the_log(game: Game) -> Iterator[str]:
    for each in chain.chain_breaks(log_queries.links(game.pk), last_seq=game.last_seq, last_hash=game.last_hash):
        yield f"event {each.seq}: {WORDS[each.code].format(wanted=each.wanted, found=each.found)}"


def _of_the_private_chain(game: Game) -> Iterator[str]:
    for each in secrets_queries.private_breaks(game.pk, last_n=game.private_n, last_hash=game.private_hash):
        yield f"private event {each.seq}: {WORDS[each.code].format(wanted=each.wanted, found=each.found)}"


def _of_days_and_dice(game: Game) -> Iterator[str]:
    for each in [*dice_queries.flaws(game.pk), *_of_parts(game.pk)]:
        yield f"{each.what}: {ALL_FLAWS[each.code].format(wanted=each.wanted, found=each.found)}"


def _of_parts(game_id: int) -> Iterator[Flaw]:
    for part in PLUGINS.values():
        yield from part.flaws(game_id)


def _well(game: Game) -> str:
    days, rolls = secrets_queries.days(game.pk).count(), dice_queries.rolls(game.pk).count()
    return f"OK, {game.last_seq} events, head {game.last_hash}, {days} days, {rolls} rolls"
