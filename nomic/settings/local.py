"""A game on one's own machine: one file, no server beside it, the demo on."""

from __future__ import annotations

import os
import secrets

from nomic.settings.base import *  # noqa: F403 - settings inherit
from nomic.settings.base import DATA_DIR, STATIC_ROOT, env


def kept_secret() -> str:
    """A key made at the first start and kept, so that sign-ins outlive a restart. Two starts at once agree on one."""
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    path = DATA_DIR / "secret-key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret()
DEBUG = env.bool("DEBUG", default=False)
NOMIC_DEMO = env.bool("NOMIC_DEMO", default=True)
# Files are found where they lie: there is no collecting before a start, but the folder must be there.
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = True
