"""The day turns: once a GMT day, whether or not anything happened. (DESIGN ideas 4 and 5; Reading 51)

One event publishes the head of the private chain, commits the seed of the day's dice, and opens the seeds of the days
before. A seed is never published on its own day: a floor's moment never goes back, so no roll falls on a day that an
event has left behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from secrets import token_hex

from cryptography.fernet import InvalidToken
from django.db import transaction

from nomic.core import vault
from nomic.core.chain import seed_commitment
from nomic.core.floor import Floor, floor
from nomic.core.law.rules_timespans import day_of
from nomic.core.log.models import Event
from nomic.core.secrets import queries as secrets_queries
from nomic.core.secrets.models import Day, SecretSeed
from nomic.core.secrets.queries import BATCH, SealedColumn, sealed_columns

SEED_BYTES = 32
DAY = timedelta(days=1)


def look_again_at_day(*, game_id: int) -> bool:
    """The Clerk's look at a game's calendar: turns the day that has begun, if nobody has. Repeatable."""
    with floor(game_id) as the_floor:
        before = the_floor.next_seq
        turn_day(the_floor)
        return the_floor.next_seq > before


def turn_day(the_floor: Floor) -> Day:
    """Step: the floor's GMT day, turned if it was not yet. After an outage no day in between is made up.

    The private chain first gains a link that says nothing, so that its head always moves, secret acts or none; its salt
    is the secret of the day's root, by which one act can be proven without a word about any other.
    """
    today = the_floor.now.astimezone(UTC).date()
    if known := secrets_queries.day(the_floor.game.pk, today):
        _set_next_day(the_floor)
        return known
    the_floor.append_private_event("day.salt", actor=None, salt=vault.fresh_salt())
    turned = _record_day(the_floor, today)
    _set_next_day(the_floor)
    ensure_secret_seed(the_floor)
    return turned


def _record_day(the_floor: Floor, today: date) -> Day:
    game, seed, past = the_floor.game, _fresh_seed(), _unopened_seeds(the_floor)
    event = the_floor.record(
        "day.turned",
        day=today.isoformat(),
        private_head=game.private_hash,
        private_root=secrets_queries.private_root(game.pk, game.private_n),
        commitment=seed_commitment(seed),
        opens=[{"day": day.day.isoformat(), "seed": unsealed} for day, unsealed in past],
    )
    _open_seeds(past, event)
    return Day.objects.create(
        game=game,
        day=today,
        at=the_floor.now,
        event=event,
        private_n=game.private_n,
        private_hash=game.private_hash,
        commitment=seed_commitment(seed),
        sealed=vault.seal({"seed": seed}),
    )


def _set_next_day(the_floor: Floor) -> None:
    following = day_of(the_floor.now) + DAY
    if the_floor.game.next_day_at != following:
        the_floor.game.next_day_at = following
        the_floor.game.save(update_fields=["next_day_at"])


def _unopened_seeds(the_floor: Floor) -> list[tuple[Day, str]]:
    """Every day before this one whose seed nobody has seen, with it, the oldest first."""
    today = the_floor.now.astimezone(UTC).date()
    days = Day.objects.filter(game=the_floor.game, day__lt=today, opened__isnull=True).order_by("day")
    return [(day, secrets_queries.unseal_seed(day.sealed)) for day in days]


def _open_seeds(past: Sequence[tuple[Day, str]], event: Event) -> None:
    for day, seed in past:
        day.seed, day.opened = seed, event
        day.save(update_fields=["seed", "opened"])


def ensure_secret_seed(the_floor: Floor) -> SecretSeed:
    """Step: the seed of secret rolls that is in use; committed to in the log when there is none. (Reading 51)

    The first day commits the first one, so that no secret act is what brings the event about.
    """
    newest = SecretSeed.objects.filter(game=the_floor.game).order_by("-n").first()
    if newest is not None and newest.opened_id is None:
        return newest
    seed, n = _fresh_seed(), newest.n + 1 if newest else 1
    event = the_floor.record("seed.committed", n=n, commitment=seed_commitment(seed))
    return SecretSeed.objects.create(
        game=the_floor.game,
        n=n,
        at=the_floor.now,
        event=event,
        commitment=seed_commitment(seed),
        sealed=vault.seal({"seed": seed}),
    )


def open_secret_seed(the_floor: Floor) -> SecretSeed:
    """Step: everything is revealed: publish the seed of all secret rolls so far, and commit the next. Answers that."""
    known = ensure_secret_seed(the_floor)
    known.seed = secrets_queries.unseal_seed(known.sealed)
    known.opened = the_floor.record("seed.opened", n=known.n, seed=known.seed)
    known.save(update_fields=["seed", "opened"])
    return ensure_secret_seed(the_floor)


def _fresh_seed() -> str:
    return token_hex(SEED_BYTES)


# Keys are changed: what older ones sealed is sealed anew with the first one. (DESIGN idea 5)
# It runs beside everything else: no game's floor is taken, and a row that was written meanwhile stays as it was
# written, for whoever wrote it used the first key already. Interrupted, it goes on where it stopped.


@dataclass(frozen=True, slots=True)
class RotatedColumn:
    """How many rows of a column there are, how many were sealed anew, how many no key of ours opens."""

    column: SealedColumn
    rows: int
    renewed: int
    lost: int


def rotate_keys(*, batch: int = BATCH) -> list[RotatedColumn]:
    """Seal with the first key whatever only an older one opens. What no key opens is left as it is, and counted."""
    return [_rotate_column(each, batch) for each in sealed_columns()]


def _rotate_column(column: SealedColumn, batch: int) -> RotatedColumn:
    done, last = RotatedColumn(column, 0, 0, 0), None
    while True:
        with transaction.atomic(durable=True):
            rows = list(column.filled_rows(last).select_for_update()[:batch])
            fates = [_renew_row(column, key, sealed) for key, sealed in rows]
        if not rows:
            return done
        last = rows[-1][0]
        done = RotatedColumn(
            column, done.rows + len(rows), done.renewed + fates.count("renewed"), done.lost + fates.count("lost")
        )


def _renew_row(column: SealedColumn, key: object, sealed: str) -> str:
    """Step: one row, if it still holds what was read: SQLite locks no rows."""
    if vault.is_newly_sealed(sealed):
        return "new"
    try:
        anew = vault.reseal(sealed)
    except InvalidToken:
        return "lost"
    same = column.model._default_manager.filter(**{"pk": key, column.name: sealed})
    return "renewed" if same.update(**{column.name: anew}) else "changed"
