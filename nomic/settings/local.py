"""A game on one's own machine: one file, no server beside it, the demo on."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable
from functools import partial

from cryptography.fernet import Fernet

from nomic.settings.base import *  # noqa: F403 - settings inherit
from nomic.settings.base import DATA_DIR, NOMIC_VAULT_KEYS, STATIC_ROOT, env


def kept_secret(name: str, make: Callable[[], str]) -> str:
    """A key made at the first start and kept beside the data. Two starts at once agree on one."""
    path = DATA_DIR / name
    if not path.exists():
        # Written whole under another name first: nobody ever reads half of it.
        fresh = DATA_DIR / f"{name}.{os.getpid()}"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(make())
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
        fresh.unlink()
    return path.read_text()


# Files are found where they lie: there is no collecting before a start, but the folders must be there.
DATA_DIR.mkdir(parents=True, exist_ok=True)
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret("secret-key", partial(secrets.token_urlsafe, 50))
NOMIC_VAULT_KEYS = NOMIC_VAULT_KEYS or [kept_secret("vault-key", lambda: Fernet.generate_key().decode())]
DEBUG = env.bool("DEBUG", default=False)
NOMIC_DEMO = env.bool("NOMIC_DEMO", default=True)
WHITENOISE_USE_FINDERS = True
