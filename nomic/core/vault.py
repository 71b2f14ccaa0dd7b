"""Encryption of what is secret at rest, salts and seeds included. Keys come from the settings; the first one seals.

A new key is put before the old ones: what they sealed stays readable. (DESIGN idea 5)
"""

from __future__ import annotations

import json
from functools import cache
from secrets import token_hex, token_urlsafe
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from nomic.core.chain import SALT_BYTES, canonical_json
from nomic.core.decision import Fact

UID_BYTES = 24
NO_MOMENT = 0
BLOCK = 512  # bytes: what is sealed is as long for one short answer as for another


def fresh_salt() -> str:
    """What a commitment is salted with: nobody guesses it (hex)."""
    return token_hex(SALT_BYTES)


def fresh_uid() -> str:
    """What a secret thing is called in addresses: nobody guesses it."""
    return token_urlsafe(UID_BYTES)


@cache
def _keys(given: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in given])


def seal(content: Fact) -> str:
    """Facts as JSON, encrypted: only `unseal` reads them. The length tells no more than how many blocks they fill."""
    said = canonical_json(content)
    return _encrypt(said + b" " * (-len(said) % BLOCK))


def _encrypt(said: bytes) -> str:
    # Fernet writes the moment of sealing in the clear: of a row that is sealed anew it would tell when, and so why.
    return _keys(tuple(settings.NOMIC_VAULT_KEYS)).encrypt_at_time(said, NO_MOMENT).decode()


def unseal(sealed: str) -> Any:
    """What was sealed. Raises `cryptography.fernet.InvalidToken` for what no key of ours sealed, or was altered."""
    return json.loads(_keys(tuple(settings.NOMIC_VAULT_KEYS)).decrypt(sealed.encode()))


def is_newly_sealed(sealed: str) -> bool:
    """Whether the first key opens it; otherwise an older one is still needed."""
    try:
        _keys(tuple(settings.NOMIC_VAULT_KEYS[:1])).decrypt(sealed.encode())
    except InvalidToken:
        return False
    return True


def reseal(sealed: str) -> str:
    """The same content, sealed with the first key. Raises `InvalidToken` for what no key of ours sealed."""
    return _encrypt(_keys(tuple(settings.NOMIC_VAULT_KEYS)).decrypt(sealed.encode()))
