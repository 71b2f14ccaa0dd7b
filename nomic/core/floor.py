"""Take the floor: one action at a time per game, all or nothing. (DESIGN idea 4)

Holding the floor means: the game's row is locked, the clock has been read once after the lock, and whatever is
recorded gets the next number of the log. A step takes `the_floor` first, so that it cannot run without one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime

from django.db import OperationalError, connection, transaction

from nomic.core import chain, clock, vault
from nomic.core.chain import commitment, link_hash
from nomic.core.decision import Decision, Fact
from nomic.core.effects import Effect
from nomic.core.games.models import Account, Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.dials import CLERK
from nomic.core.law.rules import Law
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.registry import registry


@dataclass
class Floor:
    """The floor of one game, held by one action: `now` is fixed, `next_seq` is the number of the next event."""

    game: Game
    now: datetime
    events: list[Event] = field(default_factory=list, repr=False)
    _law: Law | None = field(default=None, repr=False)

    @property
    def next_seq(self) -> int:
        return self.game.last_seq + 1

    @property
    def law(self) -> Law:
        """The law in force at this point of the action."""
        if self._law is None:
            self._law = law_queries.law(self.game.pk)
        return self._law

    def record(
        self,
        kind: str,
        *,
        actor: Agent | None = None,
        by: str = "",
        subject: str = "",
        decision: Decision[bool] | None = None,
        **data: Fact,
    ) -> Event:
        """Append the next event. `by` names who acted where that is no Agent; without either it is the Clerk."""
        event = Event(
            game=self.game,
            seq=self.next_seq,
            at=self.now,
            kind=kind,
            actor=actor,
            by=by or (actor.name if actor else CLERK),
            subject=subject,
            data=chain.plain_json(data),
            decision=chain.decision_json(decision) if decision else None,
            previous=self.game.last_hash,
        )
        event.hash = chain.event_hash(log_queries.event_content(event), event.previous)
        event.save(force_insert=True)
        self.game.last_seq, self.game.last_hash = event.seq, event.hash
        self.game.save(update_fields=["last_seq", "last_hash"])
        self.events.append(event)
        return event

    def append_private_event(self, kind: str, *, actor: Agent | None, **data: Fact) -> PrivateEvent:
        """Append the next link of the private chain: the public log gains no event, number or gap from it.

        What it says is sealed with a salt of its own, and committed to; `unseal_event` reads it again.
        """
        content = {"kind": kind, "actor": actor.pk if actor else None, "data": chain.plain_json(data), "at": self.now}
        salt, n = vault.fresh_salt(), self.game.private_n + 1
        committed = commitment(content, salt)
        link = PrivateEvent.objects.create(
            game=self.game,
            n=n,
            at=self.now,
            commitment=committed,
            sealed=vault.seal({"content": content, "salt": salt}),
            previous=self.game.private_hash,
            hash=link_hash(n, self.now, committed, self.game.private_hash),
        )
        self.game.private_n, self.game.private_hash = n, link.hash
        self.game.save(update_fields=["private_n", "private_hash"])
        return link

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """All that is done inside, or nothing of it if it raises: the floor and its game are then as they were."""
        told = len(self.events)
        try:
            with transaction.atomic():
                yield
        except Exception:
            self.game.refresh_from_db()
            del self.events[told:]
            self._law = None
            raise

    def dispatch(self, effect: Effect) -> None:
        """Let the packages above do, in this same floor, what follows from `effect`."""
        self._law = None
        for handle in registry().handlers.get(type(effect), ()):
            handle(self, effect)


@contextmanager
def floor(game_id: int) -> Iterator[Floor]:
    """Lock the game, then read the clock; commit everything at the end or nothing.

    1. Lock the game's row (on SQLite the IMMEDIATE transaction is the lock).
    2. Read the clock, once: later actions on the game have later or equal moments, even if the clock stepped back.
    3. What has fallen due by itself comes before what the action does (`Plugin.strokes`); if the action is refused,
       that is undone with it, and waits for the next.
    4. Tell whom it concerns: notices are rows too, written with what they tell of (`Registry.tellers`).
    """
    with transaction.atomic(durable=True):
        game = Game.objects.select_for_update().get(pk=game_id)
        now = max(clock.now(), log_queries.last_moment(game))
        the_floor = Floor(game=game, now=now)
        if game.stroke_at and game.stroke_at <= now:
            _run_forced_events(the_floor)
        yield the_floor
        _write_notices(the_floor)


def _run_forced_events(the_floor: Floor) -> None:
    for plugin in registry().plugins.values():
        if plugin.strokes:
            plugin.strokes(the_floor)


def _write_notices(the_floor: Floor) -> None:
    for event in the_floor.events:
        for tell in registry().tellers.get(event.kind, ()):
            tell(the_floor, event)


@contextmanager
def founding_floor(*, founder: Account, title: str, slug: str, procedure: str = "blognomic") -> Iterator[Floor]:
    """Found a game and hold its floor, all in one transaction: a game without law or Agents is never seen."""
    with transaction.atomic(durable=True):
        now = clock.now()
        game = Game.objects.create(
            founder=founder, title=title, slug=slug, procedure=procedure, founded_at=now, next_day_at=now
        )
        yield Floor(game=game, now=now)


# A small write beside a page: it waits for nobody, and where it cannot be made, the page goes on without it.

WAIT = 100  # milliseconds


def write_aside(write: Callable[[], object]) -> None:
    """Write in a transaction of its own that gives up after a tenth of a second: then it is not written."""
    with suppress(OperationalError), _short_lock_timeout(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {WAIT}")
        write()


@contextmanager
def _short_lock_timeout() -> Iterator[None]:
    """SQLite has one lock for all: an act that holds it would keep the reader waiting as long as another act."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    connection.connection.execute(f"PRAGMA busy_timeout = {WAIT}")
    try:
        yield
    finally:
        patience = int(connection.settings_dict.get("OPTIONS", {}).get("timeout", 5) * 1000)
        connection.connection.execute(f"PRAGMA busy_timeout = {patience}")
