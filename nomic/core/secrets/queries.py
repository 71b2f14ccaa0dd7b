"""Days, seeds, the private chain, its proofs, and which columns are sealed by older keys. Reads only.

The server alone reads what is sealed: a caller that shows any of it asks first whose it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from cryptography.fernet import InvalidToken
from django.apps import apps
from django.db.models import Model, QuerySet

from nomic.core import chain, vault
from nomic.core.games.models import Game
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets import rules as secrets_rules
from nomic.core.secrets.models import Day, SecretSeed
from nomic.core.secrets.rules import Proof


def days_due(now: datetime) -> list[int]:
    """Games in which a day begins that has not been turned yet, in due order."""
    due = Game.objects.filter(next_day_at__lte=now).order_by("next_day_at", "pk")
    return list(due.values_list("pk", flat=True))


def days(game_id: int) -> QuerySet[Day]:
    """Every day that was turned, the newest first, with the events that committed and published its seed."""
    return Day.objects.filter(game_id=game_id).select_related("event", "opened").order_by("-day")


def day(game_id: int, day: date) -> Day | None:
    return Day.objects.filter(game_id=game_id, day=day).first()


def unseal_seed(sealed: str) -> str:
    """A seed that may not be published yet, for what derives from it or verifies it: no page may show it.

    Raises `cryptography.fernet.InvalidToken` where no key of ours opens it.
    """
    return str(vault.unseal(sealed)["seed"])


def secret_seeds(game_id: int) -> QuerySet[SecretSeed]:
    """The seeds of secret rolls, the newest (which is in use) first."""
    return SecretSeed.objects.filter(game_id=game_id).select_related("event", "opened").order_by("-n")


# The private chain, read by the server alone: who shows any of it asks first whose it is. Reads only.


@dataclass(frozen=True, slots=True)
class UnsealedEvent:
    """What a link of the private chain says, and the salt (hex) with which anybody can check its commitment."""

    kind: str
    actor_id: int | None
    at: datetime
    data: Mapping[str, Any]
    content: Mapping[str, Any]
    salt: str


def unseal_event(link: PrivateEvent) -> UnsealedEvent:
    """A private event, unsealed. Raises `cryptography.fernet.InvalidToken` where no key of ours opens it."""
    kept = vault.unseal(link.sealed)
    content = kept["content"]
    return UnsealedEvent(content["kind"], content["actor"], link.at, content["data"], content, kept["salt"])


def private_breaks(game_id: int, *, last_n: int, last_hash: str) -> list[chain.Break]:
    """Every place where the private chain of a game does not hold, or does not say what it committed to."""
    found, previous, expected = [], chain.GENESIS, 1
    for link in _private_links(game_id):
        computed = chain.link_hash(link.n, link.at, link.commitment, link.previous)
        if link.n != expected:
            found.append(chain.Break(expected, "missing", str(expected), str(link.n)))
        if link.previous != previous:
            found.append(chain.Break(link.n, "not-chained", previous, link.previous))
        if computed != link.hash:
            found.append(chain.Break(link.n, "changed", computed, link.hash))
        found += _is_intact(link)
        previous, expected = link.hash, link.n + 1
    if (expected - 1, previous) != (last_n, last_hash):
        found.append(chain.Break(last_n, "head-differs", f"{last_n} {last_hash}", f"{expected - 1} {previous}"))
    return found


def _is_intact(link: PrivateEvent) -> list[chain.Break]:
    """Whether what is sealed can be read, and is what was committed to."""
    try:
        what = unseal_event(link)
    except InvalidToken:
        return [chain.Break(link.n, "unreadable", "", "")]
    committed = chain.commitment(what.content, what.salt)
    return [] if committed == link.commitment else [chain.Break(link.n, "changed", committed, link.commitment)]


def _private_links(game_id: int) -> Iterator[PrivateEvent]:
    return PrivateEvent.objects.filter(game_id=game_id).order_by("n").iterator()


# Where in the log one act of the private chain is proven. Reads only; who is given a proof, the callers see to.


def private_root(game_id: int, until_n: int) -> str:
    """What the day publishes whose last link is `until_n`: the root over all links since the day before."""
    before = Day.objects.filter(game_id=game_id, private_n__lt=until_n).order_by("-private_n").first()
    return secrets_rules.tree_root(*_day_leaves(game_id, before.private_n if before else 0, until_n))


def proof_of(link: PrivateEvent, *, disclose: bool = False) -> Proof | None:
    """The proof that this link was in the chain when its day was over; None as long as it is not.

    `disclose`: with the link's content and salt, which whoever reads the proof reads.
    """
    return proofs_of([link], disclose=disclose).get(link.n)


def proofs_of(links: Iterable[PrivateEvent], *, disclose: bool = False) -> dict[int, Proof]:
    """The same of several links of one game, by number, with as many queries for each day as for one link of it."""
    known = list(links)
    days = _days_of(known[0].game_id) if known else []
    found: dict[int, Proof] = {}
    for before, day in pairwise([None, *days]):
        assert day is not None
        after_n = before.private_n if before else 0
        of_day = [each for each in known if after_n < each.n <= day.private_n]
        found |= _proofs_of_day(of_day, after_n, day, disclose) if of_day else {}
    return found


def _days_of(game_id: int) -> list[Day]:
    return list(Day.objects.filter(game_id=game_id).select_related("event").order_by("day"))


def _proofs_of_day(links: list[PrivateEvent], after_n: int, day: Day, disclose: bool) -> dict[int, Proof]:
    root = day.event.data.get("private_root")
    if not isinstance(root, str):
        return {}
    leaves, secret = _day_leaves(day.game_id, after_n, day.private_n)
    ways = secrets_rules.ways_to_root(leaves, secret, [each.commitment for each in links])
    proofs = {each.n: Proof(day.event.seq, root, each.commitment, ways[each.commitment]) for each in links}
    if not disclose:
        return proofs
    told = {each.n: unseal_event(each) for each in links}
    return {n: replace(proof, content=told[n].content, salt=told[n].salt) for n, proof in proofs.items()}


def published_root(game_id: int, seq: int) -> str | None:
    """The root that an event of the log published; None for any other event."""
    event = Event.objects.filter(game_id=game_id, seq=seq, kind="day.turned").first()
    root = event.data.get("private_root") if event else None
    return root if isinstance(root, str) else None


def _day_leaves(game_id: int, after_n: int, until_n: int) -> tuple[list[str], str]:
    """The commitments of a day's links, and the secret that its last link, the salt of the day, keeps for it."""
    links = PrivateEvent.objects.filter(game_id=game_id, n__gt=after_n, n__lte=until_n).order_by("n")
    salt = unseal_event(PrivateEvent.objects.get(game_id=game_id, n=until_n)).data["salt"]
    return list(links.values_list("commitment", flat=True)), str(salt)


# Every column in which anything sealed is kept, of whichever app, and which of it the first key does not open.
# A column that is called `sealed` is one; a model with others names them in `SEALED`. Reads only.

NAME = "sealed"
BATCH = 200  # rows read, and locked, at once


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """One column of one table."""

    model: type[Model]
    name: str

    def __str__(self) -> str:
        return f"{self.model._meta.label_lower}.{self.name}"

    def filled_rows(self, after: object = None) -> Any:
        """Key and sealed value of every row that has one, beyond a key, in the order of the keys."""
        rows = self.model._default_manager.exclude(**{self.name: ""}).order_by("pk")
        return (rows if after is None else rows.filter(pk__gt=after)).values_list("pk", self.name)


@dataclass(frozen=True, slots=True)
class ColumnBehind:
    """How many rows of a column there are, how many need a key that is not the first, how many none of ours opens."""

    column: SealedColumn
    rows: int
    old: int
    lost: int


def sealed_columns() -> list[SealedColumn]:
    """All of them, by app and table."""
    return [SealedColumn(model, name) for model in apps.get_models() for name in _column_names(model)]


def _column_names(model: type[Model]) -> Iterator[str]:
    if any(each.name == NAME for each in model._meta.concrete_fields):
        yield NAME
    yield from getattr(model, "SEALED", ())


def columns_behind() -> list[ColumnBehind]:
    """What of every column still needs the old keys."""
    return [_behind(each) for each in sealed_columns()]


def _behind(column: SealedColumn) -> ColumnBehind:
    rows = old = lost = 0
    for _, sealed in column.filled_rows().iterator():
        rows += 1
        if not vault.is_newly_sealed(sealed):
            old, lost = (old + 1, lost) if _opens_with_first_key(sealed) else (old, lost + 1)
    return ColumnBehind(column, rows, old, lost)


def _opens_with_first_key(sealed: str) -> bool:
    try:
        vault.unseal(sealed)
    except InvalidToken:
        return False
    return True
