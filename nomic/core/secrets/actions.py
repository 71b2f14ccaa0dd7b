"""The day turns: once a GMT day, whether or not anything happened. (DESIGN ideas 4 and 5; Reading 51)

One event publishes the head of the private chain, commits the seed of the day's dice, and opens the seeds of the days
before. A seed is never published on its own day: a floor's moment never goes back, so no roll falls on a day that an
event has left behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, timedelta
from secrets import token_hex

from nomic.core import queries, vault
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.sealing import seed_commitment
from nomic.core.mechanics.timespans import day_of
from nomic.core.models import Day, Event, SecretSeed

SEED_BYTES = 32
DAY = timedelta(days=1)


def look_again_at_day(*, game_id: int) -> bool:
    """The Clerk's look at a game's calendar: turns the day that has begun, if nobody has. Repeatable."""
    with floor(game_id) as the_floor:
        before = the_floor.next_seq
        turn(the_floor)
        return the_floor.next_seq > before


def turn(the_floor: Floor) -> Day:
    """Step: the floor's GMT day, turned if it was not yet. After an outage no day in between is made up.

    The private chain first gains a link that says nothing, so that its head always moves, secret acts or none; its salt
    is the secret of the day's root, by which one act can be proven without a word about any other.
    """
    today = the_floor.now.astimezone(UTC).date()
    if known := queries.day(the_floor.game.pk, today):
        _look_next(the_floor)
        return known
    the_floor.conceal("day.salt", actor=None, salt=vault.fresh_salt())
    turned = _turned(the_floor, today)
    _look_next(the_floor)
    secret_seed(the_floor)
    return turned


def _turned(the_floor: Floor, today: date) -> Day:
    game, seed, past = the_floor.game, _fresh_seed(), _unopened(the_floor)
    event = the_floor.record(
        "day.turned", day=today.isoformat(), private_head=game.private_hash,
        private_root=queries.private_root(game.pk, game.private_n), commitment=seed_commitment(seed),
        opens=[{"day": day.day.isoformat(), "seed": unsealed} for day, unsealed in past],
    )  # fmt: skip
    _open(past, event)
    return Day.objects.create(
        game=game, day=today, at=the_floor.now, event=event, private_n=game.private_n, private_hash=game.private_hash,
        commitment=seed_commitment(seed), sealed=vault.seal({"seed": seed}),
    )  # fmt: skip


def _look_next(the_floor: Floor) -> None:
    following = day_of(the_floor.now) + DAY
    if the_floor.game.next_day_at != following:
        the_floor.game.next_day_at = following
        the_floor.game.save(update_fields=["next_day_at"])


def _unopened(the_floor: Floor) -> list[tuple[Day, str]]:
    """Every day before this one whose seed nobody has seen, with it, the oldest first."""
    today = the_floor.now.astimezone(UTC).date()
    days = Day.objects.filter(game=the_floor.game, day__lt=today, opened__isnull=True).order_by("day")
    return [(day, queries.seed_in(day.sealed)) for day in days]


def _open(past: Sequence[tuple[Day, str]], event: Event) -> None:
    for day, seed in past:
        day.seed, day.opened = seed, event
        day.save(update_fields=["seed", "opened"])


def secret_seed(the_floor: Floor) -> SecretSeed:
    """Step: the seed of secret rolls that is in use; committed to in the log when there is none. (Reading 51)

    The first day commits the first one, so that no secret act is what brings the event about.
    """
    newest = SecretSeed.objects.filter(game=the_floor.game).order_by("-n").first()
    if newest is not None and newest.opened_id is None:
        return newest
    seed, n = _fresh_seed(), newest.n + 1 if newest else 1
    event = the_floor.record("seed.committed", n=n, commitment=seed_commitment(seed))
    return SecretSeed.objects.create(
        game=the_floor.game, n=n, at=the_floor.now, event=event, commitment=seed_commitment(seed),
        sealed=vault.seal({"seed": seed}),
    )  # fmt: skip


def open_secret_seed(the_floor: Floor) -> SecretSeed:
    """Step: everything is revealed: publish the seed of all secret rolls so far, and commit the next. Answers that."""
    known = secret_seed(the_floor)
    known.seed = queries.seed_in(known.sealed)
    known.opened = the_floor.record("seed.opened", n=known.n, seed=known.seed)
    known.save(update_fields=["seed", "opened"])
    return secret_seed(the_floor)


def _fresh_seed() -> str:
    return token_hex(SEED_BYTES)
