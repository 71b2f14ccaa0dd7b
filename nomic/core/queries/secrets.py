"""The private chain, read by the server alone: who shows any of it asks first whose it is. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cryptography.fernet import InvalidToken

from nomic.core import vault
from nomic.core.mechanics import chain, sealing
from nomic.core.models import PrivateEvent


@dataclass(frozen=True, slots=True)
class Opened:
    """What a link of the private chain says, and the salt (hex) with which anybody can check its commitment."""

    kind: str
    actor_id: int | None
    at: datetime
    data: Mapping[str, Any]
    content: Mapping[str, Any]
    salt: str


def opened(link: PrivateEvent) -> Opened:
    """A private event, unsealed. Raises `cryptography.fernet.InvalidToken` where no key of ours opens it."""
    kept = vault.unseal(link.sealed)
    content = kept["content"]
    return Opened(content["kind"], content["actor"], link.at, content["data"], content, kept["salt"])


def private_breaks(game_id: int, *, last_n: int, last_hash: str) -> list[chain.Break]:
    """Every place where the private chain of a game does not hold, or does not say what it committed to."""
    found, previous, expected = [], chain.GENESIS, 1
    for link in _links(game_id):
        computed = sealing.link_hash(link.n, link.at, link.commitment, link.previous)
        if link.n != expected:
            found.append(chain.Break(expected, "missing", str(expected), str(link.n)))
        if link.previous != previous:
            found.append(chain.Break(link.n, "not-chained", previous, link.previous))
        if computed != link.hash:
            found.append(chain.Break(link.n, "changed", computed, link.hash))
        found += _kept(link)
        previous, expected = link.hash, link.n + 1
    if (expected - 1, previous) != (last_n, last_hash):
        found.append(chain.Break(last_n, "head-differs", f"{last_n} {last_hash}", f"{expected - 1} {previous}"))
    return found


def _kept(link: PrivateEvent) -> list[chain.Break]:
    """Whether what is sealed can be read, and is what was committed to."""
    try:
        what = opened(link)
    except InvalidToken:
        return [chain.Break(link.n, "unreadable", "", "")]
    committed = sealing.commitment(what.content, what.salt)
    return [] if committed == link.commitment else [chain.Break(link.n, "changed", committed, link.commitment)]


def _links(game_id: int) -> Iterator[PrivateEvent]:
    return PrivateEvent.objects.filter(game_id=game_id).order_by("n").iterator()
