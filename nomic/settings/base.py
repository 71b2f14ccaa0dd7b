"""What every way of running shares. `local`, `production` and `test` say what differs.

`DATABASE_URL` and `REDIS_URL` move the same code from one file to PostgreSQL and Redis.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from proposals.procedures import PROCEDURES

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = Path(env.str("NOMIC_DATA_DIR", default=str(BASE_DIR / "var")))

DEBUG = False
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])

# Sign-in buttons for the cast of the demo game. Production settings refuse it.
NOMIC_DEMO = env.bool("NOMIC_DEMO", default=False)

INSTALLED_APPS = [
    "nomic",
    "nomic.core",
    "rulesets",
    "proposals",
    *(each.app for each in PROCEDURES.values()),
    "dynasties",
    "dynasties.spy",
    "dynasties.quorum",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
]

MIDDLEWARE = [
    "nomic.middleware.RequestId",
    "nomic.middleware.Utf8Only",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "nomic.middleware.ReaderPronouns",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "nomic.middleware.HtmxParts",
    "allauth.account.middleware.AccountMiddleware",
    "nomic.middleware_games.Visits",
    "nomic.middleware_games.Refusals",
]

ROOT_URLCONF = "nomic.urls"
WSGI_APPLICATION = "nomic.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "nomic.context.site",
            ]
        },
    }
]


def database(url: str) -> dict[str, Any]:
    """Settings for one database, with what each engine needs to be safe under many writers."""
    settings: dict[str, Any] = environ.Env.db_url_config(url)
    options = settings.setdefault("OPTIONS", {})
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        # IMMEDIATE takes the write lock at once: without it two writers that both read first cannot both go on.
        options["transaction_mode"] = "IMMEDIATE"
        options["timeout"] = 20
        options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
        settings["CONN_MAX_AGE"] = 60
    else:
        options["pool"] = {"min_size": 1, "max_size": 8, "timeout": env.float("NOMIC_DATABASE_WAIT", default=10.0)}
        settings["CONN_MAX_AGE"] = 0
        # A server that was restarted has dropped the pool's connections: each is tried before somebody gets it.
        settings["CONN_HEALTH_CHECKS"] = True
    return settings


DATABASES = {"default": database(env.str("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'nomic.sqlite3'}"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Throttling counts in the cache, which all web workers must share.
REDIS_URL = env.str("REDIS_URL", default="")
CACHES: dict[str, Any] = (
    {
        "default": {
            "BACKEND": "nomic.shared_cache.SharedCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    if REDIS_URL
    else {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": str(DATA_DIR / "cache"),
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }
)

# What is secret is kept encrypted: the first key seals, all of them open. (`nomic.core.vault`)
NOMIC_VAULT_KEYS: list[str] = env.list("NOMIC_VAULT_KEYS", default=[])

# How often the Clerk looks at what is due.
NOMIC_SWEEP_SECONDS = env.float("NOMIC_SWEEP_SECONDS", default=60.0)
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT = None if REDIS_URL else "nomic.celery:Transport"
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever: a broker that comes back finds its workers
CELERY_TIMEZONE = "UTC"

AUTH_USER_MODEL = "core.Account"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_FORMS = {
    "signup": "nomic.core.lobby.forms.SignupForm",
    "change_password": "nomic.core.lobby.forms.ChangePasswordForm",
    "reset_password_from_key": "nomic.core.lobby.forms.ResetPasswordKeyForm",
}
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""

if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:  # no address is made of the folder: a path has more in it than an address may
    EMAIL_BACKEND, EMAIL_FILE_PATH = "django.core.mail.backends.filebased.EmailBackend", str(DATA_DIR / "mail")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="The Clerk <clerk@localhost>")
EMAIL_TIMEOUT = 10
# Where letters say that this site is: never the address that a request claimed to have come to.
NOMIC_SITE_URL = env.str("NOMIC_SITE_URL", default=f"http://127.0.0.1:{env.str('PORT', default='8000')}").rstrip("/")

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
USE_I18N = False

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]

# A post has at most 50,000 characters and a change list half a million; what is larger is no form of ours.
DATA_UPLOAD_MAX_MEMORY_SIZE = 900_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 0

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "nomic.answers.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "nomic.middleware.RequestIdFilter"}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s [%(request_id)s] %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["request_id"], "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Three lines a minute that say that nothing happened help nobody.
        "celery": {"level": "WARNING"},
        # An error is a line with its traceback and no more: Django's own handler would mail what was sent in as well.
        # A path may stand in a line. The unguessable names in one open nothing for who is not entitled anyway; with the
        # ticket of a letter anybody could stop letters of that kind, and nothing else.
        "django": {"handlers": [], "propagate": True},
    },
}
