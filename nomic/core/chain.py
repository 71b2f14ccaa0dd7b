"""Hash chains and salted commitments. Pure. (DESIGN ideas 4 and 5)

Every event of the public log holds the hash of the event before it. A commitment proves later what nobody can
read now.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TypeAlias

from nomic.core.decision import Decision, Fact, Reason

Json: TypeAlias = str | int | bool | Sequence["Json"] | Mapping[str, "Json"] | None
GENESIS = "0" * 64
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z", re.ASCII)


def plain_json(fact: object) -> Json:
    """A fact as JSON: moments as `2007-03-15T00:00:00Z`, durations in seconds, shares as `1/2`."""
    if isinstance(fact, datetime):
        stamp = fact.astimezone(UTC).isoformat(timespec="microseconds" if fact.microsecond else "seconds")
        return stamp.replace("+00:00", "Z")
    if isinstance(fact, timedelta):
        return round(fact.total_seconds())
    if isinstance(fact, Fraction):
        return str(fact)
    if isinstance(fact, Mapping):
        return {str(key): plain_json(value) for key, value in fact.items()}
    if isinstance(fact, list | tuple | set | frozenset):
        items = sorted(fact, key=str) if isinstance(fact, set | frozenset) else fact
        return [plain_json(item) for item in items]
    if fact is None or isinstance(fact, str | int | bool):
        return fact
    raise TypeError(f"no fact of the log: {type(fact).__name__}")


def canonical_json(value: object) -> bytes:
    """Canonical JSON: sorted keys, no spaces, UTF-8. Equal facts give equal bytes."""
    return json.dumps(
        plain_json(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def digest(value: object) -> str:
    return hashlib.sha256(canonical_json(value)).hexdigest()


def reasons_json(reasons: Iterable[Reason]) -> list[Json]:
    return [{"code": each.code, "rule": each.rule, "facts": plain_json(each.facts)} for each in reasons]


def reasons_from(entries: Iterable[Mapping[str, Fact]]) -> tuple[Reason, ...]:
    """The reasons that `reasons_json` wrote. Moments are moments again; durations stay seconds."""
    return tuple(_reason(each) for each in entries)


def _reason(entry: Mapping[str, Fact]) -> Reason:
    facts = entry["facts"]
    assert isinstance(facts, Mapping)
    return Reason(str(entry["code"]), str(entry["rule"]), {name: _fact(value) for name, value in facts.items()})


def _fact(value: Fact) -> Fact:
    if isinstance(value, str) and MOMENT.fullmatch(value):
        return datetime.fromisoformat(value)
    return value


def decision_json(decision: Decision[bool]) -> dict[str, Json]:
    return {
        "outcome": plain_json(decision.outcome),
        "reasons": reasons_json(decision.reasons),
        "next_check": plain_json(decision.next_check),
    }


@dataclass(frozen=True, slots=True)
class Link:
    """One event as the chain sees it. `content` is everything of it but the two hashes."""

    seq: int
    content: Mapping[str, Fact]
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Break:
    """Where a chain does not hold: the event's number, a code, and what was wanted and found."""

    seq: int
    code: str
    wanted: str
    found: str


def event_hash(content: Mapping[str, Fact], previous: str) -> str:
    """The hash of one event: SHA-256 over the canonical JSON of its content and the hash before it."""
    return digest({"content": content, "previous": previous})


def chain_breaks(links: Iterable[Link], *, last_seq: int, last_hash: str) -> list[Break]:
    """Every place where the chain of one game does not hold, up to the head that the game remembers."""
    found, previous, expected = [], GENESIS, 1
    for link in links:
        if link.seq != expected:
            code = "missing" if link.seq > expected else "out-of-order"
            found.append(Break(expected, code, str(expected), str(link.seq)))
        if link.previous != previous:
            found.append(Break(link.seq, "not-chained", previous, link.previous))
        computed = event_hash(link.content, link.previous)
        if computed != link.hash:
            found.append(Break(link.seq, "changed", computed, link.hash))
        previous, expected = link.hash, link.seq + 1
    if (expected - 1, previous) != (last_seq, last_hash):
        found.append(Break(last_seq, "head-differs", f"{last_seq} {last_hash}", f"{expected - 1} {previous}"))
    return found


# Salted commitments: what can be proven later and read by nobody now. (DESIGN ideas 4 and 5)
# A link of the private chain shows its commitment alone. Who knows the content and the salt can prove that this, and
# nothing else, was committed; who does not know the salt learns nothing, even where there are only a few contents to
# try.

SALT_BYTES = 32


def commitment(content: Mapping[str, Fact], salt: str) -> str:
    """SHA-256 over the canonical JSON of the content and its salt (hex), 64 hex digits."""
    return digest({"content": content, "salt": salt})


def link_hash(n: int, at: datetime, committed: str, previous: str) -> str:
    """The hash of one link of the private chain: over its number, its moment, its commitment and the hash before it."""
    return digest({"n": n, "at": at, "commitment": committed, "previous": previous})


def seed_commitment(seed: str) -> str:
    """What the log says of a seed (hex) before it is published. A seed has 256 bits of chance: it needs no salt."""
    return hashlib.sha256(canonical_json({"seed": seed})).hexdigest()
