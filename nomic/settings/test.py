"""What the tests run on: a database file of their own, so that threads and processes can meet in it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from nomic.settings.base import *  # noqa: F403 - settings inherit
from nomic.settings.base import DATABASES

SECRET_KEY = "tests only: nothing signed with this is ever trusted"
NOMIC_VAULT_KEYS = ["dGVzdHMgb25seTogbm90aGluZyBpcyBzZWNyZXQhISE="]
NOMIC_DEMO = True
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]

# Each run has a folder of its own: two runs at once do not meet. In memory, where Linux has such a place.
_memory = Path("/dev/shm")
_folder = tempfile.TemporaryDirectory(
    prefix="nomic-test-", dir=_memory if os.access(_memory, os.W_OK | os.X_OK) else None
)
TEST_DIR = Path(_folder.name)
# The tables are made from the models, which takes a tenth of the time that the migrations take and needs nothing kept
# from one run to the next. `tests/wiring/test_migrations.py` holds that the migrations make the same.
DATABASES["default"]["TEST"] = {"MIGRATE": False}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"]["NAME"] = str(TEST_DIR / "test.sqlite3")
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
else:
    # Threads that meet in a test each have a connection of their own, and none stays open when the database is dropped.
    # The pool is tried by the tests that run the product as processes, with the settings that people use.
    DATABASES["default"]["OPTIONS"].pop("pool", None)

# Hashing a password is meant to be slow; the tests sign in hundreds of times.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
