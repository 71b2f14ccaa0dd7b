"""The product in public: behind TLS, with its own secret, and never with the demo's open doors."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from nomic.settings.base import *  # noqa: F403 - settings inherit
from nomic.settings.base import DATA_DIR, NOMIC_DEMO, NOMIC_VAULT_KEYS, env

if NOMIC_DEMO:
    raise ImproperlyConfigured("NOMIC_DEMO lets anybody sign in as anybody; production settings refuse it.")

if not NOMIC_VAULT_KEYS:
    raise ImproperlyConfigured("NOMIC_VAULT_KEYS is missing: without it no secret of any game can be kept.")

if not env.str("DATABASE_URL", default=""):
    DATA_DIR.mkdir(parents=True, exist_ok=True)  # SQLite makes its file, but not the folder

SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[f"https://{host}" for host in ALLOWED_HOSTS])

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=True)
# Sign-in is throttled by address: behind one proxy that is the last address of X-Forwarded-For.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=1)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
