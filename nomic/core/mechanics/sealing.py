"""Salted commitments: what can be proven later and read by nobody now. (DESIGN ideas 4 and 5)

A link of the private chain shows its commitment alone. Who knows the content and the salt can prove that this, and
nothing else, was committed; who does not know the salt learns nothing, even where there are only a few contents to
try.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime

from nomic.core.mechanics.chain import canonical, digest
from nomic.core.mechanics.decision import Fact

SALT_BYTES = 32


def commitment(content: Mapping[str, Fact], salt: str) -> str:
    """SHA-256 over the canonical JSON of the content and its salt (hex), 64 hex digits."""
    return digest({"content": content, "salt": salt})


def link_hash(n: int, at: datetime, committed: str, previous: str) -> str:
    """The hash of one link of the private chain: over its number, its moment, its commitment and the hash before it."""
    return digest({"n": n, "at": at, "commitment": committed, "previous": previous})


def seed_commitment(seed: str) -> str:
    """What the log says of a seed (hex) before it is published. A seed has 256 bits of chance: it needs no salt."""
    return hashlib.sha256(canonical({"seed": seed})).hexdigest()
